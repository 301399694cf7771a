/** Issued invoices against their entries: every column, the document, and the state their books tell. */
import type { LedgerEntry, OtherEntry } from '../../shared/ledger/entries.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  committedText,
  invoiceColumns,
  invoiceFields,
  invoiceType,
} from '../ledger/invoice-entries.ts';
import {
  readable,
  UnreadableRow,
  type LedgerSnapshot,
  type StoredPayload,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** Rows without an entry that are told one by one. */
const mostStrays = 1_000;

type InvoiceRow = Readonly<Record<string, unknown>>;

/**
 * Witness that the row of an invoice is for its entry's bytes: whether it has their hash, and whether it has
 * their content. Empty where there is no row to ask, or no invoice.
 */
export function invoiceWitnesses(
  snapshot: LedgerSnapshot,
  entry: LedgerEntry,
  hash: string,
): readonly boolean[] {
  if (!('members' in entry) || entry.type !== invoiceType) return [];
  const row = readRow(snapshot, entry.seq);
  if (row === undefined || row instanceof UnreadableRow) return [];
  const differing = differingColumns(row, invoiceColumns(entry, hash));
  return [
    row['entry_hash'] === `sha256:${hash}`,
    differing.every(([field]) => field === 'entry_hash'),
  ];
}

/**
 * Every column of the row that belongs to an invoice entry. `seq` is the row of the journal, `hash`
 * the entry's in hexadecimal; `payloads` hold what the entry commits to, as far as it was not erased.
 */
export function checkInvoiceRow(
  snapshot: LedgerSnapshot,
  seq: number,
  entry: OtherEntry,
  { hash, payloads }: { readonly hash: string; readonly payloads: readonly StoredPayload[] },
): EntryFinding[] {
  const about = { seq, type: invoiceType };
  const row = readRow(snapshot, entry.seq);
  if (row === undefined || row instanceof UnreadableRow) {
    const message =
      row === undefined
        ? `The invoice of entry ${seq} has no index row: lists do not show it.`
        : `The row of invoice ${seq} cannot be read: ${row.reason}.`;
    return [createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'invoices' })];
  }
  const differing = [
    ...differingColumns(row, invoiceColumns(entry, hash)),
    ...differingFields(row, payloads),
    ...differingState(row),
  ];
  return differing.map(([field, expected, actual]) => {
    const message = `The ${field} kept of the invoice in entry ${seq} does not match the entry.`;
    const values = { expected: plain(expected), actual: plain(actual) };
    return createFinding('PROJECTION_MISMATCH', message, { ...about, field, ...values });
  });
}

/** Invoices that no entry of the journal stands for. One beyond `size` is what is left of a cut tail. */
export function strayInvoiceRows(snapshot: LedgerSnapshot, size: number): EntryFinding[] {
  const rows = readable(() =>
    snapshot.database
      .prepare<[number], { seq: number; id: string }>(
        `SELECT i.entry_seq AS seq, i.invoice_id AS id
         FROM invoices AS i LEFT JOIN entries AS e ON e.seq = i.entry_seq
         WHERE i.entry_seq < 0 OR i.entry_seq >= ? OR e.bytes IS NULL
           OR instr(e.bytes, '"type":"${invoiceType}"') = 0
         ORDER BY i.entry_seq LIMIT ${mostStrays}`,
      )
      .all(size),
  );
  if (rows instanceof UnreadableRow) {
    const message = `The index of invoices cannot be read: ${rows.reason}.`;
    return [createFinding('PROJECTION_MISMATCH', message, { seq: 0, field: 'invoices' })];
  }
  return rows.map(({ seq, id }) =>
    seq >= size
      ? createFinding(
          'DELETED',
          `Entry ${seq} is missing from the journal; the row of its invoice is still there.`,
          { seq, type: invoiceType },
        )
      : createFinding(
          'PROJECTION_MISMATCH',
          `The index has an invoice ${id} of entry ${seq}, which is not that of the journal.`,
          { seq, type: invoiceType, field: 'invoices' },
        ),
  );
}

type Difference = readonly [field: string, expected: unknown, actual: unknown];

function differingColumns(row: InvoiceRow, expected: Readonly<Record<string, unknown>>) {
  return Object.entries(expected)
    .filter(([column, value]) => row[column] !== value)
    .map(([column, value]): Difference => [column, value, row[column]]);
}

function differingFields(row: InvoiceRow, payloads: readonly StoredPayload[]): Difference[] {
  const fields = invoiceFields.flatMap((field): Difference[] => {
    const kept = payloads.find((each) => each.field === field);
    const column = row[field];
    if (kept === undefined) return [];
    const actual = typeof column === 'string' ? committedText(field, column) : undefined;
    return actual === kept.value ? [] : [[field, kept.value, actual]];
  });
  const { pdf, pdf_sha256: said } = row;
  const actual = Buffer.isBuffer(pdf) ? `sha256:${sha256(pdf)}` : undefined;
  return actual === said ? fields : [...fields, ['pdf', said, actual]];
}

/** The state is no part of the entry: the books tell what became of the invoice. */
function differingState(row: InvoiceRow): Difference[] {
  const { status, total, events } = row;
  const posted = typeof events === 'string' ? events.split(' ') : [];
  const isSettled = posted.includes('paid') || total === 0;
  const possible = posted.includes('canceled')
    ? ['CANCELED']
    : isSettled
      ? ['PAID']
      : ['PENDING', 'OVERDUE'];
  const found = possible.find((each) => each === status);
  return found === undefined ? [['status', possible[0], status]] : [];
}

function readRow(snapshot: LedgerSnapshot, seq: number): InvoiceRow | UnreadableRow | undefined {
  return readable(() =>
    snapshot.database
      .prepare<[number], InvoiceRow>(
        `SELECT i.*, (SELECT group_concat(b.event, ' ') FROM book_transactions AS b
           WHERE b.source = i.invoice_id) AS events
         FROM invoices AS i WHERE i.entry_seq = ?`,
      )
      .get(seq),
  );
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : `(${typeof value})`;
}
