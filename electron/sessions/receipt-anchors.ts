/** Where the ledger holds receipts: the line of each, in the batch that covers it. */
import type { Database, Statement } from 'better-sqlite3';
import type { ReceiptAnswer } from '../../shared/contract/receipts.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { Lines } from '../proof/lines.ts';
import { sha256Into } from '../ledger/sha256.ts';
import type { StoredReceipt } from './receipts-store.ts';

interface BatchRow {
  readonly seq: number;
  readonly first: number;
  readonly leaves: Buffer;
  readonly bytes: string;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const receiptAnchorStatements = {
  batch: `SELECT b.seq, b.first, b.leaves, e.bytes FROM batches AS b JOIN entries AS e ON e.seq = b.seq
    WHERE b.table_name = 'session_usage' AND coalesce(b.dataset, 0) = 0 AND b.first <= ? AND b.last >= ?
    ORDER BY b.first DESC LIMIT 1`,
} as const;

/** Over one connection. */
export class ReceiptAnchors {
  readonly #lines: Lines;
  readonly #batch: Statement<[number, number], BatchRow>;

  constructor(database: Database) {
    this.#lines = new Lines(database);
    this.#batch = database.prepare(receiptAnchorStatements.batch);
  }

  /** Undefined until the line of the receipt is sealed, and once the key is gone that it was made with. */
  of({ line: number }: StoredReceipt): NonNullable<ReceiptAnswer['anchor']> | undefined {
    const batch = this.#batch.get(number, number);
    const [line] = this.#lines.read({ table: 'session_usage' }, number, number);
    if (batch === undefined || line === undefined || line.text === null) return undefined;
    const index = number - batch.first;
    const path = new HeldTree(sha256Into, batch.leaves).paths()(index);
    return {
      seq: batch.seq,
      entry: batch.bytes,
      index,
      line: line.text,
      path: path.map((each) => Buffer.from(each).toString('base64url')),
    };
  }
}
