/** What can be said of a record's own check now: a check grows old, and none is never green. */
import type { RecordVerification } from '../../../../shared/contract/chain.ts';
import { isInOrder } from '../../../ui/chain/verdicts.ts';
import type { StatusTone } from '../../../ui/status-badge.tsx';

/** A check older than this is said to be an earlier one. */
export const freshForMs = 5 * 60_000;

export type CheckState = 'checking' | 'unknown' | 'verified' | 'stale' | 'failed';

/** The state of a check at `now` (ms since the epoch). A failure does not grow old. */
export function checkState(
  check: RecordVerification | undefined,
  isChecking: boolean,
  now: number,
): CheckState {
  if (check === undefined) return isChecking ? 'checking' : 'unknown';
  if (check.findings.length > 0 || !isInOrder(check.verdict)) return 'failed';
  if (check.fields.length === 0) return 'unknown';
  return now - Date.parse(check.checked_at) > freshForMs ? 'stale' : 'verified';
}

export const checkTones: Record<CheckState, StatusTone> = {
  checking: 'mute',
  unknown: 'mute',
  verified: 'ok',
  stale: 'mute',
  failed: 'bad',
};
