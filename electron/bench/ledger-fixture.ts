/** Ledgers for the benchmarks of the ledger core. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createIdFactory } from '../../shared/ids.ts';
import { demoDecisions } from '../demo/decisions.ts';
import { openWriter, type WriterDatabase } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { poolRandom } from '../ledger/random-pool.ts';

export interface OpenJournal {
  readonly path: string;
  readonly database: WriterDatabase;
  readonly journal: Journal;
}

/** A journal in `directory`, with its genesis. */
export function openJournal(directory: string): OpenJournal {
  const path = join(directory, 'proofdesk.db');
  const key = createLedgerKey('ledger.example/bench', new Uint8Array(32));
  const database = openWriter(path);
  const random = poolRandom(randomBytes);
  const createId = createIdFactory({ now: Date.now, random });
  const journal = new Journal(database, { clock: Date.now, createId, random });
  journal.ensureGenesis({ origin: key.origin, vkey: key.vkey });
  return { path, database, journal };
}

/** A closed ledger of so many demo decisions; made anew only where it is not there yet. */
export function makeLedger(directory: string, records: number): string {
  const path = join(directory, 'proofdesk.db');
  if (existsSync(path)) return path;
  const { database, journal } = openJournal(directory);
  const random = poolRandom(randomBytes);
  journal.transaction(() => {
    for (const { body } of demoDecisions({ records, seed: 7 })) {
      journal.appendRecord(prepareRecord(body, random));
    }
  });
  database.close();
  return path;
}
