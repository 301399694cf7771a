/** Drafts that a process left behind, since it was killed or closed while they were being removed: they go at the next start. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { exportFiles } from '../exports/export-files.ts';
import { TestApi } from './test-api.ts';

const drafts = [
  'bundles/job_1.draft/bundle/entries.ndjson',
  'bundles/job_1.zip.new',
  'bundles/job_1.zip.new.directory',
  'bundles/job_1.zip.gone',
  'exports/job_2.new',
  'audit-exports/job_3.new',
  'uploads/job_4.upload',
  'replaced-a1/replaced/20260301T120000000Z/proofdesk.db',
];
const whole = ['bundles/job_5.zip', 'exports/job_6.csv', 'audit-exports/job_7.jsonl'];

function write(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
}

test('what was being made is gone, what was made is there', async () => {
  const api = await TestApi.open();
  try {
    const caseDraft = join(api.dataRoot, 'cases', 'job_8.draft');
    await api.reopen(() => {
      for (const name of [...drafts, ...whole]) write(join(api.directory, name));
      write(join(caseDraft, 'bundle', 'entries.ndjson'));
    });
    expect(existsSync(caseDraft)).toBe(false);
    expect(readdirSync(join(api.directory, 'bundles'))).toEqual(['job_5.zip']);
    expect(readdirSync(join(api.directory, 'exports'))).toEqual(['job_6.csv']);
    expect(readdirSync(join(api.directory, 'audit-exports'))).toEqual(['job_7.jsonl']);
    expect(readdirSync(join(api.directory, 'uploads'))).toEqual([]);
    expect(readdirSync(api.directory).filter((name) => name.startsWith('replaced'))).toEqual([]);
  } finally {
    await api.close();
  }
});

test('what jobs that are not over have is theirs', async () => {
  const api = await TestApi.open();
  try {
    for (const name of drafts) write(join(api.directory, name));
    write(join(api.dataRoot, 'cases', 'job_8.draft', 'x'));
    const lists = [
      new BundleFiles(api.directory),
      exportFiles(api.directory),
      new CaseFiles(api.dataRoot),
    ];
    expect(lists.map((each) => each.leftDrafts(['job_1', 'job_2', 'job_8']))).toEqual([[], [], []]);
    expect(lists.map((each) => each.leftDrafts(['job_9']).length)).toEqual([4, 1, 1]);
  } finally {
    await api.close();
  }
});
