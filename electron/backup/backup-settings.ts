/** When a ledger is backed up and what came of it: small files beside it, which outlive the database. */
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  changeBackupSettingsSchema,
  type ChangeBackupSettings,
} from '../../shared/contract/backups.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import { writeWhole } from '../database/durable-files.ts';

const settingsName = 'backup-settings.json';
const stateName = 'backup-state.json';
const keyExportName = 'key-export.json';

const keyExportSchema = z.object({ at: z.string(), later: z.array(z.string()) });
/** When the signing keys were last exported, and the later keys that there were, by their files. */
type KeyExport = z.infer<typeof keyExportSchema>;

const stateSchema = z.object({
  /** UTC instant that the schedule counts from: that of the ledger's genesis. */
  since: z.string().nullable(),
  /** When a backup was last made, or found unnecessary because nothing had changed. */
  done_at: z.string().nullable(),
  last_success: z.object({ backup_id: z.string(), created_at: z.string() }).nullable(),
  last_failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  /** An earlier program kept the key export here; the file of its own goes before. */
  key_export: keyExportSchema.nullable().default(null),
});
export type BackupState = z.infer<typeof stateSchema>;

/** The part of the state that backups change. */
export const backupNoteSchema = stateSchema.omit({ key_export: true }).partial();
export type BackupNote = z.infer<typeof backupNoteSchema>;

const noState: BackupState = {
  since: null,
  done_at: null,
  last_success: null,
  last_failure: null,
  key_export: null,
};

/** A ledger of one's own is backed up once a day unless somebody says otherwise; a demo is not. */
export function defaultSettings(kind: LedgerKind): ChangeBackupSettings {
  return {
    schedule: kind === 'local' ? 'hours' : 'off',
    every_hours: 24,
    daily_at: '02:00',
    keep_last: 7,
    keep_days: 14,
    keep_months: 12,
    folder: null,
  };
}

/** The settings of the ledger in `directory`; the default ones where there are none, or no readable ones. */
export async function readSettings(
  directory: string,
  kind: LedgerKind,
): Promise<ChangeBackupSettings> {
  const read = changeBackupSettingsSchema.safeParse(await readJson(join(directory, settingsName)));
  return read.success ? read.data : defaultSettings(kind);
}

/** @throws what the file system says */
export function writeSettings(directory: string, settings: ChangeBackupSettings): void {
  writeJson(directory, settingsName, settings);
}

export async function readState(directory: string): Promise<BackupState> {
  const exported = keyExportSchema.safeParse(await readJson(join(directory, keyExportName)));
  const state = storedState(directory);
  return exported.success ? { ...state, key_export: exported.data } : state;
}

/**
 * Notes what came of a backup. Only the writer thread calls it: nothing comes between reading and writing.
 * @throws what the file system says
 */
export function noteBackup(directory: string, note: BackupNote): void {
  writeJson(directory, stateName, { ...storedState(directory), ...note });
}

/** Only the host's own thread calls it. @throws what the file system says */
export function writeKeyExport(directory: string, exported: KeyExport): void {
  writeJson(directory, keyExportName, exported);
}

function storedState(directory: string): BackupState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(directory, stateName), 'utf8')));
  } catch {
    return noState;
  }
}

function writeJson(directory: string, name: string, value: object): void {
  writeWhole(directory, name, `${JSON.stringify(value, null, 2)}\n`);
}

/** Where backups go: the folder of the settings, or the one beside the ledger. */
export function folderOf(directory: string, { folder }: ChangeBackupSettings): string {
  return folder ?? join(directory, 'backups');
}

/** What stands beside a backup is far smaller; bytes. */
const longestJson = 1024 * 1024;

/** The value of a JSON file; undefined where there is none that can be read, or one that is far too large. */
export async function readJson(path: string): Promise<unknown> {
  try {
    const { size } = await stat(path);
    if (size > longestJson) return undefined;
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
