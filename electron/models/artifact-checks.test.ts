/** Artifacts against the hash on their card: files and folders, streamed, canceled, broken off. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryListSchema, findingSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import {
  artifactCheckResultSchema,
  artifactCheckSchema,
  artifactReceiptSchema,
  modelOverviewSchema,
  type ArtifactCheckResult,
} from '../../shared/contract/models.ts';
import { TestApi } from '../api/test-api.ts';
import { tamper } from '../ledger/testing/test-ledger.ts';
import { rootDigest, sortedByPath } from './root-digest.ts';
import { oneIn } from '../testing/rounds.ts';

const mebibyte = 1024 * 1024;
const upload = { 'content-type': 'application/octet-stream' };

let test: TestApi;
beforeEach(async () => {
  test = await TestApi.open();
});
afterEach(() => test.close());

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

async function register(changes: object = {}): Promise<void> {
  const response = await test.send('POST', '/models', {
    body: { model_id: 'm', version: '1.0.0', ...changes },
  });
  expect(response.status).toBe(201);
}

async function jobOf(response: Response): Promise<Job> {
  expect([200, 202]).toContain(response.status);
  return jobSchema.parse(await response.json());
}

function resultOf(job: Job): ArtifactCheckResult {
  expect(job.status).toBe('completed');
  return artifactCheckResultSchema.parse(job.result);
}

const send = (path: string, body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) =>
  test.send('POST', path, { body, headers: upload });

const piece = (number: number) => Buffer.alloc(mebibyte, number % 251);

/** A stream of `pieces` mebibytes made as they are asked for, and the SHA-256 of all of them. */
function generated(pieces: number): { stream: ReadableStream<Uint8Array>; hash: string } {
  const hash = createHash('sha256');
  for (let number = 0; number < pieces; number += 1) hash.update(piece(number));
  let next = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (next < pieces) controller.enqueue(piece(next));
        else controller.close();
        next += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, hash: hash.digest('hex') };
}

describe('a file: POST /models/{id}/artifact-checks', () => {
  it('says match, and keeps it as a ledger entry and in the list', async () => {
    await register({ model_hash: `sha256:${hashOf('weights').toUpperCase()}` });
    const response = await send('/models/m/artifact-checks?name=model.bin&bytes=7', 'weights');
    expect(response.status).toBe(202);
    const job = await jobOf(response);
    const result = resultOf(job);
    expect(result).toMatchObject({
      outcome: 'match',
      method: 'sha256',
      actual: `sha256:${hashOf('weights')}`,
      expected: `sha256:${hashOf('weights').toUpperCase()}`,
      name: 'model.bin',
      files: 1,
      bytes: 7,
      version: '1.0.0',
    });
    expect(await test.read(jobSchema, `/jobs/${job.job_id}`)).toEqual(job);
    const { data } = await test.read(entryListSchema, '/chain/entries?from_seq=2');
    expect(JSON.parse(data[0]?.bytes ?? '')).toEqual({
      type: 'ledger.evidence/v1',
      seq: 2,
      id: result.evidence_id,
      kind: 'artifact_check',
      created_at: result.created_at,
      model_id: 'm',
      version: '1.0.0',
      method: 'sha256',
      outcome: 'match',
      expected: result.expected,
      actual: result.actual,
      name: 'model.bin',
      files: 1,
      bytes: 7,
    });
    const { manifest: _manifest, ...check } = result;
    const checks = await test.read(paginated(artifactCheckSchema), '/models/m/artifact-checks');
    expect(checks.data).toEqual([check]);
    const cards = await test.read(paginated(modelOverviewSchema), '/model-cards');
    expect(cards.data[0]?.artifact).toBe('match');
  });

  it('says mismatch with both hashes for one altered byte', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    await register({ model_hash: `sha256:${hashOf(bytes)}` });
    bytes[299_999] = 8;
    const result = resultOf(await jobOf(await send('/models/m/artifact-checks', bytes)));
    expect(result.outcome).toBe('mismatch');
    expect(result.actual).toBe(`sha256:${hashOf(bytes)}`);
    expect(result.expected).not.toBe(result.actual);
  });

  it('says no_hash where the card has none, and takes an empty file', async () => {
    await register();
    const result = resultOf(await jobOf(await send('/models/m/artifact-checks', '')));
    expect(result).toMatchObject({ outcome: 'no_hash', expected: null, bytes: 0 });
    expect(result.actual).toBe(`sha256:${hashOf('')}`);
  });

  it('checks against the version that is asked for', async () => {
    await register({ model_hash: `sha256:${hashOf('old')}` });
    await register({ version: '1.10.0', model_hash: `sha256:${hashOf('new')}` });
    await register({ version: '1.9.0' });
    const newest = resultOf(await jobOf(await send('/models/m/artifact-checks', 'new')));
    expect(newest).toMatchObject({ version: '1.10.0', outcome: 'match' });
    const path = '/models/m/artifact-checks?version=1.0.0';
    expect(resultOf(await jobOf(await send(path, 'old'))).outcome).toBe('match');
    expect((await send('/models/m/artifact-checks?version=3.0.0', 'x')).status).toBe(404);
    expect((await send('/models/none/artifact-checks', 'x')).status).toBe(404);
    const listed = await test.read(paginated(artifactCheckSchema), path);
    expect(listed.data.map((each) => each.version)).toEqual(['1.0.0']);
  });

  it('hashes 64 MiB as they come, with progress @whole', async () => {
    const { stream, hash } = generated(64);
    await register({ model_hash: `sha256:${hash}` });
    const job = await jobOf(await send(`/models/m/artifact-checks?bytes=${64 * mebibyte}`, stream));
    expect(resultOf(job)).toMatchObject({ outcome: 'match', bytes: 64 * mebibyte });
    expect(job.progress).toMatchObject({
      done: 64 * mebibyte,
      total: 64 * mebibyte,
      unit: 'bytes',
    });
  });

  it('keeps nothing of a file that breaks off or is not as long as announced', async () => {
    await register();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from('half'));
        controller.error(new Error('The client left.'));
      },
    });
    expect((await send('/models/m/artifact-checks', broken)).status).toBe(409);
    expect((await send('/models/m/artifact-checks?bytes=9', 'half')).status).toBe(409);
    expect((await test.read(entryListSchema, '/chain/entries')).size).toBe(2);
    const checks = await test.read(paginated(artifactCheckSchema), '/models/m/artifact-checks');
    expect(checks.data).toEqual([]);
    const jobs = await test.read(paginated(jobSchema), '/jobs');
    expect(jobs.data.map((each) => each.status)).toEqual(['failed', 'failed']);
  });

  it('gives a repeated Idempotency-Key the first answer, and refuses another file', async () => {
    await register();
    const headers = { ...upload, 'idempotency-key': 'k' };
    const path = '/models/m/artifact-checks';
    const first = await test.send('POST', path, { body: 'weights', headers });
    const again = await test.send('POST', path, { body: 'weights', headers });
    expect(await again.text()).toBe(await first.text());
    expect((await test.read(entryListSchema, '/chain/entries')).size).toBe(3);
    const other = await test.send('POST', path, { body: 'others', headers });
    expect(other.status).toBe(409);
  });
});

