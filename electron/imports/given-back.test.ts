/** Work that comes to nothing gives back the room that it took, at once, and says how much. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';

const mebibyte = 1024 * 1024;
const timeout = 120_000;

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

/** So many lines of five kilobytes. */
function file(count: number, of: (n: number, pad: string) => object): string {
  const pad = 'x'.repeat(5_000);
  return Array.from({ length: count }, (_, n) => `${JSON.stringify(of(n, pad))}\n`).join('');
}

const records = (count: number) =>
  file(count, (n, pad) => ({ model_id: 'm', input: { n, pad }, output: { n } }));

function send(path: string, body: string): Promise<Response> {
  return api.send('POST', path, { body, headers: { 'content-type': 'application/x-ndjson' } });
}

/** Bytes of the ledger and of the uploads. */
function taken(): { readonly ledger: number; readonly uploads: number } {
  const sum = (folder: string, names: readonly string[]) =>
    names.reduce((all, name) => all + statSync(join(folder, name)).size, 0);
  const uploads = join(api.directory, 'uploads');
  const ledger = readdirSync(api.directory).filter((name) => /^proofdesk\.db(-wal)?$/.test(name));
  return { ledger: sum(api.directory, ledger), uploads: sum(uploads, readdirSync(uploads)) };
}

/** Cancels an import when nearly all of it is written; what was taken then, and the job at its end. */
async function cancelLate(path: string, body: string) {
  // The clock runs, so that progress is written as it comes.
  const tick = setInterval(() => (api.now += 1_000), 1);
  try {
    const response = await send(path, body);
    const { job_id: id } = jobSchema.parse(await response.clone().json());
    const isLate = ({ phase, progress: { done, total } }: Job) =>
      phase === 'writing' && done >= 0.8 * (total ?? Number.POSITIVE_INFINITY);
    while (!isLate(await api.read(jobSchema, `/jobs/${id}`))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const atMost = taken();
    await api.send('POST', `/jobs/${id}/cancel`);
    return { atMost, job: await api.finished(response) };
  } finally {
    clearInterval(tick);
  }
}

describe('A canceled import gives back', () => {
  test('what its records took of the log @whole', { timeout }, async () => {
    const before = taken();
    const { atMost, job } = await cancelLate('/imports', records(20_000));
    expect(job.status).toBe('canceled');
    // More than the writer keeps in memory has gone into the log.
    expect(atMost.ledger - before.ledger).toBeGreaterThan(10 * mebibyte);
    const after = taken();
    expect(after.uploads).toBe(0);
    expect(after.ledger).toBeLessThan(before.ledger + mebibyte);
    const freed = job.freed_bytes ?? 0;
    expect(freed).toBeGreaterThan(atMost.ledger + atMost.uploads - after.ledger - mebibyte);
    await api.append();
  });

  test('what its rows took of the file @whole', { timeout }, async () => {
    const id = await makeDataset(api);
    const before = taken();
    const rows = file(8_000, (n, pad) => ({ n, pad }));
    const { atMost, job } = await cancelLate(`/datasets/${id}/imports`, rows);
    expect(job.status).toBe('canceled');
    expect(atMost.ledger - before.ledger).toBeGreaterThan(10 * mebibyte);
    const after = taken();
    expect(after.uploads).toBe(0);
    expect(after.ledger).toBeLessThan(before.ledger + mebibyte);
    expect(job.freed_bytes).toBeGreaterThan(atMost.ledger - before.ledger);
  });

  test('its upload, though others are before it @whole', { timeout }, async () => {
    const first = await send('/imports', records(2_000));
    const body = records(1_000);
    const second = jobSchema.parse(await (await send('/imports', body)).json());
    const canceled = await api.send('POST', `/jobs/${second.job_id}/cancel`);
    expect(await canceled.json()).toMatchObject({ status: 'canceled', freed_bytes: body.length });
    expect(readdirSync(join(api.directory, 'uploads')).join()).not.toContain(second.job_id);
    expect(await api.finished(first)).toMatchObject({ status: 'completed', freed_bytes: null });
  });
});

test('A failed import gives back its files', { timeout }, async () => {
  const body = `${records(100)}not a record\n`;
  const job = await api.finished(await send('/imports', body));
  expect(job.status).toBe('failed');
  expect(job.freed_bytes).toBeGreaterThanOrEqual(body.length);
  expect(taken().uploads).toBe(0);
});
