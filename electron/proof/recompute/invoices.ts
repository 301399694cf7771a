/** Invoices, computed again from the usage, adjustments, rate cards and accounts that were there when each was issued. */
import type { Database, Statement } from 'better-sqlite3';
import { addDays, dayOf } from '../../../shared/billing/calendar.ts';
import { decodeEntry } from '../../../shared/ledger/entries.ts';
import { readLines, type InvoiceLine } from '../../billing/invoice-document.ts';
import {
  drawLines,
  type BilledRow,
  type BilledUsage,
  type DrawnLines,
} from '../../billing/invoice-draft.ts';
import { amountColumns, amountRow, volumeColumns, volumeRow } from '../../billing/usage-figures.ts';
import { invoiceType, isInvoice } from '../../ledger/invoice-entries.ts';
import type { RowFinding } from '../row-finding.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { BilledState, type BilledAccount, type BilledEvent } from './billed-state.ts';
import { CreditNotesCheck } from './credit-notes.ts';
import { CreditsCheck } from './credits.ts';
import { SharesCheck, type SharedRow } from './fixed-shares.ts';
import { StoredFacts } from './stored-facts.ts';

type Report = (finding: RowFinding) => void;

interface InvoiceRow extends SharedRow {
  readonly number: bigint;
  readonly account_id: string;
  readonly due_day: string;
  readonly lines: string;
  readonly usage: bigint;
  readonly adjustments: bigint;
  readonly subtotal: bigint;
  readonly tax_bps: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** Facts that decide what stands on an invoice. */
const tables = [
  'accounts',
  'rate_card_assignments',
  'adjustments',
  'invoices',
  'credits',
  'charges',
  'payout_preferences',
  'beneficiaries',
  'fee_tables',
  'credit_notes',
] as const;

/** The first fact of a session says when it was opened. */
const firstWithoutCard = `SELECT f.seq FROM facts AS f JOIN entries AS e ON e.seq = f.seq
  WHERE f.table_name = 'sessions' AND json_extract(e.bytes, '$.set.created_at') IS NOT NULL
    AND json_extract(e.bytes, '$.set.rate_card_id') IS NULL
  ORDER BY f.seq LIMIT 1`;

interface IssuedInvoice {
  readonly seq: number;
  readonly bytes: string;
  readonly invoice_id: string;
}

/**
 * Compares each invoice, the usage on it and the adjustments it uses up with what its rules give; yields between
 * steps. An invoice bills the usage up to its entry's `usage_to`.
 */
export function* checkInvoices(database: Database, report: Report): Generator<void> {
  const check = new InvoicesCheck(database, report);
  const facts = new StoredFacts(database).inOrder(tables);
  for (const fact of facts) {
    yield* check.compareUntil(fact.seq);
    check.state.apply(fact);
    if (fact.table === 'credit_notes') check.notes.apply(fact);
    yield;
  }
  yield* check.compareUntil(Number.MAX_SAFE_INTEGER);
  yield* check.compareAdjustments();
  yield* check.shares.strays();
  yield* check.notes.refunds();
  yield* check.compareCredits();
  yield* strayUsage(database, report);
}

/** Usage on invoices that are not there. */
function* strayUsage(database: Database, report: Report): Generator<void> {
  const rows = database.prepare<[], { invoice: number; month: string; dataset_id: string }>(
    `SELECT invoice, month, dataset_id FROM invoice_usage AS u
     WHERE NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.number = u.invoice)`,
  );
  for (const { invoice, month, dataset_id: datasetId } of rows.iterate()) {
    yield;
    const row = JSON.stringify([invoice, month, datasetId]);
    const about = { table: 'invoice_usage', row, column: null, seq: 0 } as const;
    report({ ...about, kind: 'inserted', expected: null, actual: row });
  }
}

class InvoicesCheck {
  readonly state: BilledState;
  readonly #report: Report;
  readonly #invoice: Statement<[string], InvoiceRow>;
  readonly #usage: Statement<[bigint], BilledRow>;
  readonly #adjustments: Statement<
    [],
    { readonly adjustment_id: string; readonly invoice: string | null }
  >;
  readonly #events: Statement<[number, number], BilledEvent>;
  readonly #issued: IssuedInvoice[];
  readonly #usedBy = new Map<string, string>();
  readonly shares: SharesCheck;
  readonly notes: CreditNotesCheck;
  readonly #credits: CreditsCheck;
  /** Where a session first has no card of its own: what is issued behind it is priced by its month. */
  readonly #monthsFrom: number;
  #usageTo = 0;

