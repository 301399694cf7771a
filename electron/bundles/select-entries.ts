/** Which entries of the journal go into a bundle. */
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { recordFilterSchema, recordListSchema } from '../../shared/contract/records.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import { seqOfRecord } from '../checkpoints/record-evidence.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { RecordsStore } from '../records/records-store.ts';

const pageSize = 500;

/**
 * The journal indexes of a bundle, increasing and below `size`: all, a range with the erasures that
 * reach into it, or the selected records with what belongs to them. The genesis, which binds the
 * key, and the changes of key are always among them.
 * @throws {ApiError} `not_found` for a record that is not there
 */
export function selectEntries(
  database: ReaderDatabase,
  order: CreateBundle,
  size: number,
): number[] {
  if (order.kind === 'full') return Array.from({ length: size }, (_, seq) => seq);
  if (order.range !== undefined) {
    const { from } = order.range;
    const to = Math.min(order.range.to, size - 1);
    if (from > to) throw new ApiError('not_found', `The ledger has no entry ${from}.`);
    const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const beside = [...keyChanges(database), ...erasuresAfter(database, from, to)];
    const chosen = new Set([0, ...range, ...beside.filter((seq) => seq < size)]);
    return [...chosen].toSorted((left, right) => left - right);
  }
  const related = relatedEntries(database);
  const chosen = new Set([0, ...keyChanges(database).filter((seq) => seq < size)]);
  for (const id of order.record_ids ?? filteredIds(database, order)) {
    const seq = seqOfRecord(database, id);
    if (seq === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
    for (const each of [seq, ...related(id)]) if (each < size) chosen.add(each);
  }
  return [...chosen].toSorted((left, right) => left - right);
}

/** Without them nobody can tell which key the checkpoint is signed by. */
function keyChanges(database: ReaderDatabase): number[] {
  return database.prepare<[], number>('SELECT seq FROM key_rotations ORDER BY seq').pluck().all();
}

/** Erasures beyond a range that say why values of entries inside it are gone. */
function erasuresAfter(database: ReaderDatabase, from: number, to: number): number[] {
  return database
    .prepare<[number, number, number, number, number], number>(
      `SELECT seq FROM erasures WHERE seq > ?
         AND (target_id IN (SELECT id FROM records WHERE seq BETWEEN ? AND ?)
           OR target_id IN (SELECT id FROM interventions WHERE seq BETWEEN ? AND ?))
       ORDER BY seq`,
    )
    .pluck()
    .all(to, from, to, from, to);
}

function* filteredIds(database: ReaderDatabase, { filter = {} }: CreateBundle): Generator<string> {
  const store = new RecordsStore(database);
  const conditions = recordFilterSchema.parse(filter);
  for (let offset = 0; ; offset += pageSize) {
    const text = store.list({
      ...conditions,
      writer: undefined,
      limit: pageSize,
      offset,
      order: 'asc',
    });
    const { data, total } = recordListSchema.parse(JSON.parse(text));
    for (const { id } of data) yield id;
    if (offset + pageSize >= total) return;
  }
}
