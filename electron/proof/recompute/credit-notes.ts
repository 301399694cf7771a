/** Credit notes, computed again from the lines and shares of their invoices and from the notes before them. */
import type { Database, Statement } from 'better-sqlite3';
import {
  holdersPart,
  leftOfInvoice,
  leftOfLines,
  noteAmounts,
  type NotedAmount,
} from '../../../shared/billing/credit-notes.ts';
import { shareCreditNote } from '../../../shared/billing/share-rule.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { numberOfCreditNote } from '../../billing/credit-notes/credit-note-writer.ts';
import { NotedInvoices, readNoted } from '../../billing/credit-notes/noted-invoices.ts';
import { readLines, type InvoiceLine } from '../../billing/invoice-document.ts';
import type { RowFinding } from '../row-finding.ts';
import type { BilledState } from './billed-state.ts';
import type { SharesCheck } from './fixed-shares.ts';
import { textOf, wholeNumberOf, type PlacedFact } from './stored-facts.ts';

interface NotedInvoice {
  readonly number: bigint;
  readonly month: string;
  readonly lines: string;
  readonly subtotal: bigint;
  readonly tax_bps: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** What a credit note has to be. */
interface Expected {
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  readonly lines: boolean;
}

type Report = (finding: RowFinding) => void;

/** Notes in the order of their facts. */
export class CreditNotesCheck {
  readonly #means: { readonly state: BilledState; readonly shares: SharesCheck };
  readonly #report: Report;
  readonly #database: Database;
  readonly #invoice: Statement<[string], NotedInvoice>;
  readonly #number: Statement<[string], bigint>;
  readonly #noted: NotedInvoices;
  #count = 0n;

  constructor(
    database: Database,
    means: { readonly state: BilledState; readonly shares: SharesCheck; readonly report: Report },
  ) {
    this.#database = database;
    this.#means = means;
    this.#report = means.report;
    this.#noted = new NotedInvoices(database);
    this.#invoice = database
      .prepare<[string], NotedInvoice>('SELECT * FROM invoices WHERE invoice_id = ?')
      .safeIntegers();
    this.#number = database
      .prepare<[string], bigint>('SELECT number FROM credit_notes WHERE credit_note_id = ?')
      .pluck()
      .safeIntegers();
  }

  /** Compares the note that a fact begins. */
  apply({ id, set, seq }: PlacedFact): void {
    if (typeof id !== 'string' || set === null || typeof set['invoice'] !== 'string') return;
    this.#count += 1n;
    const invoice = this.#invoice.get(set['invoice']);
    const number = this.#number.get(id);
    // What is not there is a finding of its own.
    if (invoice === undefined || number === undefined) return;
    const [issuedAt, told] = [textOf(set['issued_at']), textOf(set['credit_note_number'])];
    this.#compare({ id, seq }, 'credit_note_number', {
      expected: numberOfCreditNote(this.#count, issuedAt),
      actual: told,
    });
    const notes = { invoice: invoice.number, number };
    const [lines, noted] = [readLines(invoice.lines), readNoted(set['lines'])];
    const before = this.#noted.amounts(notes);
    const isRefund = set['kind'] === 'REFUND';
    this.#compareAmounts(
      { id, seq },
      set,
      isRefund
        ? refundOf(invoice, { lines, noted, before })
        : cancellationOf(invoice, lines, noted),
    );
    if (!isRefund) return;
    const { state, shares } = this.#means;
    const means = state.shareMeans({ month: invoice.month, issuedAt, holderOf: () => '' });
    const expected =
      set['borne_by'] === 'HOLDERS'
        ? shareCreditNote(holdersPart(lines, noted), this.#noted.shares(notes), means)
        : [];
    shares.compareDocument(
      seq,
      { document: id, issuedAt, stated: set['shares'] ?? null },
      expected,
    );
  }

  /** Each refund pays back what its note comes to, and each note on a paid invoice has one. */
  *refunds(): Generator<void> {
    const rows = this.#database
      .prepare<
        [],
        { readonly id: string; readonly total: bigint | null; readonly amount: bigint | null }
      >(
        `SELECT n.credit_note_id AS id, iif(n.kind = 'REFUND', n.total, NULL) AS total, r.amount
         FROM credit_notes AS n LEFT JOIN refunds AS r ON r.credit_note = n.number ORDER BY n.number`,
      )
      .safeIntegers();
    for (const { id, total, amount } of rows.all()) {
      yield;
      if (total === amount) continue;
      const about = {
        kind: 'altered',
        table: 'refunds',
        row: id,
        column: 'amount',
        seq: 0,
      } as const;
      this.#report({ ...about, expected: numberText(total), actual: numberText(amount) });
    }
  }

  #compareAmounts(
    about: { readonly id: string; readonly seq: number },
    set: JsonObject,
    { lines, ...amounts }: Expected,
  ): void {
    for (const [column, expected] of Object.entries(amounts)) {
      const actual = wholeNumberOf(set[column]);
      this.#compare(about, column, { expected: String(expected), actual: String(actual) });
    }
    if (lines) return;
    const actual = JSON.stringify(set['lines']);
    this.#compare(about, 'lines', { expected: 'what is left of the lines of the invoice', actual });
  }

  #compare(
    { id, seq }: { readonly id: string; readonly seq: number },
    column: string,
    values: { readonly expected: string; readonly actual: string },
  ): void {
    if (values.expected === values.actual) return;
    const about = { kind: 'altered', table: 'credit_notes', row: id, column, seq } as const;
    this.#report({ ...about, ...values });
  }
}

/** A note on a paid invoice: the sum of its lines, with their tax; no line of more than is left. */
function refundOf(
  { tax_bps: bps }: NotedInvoice,
  {
    lines,
    noted,
    before,
  }: {
    readonly lines: readonly InvoiceLine[];
    readonly noted: readonly NotedAmount[];
    readonly before: readonly NotedAmount[];
  },
): Expected {
  const left = leftOfLines(lines, before);
  const isLeft = noted.every(({ line, amount }) => amount > 0n && amount <= (left[line - 1] ?? 0n));
  const amounts = noteAmounts(noted, { lines, before, bps });
  return { ...amounts, lines: isLeft && amounts.subtotal <= leftOfInvoice(lines, before) };
}

/** A note on a canceled invoice: all of it. */
function cancellationOf(
  { subtotal, tax, total }: NotedInvoice,
  lines: readonly InvoiceLine[],
  noted: readonly NotedAmount[],
): Expected {
  const amounts = new Map(noted.map(({ line, amount }) => [line, amount]));
  const isWhole = lines.every(({ amount }, index) => (amounts.get(index + 1) ?? 0n) === amount);
  return { subtotal, tax, total, lines: isWhole && noted.length <= lines.length };
}

function numberText(value: bigint | null): string | null {
  return value === null ? null : String(value);
}
