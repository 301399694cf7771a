/**
 * `kill -9`, again and again (PROOFDESK_CRASH_ROUNDS says how often), in the middle of appends and
 * imports over HTTP: the ledger opens, verifies with all its facts, has everything that was acknowledged, and no half of
 * an import. And so often as PROOFDESK_RETRY_ROUNDS says in the middle of appends with
 * keys that are sent again at the next start: each is there once, and as PROOFDESK_BATCH_ROUNDS says in the midst of batches. And so often as PROOFDESK_USE_ROUNDS
 * says while a dataset is read and filled and keys are made: rows and facts agree.
 * @push
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiKeyPageSchema } from '../../shared/contract/access.ts';
import { chainSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { isFinished, jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { datasetSchema } from '../../shared/contract/datasets.ts';
import { createRecordsAnswerSchema } from '../../shared/contract/intake-routes.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';
import { rounds } from '../testing/rounds.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

const kills = Number(process.env['PROOFDESK_CRASH_ROUNDS'] ?? rounds({ usual: 5, all: 30 }));
const retryRounds = Number(process.env['PROOFDESK_RETRY_ROUNDS'] ?? rounds({ usual: 1, all: 20 }));
const batchRounds = Number(process.env['PROOFDESK_BATCH_ROUNDS'] ?? rounds({ usual: 1, all: 30 }));
const useRounds = Number(process.env['PROOFDESK_USE_ROUNDS'] ?? rounds({ usual: 1, all: 20 }));
const importedRecords = 400;
const lookMs = 20;
const timeout = 15 * 60_000;

let root: string;
let data: string;
let entry: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-crash-'));
  data = join(root, 'killed');
  entry = (await builtHost()).headless;
}, timeout);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Numbers from 0 to below `limit`, the same in every run (xorshift32). */
function createDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const start = (folder = data) => startHeadless(['--data', folder], entry);

async function read<Schema extends z.ZodType>(
  from: HeadlessProcess,
  path: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<z.output<Schema>> {
  return schema.parse(await (await from.send(path, init)).json());
}

/** Waits for the end of a job. @returns how often it was looked at: each look is an event of the audit log */
async function finished(from: HeadlessProcess, jobId: string): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const { status } = await read(from, `/jobs/${jobId}`, jobSchema);
    if (isFinished(status)) return looks;
    await setTimeout(lookMs);
  }
}

/** The number of records, after a full verification has found nothing and left no line unsealed that was there before it. */
async function verifiedRecords(from: HeadlessProcess): Promise<number> {
  const started = await read(from, '/chain/verifications', jobSchema, { method: 'POST' });
  const looks = await finished(from, started.job_id);
  const path = `/chain/verifications/${started.job_id}`;
  const verification = await read(from, path, verificationSchema);
  const chain = await read(from, '/chain', chainSchema);
  expect(verification).toMatchObject({
    // Signed where the host came to it before it was killed; never rolled back, cut or forked.
    verdict: expect.stringMatching(/^(SELF_CONSISTENT_ONLY|VERIFIED_SIGNED)$/),
    findings_total: 0,
    checked: chain.size,
    total: chain.size,
    records_checked: chain.record_count,
    root_hash: chain.root_hash,
    rows: { open_lines: expect.any(Number), indexes: expect.any(Number) },
  });
  // What is asked while it begins may come between its seal and its snapshot: that it was asked for, and the looks at it.
  expect(verification.rows?.open_lines).toBeLessThanOrEqual(looks + 1);
  return chain.record_count;
}

const decided = encodeURIComponent(JSON.stringify({ outcome: { $in: ['yes', 'no'] } }));

/** Decisions that are found by their facts, once their model has a profile. */
async function decidedRecords(from: HeadlessProcess): Promise<number> {
  const path = `/records?model_id=m&limit=1&where=${decided}`;
  return (await read(from, path, recordListSchema)).total;
}

/** Gives the model of all appends a profile: from then on they have facts. */
async function confirmProfile(to: HeadlessProcess): Promise<void> {
  const profile = profileOf({
    outcome: { path: '/output/answer', favourable: ['yes'], adverse: ['no'], undecided: [] },
    subject: { paths: ['/input/sent'], match: 'exact' },
  });
  const response = await to.send('/models/m/profiles', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profile, accept_unseen: true }),
  });
  expect(response.status).toBe(201);
}

