/** What a job that is over came to, in words, and the ways on from it. */
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Job } from '../../../shared/contract/jobs.ts';
import { draw } from '../../testing/draw.tsx';
import { jobOf } from '../../testing/jobs.ts';
import { JobOutcome } from './job-outcome.tsx';

const sha256 = `sha256:${'0'.repeat(64)}`;
const closed = { open: false, toggle: () => {} };
const refused = [{ line: 3, message: 'is refused', fields: [] }];
const lines = { dry_run: false, lines: 4, accepted: 3, imported: 3, rejected: 1, preview: [] };
const imported = { ...lines, errors: refused, first_seq: 1, last_seq: 3 };
const rows = { ...lines, errors: [], dataset_id: 'trial', record_count: 3 };
const file = { bytes: 2_048, sha256 };

async function drawn(kind: Job['kind'], part: Partial<Job>, errors = closed): Promise<string> {
  const screen = await draw(
    <JobOutcome job={{ ...jobOf(kind), status: 'completed', ...part }} errors={errors} />,
  );
  return screen.container.textContent;
}

describe('What a job came to', () => {
  test.each<[Job['kind'], Record<string, unknown>, readonly string[]]>([
    ['import', imported, ['3 records imported, 1 line refused', 'Show the decisions']],
    ['import', { ...imported, dry_run: true, imported: 0 }, ['Dry run: 3 would be imported']],
    ['dataset_import', rows, ['3 rows imported', 'Show the dataset']],
    [
      'dataset_analysis',
      { dataset_id: 'ds_1', records: 3 },
      ['3 rows analysed', 'Show the dataset'],
    ],
    [
      'bundle',
      { ...file, bundle_id: 'b', kind: 'full', format: 'bundle', entries: 4, size: 9 },
      ['Entries: 4 of 9', 'Download', 'How it is checked'],
    ],
    [
      'audit_export',
      { ...file, export_id: 'e', format: 'csv', events: 1 },
      ['1 event of the audit log', 'Download'],
    ],
    [
      'view_export',
      {
        ...file,
        export_id: 'e',
        format: 'csv',
        title: 'A view',
        rows: 2,
        as_of: '2026-01-01T00:00:00.000Z',
      },
      ['2 rows', 'Download'],
    ],
  ])('of the kind %s is said, and leads on', async (kind, result, words) => {
    const text = await drawn(kind, { result });
    for (const word of words) expect(text).toContain(word);
  });

  test('has its refused lines shown by its own button', async () => {
    const toggle = vi.fn<() => void>();
    await drawn('import', { result: imported }, { open: false, toggle });
    await page.getByRole('button', { name: 'Show refused lines' }).click();
    expect(toggle).toHaveBeenCalledOnce();
  });

  test('is what was canceled, or why it failed', async () => {
    expect(await drawn('view_export', { status: 'canceled' })).toBe('Canceled: no file was made.');
    const error = { type: 'storage_full', message: 'The disk is full.', details: {} };
    expect(await drawn('bundle', { status: 'failed', error })).toContain('The disk is full.');
  });
});
