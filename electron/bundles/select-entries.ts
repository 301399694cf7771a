/** Which entries of the journal go into a bundle. */
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { recordFilterSchema } from '../../shared/contract/records.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { RecordsStore } from '../records/records-store.ts';
import type { BundleOrder } from './bundle-format.ts';
import { Signers } from './bundle-signers.ts';
import { addFigure, requireFigure } from './select-figure.ts';
import { addPayout, requirePayout, type ChosenShare } from './select-payout.ts';
import { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const selectStatements = {
  /** Without them nobody can tell which key the checkpoint is signed by. */
  keyChanges: 'SELECT seq FROM key_rotations',
  /** Erasures beyond a range that say why values of entries inside it are gone. */
  erasuresAfter: `SELECT DISTINCT seq FROM erased_values
    WHERE target_seq BETWEEN @from AND @to AND seq > @to`,
  recordSeq: 'SELECT seq FROM records WHERE id = ?',
  /** Entries of a range that people sign. */
  signedInRange: `SELECT seq FROM interventions WHERE seq BETWEEN @from AND @to
    UNION ALL SELECT seq FROM erasures WHERE seq BETWEEN @from AND @to
    UNION ALL SELECT seq FROM facts WHERE seq BETWEEN @from AND @to`,
} as const;

/** Entries of a bundle, below its checkpoint. */
export interface Chosen {
  readonly order: BundleOrder;
  readonly seqs: SeqSet;
  /** Subjects of rows whose facts are all in it, sorted. */
  readonly rows: readonly string[];
  /** Ids of the records that nothing about is left out, in their order. */
  readonly records?: () => Iterable<string>;
  /** Numbers of the metered events that a payout rests on. */
  readonly events?: readonly number[];
  /** Shares that a payout pays. */
  readonly shares?: readonly ChosenShare[];
}

/**
 * The journal indexes of a bundle, below `size`: all, a range with the erasures that reach into it, or
 * the selected records with what belongs to them. The genesis, which binds the key, and the changes of
 * key are always among them, and the facts of those who signed any of it. Call it within one read transaction.
 * @param goOn called after each record; throws to stop
 * @throws {ApiError} `not_found` for a record, or the beginning of a range, that is not there
 */
export async function selectEntries(
  database: ReaderDatabase,
  order: CreateBundle,
  size: number,
  goOn: () => Promise<void>,
): Promise<Chosen> {
  const seqs = new SeqSet(size);
  seqs.add(0);
  const { keyChanges } = selectStatements;
  for (const seq of database.prepare<[], number>(keyChanges).pluck().iterate()) seqs.add(seq);
  const since = sinceOf(order, size);
  if (order.kind === 'full') {
    seqs.addStretch(0, size - 1);
    return { order: { kind: 'full', ...since }, seqs, rows: [] };
  }
  const people = new Signers(database, seqs);
  if (order.kind === 'range' && order.range !== undefined) {
    const range = addRange(database, order.range, seqs, people);
    return { order: { kind: 'range', ...range, ...since }, seqs, rows: [] };
  }
  if (order.kind === 'payout') {
    const id = order.payout_id ?? '';
    const { rows, ...paid } = await addPayout(database, id, { seqs, people, goOn });
    seqs.add(size - 1);
    const subjects = [...rows, ...people.rows()].toSorted();
    return { order: { kind: 'payout', payout_id: id, ...since }, seqs, rows: subjects, ...paid };
  }
  if (order.kind === 'figure') {
    const id = order.figure_id ?? '';
    const { rows, records } = await addFigure(database, id, { seqs, people, goOn });
    seqs.add(size - 1);
    const subjects = [...rows, ...people.rows()].toSorted();
    return { order: { kind: 'figure', figure_id: id, ...since }, seqs, rows: subjects, records };
  }
  const related = relatedEntries(database);
  const records: { readonly id: string; readonly seq: number }[] = [];
  for (const { id, seq } of selectedRecords(database, order)) {
    if (seq >= size) continue;
    records.push({ id, seq });
    seqs.add(seq);
    for (const each of related(id)) people.addEntry(each);
    await goOn();
  }
  if (records.length === 0) {
    throw new ApiError('not_found', 'The filter matches no record: there is nothing to export.');
  }
  // The index, which the checkpoint ends with.
  seqs.add(size - 1);
  const ids = records.toSorted((left, right) => left.seq - right.seq).map(({ id }) => id);
  const selection = { kind: 'selection', record_ids: ids, ...since } as const;
  return { order: selection, seqs, rows: people.rows(), records: () => ids };
}

/** Makes sure that what is named is there, before anything is signed for it. @throws {ApiError} `not_found` */
export function requireChosen(
  database: ReaderDatabase,
  { record_ids: ids = [], payout_id: payoutId, figure_id: figureId }: CreateBundle,
): void {
  if (payoutId !== undefined) requirePayout(database, payoutId);
  if (figureId !== undefined) requireFigure(database, figureId);
  const seqOf = database.prepare<[string], number>(selectStatements.recordSeq).pluck();
  const missing = ids.find((id) => seqOf.get(id) === undefined);
  if (missing !== undefined) throw new ApiError('not_found', `There is no record ${missing}.`);
}

/** Earlier sizes that the bundle shows to go on from, increasing. @throws {ApiError} `not_found` beyond the checkpoint */
function sinceOf({ since = [] }: CreateBundle, size: number): Pick<BundleOrder, 'since'> {
  if (since.length === 0) return {};
  const sizes = [...new Set(since)].toSorted((left, right) => left - right);
  const beyond = sizes.find((each) => each > size);
  if (beyond === undefined) return { since: sizes };
  throw new ApiError(
    'not_found',
    `The ledger had no checkpoint of ${beyond} entries: it has ${size}.`,
  );
}

function addRange(
  database: ReaderDatabase,
  asked: { readonly from: number; readonly to: number },
  seqs: SeqSet,
  people: Signers,
): { readonly from: number; readonly to: number } {
  const { from } = asked;
  if (from >= seqs.size) throw new ApiError('not_found', `The ledger has no entry ${from}.`);
  const to = Math.min(asked.to, seqs.size - 1);
  seqs.addStretch(from, to);
  const { erasuresAfter, signedInRange } = selectStatements;
  const signed = database.prepare<[{ from: number; to: number }], number>(signedInRange).pluck();
  for (const seq of signed.iterate({ from, to })) people.addSigners(seq);
  const beyond = database.prepare<[{ from: number; to: number }], number>(erasuresAfter).pluck();
  for (const seq of beyond.iterate({ from, to })) people.addEntry(seq);
  return { from, to };
}

function* selectedRecords(
  database: ReaderDatabase,
  { record_ids: ids, filter = {} }: CreateBundle,
): Generator<{ readonly id: string; readonly seq: number }> {
  if (ids === undefined) {
    const conditions = recordFilterSchema.parse(filter);
    yield* new RecordsStore(database).matching({ ...conditions, writer: undefined });
    return;
  }
  const seqOf = database.prepare<[string], number>(selectStatements.recordSeq).pluck();
  for (const id of new Set(ids)) {
    const seq = seqOf.get(id);
    if (seq === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
    yield { id, seq };
  }
}