/** What a round left: how many records there must be at least and at most, and whose ids are known. */
interface Aftermath {
  readonly counts: ReadonlySet<number>;
  readonly acknowledged: readonly string[];
}

/** Appends from four clients at once; the process dies when `acknowledgements` have come. */
async function killDuringAppends(
  victim: HeadlessProcess,
  before: number,
  acknowledgements: number,
): Promise<Aftermath> {
  const clients = 4;
  const acknowledged: string[] = [];
  let sent = 0;
  const append = async () => {
    for (;;) {
      sent += 1;
      const response = await victim.send('/records', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model_id: 'm', input: { sent }, output: { answer: 'yes' } }),
      });
      const record = z.object({ id: z.string() }).parse(await response.json());
      acknowledged.push(record.id);
      if (acknowledged.length >= acknowledgements) await victim.end('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: clients }, append));
  await victim.end('SIGKILL');
  const counts = new Set<number>();
  for (let extra = acknowledged.length; extra <= sent; extra += 1) counts.add(before + extra);
  return { counts, acknowledged };
}

/** When an import is cut: so many looks at its job after this has come to something. */
interface Moment {
  readonly since: (job: Job) => boolean;
  readonly looks: number;
}

const begun = () => true;
const ended = (job: Job) => isFinished(job.status);

/** What an import has come to when looks at it begin to count: nothing, its commit, its end. */
const reached: readonly Moment['since'][] = [
  begun,
  (job) => job.phase === 'writing' || ended(job),
  ended,
];

/** By the dice; once an import was cut on one side of its commit alone, the next one is cut on the other. */
function momentOf(
  { whole, nothing }: { readonly whole: number; readonly nothing: number },
  dice: (sides: number) => number,
): Moment {
  if (whole === 0 && nothing > 0) return { since: ended, looks: 0 };
  if (nothing === 0 && whole > 0) return { since: begun, looks: 0 };
  return { since: reached[dice(reached.length)] ?? begun, looks: dice(40) };
}

/** Imports a file; the process dies so many looks at the job after it has come to `since`. */
async function killDuringImport(
  victim: HeadlessProcess,
  before: number,
  { since, looks }: Moment,
): Promise<Aftermath> {
  const line = `${JSON.stringify({ model_id: 'm', input: { age: 41 }, output: { answer: 'no' } })}\n`;
  const upload = victim.send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: line.repeat(importedRecords),
  });
  upload.catch(() => {});
  let isDone = false;
  const watch = async () => {
    if (looks === 0 && since === begun) {
      // Not even an answer: the upload itself is cut.
      await setImmediate();
      return;
    }
    const { job_id: jobId } = jobSchema.parse(await (await upload).json());
    const look = async () => {
      const job = await read(victim, `/jobs/${jobId}`, jobSchema);
      isDone = job.status === 'completed';
      return job;
    };
    while (!since(await look()));
    for (let more = 1; more < looks; more += 1) {
      const { status } = await look();
      if (isFinished(status)) break;
    }
  };
  await watch();
  await victim.end('SIGKILL');
  const all = before + importedRecords;
  return { counts: new Set(isDone ? [all] : [before, all]), acknowledged: [] };
}

/** Appends under one key of the client's own; the id that it was answered with. */
async function appendWithKey(to: HeadlessProcess, key: string): Promise<string> {
  const response = await to.send('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ model_id: 'm', input: { key }, output: { answer: 'yes' } }),
  });
  expect(response.status).toBe(201);
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

