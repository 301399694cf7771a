/** Fills an empty demo ledger: years of decisions and the models' cards, appended through the same journal as any other. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createIdFactory } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { ModelJournal } from '../ledger/model-journal.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { DemoCalendar } from './calendar.ts';
import { demoDecisions, demoDefaults } from './decisions.ts';
import { registryEvents } from './model-cards.ts';
import { createRandomSource } from './random-source.ts';

const recordsPerSlice = 250;

/**
 * Appends the decisions of `records` that were made before an instant to a ledger without records, with the instants of
 * the calendar, in one transaction: all of them are there, or none is. Each release of a model has its card
 * registered before the decisions it made (see model-cards.ts for the gaps), all of them here. The genesis, written first where there is
 * none, stands at the calendar's start.
 *
 * Same `seed`, `records` and calendar: same ids, instants, values and salts; hashes differ with `origin` and
 * `vkey` alone. Gives the event loop a turn after each slice, and then calls `onProgress` with the
 * records appended so far. The caller makes its own `Journal` afterwards (the head has moved).
 * Rejects where the ledger has records already, and with SQLite's error (for example a full disk)
 * after rolling back.
 */
export async function fillDemoLedger(options: {
  readonly database: WriterDatabase;
  readonly origin: string;
  readonly vkey: string;
  /** Without one, the one that ends with October 2026. */
  readonly calendar?: DemoCalendar;
  /** Milliseconds; by default all decisions are appended. */
  readonly before?: number;
  readonly records?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number) => void;
}): Promise<void> {
  const { database, origin, vkey, calendar = new DemoCalendar() } = options;
  const { before = calendar.end } = options;
  const { records = demoDefaults.records, seed = demoDefaults.seed } = options;
  let now = calendar.start;
  const clock = () => now;
  const salts = createRandomSource(seed, 3);
  const random = (bytes: number) => salts.bytes(bytes);
  const createId = createIdFactory({ now: clock, random });
  const journal = new Journal(database, { clock, createId, random });
  const models = new ModelJournal(database, createId);
  const events = registryEvents(calendar);
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
    for (const { at, body } of demoDecisions({ records, seed, calendar })) {
      if (at >= before) break;
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
