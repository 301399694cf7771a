/** Entries and lines of the bundle of a payout: the payout, what it pays, the sessions and metered lines behind that. */
import type { Statement } from 'better-sqlite3';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { subjectOfRow, type RowKey } from '../../shared/ledger/facts.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { Lines } from '../proof/lines.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { sha256Into } from '../ledger/sha256.ts';
import type { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const payoutStatements = {
  payout: 'SELECT number, holder_id, failed_at FROM payouts WHERE payout_id = ?',
  accruals: `SELECT i.invoice_id, i.number AS invoice, i.account_id, i.entry_seq, a.dataset_id
    FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice
    WHERE a.payout = ? ORDER BY a.number`,
  /** Events of a dataset that an invoice bills: up to what it names, and not on one before it. */
  events: `SELECT e.number, s.session_id FROM usage_events AS e
    JOIN billed_sessions AS s ON s.number = e.session
    WHERE e.account_id = @account AND s.dataset_id = @dataset
      AND e.number <= (SELECT json_extract(bytes, '$.usage_to') FROM entries WHERE seq = @seq)
      AND EXISTS (SELECT 1 FROM invoice_usage AS u
        WHERE u.invoice = @invoice AND u.dataset_id = s.dataset_id AND u.month = substr(e.day, 1, 7) || '-01')
      AND NOT EXISTS (SELECT 1 FROM invoices AS p JOIN entries AS b ON b.seq = p.entry_seq
        JOIN invoice_usage AS w ON w.invoice = p.number AND w.dataset_id = s.dataset_id
          AND w.month = substr(e.day, 1, 7) || '-01'
        WHERE p.account_id = e.account_id AND p.entry_seq < @seq AND p.canceled_at IS NULL
          AND e.number <= json_extract(b.bytes, '$.usage_to'))
    ORDER BY e.number`,
  facts: 'SELECT seq FROM facts WHERE table_name = ? AND row = ? ORDER BY seq',
  batch: `SELECT seq, first, last, leaves FROM batches
    WHERE table_name = 'usage_events' AND coalesce(dataset, 0) = 0 AND first <= ?
    ORDER BY first DESC LIMIT 1`,
} as const;

interface AccrualRow {
  readonly invoice_id: string;
  readonly invoice: number;
  readonly account_id: string;
  readonly entry_seq: number;
  readonly dataset_id: string;
}

interface BatchRow {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  readonly leaves: Buffer;
}

/** A metered line with its way to the root of its batch. */
export interface ProvenLine {
  /** `seq` of the batch. */
  readonly batch: number;
  /** Its place in the batch, from 0. */
  readonly index: number;
  readonly text: string;
  readonly path: readonly Uint8Array[];
}

export interface ChosenPayout {
  /** Subjects whose facts are all in it, sorted. */
  readonly rows: readonly string[];
  /** Numbers of the metered events, increasing. */
  readonly events: readonly number[];
}

/** Makes sure that a payout is there and pays something. @throws {ApiError} `not_found`, `conflict` */
export function requirePayout(database: ReaderDatabase | WriterDatabase, id: string) {
  const payout = database
    .prepare<[string], { number: number; holder_id: string; failed_at: string | null }>(
      payoutStatements.payout,
    )
    .get(id);
  if (payout === undefined) throw new ApiError('not_found', `There is no payout ${id}.`);
  if (payout.failed_at !== null) {
    throw new ApiError('conflict', `The payout ${id} failed: it pays nothing that could be shown.`);
  }
  return payout;
}

/** Adds the entries of a payout. Call it within one read transaction. @param goOn called after each event */
export async function addPayout(
  database: ReaderDatabase,
  id: string,
  seqs: SeqSet,
  goOn: () => Promise<void>,
): Promise<ChosenPayout> {
  const { number } = requirePayout(database, id);
  const facts: Statement<[string, string], number> = database
    .prepare<[string, string], number>(payoutStatements.facts)
    .pluck();
  const rows = new Set<string>();
  const addRow = (table: string, key: RowKey) => {
    const subject = subjectOfRow(table, key);
    if (rows.has(subject)) return;
    rows.add(subject);
    for (const seq of facts.all(table, typeof key === 'string' ? key : canonicalJson([...key]))) {
      seqs.add(seq);
    }
  };
  addRow('payouts', id);
  const accruals = database.prepare<[number], AccrualRow>(payoutStatements.accruals).all(number);
  const billed = database.prepare<
    [{ account: string; dataset: string; seq: number; invoice: number }],
    { number: number; session_id: string }
  >(payoutStatements.events);
  const batchOf = database.prepare<[number], BatchRow>(payoutStatements.batch);
  const events: number[] = [];
  for (const { invoice_id: invoiceId, dataset_id: dataset, ...of } of accruals) {
    addRow('accruals', [invoiceId, dataset]);
    const asked = { account: of.account_id, dataset, seq: of.entry_seq, invoice: of.invoice };
    for (const event of billed.iterate(asked)) {
      addRow('sessions', event.session_id);
      events.push(event.number);
      seqs.add(batchOf.get(event.number)?.seq ?? 0);
      await goOn();
    }
  }
  return {
    rows: [...rows].toSorted(),
    events: events.toSorted((left, right) => left - right),
  };
}

/** The lines of metered events with their proofs, in the order of the numbers; one batch is held at a time. */
export function* provenLines(
  database: ReaderDatabase,
  events: readonly number[],
): Generator<ProvenLine> {
  const lines = new Lines(database);
  const batchOf = database.prepare<[number], BatchRow>(payoutStatements.batch);
  let batch: BatchRow | undefined;
  let pathOf: (index: number) => Uint8Array[] = () => [];
  for (const number of events) {
    if (batch === undefined || number > batch.last) {
      batch = batchOf.get(number);
      if (batch === undefined || number > batch.last) {
        throw new Error(`Line ${number} is in no batch.`);
      }
      pathOf = new HeldTree(sha256Into, batch.leaves).paths();
    }
    const index = number - batch.first;
    for (const { text } of lines.read({ table: 'usage_events' }, number, number)) {
      yield { batch: batch.seq, index, text, path: pathOf(index) };
    }
  }
}
