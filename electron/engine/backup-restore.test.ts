/**
 * Backups and the way back, over threads: made beside appends, refused when altered, restored whatever state the ledger is in.
 * @push
 */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  backupListSchema,
  backupManifestSchema,
  backupSettingsSchema,
  diagnosticsSchema,
  restorePreviewSchema,
  restoreResultSchema,
  type BackupManifest,
} from '../../shared/contract/backups.ts';
import { chainSchema, entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { standingSchema } from '../../shared/contract/checkpoints.ts';
import { isFinished, jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { createEngine, type Engine } from './engine-client.ts';
import { builtHost } from './testing/built-host.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const decision = { model_id: 'm', input: { age: 41 }, output: { decision: 'approve' } };

/** Those that were started and have not ended. */
const threads: Worker[] = [];
const keepThread = (thread: Worker) => {
  threads.unshift(thread);
  thread.once('exit', () => void threads.splice(threads.indexOf(thread), 1));
};

let dataRoot: string;
let engine: Engine;
beforeAll(async () => {
  process.on('worker', keepThread);
  dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-backup-'));
  engine = await start();
});
afterAll(async () => {
  process.off('worker', keepThread);
  await engine.close();
  rmSync(dataRoot, { recursive: true, force: true });
});

async function start(seed = 7, root = dataRoot): Promise<Engine> {
  const opened = createEngine({
    workerEntry: (await builtHost()).worker,
    dataRoot: root,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32).fill(seed),
    log: () => {},
    logLines: () => ['a line of the log'],
  });
  await opened.start();
  return opened;
}

const local = () => join(dataRoot, 'local');
const ledger = () => join(local(), 'proofdesk.db');

async function ask(method: string, path: string, body?: object, on = engine): Promise<Response> {
  const request = new Request(`http://test/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return on.serve(askedBy(request, operator));
}

async function read<Value>(
  schema: { parse: (value: unknown) => Value },
  method: string,
  path: string,
  body?: object,
): Promise<Value> {
  const response = await ask(method, path, body);
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return schema.parse(answer);
}

async function append(times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    expect((await ask('POST', '/records', decision)).status).toBe(201);
  }
}

async function finished(started: Promise<Job>): Promise<Job> {
  const { job_id: id } = await started;
  const changed = Promise.withResolvers<void>();
  let wake = changed;
  const stop = engine.onChange(() => wake.resolve());
  try {
    for (;;) {
      const job = await read(jobSchema, 'GET', `/jobs/${id}`);
      if (isFinished(job.status)) return job;
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  } finally {
    stop();
  }
}

async function backUp(): Promise<BackupManifest> {
  const job = await finished(read(jobSchema, 'POST', '/backups', {}));
  expect(job.error).toBeNull();
  return backupManifestSchema.parse({ format: 'proofdesk.backup/v1', ...job.result });
}

const backups = () => read(backupListSchema, 'GET', '/backups');
const chain = () => read(chainSchema, 'GET', '/chain');
const verify = async () =>
  verificationSchema.parse(
    (await finished(read(jobSchema, 'POST', '/chain/verifications'))).result,
  );
const preview = (source: object) => read(restorePreviewSchema, 'POST', '/restores/preview', source);
const restore = (source: object, confirm: string | null) =>
  read(restoreResultSchema, 'POST', '/restores', { ...source, confirm });

describe('A backup', () => {
  test('is made while appends go on, and holds a state that the ledger went through', async () => {
    await append(10);
    const before = await chain();
    const [manifest] = await Promise.all([backUp(), append(30)]);
    expect(manifest.entries).toBeGreaterThanOrEqual(before.size);
    expect(manifest).toMatchObject({ reason: 'manual', program_version: '1.2.3' });
    const { data } = await backups();
    expect(data).toMatchObject([{ backup_id: manifest.backup_id, fault: null }]);
    expect(readdirSync(join(local(), 'backups'))).toEqual([manifest.backup_id]);
    const check = await finished(read(jobSchema, 'POST', `/backups/${manifest.backup_id}/verify`));
    expect(check.result).toMatchObject({ intact: true, entries: manifest.entries });
    expect((await read(backupSettingsSchema, 'GET', '/backups/settings')).last_success).toEqual({
      backup_id: manifest.backup_id,
      created_at: manifest.created_at,
    });
  });

  test('that was altered is told, by its list where it shows and by its check where it does not', async () => {
    for (const { backup_id: earlier } of (await backups()).data) {
      expect((await ask('DELETE', `/backups/${earlier}`)).status).toBe(200);
    }
    const { backup_id: id } = await backUp();
    const copy = join(local(), 'backups', id, 'proofdesk.db');
    const bytes = readFileSync(copy);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
    writeFileSync(copy, bytes);
    const check = await finished(read(jobSchema, 'POST', `/backups/${id}/verify`));
    expect(check.result).toMatchObject({ intact: false });
    expect((await backups()).data).toMatchObject([
      { fault: null, verification: { intact: false } },
    ]);
    expect(await preview({ backup_id: id })).toMatchObject({ obstacle: 'damaged' });
    appendFileSync(copy, 'x');
    expect((await backups()).data[0]?.fault).toContain('bytes');
    rmSync(join(local(), 'backups', id, 'manifest.json'));
    expect((await backups()).data).toMatchObject([{ manifest: null }]);
    const confirm = `sha256:${'0'.repeat(64)}`;
    expect((await ask('POST', '/restores', { backup_id: id, confirm })).status).toBe(409);
    expect((await ask('DELETE', `/backups/${id}`)).status).toBe(200);
    expect((await backups()).data).toEqual([]);
  });

  test('goes to a folder of one’s choice, which is looked at first @whole', async () => {
    const settings = await read(backupSettingsSchema, 'GET', '/backups/settings');
    const { available: _a, folder_in_use: _f, next_at: _n, ...rest } = settings;
    const { last_success: _s, last_failure: _l, overdue: _o, signing_key: _k, ...wanted } = rest;
    const put = (folder: string) => ask('PUT', '/backups/settings', { ...wanted, folder });
    expect((await put('relative')).status).toBe(400);
    expect((await put(join(dataRoot, 'local'))).status).toBe(400);
    expect((await put('/proc/self')).status).toBe(400);
    const elsewhere = mkdtempSync(join(tmpdir(), 'proofdesk-elsewhere-'));
    try {
      expect((await put(elsewhere)).status).toBe(200);
      const { backup_id: id } = await backUp();
      expect(existsSync(join(elsewhere, id, 'manifest.json'))).toBe(true);
      rmSync(elsewhere, { recursive: true });
      const failed = await finished(read(jobSchema, 'POST', '/backups', {}));
      expect(failed.status).toBe('failed');
      const after = await read(backupSettingsSchema, 'GET', '/backups/settings');
      expect(after.last_failure?.message).toBeTruthy();
      expect((await backups()).folders[1]?.fault).toBeTruthy();
      const body = { ...wanted, folder: null };
      expect((await ask('PUT', '/backups/settings', body)).status).toBe(200);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});

describe('A restore', () => {
  test('shows what would be lost, keeps what it replaces, declares itself, and verifies @whole', async () => {
    await append(3);
    const { record_count: records } = await chain();
    const { backup_id: id, entries, head_hash: head } = await backUp();
    await append(4);
    await ask('POST', '/checkpoints');
    const before = await chain();
    const shown = await preview({ backup_id: id });
    expect(shown).toMatchObject({
      obstacle: null,
      relation: 'behind',
      common: entries,
      backup: { entries, records },
      lost: { records: 4 },
      migrates: false,
    });
    expect(shown.lost.entries).toBe(shown.present === null ? 0 : shown.present.entries - entries);
    expect(
      (await ask('POST', '/restores', { backup_id: id, confirm: shown.present?.head_hash })).status,
    ).toBe(409);
    expect((await chain()).record_count).toBe(before.record_count);
    const result = await restore({ backup_id: id }, head);
    expect(result).toMatchObject({ entries, head_hash: head, opened: true });
    expect(existsSync(join(result.replaced_path, 'proofdesk.db'))).toBe(true);
    expect((await chain()).record_count).toBe(records);
    const { data } = await read(
      entryListSchema,
      'GET',
      `/chain/entries?from_seq=${entries}&limit=1`,
    );
    expect(JSON.parse(JSON.stringify(data[0]))).toMatchObject({ type: 'ledger.restore/v1' });
    await append(2);
    expect(await verify()).toMatchObject({ findings_total: 0 });
    expect((await read(standingSchema, 'GET', '/chain/standing')).verdict).not.toBe('FORKED');
    // The replaced ledger can be had again.
    const back = await preview({ path: join(result.replaced_path, 'proofdesk.db') });
    expect(back).toMatchObject({ obstacle: null, relation: 'apart', common: entries });
  });

  test('brings back a ledger that does not open any more @whole', async () => {
    const { record_count: records } = await chain();
    const { backup_id: id, head_hash: head } = await backUp();
    await engine.close();
    truncateSync(ledger(), 4_096);
    for (const suffix of ['-wal', '-shm']) rmSync(ledger() + suffix, { force: true });
    engine = await start();
    expect(engine.status().state).toBe('failed');
    expect((await backups()).data[0]).toMatchObject({ backup_id: id, fault: null });
    expect(await preview({ backup_id: id })).toMatchObject({
      obstacle: null,
      present: null,
      relation: 'unknown',
    });
    expect(await restore({ backup_id: id }, head)).toMatchObject({ opened: true });
    expect((await chain()).record_count).toBe(records);
    expect(await verify()).toMatchObject({ findings_total: 0 });
  });

  test('is refused for the backup of another ledger, and leaves the ledger as it is @whole', async () => {
    const { record_count: records } = await chain();
    const { backup_id: id, head_hash: confirm } = await backUp();
    const path = join(local(), 'backups', id);
    const other = mkdtempSync(join(tmpdir(), 'proofdesk-other-'));
    const stranger = await start(8, other);
    try {
      const looked = await ask('POST', '/restores/preview', { path }, stranger);
      expect(restorePreviewSchema.parse(await looked.json())).toMatchObject({
        obstacle: 'another_ledger',
      });
      expect((await ask('POST', '/restores', { path, confirm }, stranger)).status).toBe(409);
      expect((await ask('POST', '/records', decision, stranger)).status).toBe(201);
    } finally {
      await stranger.close();
      rmSync(other, { recursive: true, force: true });
    }
    expect(await preview({ path: ledger() })).toMatchObject({ obstacle: 'damaged' });
    expect((await ask('POST', '/restores/preview', { path: '/nowhere' })).status).toBe(404);
    expect((await chain()).record_count).toBe(records);
  });

  test('keeps revoked keys revoked @whole', async () => {
    const { key_id: keyId, key } = await read(createdApiKeySchema, 'POST', '/api-keys', {
      name: 'Auditor',
      role: 'compliance',
    });
    const { backup_id: id, head_hash: head } = await backUp();
    expect((await ask('POST', `/api-keys/${keyId}/revoke`)).status).toBe(200);
    expect(await restore({ backup_id: id }, head)).toMatchObject({ opened: true });
    const request = new Request('http://test/v1/records', {
      headers: { authorization: `Bearer ${key}` },
    });
    const anonymous: Caller = { mount: 'loopback', principal: { kind: 'anonymous' } };
    const refused = await engine.serve(askedBy(request, anonymous));
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining('The API key was revoked'),
    ]);
  });
});

describe('Diagnostics', () => {
  test('say where the data is, and hold neither records nor keys', async () => {
    const body = { ...decision, input: { name: 'Zebedaeus' } };
    await ask('POST', '/records', body);
    expect(await read(diagnosticsSchema, 'GET', '/diagnostics')).toMatchObject({
      ledger_path: ledger(),
      engine: 'ready',
    });
    const response = await ask('POST', '/diagnostics');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const { fromBufferPromise } = await import('yauzl');
    const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
    let text = '';
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream) text += String(chunk);
    }
    expect(text).toContain('a line of the log');
    expect(text).toContain('quick_check');
    expect(text).not.toContain('Zebedaeus');
  });
});

// At the end: what is before has a small ledger.
describe('A backup whose thread dies @whole', () => {
  beforeAll(async () => {
    const padding = 'x'.repeat(200_000);
    const body = `${JSON.stringify({ ...decision, input: { padding } })}\n`.repeat(80);
    const headers = { 'content-type': 'application/x-ndjson' };
    const upload = new Request('http://test/v1/imports', { method: 'POST', headers, body });
    const imported = await engine.serve(askedBy(upload, operator));
    await finished(imported.json().then((answer) => jobSchema.parse(answer)));
    await backUp();
  });

  test.each([
    ['as it begins', 0],
    ['once most is copied', 12_000_000],
  ])('%s leaves nothing; the next one is made', async (_name, bytes) => {
    const before = (await backups()).data.map(({ backup_id: id }) => id);
    const { size, record_count: records } = await chain();
    expect(records).toBeGreaterThanOrEqual(80);
    const folder = join(local(), 'backups');
    const copied = () => {
      const draft = readdirSync(folder).find((name) => name.endsWith('.unfinished'));
      if (draft === undefined) return -1;
      return statSync(join(folder, draft, 'proofdesk.db'), { throwIfNoEntry: false })?.size ?? -1;
    };
    const jobsThread = threads.find(({ threadName }) => threadName === 'proofdesk-jobs');
    const stop = engine.onChange(() => {
      if (copied() < bytes) return;
      stop();
      void jobsThread?.terminate();
    });
    const killed = await finished(read(jobSchema, 'POST', '/backups', {}));
    expect(killed).toMatchObject({ status: 'failed', error: { type: 'interrupted' } });
    expect(readdirSync(folder).toSorted()).toEqual(before.toSorted());
    expect((await backups()).data.map(({ backup_id: id }) => id)).toEqual(before);

    const { backup_id: next, entries } = await backUp();
    expect(entries).toBeGreaterThanOrEqual(size);
    expect(readdirSync(folder).toSorted()).toEqual([...before, next].toSorted());
  });
});
