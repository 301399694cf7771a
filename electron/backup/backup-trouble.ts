/** What a person should know of backups without asking: that the last one failed, or that one is missing. */
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import { instant } from '../../shared/time.ts';
import { overdueSince } from './backup-schedule.ts';
import { readSettings, readState } from './backup-settings.ts';

/** UTC instants; null where it is not so. */
export interface BackupTrouble {
  /** When the last attempt failed. */
  readonly failedAt: string | null;
  /** When a scheduled backup should have been made. */
  readonly overdueSince: string | null;
}

/** How it stands with the backups of the ledger in `directory`, as its files say. */
export async function backupTrouble(
  directory: string,
  kind: LedgerKind,
  now: number,
): Promise<BackupTrouble> {
  if (kind === 'case') return { failedAt: null, overdueSince: null };
  const state = await readState(directory);
  const since = overdueSince(await readSettings(directory, kind), state, now);
  return {
    failedAt: state.last_failure?.at ?? null,
    overdueSince: since === null ? null : instant(since),
  };
}
