/** Fills an empty demo ledger: years of decisions and the models' cards, appended through the same journal as any other. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createIdFactory } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { ModelJournal } from '../ledger/model-journal.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { demoStart } from './calendar.ts';
import { demoDecisions, demoDefaults } from './decisions.ts';
import { registryEvents } from './model-cards.ts';
import { createRandomSource } from './random-source.ts';

const recordsPerSlice = 250;

/**
 * Appends `records` decisions to a ledger without records, with the instants of the demo calendar,
 * in one transaction: all of them are there, or none is. Each release of a model has its card
 * registered before the decisions it made (see model-cards.ts for the gaps). The genesis, written first where there is
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
  const createId = createIdFactory({ now: clock, random });
  const journal = new Journal(database, { clock, createId, random });
  const models = new ModelJournal(database, createId);
  const events = registryEvents();
  const registerUntil = (at: number): void => {
    for (let event = events[0]; event !== undefined && event.at <= at; event = events[0]) {
      now = event.at;
      if ('card' in event) models.appendCard(journal, event.card);
      else models.appendArtifactCheck(journal, event.check);
      events.shift();
    }
  };
  journal.ensureGenesis({ origin, vkey });
  if (journal.recordCount > 0) throw new Error('The demo fills an empty ledger only.');
  journal.begin();
  try {
    let done = 0;
    for (const { at, body } of demoDecisions({ records, seed })) {
      registerUntil(at);
      now = at;
      journal.appendRecord(prepareRecord(body, random));
      done += 1;
      if (done % recordsPerSlice === 0) {
        options.onProgress?.(done, records);
        await nextTurn();
      }
    }
    registerUntil(Number.POSITIVE_INFINITY);
    journal.commit();
  } catch (error) {
    journal.rollback();
    throw error;
  }
  options.onProgress?.(records, records);
}
