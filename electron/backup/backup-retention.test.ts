/** What is kept and what goes, as a table of dates. */
import { describe, expect, test } from 'vitest';
import type { BackupManifest, BackupReason } from '../../shared/contract/backups.ts';
import { backupsToRemove } from './backup-retention.ts';

/** `day[T]hour` of 2026, why it was made, how many entries it has. */
function backup(text: string, reason: BackupReason = 'scheduled', entries = 100): BackupManifest {
  const created = `2026-${text}:00:00.000Z`;
  return {
    format: 'proofdesk.backup/v1',
    backup_id: `bak_${text}`,
    job_id: null,
    reason,
    created_at: created,
    duration_ms: 1,
    program_version: '1',
    schema_version: 1,
    origin: 'o',
    vkey: 'v',
    entries,
    head_hash: null,
    newest_at: null,
    bytes: 1,
    sha256: `sha256:${'0'.repeat(64)}`,
  };
}

const rules = { keep_last: 1, keep_days: 0, keep_months: 0, erasedAt: undefined };

function removed(backups: readonly BackupManifest[], changed: object = {}): string[] {
  const newest = backups[0] ?? backup('01-01T00');
  return backupsToRemove(backups, newest, { ...rules, ...changed }).map((each) =>
    each.backup_id.slice(4),
  );
}

describe('Retention', () => {
  const days = ['03-31T12', '03-31T06', '03-30T12', '03-30T06', '03-01T12', '02-10T12', '01-10T12'];
  const all = days.map((each) => backup(each));

  test('keeps the last few', () => {
    expect(removed(all, { keep_last: 3 })).toEqual(days.slice(3));
    expect(removed(all, { keep_last: 99 })).toEqual([]);
  });

  test('keeps the last one of each day, so many days back', () => {
    expect(removed(all, { keep_days: 2 })).toEqual([
      '03-31T06',
      '03-30T06',
      '03-01T12',
      '02-10T12',
      '01-10T12',
    ]);
  });

  test('keeps the last one of each month, so many months back', () => {
    expect(removed(all, { keep_months: 2 })).toEqual([
      '03-31T06',
      '03-30T12',
      '03-30T06',
      '03-01T12',
      '01-10T12',
    ]);
  });

  test('leaves what a person made', () => {
    const mixed = [...all, backup('01-02T00', 'manual')];
    expect(removed(mixed)).toEqual(days.slice(1));
  });

  test('never removes a newer one', () => {
    const [newest, ...older] = all;
    expect(removed([...older, newest ?? backup('03-31T12')])).not.toContain('03-31T12');
  });

  test('removes what holds erased values, whoever made it', () => {
    const mixed = [
      backup('03-31T12', 'erasure', 51),
      backup('03-30T12', 'manual', 50),
      backup('03-29T12', 'scheduled', 20),
    ];
    expect(removed(mixed, { keep_last: 9, erasedAt: 50 })).toEqual(['03-30T12', '03-29T12']);
    expect(removed(mixed, { keep_last: 9, erasedAt: 20 })).toEqual(['03-29T12']);
  });
});
