/** Fills an empty demo ledger: years of decisions, appended through the same journal as any other. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createIdFactory } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { demoStart } from './calendar.ts';
import { demoDecisions, demoDefaults } from './decisions.ts';
import { createRandomSource } from './random-source.ts';

const recordsPerSlice = 250;

/**
 * Appends `records` decisions to a ledger without records, with the instants of the demo calendar,
 * in one transaction: all of them are there, or none is. The genesis, written first where there is
 * none, stands at the calendar's start.
 *
 * Same `seed` and `records`: same ids, instants, values and salts; hashes differ with `origin` and
 * `vkey` alone. Gives the event loop a turn after each slice, and then calls `onProgress` with the
 * records appended so far. The caller makes its own `Journal` afterwards (the head has moved).
 * Rejects where the ledger has records already, and with SQLite's error (for example a full disk)
 * after rolling back.
 */
export async function fillDemoLedger(options: {
  readonly database: WriterDatabase;
  readonly origin: string;
  readonly vkey: string;
  readonly records?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number) => void;
}): Promise<void> {
  const { database, origin, vkey } = options;
  const { records = demoDefaults.records, seed = demoDefaults.seed } = options;
  let now = demoStart;
  const clock = () => now;
  const salts = createRandomSource(seed, 3);
  const random = (bytes: number) => salts.bytes(bytes);
  const journal = new Journal(database, {
    clock,
    createId: createIdFactory({ now: clock, random }),
    random,
  });
  journal.ensureGenesis({ origin, vkey });
  if (journal.recordCount > 0) throw new Error('The demo fills an empty ledger only.');
  journal.begin();
  try {
    let done = 0;
    for (const { at, body } of demoDecisions({ records, seed })) {
      now = at;
      journal.appendRecord(prepareRecord(body, random));
      done += 1;
      if (done % recordsPerSlice === 0) {
        options.onProgress?.(done, records);
        await nextTurn();
      }
    }
    journal.commit();
  } catch (error) {
    journal.rollback();
    throw error;
  }
  options.onProgress?.(records, records);
}