  constructor(database: Database, report: Report) {
    this.state = new BilledState(database);
    this.shares = new SharesCheck(database, { state: this.state, report });
    this.notes = new CreditNotesCheck(database, { state: this.state, shares: this.shares, report });
    this.#credits = new CreditsCheck(database, report);
    this.#report = report;
    this.#invoice = database
      .prepare<[string], InvoiceRow>('SELECT * FROM invoices WHERE invoice_id = ?')
      .safeIntegers();
    this.#usage = database
      .prepare<[bigint], BilledRow>(
        'SELECT * FROM invoice_usage WHERE invoice = ? ORDER BY month, dataset_id',
      )
      .safeIntegers();
    this.#adjustments = database.prepare(
      `SELECT a.adjustment_id,
         CASE WHEN a.invoice IS NULL THEN NULL ELSE coalesce(i.invoice_id, a.invoice) END AS invoice
       FROM adjustments AS a LEFT JOIN invoices AS i ON i.number = a.invoice ORDER BY a.number`,
    );
    this.#issued = database
      .prepare<[], IssuedInvoice>(
        `SELECT e.seq, e.bytes, i.invoice_id FROM invoices AS i JOIN entries AS e
         ON e.seq = i.entry_seq ORDER BY e.seq`,
      )
      .all();
    this.#monthsFrom =
      database.prepare<[], number>(firstWithoutCard).pluck().get() ?? Number.MAX_SAFE_INTEGER;
    const figures = volumeColumns.map((name) => `e.${name}`).join(', ');
    this.#events = database
      .prepare<[number, number], BilledEvent>(
        `SELECT e.number, e.account_id, e.day, ${figures}, s.dataset_id, s.holder_id
         FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session
         WHERE e.number > ? AND e.number <= ? ORDER BY e.number`,
      )
      .safeIntegers();
  }

  /** Invoices that were issued before an entry and were not compared yet. */
  *compareUntil(seq: number): Generator<void> {
    for (let next = this.#issued[0]; next !== undefined && next.seq < seq; next = this.#issued[0]) {
      this.#issued.shift();
      yield* this.#compare(next);
    }
  }

