/** Which entries of the journal go into a bundle. */
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { recordFilterSchema } from '../../shared/contract/records.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { RecordsStore } from '../records/records-store.ts';
import { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const selectStatements = {
  /** Without them nobody can tell which key the checkpoint is signed by. */
  keyChanges: 'SELECT seq FROM key_rotations',
  /** Erasures beyond a range that say why values of entries inside it are gone. */
  erasuresAfter: `SELECT seq FROM erasures AS e WHERE seq > @to AND (
      EXISTS (SELECT 1 FROM records AS r WHERE r.id = e.target_id AND r.seq BETWEEN @from AND @to)
      OR EXISTS (SELECT 1 FROM interventions AS i
        WHERE i.id = e.target_id AND i.seq BETWEEN @from AND @to))`,
  recordSeq: 'SELECT seq FROM records WHERE id = ?',
} as const;

/**
 * The journal indexes of a bundle, below `size`: all, a range with the erasures that reach into it, or
 * the selected records with what belongs to them. The genesis, which binds the key, and the changes of
 * key are always among them. Call it within one read transaction.
 * @param goOn called after each record; throws to stop
 * @throws {ApiError} `not_found` for a record, or the beginning of a range, that is not there
 */
export async function selectEntries(
  database: ReaderDatabase,
  order: CreateBundle,
  size: number,
  goOn: () => Promise<void>,
): Promise<SeqSet> {
  const chosen = new SeqSet(size);
  chosen.add(0);
  const { keyChanges, erasuresAfter } = selectStatements;
  for (const seq of database.prepare<[], number>(keyChanges).pluck().iterate()) chosen.add(seq);
  if (order.kind === 'full') {
    chosen.addStretch(0, size - 1);
  } else if (order.range !== undefined) {
    const { from, to } = order.range;
    if (from >= size) throw new ApiError('not_found', `The ledger has no entry ${from}.`);
    chosen.addStretch(from, to);
    const beyond = database.prepare<[{ from: number; to: number }], number>(erasuresAfter).pluck();
    for (const seq of beyond.iterate({ from, to })) chosen.add(seq);
  } else {
    const related = relatedEntries(database);
    for (const { id, seq } of selectedRecords(database, order)) {
      chosen.add(seq);
      for (const each of related(id)) chosen.add(each);
      await goOn();
    }
  }
  return chosen;
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
  for (const id of ids) {
    const seq = seqOf.get(id);
    if (seq === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
    yield { id, seq };
  }
}
