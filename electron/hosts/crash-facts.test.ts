/**
 * `kill -9` in the middle of a rebuild of the facts of decisions, again and again: until the new facts are whole those
 * before answer, the rebuild goes on where it was, and a full verification finds nothing at any time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { isFinished, jobSchema } from '../../shared/contract/jobs.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { rounds } from '../testing/rounds.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

const kills = rounds({ usual: 1, all: 8 });
/** Several turns of the rebuild. */
const decisions = 24_000;
const timeout = 15 * 60_000;

let root: string;
let entry: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-crash-facts-'));
  entry = (await builtHost()).headless;
}, timeout);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const data = () => join(root, 'killed');
const start = () => startHeadless(['--data', data()], entry);

/** Waits for the end of a job that was just asked for. */
async function finished(from: HeadlessProcess, asked: Response): Promise<string> {
  let job = jobSchema.parse(await asked.json());
  while (!isFinished(job.status)) {
    await setTimeout(20);
    job = jobSchema.parse(await (await from.send(`/jobs/${job.job_id}`)).json());
  }
  expect(job).toMatchObject({ status: 'completed' });
  return job.job_id;
}

async function importDecisions(to: HeadlessProcess): Promise<void> {
  const lines = Array.from({ length: decisions }, (_, n) =>
    JSON.stringify({
      model_id: 'm',
      input: { name: `p${n % 5_000}`, race: n % 2 === 0 ? 'a' : 'b', age: n % 90 },
      output: { answer: n % 3 === 0 ? 'no' : 'yes' },
    }),
  );
  const headers = { 'content-type': 'application/x-ndjson' };
  await finished(
    to,
    await to.send('/imports', { method: 'POST', headers, body: `${lines.join('\n')}\n` }),
  );
}

/** Each one makes other facts than the one before. */
const profileAt = (n: number): ProfileDocument =>
  profileOf({
    outcome: { path: '/output/answer', favourable: ['yes'], adverse: ['no'], undecided: [] },
    subject: { paths: ['/input/name'], match: n % 2 === 0 ? 'exact' : 'folded' },
    groups: [{ name: 'race', path: '/input/race' }],
    columns: [{ name: `age_${n}`, path: '/input/age', kind: 'number' }],
  });

async function confirm(to: HeadlessProcess, n: number): Promise<void> {
  const response = await to.send('/models/m/profiles', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profile: profileAt(n) }),
  });
  expect(response.status).toBe(201);
}

/** How far the newest facts are, as the file has it; undefined where all are there. */
function filledOf(): number | undefined {
  const database = openReader(join(data(), 'local', ledgerFileName));
  try {
    return database
      .prepare<[], number>("SELECT filled FROM applied_profiles WHERE state = 'filling'")
      .pluck()
      .get();
  } finally {
    database.close();
  }
}

async function findingsOf(from: HeadlessProcess): Promise<number> {
  const job = await finished(from, await from.send('/chain/verifications', { method: 'POST' }));
  const result = await (await from.send(`/chain/verifications/${job}`)).json();
  return verificationSchema.parse(result).findings_total;
}

/** Decisions of a group and an outcome, by the facts that answer. */
async function counted(from: HeadlessProcess): Promise<number> {
  const where = encodeURIComponent(JSON.stringify({ outcome: 'no', 'group.race': 'a' }));
  const response = await from.send(`/records?model_id=m&limit=1&where=${where}`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return recordListSchema.parse(JSON.parse(text)).total;
}

test(
  `${kills} times leaves facts that hold, and a rebuild that goes on @whole`,
  { timeout },
  async () => {
    const expected = decisions / 6;
    let host = await start();
    await importDecisions(host);
    await confirm(host, 0);
    await expect.poll(filledOf, { timeout: 120_000 }).toBeUndefined();
    expect(await counted(host)).toBe(expected);
    let halves = 0;
    for (let n = 1; n <= kills; n += 1) {
      await confirm(host, n);
      // Later in each round, so that it dies in other turns.
      await setTimeout(n * 15);
      await host.end('SIGKILL');
      const filled = filledOf();
      if (filled !== undefined && filled > 0) halves += 1;
      host = await start();
      // Either answers, and says the same.
      expect([n, await counted(host)]).toEqual([n, expected]);
      expect([n, await findingsOf(host)]).toEqual([n, 0]);
      await expect.poll(filledOf, { timeout: 120_000 }).toBeUndefined();
      expect([n, await counted(host)]).toEqual([n, expected]);
    }
    // Killed in the middle, or this proves less than it says.
    expect(halves).toBeGreaterThan(0);
    expect(await findingsOf(host)).toBe(0);
    expect(await host.end('SIGTERM')).toBe(0);
  },
);
