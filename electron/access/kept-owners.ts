/** Keeps whose a new record, model or payment method is. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Own } from '../route-handler.ts';

export class KeptOwners {
  readonly #record: Statement<[string, number]>;
  readonly #object: Statement<[string, string, string]>;
  readonly #find: Statement<[string, string], string>;

  constructor(database: Database) {
    this.#record = database.prepare(
      'INSERT INTO record_writers SELECT position, ? FROM records WHERE seq = ?',
    );
    this.#object = database.prepare('INSERT INTO ownerships VALUES (?, ?, ?)');
    this.#find = database
      .prepare<[string, string], string>(
        'SELECT account_id FROM ownerships WHERE kind = ? AND object_id = ?',
      )
      .pluck();
  }

  /** The record at `seq`; what is not written for an account is nobody's. */
  keepRecord(seq: number, own: Own | undefined): void {
    const accountId = own?.accountId ?? undefined;
    if (accountId !== undefined) this.#record.run(accountId, seq);
  }

  keep(kind: 'model' | 'payment_method', id: string, own: Own | undefined): void {
    const accountId = own?.accountId ?? undefined;
    if (accountId !== undefined) this.#object.run(kind, id, accountId);
  }

  /** Whether an object is the caller's, or the caller is not limited to its own. */
  mayUse(kind: 'model' | 'payment_method', id: string, own: Own | undefined): boolean {
    return own === undefined || this.#find.get(kind, id) === own.accountId;
  }

  /**
   * Nothing is said of a model under the name that another account registered it by: no decision, session or
   * operation. A model that is not registered, or is nobody's, may be named by anybody.
   * @throws {ApiError} `forbidden`
   */
  refuseOthersModel(modelId: string, own: Own | undefined): void {
    if (own === undefined) return;
    const owner = this.#find.get('model', modelId);
    if (owner !== undefined && owner !== own.accountId) throw takenModel(modelId);
  }
}

/** Refusal of a request that names a model of somebody else. */
export function takenModel(modelId: string): ApiError {
  return new ApiError('forbidden', `The model_id ${modelId} is somebody else’s. Choose another.`, {
    details: { model_id: modelId },
  });
}
