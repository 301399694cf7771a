/** The jobs database: operational state that may be thrown away, beside the ledger and never part of it. */
import { rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { idempotencySql } from '../access/idempotency.ts';
import { isDamage } from '../database/database-error.ts';
import { connectAlone, openScratch, openUnsynced } from '../database/open-database.ts';
import { deliveriesSql } from './delivery-tables.ts';

const version = 6;

/** What the last job about something told, for longer than the job itself is kept. */
const reportsSql = `
  CREATE TABLE IF NOT EXISTS reports (
    subject TEXT PRIMARY KEY,
    report TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;`;

const schemaSql = `
  CREATE TABLE jobs (
    number INTEGER PRIMARY KEY, -- in order of creation
    job_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    words TEXT, -- the title by its name, as JSON; none in jobs of version 2
    status TEXT NOT NULL DEFAULT 'queued',
    phase TEXT NOT NULL DEFAULT 'queued',
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    unit TEXT NOT NULL,
    per_second REAL NOT NULL DEFAULT 0,
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    stop_requested INTEGER NOT NULL DEFAULT 0, -- by the engine, which closes
    parameters TEXT NOT NULL,
    started_by TEXT NOT NULL, -- operator, or the id of an API key
    created_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    error TEXT,
    result TEXT,
    freed_bytes INTEGER -- none in jobs of version 3
  ) STRICT;
  CREATE INDEX jobs_by_starter ON jobs (started_by, number);
  CREATE INDEX jobs_unfinished ON jobs (number) WHERE status IN ('queued', 'running');
  CREATE INDEX jobs_verified ON jobs (number) WHERE kind = 'verification' AND status = 'completed';

  CREATE TABLE findings (
    job_id TEXT NOT NULL,
    seq INTEGER NOT NULL, -- of the entry, so that they come in journal order; greater than all for those of rows
    number INTEGER NOT NULL, -- in the order they were found
    finding TEXT NOT NULL,
    PRIMARY KEY (job_id, seq, number)
  ) STRICT, WITHOUT ROWID;
  ${reportsSql}
  ${deliveriesSql}
  ${idempotencySql}`;

/**
 * Opens the jobs database at `path`, making it (file mode 0600) where there is none. One that is
 * damaged, or from another version, is replaced by an empty one: nothing in it is worth a stop.
 */
export function openJobsDatabase(path: string): Database {
  try {
    return open(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return open(path);
  }
}

/** The jobs where nothing can be written, as on a full disk: for reading, and none where they cannot be read. */
export function openJobsAlone(path: string): Database {
  try {
    const database = connectAlone(path);
    if (database.pragma('user_version', { simple: true }) === version) return database;
    database.close();
  } catch {
    // Nothing in it is worth a stop.
  }
  const empty = openScratch();
  migrate(empty);
  return empty;
}

function open(path: string): Database {
  const database = openUnsynced(path);
  try {
    database.transaction(() => migrate(database)).immediate();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: Database): void {
  const found = database.pragma('user_version', { simple: true });
  if (found === version) return;
  if (typeof found === 'number' && found >= 2 && found < version) {
    if (found === 2) database.exec('ALTER TABLE jobs ADD COLUMN words TEXT');
    if (found < 4) database.exec('ALTER TABLE jobs ADD COLUMN freed_bytes INTEGER');
    database.exec(reportsSql);
    database.exec(deliveriesSql);
    database.pragma(`user_version = ${version}`);
    return;
  }
  if (found !== 0) dropAll(database);
  database.exec(schemaSql);
  database.pragma(`user_version = ${version}`);
}

function dropAll(database: Database): void {
  for (const table of [
    'jobs',
    'findings',
    'reports',
    'idempotency',
    'webhook_deliveries',
    'webhook_states',
  ]) {
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}
