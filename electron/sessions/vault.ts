/** Tokens and the values they stand for: written with the evidence of the transformation, read by the holder. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { StoredSession } from './sessions-store.ts';
import type { VaultEntry } from '../transformations/transformation.ts';

/** The caller holds the transaction. */
export class VaultWriter {
  readonly #insert: Statement<[string, number, number | null, string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO vault (token, dataset, session, value) VALUES (?, ?, ?, ?)
       ON CONFLICT (token) DO NOTHING`,
    );
  }

  /** A token that is there already stands for the same value, and stays. */
  put({ number, dataset }: StoredSession, entries: readonly VaultEntry[]): void {
    for (const { token, scope, value } of entries) {
      // Whose key the token was made with: that of the session, or of its dataset.
      this.#insert.run(token, dataset, scope === 'session' ? number : null, value);
    }
  }
}

/** Turns a token back. A token of another dataset is as unknown as one that never was. */
export function vaultRoutes(database: Database): RouteHandlers<'revealToken'> {
  const find = database
    .prepare<[string, string], string>(
      `SELECT v.value FROM vault AS v JOIN datasets AS d ON d.number = v.dataset
       WHERE v.token = ? AND d.dataset_id = ?`,
    )
    .pluck();
  return {
    revealToken: ({ parameters: { dataset_id: id, token } }) => {
      const value = find.get(token, id);
      if (value === undefined) {
        throw new ApiError('not_found', `There is no token ${token} in dataset ${id}.`);
      }
      return jsonReply({ dataset_id: id, token, value: JSON.parse(value) });
    },
  };
}
