/** A backup as a folder: the copy and its manifest, there together or not at all. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { BackupManifest, BackupReason } from '../../shared/contract/backups.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { copyName, hashFile, manifestName, unfinishedEnding } from './backup-files.ts';
import { syncFolder, syncPath, writeWhole } from './durable-files.ts';
import { DatabaseError } from './database-error.ts';
import { inspectLedger, integrityOf, type LedgerFacts } from './ledger-facts.ts';
import { makeFolder } from './make-folder.ts';

export interface NewBackup {
  readonly id: string;
  /** Where it is made. */
  readonly draft: string;
  /** The draft's copy, not there yet but an empty file of mode 0600. */
  readonly copy: string;
  /** Where it will stand. */
  readonly folder: string;
  readonly startedAt: number;
}

/**
 * Makes the draft of a backup in `parent`, which is made when it is missing.
 * @throws what the file system says, or {DatabaseError} when there is one of that name
 */
export function draftBackup(parent: string, reason: BackupReason, now: number): NewBackup {
  const id = `bak_${instant(now).replaceAll(/[-:.]/g, '')}-${reason}`;
  const folder = join(parent, id);
  const draft = `${folder}${unfinishedEnding}`;
  makeFolder(parent);
  if (existsSync(folder)) {
    throw new DatabaseError(
      'unwritable',
      folder,
      `The backup ${folder} exists already. Try again.`,
    );
  }
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const copy = join(draft, copyName);
  closeSync(openSync(copy, 'wx', 0o600));
  return { id, draft, copy, folder, startedAt: now };
}

/** Takes a draft away again. */
export function dropDraft({ draft }: Pick<NewBackup, 'draft'>): void {
  rmSync(draft, { recursive: true, force: true });
}

export interface SealOptions {
  readonly jobId?: string;
  readonly reason: BackupReason;
  readonly clock: Clock;
  readonly programVersion: string;
  /** Says why the copy is not one of the ledger it was made from; undefined when it is. */
  readonly contradiction: (facts: LedgerFacts) => string | undefined;
  /** Called while the file is hashed; may throw to stop. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Proves the copy in a draft, writes the manifest, and lets the folder appear under its name: durable,
 * in one step.
 * @throws {DatabaseError} `corrupt` when the copy does not hold up; then nothing appears
 */
export function sealBackup(backup: NewBackup, options: SealOptions): BackupManifest {
  const { id, copy, draft, folder, startedAt } = backup;
  makeSingleFile(copy);
  const check = integrityOf(copy);
  const facts = inspectLedger(copy);
  const fault = check === 'ok' ? options.contradiction(facts) : `SQLite says: ${check}`;
  if (fault !== undefined) {
    throw new DatabaseError('corrupt', copy, `The backup does not match its ledger. ${fault}`);
  }
  syncPath(copy, 'r+');
  const sha256 = hashFile(copy, options.onProgress);
  const manifest: BackupManifest = {
    format: 'proofdesk.backup/v1',
    backup_id: id,
    job_id: options.jobId ?? null,
    reason: options.reason,
    created_at: instant(startedAt),
    duration_ms: Math.max(0, options.clock() - startedAt),
    program_version: options.programVersion,
    schema_version: facts.schemaVersion,
    origin: facts.origin,
    vkey: facts.vkey,
    entries: facts.entries,
    head_hash: facts.headHash,
    newest_at: facts.newestAt,
    bytes: statSync(copy).size,
    sha256,
  };
  writeWhole(draft, manifestName, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(draft, folder);
  syncFolder(dirname(folder));
  return manifest;
}

/** A copy of a ledger in WAL mode would want a log beside it wherever it is read: it becomes one file. */
export function makeSingleFile(path: string): void {
  chmodSync(path, 0o600);
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('trusted_schema = OFF');
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/**
 * Copies what the log of a ledger holds into the file, so that the file is all of it. The log stays
 * where that cannot be done.
 */
export function foldLog(path: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { fileMustExist: true, timeout: 1_000 });
    database.pragma('trusted_schema = OFF');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A damaged ledger is kept as it is: file, log and all.
  } finally {
    database?.close();
  }
}
