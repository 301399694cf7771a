/** The journal's appends against better-sqlite3 alone: one durable record, and records in bulk. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { demoDecisions } from '../demo/decisions.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { prepareRecordText } from '../ledger/prepare-record.ts';
import { poolRandom } from '../ledger/random-pool.ts';
import { openJournal } from './ledger-fixture.ts';
import { openRaw, openRecordRows, readRecordRows, type RecordRows } from './ledger-rows.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const durableRounds = 20;
const durableAppends = 50;
const bulkRounds = 3;

/** Records that are in memory at the same time. */
const partSize = 1_000;

/** The JSON texts of so many decisions, a part at a time: a million of them at once would not fit. */
function* textsOf(records: number): Generator<readonly string[]> {
  let part: string[] = [];
  for (const { body } of demoDecisions({ records, seed: 7 })) {
    part.push(JSON.stringify(body));
    if (part.length < partSize) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function prepareAll(lines: readonly string[]): PreparedRecord[] {
  const random = poolRandom(randomBytes);
  return lines.flatMap((line) => prepareRecordText(line, random) ?? []);
}

/** Adds up what is measured, and leaves out what only makes ready for it. */
class Stopwatch {
  taken = 0;

  measure<Result>(work: () => Result): Result {
    const started = performance.now();
    const result = work();
    this.taken += performance.now() - started;
    return result;
  }
}

/** The time of a transaction over all parts of `items`, its commit with it, without the time in which they are made. */
function timeOfAll<Item>(
  transaction: { readonly begin: () => void; readonly commit: () => void },
  items: Iterable<readonly Item[]>,
  append: (item: Item) => void,
): number {
  const watch = new Stopwatch();
  watch.measure(transaction.begin);
  for (const part of items) watch.measure(() => part.forEach((each) => append(each)));
  watch.measure(transaction.commit);
  return watch.taken;
}

/**
 * Bar: an append in a transaction of its own, at least 0.7 of a raw durable
 * insert of the same rows with the same indexes; and appends in one transaction from the JSON text
 * of their bodies on, at least 0.4 of a raw batched insert.
 */
export const benchmarkLedgerAppend: Benchmark = async ({ records, directory }) => {
  const count = Math.max(records, durableRounds * durableAppends);

  const sample = openJournal(join(directory, 'sample'));
  sample.journal.transaction(() => {
    for (const lines of textsOf(count)) {
      for (const each of prepareAll(lines)) sample.journal.appendRecord(each);
    }
  });
  sample.database.close();

  /** The finished rows of the sample, a part at a time. */
  function* sampleRows(): Generator<readonly RecordRows[]> {
    const stored = openRecordRows(sample.path);
    for (const lines of textsOf(count)) {
      yield stored.next(prepareAll(lines).map((each) => each.searchText));
    }
    stored.close();
  }
  const [lines = []] = textsOf(durableRounds * durableAppends);
  const prepared = prepareAll(lines);
  const rows = readRecordRows(
    sample.path,
    prepared.map((each) => each.searchText),
  );

  const durableJournal = openJournal(join(directory, 'durable'));
  const durableRaw = openRaw(join(directory, 'durable-raw.db'));
  const insertDurably = durableRaw.database.transaction(durableRaw.insert);
  const ofRound = <Item>(items: readonly Item[], round: number) =>
    items.slice(round * durableAppends, (round + 1) * durableAppends);
  const durable = await interleave(durableRounds, [
    {
      name: 'journal',
      run: (round) =>
        milliseconds(() => {
          const { journal } = durableJournal;
          for (const each of ofRound(prepared, round)) {
            journal.transaction(() => journal.appendRecord(each));
          }
        }),
    },
    {
      name: 'raw',
      run: (round) =>
        milliseconds(() => {
          for (const each of ofRound(rows, round)) insertDurably(each);
        }),
    },
  ]);
  durableJournal.database.close();
  durableRaw.database.close();

  const bulk = await interleave(bulkRounds, [
    {
      name: 'journal',
      run: async (round) => {
        const { database, journal } = openJournal(join(directory, `bulk-${round}`));
        const random = poolRandom(randomBytes);
        const transaction = { begin: () => journal.begin(), commit: () => journal.commit() };
        const time = timeOfAll(transaction, textsOf(count), (line) => {
          const record = prepareRecordText(line, random);
          if (record !== undefined) journal.appendRecord(record);
        });
        database.close();
        return time;
      },
    },
    {
      name: 'raw',
      run: async (round) => {
        const { database, insert } = openRaw(join(directory, `bulk-raw-${round}.db`));
        const transaction = {
          begin: () => void database.exec('BEGIN IMMEDIATE'),
          commit: () => void database.exec('COMMIT'),
        };
        const time = timeOfAll(transaction, sampleRows(), insert);
        database.close();
        return time;
      },
    },
  ]);
  return [
    {
      name: 'one durable append to the journal',
      measured: durable('journal') / durableAppends,
      baseline: durable('raw') / durableAppends,
      ratio: durable('raw') / durable('journal'),
      required: 0.7,
      detail: 'raw: the same rows, tables and indexes (search among them), one transaction each',
    },
    {
      name: 'bulk append to the journal',
      measured: bulk('journal'),
      baseline: bulk('raw'),
      ratio: bulk('raw') / bulk('journal'),
      required: 0.4,
      detail: `${count} JSON texts parsed, canonicalised, committed and appended in one transaction; raw: the finished rows, same indexes (search among them), one transaction`,
    },
  ];
};
