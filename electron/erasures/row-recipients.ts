/** Who was given rows of a dataset, by the receipts of its sessions. */
import type { Database, Statement } from 'better-sqlite3';
import type { ErasureRecipient } from '../../shared/contract/dataset-erasures.ts';
import { commonRuns, decodeRuns, rowsIn, unionOfRuns, type Run } from '../receipts/runs.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowRecipientStatements = {
  receipts: `SELECT b.account_id, g.grant_id, u.at, u.rows
    FROM sessions AS s JOIN session_usage AS u ON u.session = s.number
      LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id
      LEFT JOIN grants AS g ON g.number = s."grant"
    WHERE s.dataset = ? AND length(u.rows) > 0`,
} as const;

interface ReceiptRow {
  readonly account_id: string | null;
  readonly grant_id: string | null;
  readonly at: string;
  readonly rows: Buffer;
}

/** Over one connection. */
export class RowRecipients {
  readonly #receipts: Statement<[number], ReceiptRow>;

  constructor(database: Database) {
    this.#receipts = database.prepare(rowRecipientStatements.receipts);
  }

  /** By account and grant, in their order. */
  of(dataset: number, runs: readonly Run[]): ErasureRecipient[] {
    const given = new Map<string, { row: ReceiptRow; last: string; runs: Run[] }>();
    for (const row of this.#receipts.iterate(dataset)) {
      const common = commonRuns(decodeRuns(row.rows), runs);
      if (common.length === 0) continue;
      const key = JSON.stringify([row.account_id, row.grant_id]);
      const known = given.get(key) ?? { row, last: row.at, runs: [] };
      known.runs = unionOfRuns([known.runs, common]);
      if (row.at > known.last) known.last = row.at;
      given.set(key, known);
    }
    return [...given.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { row, last, runs: all }]) => ({
        account_id: row.account_id ?? '',
        grant_id: row.grant_id,
        last_at: last,
        rows: rowsIn(all),
      }));
  }
}
