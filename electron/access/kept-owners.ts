/** Keeps whose a new payment method is. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import type { Own } from '../route-handler.ts';

export class KeptOwners {
  readonly #object: Statement<[string, string, string]>;

  constructor(database: Database) {
    this.#object = database.prepare('INSERT INTO ownerships VALUES (?, ?, ?)');
  }

  keep(kind: 'payment_method', id: string, own: Own | undefined): void {
    const accountId = own?.accountId ?? undefined;
    if (accountId !== undefined) this.#object.run(kind, id, accountId);
  }
}
