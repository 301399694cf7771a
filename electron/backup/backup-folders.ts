/** The backups that are there, as their folders say: nothing is skipped because something is wrong with it. */
import { access, constants, lstat, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  backupIdPattern,
  backupManifestSchema,
  backupVerificationSchema,
  type Backup,
  type BackupList,
  type BackupVerification,
} from '../../shared/contract/backups.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import { copyName, manifestName, unfinishedEnding } from '../database/backup-files.ts';
import { plainPath, troubleOfFolder } from '../database/chosen-folder.ts';
import { writeWhole } from '../database/durable-files.ts';
import { errorCodeOf } from '../database/error-code.ts';
import { folderOf, readJson, readSettings } from './backup-settings.ts';

const verificationName = 'verification.json';

/** The folders that backups of a ledger may be in: the one beside it, and the chosen one. */
export async function backupFolders(directory: string, kind: LedgerKind): Promise<string[]> {
  const chosen = folderOf(directory, await readSettings(directory, kind));
  return [...new Set([join(directory, 'backups'), chosen])];
}

/** All backups in these folders, newest first. */
export async function listBackups(folders: readonly string[]): Promise<BackupList> {
  const data: Backup[] = [];
  const seen: BackupList['folders'] = [];
  for (const path of folders) {
    try {
      const names = await readdir(path);
      seen.push({ path, fault: null });
      for (const name of names) {
        if (backupIdPattern.test(name)) data.push(await readBackup(join(path, name)));
      }
    } catch (error) {
      // The folder beside the ledger is made with the first backup.
      const isUnmade = errorCodeOf(error) === 'ENOENT' && path === folders[0];
      seen.push({ path, fault: isUnmade ? null : wordsOf(error) });
    }
  }
  return {
    data: data.toSorted((left, right) => (left.backup_id < right.backup_id ? 1 : -1)),
    folders: seen,
  };
}

/** One backup by its id, in the first of the folders that has it. */
export async function findBackup(
  folders: readonly string[],
  id: string,
): Promise<Backup | undefined> {
  if (!backupIdPattern.test(id)) return undefined;
  for (const folder of folders) {
    const path = join(folder, id);
    if (await isFolder(path)) return readBackup(path);
  }
  return undefined;
}

/** Reads what a folder says of the backup in it; its copy is not read. */
export async function readBackup(path: string): Promise<Backup> {
  const bytes = await sizeOf(join(path, copyName));
  const manifest = backupManifestSchema.safeParse(await readJson(join(path, manifestName)));
  const verification = backupVerificationSchema.safeParse(
    await readJson(join(path, verificationName)),
  );
  const known = manifest.success ? manifest.data : null;
  return {
    backup_id: basename(path),
    path,
    manifest: known,
    bytes,
    fault: faultIn(known, bytes),
    verification: verification.success
      ? verification.data
      : known === null
        ? null
        : { verified_at: known.created_at, intact: true, message: 'Verified when it was made.' },
  };

  function faultIn(of: Backup['manifest'], size: number | null): string | null {
    if (size === null) return `Its copy ${copyName} is missing.`;
    if (of === null) return `Its ${manifestName} is missing or cannot be read.`;
    if (of.backup_id !== basename(path)) return `Its ${manifestName} is that of another backup.`;
    return of.bytes === size ? null : `The copy has ${size} bytes; there were ${of.bytes}.`;
  }
}

/** Keeps what a verification found, beside the copy; where that cannot be written it is not kept. */
export function keepVerification(path: string, verification: BackupVerification): void {
  try {
    writeWhole(path, verificationName, `${JSON.stringify(verification, null, 2)}\n`);
  } catch {
    // A backup on a medium that cannot be written is none the worse for it.
  }
}

/** Deletes a backup's folder. @throws what the file system says */
export async function removeBackup(path: string): Promise<void> {
  if (!backupIdPattern.test(basename(path))) throw new Error(`${path} is not a backup.`);
  await rm(path, { recursive: true });
}

/** So old must an unfinished backup be before it counts as left behind; milliseconds. */
const abandonedAfter = 24 * 3_600_000;

/** Folders that backups left which were not finished; in a folder shared with others, only what is old. */
export async function unfinishedIn(
  folder: string,
  isOwn: boolean,
  now: number,
): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    const id = name.slice(0, -unfinishedEnding.length);
    if (!name.endsWith(unfinishedEnding) || !backupIdPattern.test(id)) continue;
    const path = join(folder, name);
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && (isOwn || now - info.mtimeMs > abandonedAfter)) found.push(path);
  }
  return found;
}

/**
 * Checks a folder that somebody chose: absolute, there, a folder and no link, outside the data
 * directory, and writable.
 * @throws {ApiError} `validation_error` that names what is wrong with it
 */
export async function checkFolder(folder: string, dataRoot: string): Promise<void> {
  const refuse = (found: Fault) => validationError([{ field: 'folder', ...found }]);
  const trouble = await troubleOfFolder(folder, dataRoot);
  if (trouble !== undefined)
    throw refuse(faultOf(trouble === 'inside' ? 'folder_outside' : trouble));
  const wanted = plainPath(folder);
  try {
    await access(wanted, constants.W_OK);
    const probe = join(wanted, `.proofdesk-${process.pid}.probe`);
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe);
  } catch (error) {
    throw refuse(faultOf('folder_writable', { words: wordsOf(error) }));
  }
}

/** The folder of a backup and its copy, from a path that is either. */
export async function pathsOf(path: string): Promise<{ folder: string; copy: string }> {
  return (await isFolder(path))
    ? { folder: path, copy: join(path, copyName) }
    : { folder: dirname(path), copy: path };
}

async function isFolder(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isDirectory() === true;
}

async function sizeOf(path: string): Promise<number | null> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true ? info.size : null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
