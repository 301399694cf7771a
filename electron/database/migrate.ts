/** Brings a database's schema up to date: forward only, one transaction a step, after a verified backup. */
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import type { Clock } from '../../shared/time.ts';
import { readLedgerFacts } from './ledger-facts.ts';
import type { Migration } from './migrations/all-migrations.ts';
import { draftBackup, dropDraft, sealBackup } from './sealed-backup.ts';

/**
 * Runs the steps the database does not have yet. A database that already has one is first copied to
 * `backups/` beside it, and the copy is proved whole before anything changes.
 * @throws {DatabaseError} `unwritable` when the backup cannot be made or does not hold up
 */
export function migrate(
  database: Database.Database,
  options: {
    readonly path: string;
    readonly steps: readonly Migration[];
    readonly clock: Clock;
    readonly applicationId: number;
    /** Of the program, for the manifest of the backup. */
    readonly programVersion: string;
    /** Told before a database that already has steps is copied. */
    readonly migrating?: (() => void) | undefined;
  },
): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  const pending = options.steps.filter((step) => step.version > version);
  if (pending.length === 0) return;
  if (version > 0) {
    options.migrating?.();
    backUp(database, options);
  }
  for (const step of pending) {
    database
      .transaction(() => {
        database.exec(step.sql);
        database.pragma(`application_id = ${options.applicationId}`);
        database.pragma(`user_version = ${step.version}`);
      })
      .immediate();
  }
}

/** `VACUUM INTO` copies one consistent state, without what `secure_delete` has yet to overwrite. */
function backUp(
  database: Database.Database,
  options: { readonly path: string; readonly clock: Clock; readonly programVersion: string },
): void {
  const { path, clock, programVersion } = options;
  const backup = draftBackup(join(dirname(path), 'backups'), 'migration', clock());
  try {
    database.prepare('VACUUM INTO ?').run(backup.copy);
    const expected = readLedgerFacts(database);
    sealBackup(backup, {
      reason: 'migration',
      clock,
      programVersion,
      contradiction: (facts) =>
        JSON.stringify(facts) === JSON.stringify(expected)
          ? undefined
          : 'It does not hold the same entries.',
    });
  } finally {
    dropDraft(backup);
  }
}