async function openCheck(body: object): Promise<Job> {
  const response = await test.send('POST', '/models/m/artifact-uploads', { body });
  expect(response.status).toBe(202);
  return jobOf(response);
}

describe('a folder: POST /models/{id}/artifact-uploads', () => {
  const files = [
    ['model.safetensors', 'weights'],
    ['config/tokenizer.json', '{}'],
    ['config.json', '{"layers":2}'],
    ['.git/HEAD', 'ref: refs/heads/main'],
    ['model.sig', 'signature'],
  ] as const;
  const texts = new Map<string, string>(files);
  // Part by part: `config/…` before `config.json`, and what model signing ignores left out.
  const order = ['config/tokenizer.json', 'config.json', 'model.safetensors'];
  const root = createHash('sha256')
    .update(Buffer.concat(order.map((path) => Buffer.from(hashOf(texts.get(path) ?? ''), 'hex'))))
    .digest('hex');

  it('computes the root digest of OpenSSF model signing from files sent one after another', async () => {
    await register({ model_hash: `sha256:${root}` });
    const bytes = files.reduce((sum, [, text]) => sum + text.length, 0);
    const opened = await openCheck({ kind: 'folder', name: 'model', files: files.length, bytes });
    expect(opened).toMatchObject({ kind: 'artifact_check', status: 'running', phase: 'hashing' });
    const path = `/artifact-uploads/${opened.job_id}`;
    for (const [name, text] of files) {
      const response = await send(`${path}/files?path=${encodeURIComponent(name)}`, text);
      const receipt = artifactReceiptSchema.parse(await response.json());
      expect(receipt).toMatchObject({ path: name, sha256: `sha256:${hashOf(text)}` });
    }
    const job = await jobOf(await test.send('POST', `${path}/complete`));
    const result = resultOf(job);
    expect(result).toMatchObject({
      outcome: 'match',
      method: 'openssf-model-signing',
      actual: `sha256:${root}`,
      files: 3,
    });
    expect(result.manifest.map((each) => each.path)).toEqual(order);
    expect(await jobOf(await test.send('POST', `${path}/complete`))).toEqual(job);
    expect((await send(`${path}/files?path=late`, 'x')).status).toBe(409);
  });

  it('refuses paths that leave the folder, the same file twice, and an empty folder', async () => {
    await register();
    const { job_id } = await openCheck({ kind: 'folder' });
    const path = `/artifact-uploads/${job_id}`;
    for (const name of ['../x', '/x', 'a//b', 'a/./b', '..', 'a/']) {
      expect((await send(`${path}/files?path=${encodeURIComponent(name)}`, 'x')).status).toBe(400);
    }
    expect((await test.send('POST', `${path}/complete`)).status).toBe(409);
    expect((await send(`${path}/files?path=a`, 'x')).status).toBe(200);
    expect((await send(`${path}/files?path=a`, 'x')).status).toBe(409);
    expect((await test.send('POST', `${path}/complete`)).status).toBe(200);
    expect((await test.send('POST', '/artifact-uploads/job_none/complete')).status).toBe(404);
  });

  it('gives a repeated Idempotency-Key the finished job, and refuses another check', async () => {
    await register();
    const complete = async () => {
      const { job_id } = await openCheck({ kind: 'folder' });
      await send(`/artifact-uploads/${job_id}/files?path=a`, 'x');
      const path = `/artifact-uploads/${job_id}/complete`;
      return () => test.send('POST', path, { headers: { 'idempotency-key': 'k' } });
    };
    const [one, other] = [await complete(), await complete()];
    const text = await (await one()).text();
    const again = await one();
    expect(await again.text()).toBe(text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await other()).status).toBe(409);
    expect((await test.read(entryListSchema, '/chain/entries')).size).toBe(3);
  });

  it('can be canceled between files and within one @whole', async () => {
    await register();
    const idle = await openCheck({ kind: 'folder' });
    await test.send('POST', `/jobs/${idle.job_id}/cancel`);
    expect((await test.ended(idle.job_id)).status).toBe('canceled');
    const { job_id } = await openCheck({ kind: 'file', bytes: 100 });
    let isLeft = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(64 * 1024)),
      cancel: () => {
        isLeft = true;
      },
    });
    const sending = send(`/artifact-uploads/${job_id}/files?path=f`, endless);
    await test.send('POST', `/jobs/${job_id}/cancel`);
    expect((await sending).status).toBe(409);
    expect(isLeft).toBe(true);
    expect((await test.read(jobSchema, `/jobs/${job_id}`)).status).toBe('canceled');
    expect((await test.read(entryListSchema, '/chain/entries')).size).toBe(2);
  });

  it('gives up a check that nobody sends to @whole', async () => {
    await register();
    const { job_id } = await openCheck({ kind: 'folder' });
    test.now += 61_000;
    expect(await test.ended(job_id)).toMatchObject({
      status: 'failed',
      error: { type: 'interrupted' },
    });
  });
});

