/**
 * A disk that is full while the host runs, or when it starts: appends, imports and exports are refused
 * by that name, nothing that was acknowledged is lost, reading goes on, and so does everything once
 * there is room.
 * @push
 */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { chainSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { recordListSchema, recordSchema } from '../../shared/contract/records.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { cases } from '../testing/rounds.ts';
import { endedJob } from './testing/ended-job.ts';
import { startOnSmallDisk, type SmallDisk } from './testing/small-disk.ts';

const timeout = 60_000;

let disk: SmallDisk;
const acknowledged: string[] = [];

beforeAll(async () => {
  disk = await startOnSmallDisk((await builtHost()).headless, 64);
}, timeout);

afterAll(async () => {
  await disk.remove();
});

async function append(): Promise<Response> {
  const response = await disk.host.send('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model_id: 'm', input: { text: 'x'.repeat(20_000) }, output: { b: 2 } }),
  });
  if (response.status === 201) {
    acknowledged.push(recordSchema.parse(await response.clone().json()).id);
  }
  return response;
}

async function read<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<z.output<Schema>> {
  return schema.parse(await (await disk.host.send(path, init)).json());
}

const finished = (job: Job) => endedJob(job, disk.host);

/** Every acknowledged record is read, many in one answer: each answer is an event that takes room on the disk. */
async function expectWhole(): Promise<void> {
  const found: string[] = [];
  for (;;) {
    const path = `/records?limit=100&offset=${found.length}`;
    const { data, total } = await read(path, recordListSchema);
    expect(total).toBe(acknowledged.length);
    found.push(...data.map(({ id }) => id));
    if (data.length === 0 || found.length >= total) break;
  }
  expect(found.toSorted()).toEqual(acknowledged.toSorted());
}

/** Status and error of what is refused when it is asked for, or is a job that fails. */
async function outcomeOf(path: string, init: RequestInit): Promise<unknown> {
  const response = await disk.host.send(path, init);
  const body: unknown = await response.json();
  if (response.status !== 202) return { refused: response.status, body };
  const { status, error } = await finished(jobSchema.parse(body));
  return { refused: status === 'failed' ? 503 : status, body: { error } };
}

const lines = `${JSON.stringify({ model_id: 'i', input: { text: 'y'.repeat(200) }, output: {} })}\n`;
const upload = (count: number) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines.repeat(count),
});

describe('a disk that is full', () => {
  it(
    'refuses appends as storage_full, keeps what was acknowledged, and lets reading go on',
    { timeout },
    async () => {
      for (let count = 0; count < 5; count += 1) expect((await append()).status).toBe(201);
      disk.fill();
      // The log of the database may have room of its own for a few.
      let refused = await append();
      for (let more = 0; refused.status === 201 && more < 200; more += 1) refused = await append();
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: { code: 'storage_full' } });
      expect((await append()).status).toBe(503);
      await expectWhole();
    },
  );

  it('refuses an import and an export by the same name @whole', { timeout }, async () => {
    const noRoom = { refused: 503, body: { error: { type: 'storage_full' } } };
    const headers = { 'content-type': 'application/json' };
    const post = (body: string) => ({ method: 'POST', headers, body });
    expect(await outcomeOf('/imports', upload(2_000))).toMatchObject(noRoom);
    expect(await outcomeOf('/bundles', post('{"kind":"full"}'))).toMatchObject(noRoom);
    expect(await outcomeOf('/backups', post('{}'))).toMatchObject(noRoom);
    await expectWhole();
  });

  it('in the middle of an import leaves nothing of it @whole', { timeout }, async () => {
    disk.empty();
    disk.fill(9 * 1024 * 1024);
    const started = await disk.host.send('/imports', upload(20_000));
    expect(started.status).toBe(202);
    const job = await finished(jobSchema.parse(await started.json()));
    expect(job).toMatchObject({ status: 'failed', error: { type: 'storage_full' } });
    await expectWhole();
  });

  /** Enough to begin with, not for what it makes: appends, then all but a little is taken. */
  async function leaveLittle(): Promise<void> {
    disk.empty();
    for (let count = 0; count < 60; count += 1) expect((await append()).status).toBe(201);
    disk.fill(600_000);
  }
  const order = async (path: string, body: object): Promise<Job> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return read(path, jobSchema, init);
  };
  const noRoomLeft = { status: 'failed', error: { type: 'storage_full' } };
  const drafts = () => disk.files().filter((file) => /(bundles|backups)\//.test(file));

  it('in the middle of a backup leaves nothing of it @whole', { timeout }, async () => {
    await leaveLittle();
    expect(await finished(await order('/backups', {}))).toMatchObject(noRoomLeft);
    expect(drafts()).toEqual([]);
    await expectWhole();
  });

  it(
    'in the middle of an export leaves nothing of it, and is told @whole',
    { timeout },
    async () => {
      await leaveLittle();
      const job = await order('/bundles', { kind: 'full' });
      while (drafts().length === 0) await setImmediate();
      while (drafts().length > 0) await setImmediate();
      // What the log of accesses takes meanwhile: there may be no room to say so yet.
      disk.fill();
      disk.empty();
      expect(await finished(job)).toMatchObject(noRoomLeft);
      await expectWhole();
    },
  );

  it(
    'is over once there is room: everything goes on without a restart, and verifies',
    { timeout },
    async () => {
      disk.empty();
      expect((await append()).status).toBe(201);
      const job = await read('/chain/verifications', jobSchema, { method: 'POST' });
      expect((await finished(job)).status).toBe('completed');
      const verification = await read(`/chain/verifications/${job.job_id}`, verificationSchema);
      expect(verification.findings_total).toBe(0);
      expect((await read('/chain', chainSchema)).record_count).toBe(acknowledged.length);
      await expectWhole();
    },
  );
});

/** Ways to end, and what a host says that starts then: one that was killed has left a log with room to be opened in. */
const ends = cases<readonly [string, NodeJS.Signals, string]>(
  [['that ended in order', 'SIGTERM', 'open for reading only']],
  [['that was killed', 'SIGKILL', 'serves']],
);

describe.each(ends)('a host %s and starts on a full disk @whole', (_how, signal, said) => {
  it('reads everything, refuses to write, and writes once there is room', { timeout }, async () => {
    expect((await append()).status).toBe(201);
    await disk.host.end(signal);
    disk.fill();
    await disk.start();
    await expectWhole();
    for (const path of [
      '/chain',
      '/chain/standing',
      '/models',
      '/jobs',
      '/overview',
      '/billing/revenue',
      '/audit/events',
    ]) {
      expect([path, (await disk.host.send(path)).status]).toEqual([path, 200]);
    }
    let refused = await append();
    for (let more = 0; refused.status === 201 && more < 200; more += 1) refused = await append();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'storage_full' } });

    disk.empty();
    let answer = await append();
    while (answer.status === 503) answer = await append();
    expect(answer.status).toBe(201);
    await expectWhole();
    expect(disk.host.complaints()).toContain(said);
  });
});
