/** Brings a database's schema up to date: forward only, one transaction a step, after a verified backup. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { instant, type Clock } from '../../shared/time.ts';
import { DatabaseError } from './database-error.ts';
import type { Migration } from './migrations/all-migrations.ts';

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
  },
): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  const pending = options.steps.filter((step) => step.version > version);
  if (pending.length === 0) return;
  if (version > 0) backUp(database, options.path, version, options.clock);
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
function backUp(database: Database.Database, path: string, version: number, clock: Clock): void {
  const folder = join(dirname(path), 'backups');
  const stamp = instant(clock()).replaceAll(/[-:.]/g, '');
  const target = join(folder, `${basename(path, '.db')}-v${version}-${stamp}.db`);
  const unfinished = `${target}.unfinished`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(target)) {
    throw new DatabaseError('unwritable', path, `The backup ${target} exists already. Try again.`);
  }
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    database.prepare('VACUUM INTO ?').run(unfinished);
    proveWhole(database, unfinished, path);
    const file = openSync(unfinished, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** The copy must pass SQLite's own check and hold the same rows, the newest entry among them. */
function proveWhole(database: Database.Database, copyPath: string, path: string): void {
  const copy = new Database(copyPath, { readonly: true, fileMustExist: true });
  try {
    const check = copy.pragma('integrity_check(1)', { simple: true });
    const head = (each: Database.Database): unknown => JSON.stringify(ledgerHead(each));
    if (check !== 'ok' || head(copy) !== head(database)) {
      throw new DatabaseError(
        'corrupt',
        path,
        `The backup of ${path} does not match it (${String(check)}), so it was not migrated.`,
      );
    }
  } finally {
    copy.close();
  }
}

function ledgerHead(database: Database.Database): unknown {
  const has = database
    .prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'entries'")
    .pluck()
    .get();
  if (has === 0) return null;
  return {
    entries: database.prepare('SELECT count(*) FROM entries').pluck().get(),
    head: database.prepare('SELECT seq, bytes FROM entries ORDER BY seq DESC LIMIT 1').get(),
  };
}
