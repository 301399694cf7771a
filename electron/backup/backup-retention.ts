/** Which backups go once a newer one was verified. */
import type { BackupManifest, ChangeBackupSettings } from '../../shared/contract/backups.ts';

export interface RetentionRules extends Pick<
  ChangeBackupSettings,
  'keep_last' | 'keep_days' | 'keep_months'
> {
  /** Journal index of the ledger's last erasure: a backup without it holds what was erased. */
  readonly erasedAt: number | undefined;
}

const day = 86_400_000;

/**
 * The backups to remove, of those given: all of one ledger and whole. `newest` was just verified and
 * stays. What holds erased values goes; what a person made stays until a person deletes it; of the
 * others the last few stay, and the last one of each day and of each month, so far back.
 */
export function backupsToRemove(
  backups: readonly BackupManifest[],
  newest: BackupManifest,
  rules: RetentionRules,
): BackupManifest[] {
  const { erasedAt } = rules;
  const older = backups
    .filter((each) => each.backup_id !== newest.backup_id && each.created_at < newest.created_at)
    .toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1));
  const holdsErased = (each: BackupManifest) => erasedAt !== undefined && each.entries <= erasedAt;
  const thinned = [newest, ...older.filter((each) => !holdsErased(each))].filter(
    (each) => each === newest || each.reason !== 'manual',
  );
  const kept = new Set(thinned.slice(0, rules.keep_last));
  const now = Date.parse(newest.created_at);
  keepLastOfEach(thinned, 10, (at) => (now - at) / day < rules.keep_days);
  keepLastOfEach(thinned, 7, (at) => monthsBetween(at, now) < rules.keep_months);
  return older.filter((each) => holdsErased(each) || (each.reason !== 'manual' && !kept.has(each)));

  /** Keeps the newest of each period, which is so many characters of the instant. */
  function keepLastOfEach(
    sorted: readonly BackupManifest[],
    length: number,
    isRecent: (at: number) => boolean,
  ): void {
    const seen = new Set<string>();
    for (const each of sorted) {
      const period = each.created_at.slice(0, length);
      if (seen.has(period) || !isRecent(Date.parse(each.created_at))) continue;
      seen.add(period);
      kept.add(each);
    }
  }
}

function monthsBetween(from: number, to: number): number {
  const [early, late] = [new Date(from), new Date(to)];
  return (
    (late.getUTCFullYear() - early.getUTCFullYear()) * 12 + late.getUTCMonth() - early.getUTCMonth()
  );
}
