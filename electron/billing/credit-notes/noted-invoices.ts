/** Invoices after their credit notes: what was taken back of their lines, and what is left of their shares. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { NotedAmount } from '../../../shared/billing/credit-notes.ts';
import type { LeftShare } from '../../../shared/billing/share-rule.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const notedStatements = {
  before:
    'SELECT lines FROM credit_notes WHERE invoice = @invoice AND number < @number ORDER BY number',
  left: `SELECT s.dataset_id AS datasetId, s.holder_id AS holderId, sum(s.gross) AS gross
    FROM shares AS s WHERE s.document IN (SELECT invoice_id FROM invoices WHERE number = @invoice
      UNION ALL SELECT credit_note_id FROM credit_notes WHERE invoice = @invoice AND number < @number)
    GROUP BY s.dataset_id, s.holder_id ORDER BY min(s.number)`,
} as const;

/** Credit notes of an invoice, by its number, before one of theirs. */
interface NotesBefore {
  readonly invoice: bigint;
  readonly number: bigint;
}

export class NotedInvoices {
  readonly #before: Statement<[NotesBefore], { readonly lines: string }>;
  readonly #left: Statement<[NotesBefore], LeftShare>;

  constructor(database: Database) {
    this.#before = database.prepare(notedStatements.before);
    this.#left = database.prepare<[NotesBefore], LeftShare>(notedStatements.left).safeIntegers();
  }

  /** What was taken back of the lines. */
  amounts(notes: NotesBefore): NotedAmount[] {
    return this.#before.all(notes).flatMap(({ lines }) => readNoted(JSON.parse(lines)));
  }

  /** What is left of the shares, in their order. */
  shares(notes: NotesBefore): LeftShare[] {
    return this.#left.all(notes);
  }
}

const notedSchema = z.array(z.object({ line: z.int(), amount: z.int() }));

/** Lines of a credit note as its row and its fact hold them. */
export function readNoted(value: unknown): NotedAmount[] {
  return notedSchema.parse(value).map(({ line, amount }) => ({ line, amount: BigInt(amount) }));
}