/** Appends from four clients until `acknowledgements` have come: the keys sent, with the ids that came. */
async function killDuringKeyedAppends(
  victim: HeadlessProcess,
  round: number,
  acknowledgements: number,
): Promise<Map<string, string | undefined>> {
  const sent = new Map<string, string | undefined>();
  let acknowledged = 0;
  const append = async () => {
    for (;;) {
      const key = `round ${round}, request ${sent.size}`;
      sent.set(key, undefined);
      sent.set(key, await appendWithKey(victim, key));
      acknowledged += 1;
      if (acknowledged === acknowledgements) await victim.end('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 4 }, append));
  await victim.end('SIGKILL');
  return sent;
}

/** A dataset in use: how often each thing was done, as far as the host said so, and how often it was asked for. */
const ofBatch = 40;

/** Sends a batch of keyed decisions; the ids that they have in the ledger. */
async function sendBatch(to: HeadlessProcess, batch: string): Promise<string[]> {
  const records = Array.from({ length: ofBatch }, (_, n) => ({
    model_id: 'm',
    input: { batch, n },
    output: { answer: n % 2 === 0 ? 'yes' : 'no' },
    idempotency_key: `${batch}/${n}`,
  }));
  const { results } = await read(to, '/records/batch', createRecordsAnswerSchema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  });
  return results.map((each) => ('id' in each ? each.id : `refused: ${each.error.message}`));
}

/** Sends batches side by side; the process dies when so many are acknowledged. Each batch with its ids, where they came. */
async function killDuringBatches(
  victim: HeadlessProcess,
  round: number,
  acknowledgements: number,
): Promise<Map<string, string[] | undefined>> {
  const sent = new Map<string, string[] | undefined>();
  let acknowledged = 0;
  const repeat = async () => {
    for (;;) {
      const batch = `${round}.${sent.size}`;
      sent.set(batch, undefined);
      sent.set(batch, await sendBatch(victim, batch));
      acknowledged += 1;
      if (acknowledged >= acknowledgements) await victim.end('SIGKILL');
    }
  };
  await Promise.allSettled([repeat(), repeat(), repeat()]);
  await victim.end('SIGKILL');
  return sent;
}

interface Use {
  reads: number;
  rows: number;
  keys: number;
}

const nothingUsed = (): Use => ({ reads: 0, rows: 0, keys: 0 });

/** Makes a dataset of one row and a session over it. */
async function openUse(to: HeadlessProcess): Promise<{ dataset: string; session: string }> {
  const send = (path: string, body: object) =>
    read(to, path, z.object({ dataset_id: z.string(), session_id: z.string().optional() }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { dataset_id: dataset } = await send('/datasets', {
    name: 'Trial',
    holder_id: 'mayo',
    policy: openPolicy,
  });
  const filled = await to.send(`/datasets/${dataset}/records`, rowsBody(['rec_first']));
  expect(filled.status).toBe(201);
  const opened = await send('/sessions', { dataset_id: dataset, purpose: 'Research' });
  return { dataset, session: z.string().parse(opened.session_id) };
}

function rowsBody(ids: readonly string[]): RequestInit {
  const body = ids.map((record_id) => `${JSON.stringify({ record_id, age: 41 })}\n`).join('');
  return { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body };
}

/** Reads, fills and makes keys side by side; the process dies when `acknowledgements` have come. */
async function killDuringUse(
  victim: HeadlessProcess,
  used: { readonly dataset: string; readonly session: string; readonly round: number },
  acknowledgements: number,
): Promise<{ readonly sent: Use; readonly done: Use }> {
  const [sent, done] = [nothingUsed(), nothingUsed()];
  const refused: string[] = [];
  let acknowledged = 0;
  const acts: Readonly<Record<keyof Use, (nth: number) => Promise<Response>>> = {
    reads: () => victim.send(`/sessions/${used.session}/records/rec_first`),
    rows: (nth) =>
      victim.send(`/datasets/${used.dataset}/records`, rowsBody([`rec_${used.round}.${nth}`])),
    keys: (nth) =>
      victim.send('/api-keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `${used.round}/${nth}`, role: 'compliance' }),
      }),
  };
  const repeat = async (what: keyof Use) => {
    for (;;) {
      sent[what] += 1;
      const response = await acts[what](sent[what]);
      if (!response.ok) refused.push(`${what}: ${await response.text()}`);
      done[what] += 1;
      acknowledged += 1;
      if (acknowledged === acknowledgements) await victim.end('SIGKILL');
    }
  };
  await Promise.allSettled([repeat('reads'), repeat('reads'), repeat('rows'), repeat('keys')]);
  await victim.end('SIGKILL');
  expect(refused).toEqual([]);
  return { sent, done };
}

/** What the host says was done by now. */
async function usedBy(
  from: HeadlessProcess,
  { dataset, session }: { readonly dataset: string; readonly session: string },
): Promise<Use> {
  const { usage } = await read(from, `/sessions/${session}?include=usage`, sessionSchema);
  const { record_count: rows } = await read(from, `/datasets/${dataset}`, datasetSchema);
  const { pagination } = await read(from, '/api-keys?limit=1', apiKeyPageSchema);
  return { reads: usage?.read_operations ?? 0, rows, keys: pagination.total };
}

describe('kill -9', () => {
  it(`${kills} times loses nothing that was acknowledged`, { timeout }, async () => {
    const dice = createDice(20_261_120);
    let aftermath: Aftermath = { counts: new Set([0]), acknowledged: [] };
    let before = 0;
    const imports = { whole: 0, nothing: 0 };
    for (let round = 0; round < kills; round += 1) {
      const victim = await start();
      if (round === 1) await confirmProfile(victim);
      const found = round === 0 ? 0 : await decidedRecords(victim);
      const count = await verifiedRecords(victim);
      expect([round, found]).toEqual([round, count]);
      expect([round, [...aftermath.counts]]).toEqual([round, expect.arrayContaining([count])]);
      if (round > 0 && round % 2 === 0) {
        imports[aftermath.counts.has(count) && count > before ? 'whole' : 'nothing'] += 1;
      }
      before = count;
      for (const id of aftermath.acknowledged.slice(-8)) {
        expect((await victim.send(`/records/${id}`)).status).toBe(200);
      }
      if (round % 2 === 0) {
        aftermath = await killDuringAppends(victim, count, 1 + dice(24));
      } else {
        aftermath = await killDuringImport(victim, count, momentOf(imports, dice));
      }
    }
    // Both sides of the commit must have been hit, or this proves less than it says.
    expect(imports.whole).toBeGreaterThan(0);
    expect(imports.nothing).toBeGreaterThan(0);

    const survivor = await start();
    expect([...aftermath.counts]).toContain(await verifiedRecords(survivor));
    expect(await survivor.end('SIGTERM')).toBe(0);
    expect(readdirSync(join(data, 'local', 'uploads'))).toEqual([]);
  });

  it(
    `${retryRounds} times loses and doubles no append that is sent again @whole`,
    { timeout },
    async () => {
      const folder = join(root, 'retried');
      const dice = createDice(20_261_122);
      let sent = new Map<string, string | undefined>();
      let records = 0;
      for (let round = 0; round <= retryRounds; round += 1) {
        const victim = await start(folder);
        const ids = new Set<string>();
        for (const [key, acknowledged] of sent) {
          const id = await appendWithKey(victim, key);
          expect([key, id]).toEqual([key, acknowledged ?? id]);
          ids.add(id);
        }
        expect(ids.size).toBe(sent.size);
        records += sent.size;
        expect([round, await verifiedRecords(victim)]).toEqual([round, records]);
        if (round === retryRounds) await victim.end('SIGTERM');
        else sent = await killDuringKeyedAppends(victim, round, 1 + dice(24));
      }
    },
  );

  it(
    `${batchRounds} times in the midst of batches loses and doubles nothing that is sent again`,
    { timeout },
    async () => {
      const folder = join(root, 'batches');
      const dice = createDice(20_261_127);
      let sent = new Map<string, string[] | undefined>();
      const everyId = new Set<string>();
      for (let round = 0; round <= batchRounds; round += 1) {
        const victim = await start(folder);
        for (const [batch, acknowledged] of sent) {
          const ids = await sendBatch(victim, batch);
          expect([batch, ids]).toEqual([batch, acknowledged ?? ids]);
          expect(ids.filter((id) => !id.startsWith('rec_'))).toEqual([]);
          for (const id of ids) everyId.add(id);
        }
        const { record_count: records } = await read(victim, '/chain', chainSchema);
        expect([round, records]).toEqual([round, everyId.size]);
        if (round < batchRounds) {
          sent = await killDuringBatches(victim, round, 1 + dice(12));
          continue;
        }
        expect(await verifiedRecords(victim)).toBe(everyId.size);
        await victim.end('SIGTERM');
      }
    },
  );

  it(
    `${useRounds} times leaves rows, metered reads and keys as the journal says @whole`,
    { timeout },
    async () => {
      const folder = join(root, 'used');
      const dice = createDice(20_261_126);
      const first = await start(folder);
      const used = await openUse(first);
      let before = await usedBy(first, used);
      await first.end('SIGTERM');
      for (let round = 0; round < useRounds; round += 1) {
        const victim = await start(folder);
        const { sent, done } = await killDuringUse(victim, { ...used, round }, 6 + dice(40));
        const survivor = await start(folder);
        expect(await verifiedRecords(survivor)).toBe(0);
        const after = await usedBy(survivor, used);
        for (const what of ['reads', 'rows', 'keys'] as const) {
          const more = after[what] - before[what];
          expect([what, more >= done[what], more <= sent[what]]).toEqual([what, true, true]);
        }
        before = after;
        expect(await survivor.end('SIGTERM')).toBe(0);
      }
    },
  );
});
