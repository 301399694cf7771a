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
import { syncFile, syncFolder, syncPath, writeWhole } from './durable-files.ts';
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
 * Makes the draft of a backup in `parent`, which is made when it is missing; the folder that it is in
 * is not.
 * @throws what the file system says, or {DatabaseError} when there is one of that name
 */
export function draftBackup(parent: string, reason: BackupReason, now: number): NewBackup {
  const id = `bak_${instant(now).replaceAll(/[-:.]/g, '')}-${reason}`;
  const folder = join(parent, id);
  const draft = `${folder}${unfinishedEnding}`;
  makeFolder(parent, dirname(parent));
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
}

/** What was found of the copy in a draft. */
interface Proof {
  /** What SQLite's own check says: `ok`, or what is wrong. */
  readonly check: string;
  /** `sha256:<hex>`. */
  readonly sha256: string;
}

/**
 * Proves the copy in a draft, writes the manifest, and lets the folder appear under its name: durable,
 * in one step.
 * @throws {DatabaseError} `corrupt` when the copy does not hold up; then nothing appears
 */
export function sealBackup(backup: NewBackup, options: SealOptions): BackupManifest {
  const { copy } = backup;
  makeSingleFile(copy);
  const facts = sound(copy, integrityOf(copy), options);
  syncPath(copy, 'r+');
  return appear(backup, facts, hashFile(copy), options);
}

/**
 * The same where what takes long is done elsewhere, or in pieces.
 * @throws {DatabaseError} as `sealBackup`, and what `prove` throws
 */
export async function sealBackupBy(
  backup: NewBackup,
  options: SealOptions,
  prove: {
    readonly check: (copy: string) => Promise<Proof['check']>;
    readonly hash: (copy: string) => Promise<Proof['sha256']>;
  },
): Promise<BackupManifest> {
  const { copy } = backup;
  makeSingleFile(copy);
  const facts = sound(copy, await prove.check(copy), options);
  await syncFile(copy);
  return appear(backup, facts, await prove.hash(copy), options);
}

/** The facts of a copy that was checked. @throws {DatabaseError} when it does not hold up */
function sound(
  copy: string,
  check: Proof['check'],
  { contradiction }: Pick<SealOptions, 'contradiction'>,
): LedgerFacts {
  // What is damaged cannot be read any further.
  const facts = check === 'ok' ? inspectLedger(copy) : undefined;
  const fault = facts === undefined ? `SQLite says: ${check}` : contradiction(facts);
  if (facts !== undefined && fault === undefined) return facts;
  throw new DatabaseError('corrupt', copy, `The backup does not match its ledger. ${fault}`);
}

function appear(
  { id, copy, draft, folder, startedAt }: NewBackup,
  facts: LedgerFacts,
  sha256: Proof['sha256'],
  options: SealOptions,
): BackupManifest {
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