describe('verification of the ledger', () => {
  it.each(
    oneIn(4, [
      ['outcome', "'match'"],
      ['actual', "'sha256:00'"],
      ['bytes', '8'],
      ['version', "'9.0.0'"],
    ]),
  )('finds the altered column %s of a check at its entry', async (column, value) => {
    await register({ model_hash: `sha256:${hashOf('other')}` });
    const { seq } = resultOf(await jobOf(await send('/models/m/artifact-checks', 'weights')));
    await test.reopen(() =>
      tamper(join(test.directory, 'proofdesk.db'), (database) =>
        database.exec(`UPDATE artifact_checks SET ${column} = ${value}`),
      ),
    );
    const job = await test.finished(await test.send('POST', '/chain/verifications'));
    const found = await test.read(
      paginated(findingSchema),
      `/chain/verifications/${job.job_id}/findings`,
    );
    expect(found.data.map((each) => [each.verdict, each.seq, each.field])).toEqual([
      ['PROJECTION_MISMATCH', seq, column],
    ]);
  });
});

describe('the root digest', () => {
  it('sorts by parts and code points, as the reference implementation does', () => {
    const file = (path: string) => ({ path, sha256: hashOf(path) });
    const paths = ['b', 'a.txt', 'a/z', 'a', '\u{1f600}', '\uffee', 'a/B', 'A'];
    expect(sortedByPath(paths.map(file)).map((each) => each.path)).toEqual([
      'A',
      'a',
      'a/B',
      'a/z',
      'a.txt',
      'b',
      '\uffee',
      '\u{1f600}',
    ]);
    expect(rootDigest([file('b'), file('a')])).toBe(
      hashOf(Buffer.from(hashOf('a') + hashOf('b'), 'hex')),
    );
  });
});
