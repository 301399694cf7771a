/** Memory of a host that makes bundles: about the same whatever the ledger has. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { endedJob } from '../hosts/testing/ended-job.ts';
import { startHeadless, type HeadlessProcess } from '../hosts/testing/headless-process.ts';

const [few, many] = [5_000, 20_000];

/** MiB. A million decisions may take 64 more than ten thousand; twice that is no noise of a busy machine. */
const mostMore = 128;

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-bundle-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most MiB that the process has had since the last call; 0 where the system does not say. */
function peakSince(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
}

async function made(host: HeadlessProcess, order: object): Promise<void> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  };
  const begun = jobSchema.parse(await (await host.send('/bundles', post)).json());
  const job = await endedJob(begun, host);
  expect(job.error).toBeNull();
}

/** The most MiB of a host that has so many decisions while it makes each kind of bundle of all of them. */
async function peakOf(records: number): Promise<number> {
  const data = join(folder, String(records));
  const { headless } = await builtHost();
  const demo = ['--data', data, '--demo', String(records)];
  const maker = await startHeadless(demo, headless);
  await maker.send('/workspace');
  await maker.end('SIGTERM');
  const host = await startHeadless(demo, headless);
  try {
    await host.send('/workspace');
    peakSince(host.pid);
    await made(host, { kind: 'selection', filter: {} });
    await made(host, { kind: 'full' });
    await made(host, { kind: 'range', range: { from: 1, to: records } });
    return peakSince(host.pid);
  } finally {
    await host.end('SIGTERM');
  }
}

test(
  'bundles of four times as many decisions take no more memory @whole',
  { timeout: 600_000 },
  async () => {
    const small = await peakOf(few);
    const large = await peakOf(many);
    expect(large - small).toBeLessThan(mostMore);
  },
);
