/** Entries, shares and lines of the bundle of a payout: the payout, what it pays, the sessions and metered lines behind that. */
import type { Statement } from 'better-sqlite3';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { PaidAccrual } from '../../shared/ledger/accruals.ts';
import { subjectOfRow, type RowKey } from '../../shared/ledger/facts.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { Lines } from '../proof/lines.ts';
import { PaidLines, type PaidUse, type UsageBatch } from '../proof/paid-lines.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { shareLine, type CommittedShare } from '../../shared/ledger/shares.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import type { Signers } from './bundle-signers.ts';
import type { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const payoutStatements = {
  payout: 'SELECT number, holder_id, failed_at FROM payouts WHERE payout_id = ?',
  accruals: `SELECT i.invoice_id AS invoiceId, a.dataset_id AS datasetId
    FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice
    WHERE a.payout = ? ORDER BY a.number`,
  shares: `SELECT s.document, s.n, s.dataset_id AS datasetId, i.entry_seq AS seq
    FROM payout_items AS p JOIN shares AS s ON s.number = p.share
    LEFT JOIN invoices AS i ON i.invoice_id = s.document
    WHERE p.payout = ? AND p.released = 0 ORDER BY s.number`,
  ofDocument: `SELECT document, n, salt, dataset_id AS datasetId, holder_id AS holderId, gross, fee, net
    FROM shares WHERE document = ? ORDER BY n`,
  facts: 'SELECT seq FROM facts WHERE table_name = ? AND row = ? ORDER BY seq',
} as const;

/** A share that a payout pays: of which document, and its place in it from 1. */
export interface ChosenShare {
  readonly document: string;
  readonly n: number;
}

/** The line of a share with its way to the root that its document's entry names. */
export interface ProvenShare {
  readonly document: string;
  /** Its place among the document's, from 0. */
  readonly index: number;
  readonly text: string;
  readonly path: readonly Uint8Array[];
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
  /** In the order in which the payout names them. */
  readonly shares: readonly ChosenShare[];
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
  const shares = database
    .prepare<[number], ChosenShare & PaidUse & { seq: number | null }>(payoutStatements.shares)
    .all(number);
  const lines = new PaidLines(database);
  const events: number[] = [];
  for (const { invoiceId, datasetId } of accruals) addRow('accruals', [invoiceId, datasetId]);
  for (const { document, seq } of shares) {
    // A credit note begins with a fact of its own.
    if (seq === null) addRow('credit_notes', document);
    else {
      seqs.add(seq);
      addRow('invoices', document);
    }
  }
  const used = shares.map(({ document, datasetId }) => ({ invoiceId: document, datasetId }));
  for (const { number: event, sessionId } of lines.of([...accruals, ...used])) {
    addRow('sessions', sessionId);
    events.push(event);
    seqs.add(lines.batchOf(event)?.seq ?? 0);
    await goOn();
  }
  return {
    rows: [...rows].toSorted(),
    events,
    shares: shares.map(({ document, n }) => ({ document, n })),
  };
}

/** The lines of shares with their proofs; the shares of one document are held at a time. */
export function* provenShares(
  database: ReaderDatabase,
  shares: readonly ChosenShare[],
): Generator<ProvenShare> {
  const ofDocument = database
    .prepare<[string], Omit<CommittedShare, 'n'> & { readonly n: bigint }>(
      payoutStatements.ofDocument,
    )
    .safeIntegers();
  let held: { readonly document: string; readonly lines: readonly string[] } | undefined;
  let pathOf: (index: number) => Uint8Array[] = () => [];
  for (const { document, n } of shares) {
    if (held?.document !== document) {
      const rows = ofDocument.all(document);
      const lines = rows.map((row) => shareLine({ ...row, n: Number(row.n) }));
      held = { document, lines };
      const leaves = lines.map((line) => Buffer.from(leafHash(sha256, line), 'hex'));
      pathOf = new HeldTree(sha256Into, Buffer.concat(leaves)).paths();
    }
    const text = held.lines[n - 1];
    if (text === undefined) throw new Error(`The document ${document} has no share ${n}.`);
    yield { document, index: n - 1, text, path: pathOf(n - 1) };
  }
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
      if (text !== null) yield { batch: batch.seq, index, text, path: pathOf(index) };
    }
  }
}