  *#compare({ seq, bytes, invoice_id: id }: IssuedInvoice): Generator<void> {
    const entry = entryOf(bytes);
    const row = this.#invoice.get(id);
    // What the entry does not say is a finding of its own.
    if (entry === undefined || row === undefined) return;
    const { usageTo } = entry;
    for (const event of this.#events.iterate(this.#usageTo, usageTo)) {
      this.state.use(event);
      yield;
    }
    this.#usageTo = Math.max(this.#usageTo, usageTo);
    const account = this.state.account(row.account_id);
    const stored = this.#usage.all(row.number);
    if (seq < this.#monthsFrom && stored.some((each) => each.time_amount === null)) {
      this.#take(row, id, stored);
      return;
    }
    const drawn = this.#draw(account, { month: row.month, day: dayOf(row.issued_at) });
    if (drawn === undefined) return;
    const rows = drawn.usage.map((each) => ({
      month: each.month,
      dataset_id: each.datasetId,
      holder_id: each.holderId,
      ...volumeRow(each.volume),
      ...amountRow(each.amounts),
      nanos: null,
    }));
    this.state.issue(row.account_id, row.month, { id, rows });
    this.#compareRow(seq, row, drawn, account);
    this.#compareUsage(seq, row, drawn.usage);
    if (entry.isShared) this.shares.compare({ seq, shares: entry.shares, row }, drawn);
    for (const adjustmentId of drawn.adjustments) this.#usedBy.set(adjustmentId, id);
    this.state.useUp(row.account_id, drawn.adjustments);
    this.state.useLines(row.account_id, id, drawn.lines);
    this.#credits.expect({ id, accountId: row.account_id }, drawn);
  }

  /** An invoice from before: it stands as it was asked. */
  #take(row: InvoiceRow, id: string, rows: readonly BilledRow[]): void {
    this.state.issue(row.account_id, row.month, { id, rows });
    const used = adjustmentsOf(row.lines);
    for (const adjustmentId of used) this.#usedBy.set(adjustmentId, id);
    this.state.useUp(row.account_id, used);
  }

  /** undefined where a rate card cannot be read: that is a finding of its own. */
  #draw(
    account: BilledAccount,
    of: { readonly month: string; readonly day: string },
  ): DrawnLines | undefined {
    try {
      return drawLines(this.state, account, of);
    } catch {
      return undefined;
    }
  }

  #compareRow(
    seq: number,
    row: InvoiceRow,
    drawn: DrawnLines,
    { taxBps, termsDays }: BilledAccount,
  ): void {
    const columns = [
      ['lines', meaningOf(drawn.lines), meaningOfText(row.lines)],
      ['usage', drawn.usageTotal, row.usage],
      ['adjustments', drawn.adjustmentTotal, row.adjustments],
      ['subtotal', drawn.subtotal, row.subtotal],
      ['tax_bps', taxBps, row.tax_bps],
      ['tax', drawn.tax, row.tax],
      ['total', drawn.total, row.total],
      ['due_day', addDays(dayOf(row.issued_at), termsDays), row.due_day],
    ] as const;
    for (const [column, expected, actual] of columns) {
      if (expected === actual) continue;
      const about = { kind: 'altered', table: 'invoices', row: row.invoice_id, seq } as const;
      this.#report({ ...about, column, expected: String(expected), actual: String(actual) });
    }
  }

  #compareUsage(
    seq: number,
    { number, invoice_id: id }: InvoiceRow,
    usage: readonly BilledUsage[],
  ) {
    const keyOf = (month: string, datasetId: string) => JSON.stringify([id, month, datasetId]);
    const stored = new Map(
      this.#usage.all(number).map((row) => [keyOf(row.month, row.dataset_id), row]),
    );
    const about = { table: 'invoice_usage', seq } as const;
    for (const { month, datasetId, holderId, volume, amounts } of usage) {
      const key = keyOf(month, datasetId);
      const row = stored.get(key);
      stored.delete(key);
      if (row === undefined) {
        this.#report({
          ...about,
          row: key,
          kind: 'deleted',
          column: null,
          expected: key,
          actual: null,
        });
        continue;
      }
      const columns = [
        ['holder_id', holderId, row.holder_id] as const,
        // Only a document from before has them.
        ['nanos', null, row.nanos] as const,
        ...volumeColumns.map((name) => [name, volumeRow(volume)[name], row[name]] as const),
        ...amountColumns.map((name) => [name, amountRow(amounts)[name], row[name]] as const),
      ];
      for (const [column, expected, actual] of columns) {
        if (expected === actual) continue;
        const values = { expected: String(expected), actual: String(actual) };
        this.#report({ ...about, row: key, kind: 'altered', column, ...values });
      }
    }
    for (const key of stored.keys()) {
      this.#report({
        ...about,
        row: key,
        kind: 'inserted',
        column: null,
        expected: null,
        actual: key,
      });
    }
  }

  /** Credits that follow from invoices, and the charges that these ask for. */
  compareCredits(): Generator<void> {
    return this.#credits.compare();
  }

  /** Column `invoice` of each adjustment: the invoice that used it up. */
  *compareAdjustments(): Generator<void> {
    for (const { adjustment_id: row, invoice: actual } of this.#adjustments.all()) {
      yield;
      const expected = this.#usedBy.get(row) ?? null;
      if (expected === actual) continue;
      const about = {
        kind: 'altered',
        table: 'adjustments',
        row,
        column: 'invoice',
        seq: 0,
      } as const;
      this.#report({ ...about, expected, actual });
    }
  }
}

/** What lines come to; how they are worded is vouched for by the entry alone. */
function meaningOf(lines: readonly InvoiceLine[]): string {
  return JSON.stringify(
    lines.map(({ kind, amount, measured, month = null, adjustmentId = null, ...of }) => {
      const { dimension = null, volume = null, rate = null } = measured ?? {};
      return [
        kind,
        String(amount),
        dimension,
        volume === null ? null : String(volume),
        rate,
        month,
        adjustmentId,
        of.chargeId ?? null,
        of.credit?.id ?? null,
        of.credit?.borneBy ?? null,
        of.tax === undefined ? null : [of.tax.kind, String(of.tax.bps)],
      ];
    }),
  );
}

/** The same of a column; a text that holds no lines means nothing. */
function meaningOfText(text: string): string {
  try {
    return meaningOf(readLines(text));
  } catch {
    return text;
  }
}

/** Adjustments that lines use up; none of a text that holds no lines. */
function adjustmentsOf(text: string): string[] {
  try {
    return readLines(text).flatMap(({ adjustmentId: id }) => (id === undefined ? [] : [id]));
  } catch {
    return [];
  }
}

/** The entry of an invoice, as far as the rules need it; undefined where the text is none. */
function entryOf(
  bytes: string,
): { usageTo: number; isShared: boolean; shares: JsonValue } | undefined {
  try {
    const entry = decodeEntry(bytes);
    const members = isInvoice(entry) ? entry.members : {};
    const { usage_to: usageTo, shares = null } = members;
    if (typeof usageTo !== 'number') return undefined;
    return { usageTo, isShared: entry.type === invoiceType, shares };
  } catch {
    return undefined;
  }
}
