/** When the next backup is due, from the settings and from what happened so far. */
import type { ChangeBackupSettings } from '../../shared/contract/backups.ts';
import type { BackupState } from './backup-settings.ts';

const hour = 3_600_000;
/** After a failure it is tried again so much later; milliseconds. */
export const retryAfter = 15 * 60_000;

/**
 * The instant at which the next backup is due, in milliseconds; one that has passed is overdue. Null
 * where nothing is scheduled, or the ledger has no beginning yet.
 */
export function nextBackupAt(
  settings: Pick<ChangeBackupSettings, 'schedule' | 'every_hours' | 'daily_at'>,
  state: Pick<BackupState, 'since' | 'done_at' | 'last_failure'>,
): number | null {
  const from = state.done_at ?? state.since;
  if (settings.schedule === 'off' || from === null) return null;
  const last = Date.parse(from);
  const due =
    settings.schedule === 'hours'
      ? last + settings.every_hours * hour
      : nextTimeOfDay(last, settings.daily_at);
  const failed = state.last_failure === null ? 0 : Date.parse(state.last_failure.at);
  return failed > last ? Math.max(due, failed + retryAfter) : due;
}

/** So long after its time a backup is missing and not only late; milliseconds. */
const patience = 2 * hour;

/** Tells whether a scheduled backup should have been made long ago. */
export function isOverdue(
  settings: Pick<ChangeBackupSettings, 'schedule' | 'every_hours' | 'daily_at'>,
  state: Pick<BackupState, 'since' | 'done_at'>,
  now: number,
): boolean {
  return overdueSince(settings, state, now) !== null;
}

/** The instant at which it should have been made, in milliseconds; null where none is overdue. */
export function overdueSince(
  settings: Pick<ChangeBackupSettings, 'schedule' | 'every_hours' | 'daily_at'>,
  state: Pick<BackupState, 'since' | 'done_at'>,
  now: number,
): number | null {
  const due = nextBackupAt(settings, { ...state, last_failure: null });
  return due !== null && now > due + patience ? due : null;
}

/** The first instant after `after` at which it is that time of the day, UTC. */
function nextTimeOfDay(after: number, timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const today = new Date(after).setUTCHours(hours, minutes, 0, 0);
  return today > after ? today : today + 24 * hour;
}
