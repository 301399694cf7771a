/** What an append costs more for being confirmed: a look, before and after it, whether its ledger is where it was opened. */
import { join } from 'node:path';
import { WriteLock } from '../access/write-lock.ts';
import { OpenPlace, type Place } from '../database/open-place.ts';
import { demoDecisions } from '../demo/decisions.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { openJournal } from './ledger-fixture.ts';
import { interleave, median, milliseconds, type Benchmark } from './measurement.ts';

/** Of one append each, so that a busy moment of the disk hits both alike. */
const rounds = 2_000;
const noSalt = (bytes: number) => new Uint8Array(bytes);
const noLook: Place = { confirm: () => {}, confirmLately: () => {} };

/** Bar: at least 0.95 of the same durable append, in the same ledger, that nobody confirms. */
export const benchmarkAppendPlace: Benchmark = async ({ directory }) => {
  const { path, database, journal } = openJournal(join(directory, 'ledger'));
  const [record] = [...demoDecisions({ records: 1, seed: 11 })].map(({ body }) =>
    prepareRecord(body, noSalt),
  );
  if (record === undefined) throw new Error('There is nothing to append.');
  const place = new OpenPlace([path, `${path}-wal`]);
  const appendBy = (lock: WriteLock) => () =>
    milliseconds(() => lock.run(() => journal.transaction(() => journal.appendRecord(record))));
  const medianOf = await interleave(rounds, [
    { name: 'confirmed', run: appendBy(new WriteLock(place)) },
    { name: 'alone', run: appendBy(new WriteLock(noLook)) },
  ]);
  const looks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    looks.push(await milliseconds(() => place.confirm()));
  }
  database.close();
  const [confirmed, alone] = [medianOf('confirmed'), medianOf('alone')];
  return [
    {
      name: 'one durable append, confirmed',
      measured: confirmed,
      baseline: alone,
      ratio: alone / confirmed,
      required: 0.95,
      detail: `raw: the same append that nobody confirms; a look takes ${(median(looks) * 1_000).toFixed(1)} µs`,
    },
  ];
};
