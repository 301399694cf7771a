/** A list of any length goes into a file page by page; one that is stopped leaves nothing. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportFormat } from '../../shared/contract/exports.ts';
import { Remover } from '../database/remover.ts';
import { JobStopped, type JobContext } from '../jobs/job-runner.ts';
import { exportFiles } from './export-files.ts';
import { exportJob } from './export-job.ts';
import type { ListReader } from './list.ts';
import { cases, rounds } from '../testing/rounds.ts';

const rows = rounds({ usual: 40_000, all: 200_000 });
const jobId = 'job_01';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'proofdesk-export-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const folder = () => join(directory, 'exports');

/** A list that is made as it is read; `onPage` is told of every page before it is answered. */
function madeList(onPage: (first: number) => void): ListReader {
  const row = (number: number) => ({ event: number, text: `row ${number}` });
  return {
    ask: async (path) => {
      const query = new URL(path, 'http://test').searchParams;
      const first = Number(query.get('offset') ?? '0');
      const limit = Number(query.get('limit'));
      if (query.has('offset')) onPage(first);
      const count = Math.max(0, Math.min(limit, rows - first));
      const data = Array.from({ length: count }, (_, index) => row(first + index));
      return { data, pagination: { total: rows, limit, offset: first, has_more: true } };
    },
    hold: () => {},
    close: async () => {},
  };
}

function contextOf(
  format: ExportFormat,
  shouldStop: () => boolean,
  report: JobContext['report'] = () => {},
): JobContext {
  const columns = ['event', 'text'].map((key) => ({
    key,
    title: key,
    path: `/${key}`,
    kind: 'text',
  }));
  return {
    jobId,
    parameters: {
      principal: { kind: 'operator' },
      order: { title: 'Events', format, columns, source: { operation: 'listAuditEvents' } },
    },
    report,
    freed: () => {},
    shouldStop,
    rest: async () => {},
  };
}

function jobOn(reader: ListReader) {
  return exportJob({
    files: exportFiles(directory),
    remover: new Remover(),
    isDemo: false,
    clock: () => Date.UTC(2026, 0, 1),
    openLists: async () => reader,
    isKeyActive: () => true,
  });
}

describe('an export of many rows', () => {
  test.each(cases(['csv'] as const, ['jsonl'] as const))(
    '%s: what was read is in the file before more is read',
    async (format) => {
      const lead: number[] = [];
      const reader = madeList((first) => {
        const written = statSync(join(folder(), `${jobId}.new`)).size;
        // No row takes fewer bytes than this in either format.
        lead.push(first - written / '9,row 9\r\n'.length);
      });
      const { result } = await jobOn(reader).run(contextOf(format, () => false));
      expect(result).toMatchObject({ rows });
      expect(lead.length).toBeGreaterThan(rows / 1_000);
      expect(Math.max(...lead)).toBeLessThanOrEqual(0);
      expect(readdirSync(folder())).toEqual([`${jobId}.${format}`]);
    },
  );

  test('canceled in the middle: neither a file nor the draft of one', async () => {
    let done = 0;
    const job = jobOn(madeList(() => {}));
    const context = contextOf(
      'csv',
      () => done >= rows / 4,
      (progress) => {
        done = progress.done;
      },
    );
    await expect(job.run(context)).rejects.toThrow(JobStopped);
    expect(readdirSync(folder())).toEqual([`${jobId}.new`]);
    await job.dispose(jobId);
    expect(readdirSync(folder())).toEqual([]);
  });

  test('as pdf: refused before any of it is written', async () => {
    const job = jobOn(madeList(() => {}));
    await expect(job.run(contextOf('pdf', () => false))).rejects.toThrow('format');
    await job.dispose(jobId);
    expect(exportFiles(directory).open(jobId)).toBeUndefined();
  });
});
