/** Entries and lines of the bundle of a payout: the payout, what it pays, the sessions and metered lines behind that. */
import type { Statement } from 'better-sqlite3';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { PaidAccrual } from '../../shared/ledger/accruals.ts';
import { subjectOfRow, type RowKey } from '../../shared/ledger/facts.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { Lines } from '../proof/lines.ts';
import { PaidLines, type UsageBatch } from '../proof/paid-lines.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { sha256Into } from '../ledger/sha256.ts';
import type { Signers } from './bundle-signers.ts';
import type { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const payoutStatements = {
  payout: 'SELECT number, holder_id, failed_at FROM payouts WHERE payout_id = ?',
  accruals: `SELECT i.invoice_id AS invoiceId, a.dataset_id AS datasetId
    FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice
    WHERE a.payout = ? ORDER BY a.number`,
  facts: 'SELECT seq FROM facts WHERE table_name = ? AND row = ? ORDER BY seq',
} as const;

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

/** Adds the entries of a payout. Call it within one read transaction. */
export async function addPayout(
  database: ReaderDatabase,
  id: string,
  {
    seqs,
    people,
    goOn,
  }: {
    readonly seqs: SeqSet;
    readonly people: Pick<Signers, 'addWithErasures'>;
    /** Called after each event. */
    readonly goOn: () => Promise<void>;
  },
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
      people.addWithErasures(seq);
    }
  };
  addRow('payouts', id);
  const accruals = database.prepare<[number], PaidAccrual>(payoutStatements.accruals).all(number);
  const lines = new PaidLines(database);
  const events: number[] = [];
  for (const { invoiceId, datasetId } of accruals) addRow('accruals', [invoiceId, datasetId]);
  for (const { number: event, sessionId } of lines.of(accruals)) {
    addRow('sessions', sessionId);
    events.push(event);
    seqs.add(lines.batchOf(event)?.seq ?? 0);
    await goOn();
  }
  return {
    rows: [...rows].toSorted(),
    events,
  };
}

/** The lines of metered events with their proofs, in the order of the numbers; one batch is held at a time. */
export function* provenLines(
  database: ReaderDatabase,
  events: readonly number[],
): Generator<ProvenLine> {
  const lines = new Lines(database);
  const paid = new PaidLines(database);
  let batch: UsageBatch | undefined;
  let pathOf: (index: number) => Uint8Array[] = () => [];
  for (const number of events) {
    if (batch === undefined || number > batch.last) {
      batch = paid.batchOf(number);
      if (batch === undefined) throw new Error(`Line ${number} is in no batch.`);
      pathOf = new HeldTree(sha256Into, batch.leaves).paths();
    }
    const index = number - batch.first;
    for (const { text } of lines.read({ table: 'usage_events' }, number, number)) {
      yield { batch: batch.seq, index, text, path: pathOf(index) };
    }
  }
}
