/** The journal's appends against better-sqlite3 alone: one durable record, and records in bulk. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { demoDecisions } from '../demo/decisions.ts';
import { prepareRecordText, type PreparedRecord } from '../ledger/prepare-record.ts';
import { poolRandom } from '../ledger/random-pool.ts';
import { openJournal } from './ledger-fixture.ts';
import { openRaw, readRecordRows } from './ledger-rows.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const durableRounds = 20;
const durableAppends = 50;
const bulkRounds = 3;

function prepareAll(lines: readonly string[]): PreparedRecord[] {
  const random = poolRandom(randomBytes);
  return lines.flatMap((line) => prepareRecordText(line, random) ?? []);
}

/**
 * Ledger.md, "Speed to reach": an append in a transaction of its own, at least 0.7 of a raw durable
 * insert of the same rows with the same indexes; and appends in one transaction from the JSON text
 * of their bodies on, at least 0.4 of a raw batched insert.
 */
export const benchmarkLedgerAppend: Benchmark = async ({ records, directory }) => {
  const count = Math.max(records, durableRounds * durableAppends);
  const lines = Array.from(demoDecisions({ records: count, seed: 7 }), ({ body }) =>
    JSON.stringify(body),
  );
  const prepared = prepareAll(lines);

  const sample = openJournal(join(directory, 'sample'));
  sample.journal.transaction(() => prepared.forEach((each) => sample.journal.appendRecord(each)));
  sample.database.close();
  const searchTexts = prepared.map((each) => each.searchText);
  const rows = readRecordRows(sample.path, searchTexts);

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
        const time = await milliseconds(() =>
          journal.transaction(() => {
            const random = poolRandom(randomBytes);
            for (const line of lines) {
              const record = prepareRecordText(line, random);
              if (record !== undefined) journal.appendRecord(record);
            }
          }),
        );
        database.close();
        return time;
      },
    },
    {
      name: 'raw',
      run: async (round) => {
        const { database, insert } = openRaw(join(directory, `bulk-raw-${round}.db`));
        const time = await milliseconds(() =>
          database.transaction(() => rows.forEach((each) => insert(each)))(),
        );
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
