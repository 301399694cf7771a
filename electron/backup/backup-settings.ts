/** When a ledger is backed up and what came of it: two small files beside it, which outlive the database. */
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

const stateSchema = z.object({
  /** UTC instant that the schedule counts from: that of the ledger's genesis. */
  since: z.string().nullable(),
  /** When a backup was last made, or found unnecessary because nothing had changed. */
  done_at: z.string().nullable(),
  last_success: z.object({ backup_id: z.string(), created_at: z.string() }).nullable(),
  last_failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  /** When the signing keys were last exported, and the later keys that there were, by their files. */
  key_export: z
    .object({ at: z.string(), later: z.array(z.string()) })
    .nullable()
    .default(null),
});
export type BackupState = z.infer<typeof stateSchema>;

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
  writeWhole(directory, settingsName, `${JSON.stringify(settings, null, 2)}\n`);
}

export async function readState(directory: string): Promise<BackupState> {
  const read = stateSchema.safeParse(await readJson(join(directory, stateName)));
  return read.success ? read.data : noState;
}

/** @throws what the file system says */
export async function changeState(directory: string, change: Partial<BackupState>): Promise<void> {
  const state = { ...(await readState(directory)), ...change };
  writeWhole(directory, stateName, `${JSON.stringify(state, null, 2)}\n`);
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
