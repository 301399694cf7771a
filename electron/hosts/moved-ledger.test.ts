/**
 * A ledger that is moved, removed or exchanged while it is open: nothing is acknowledged from then on,
 * nothing is made in its place, what was acknowledged is in the ledger wherever it is, and everything
 * goes on once it is back.
 * @push
 */
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restorePreviewSchema } from '../../shared/contract/backups.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { recoverySchema } from '../../shared/contract/recovery.ts';
import { createEngine, type Engine } from '../engine/engine-client.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { loadKeyFile, writeKeyFile } from './key-file.ts';
import { cases, rounds } from '../testing/rounds.ts';
import {
  acknowledged,
  appendBeside,
  appendsBeside,
  bodyOf,
  expectNoneLate,
  lanes,
  type Sent,
} from './testing/append-beside.ts';
import { endedJob } from './testing/ended-job.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const timeout = 120_000;
const settings = {
  schedule: 'off',
  every_hours: 24,
  daily_at: '02:00',
  keep_last: 7,
  keep_days: 14,
  keep_months: 12,
  folder: null,
};
const orders = rounds({ usual: 1, all: 10 });

let root: string;
let workerEntry: URL;
let engines: Engine[];
let engine: Engine;
/** The data directory, the folder of its ledger, and the ledger. */
let dataRoot: string;
let folder: string;
let ledger: string;

beforeAll(async () => {
  workerEntry = (await builtHost()).worker;
}, timeout);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-moved-'));
  engines = [];
  dataRoot = join(root, 'data');
  folder = join(dataRoot, 'local');
  ledger = join(folder, 'proofdesk.db');
  engine = await open(dataRoot);
}, timeout);

afterEach(async () => {
  for (const each of engines) await each.close();
  rmSync(root, { recursive: true, force: true });
}, timeout);

async function open(path: string): Promise<Engine> {
  const opened = createEngine({
    workerEntry,
    dataRoot: path,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test of moved ledgers',
    apiKeyHashes: [],
    loadSeed: (directory) => loadKeyFile(directory, (bytes) => randomBytes(bytes)),
    keepSeed: async (place, seed) => void (await writeKeyFile(place, seed)),
    log: () => {},
  });
  engines.push(opened);
  expect((await opened.start()).state).toBe('ready');
  return opened;
}

function ask(path: string, init: RequestInit = {}, of = engine): Promise<Response> {
  return of.serve(askedBy(new Request(`http://test/v1${path}`, init), operator));
}

function append(key: string, of = engine): Promise<Response> {
  return ask(
    '/records',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: bodyOf(key),
    },
    of,
  );
}

function post(body: object): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

async function recovery() {
  return recoverySchema.parse(await (await ask('/recovery')).json());
}

async function retry() {
  return recoverySchema.parse(await (await ask('/recovery/retry', { method: 'POST' })).json());
}

/** Resolves once the engine has failed, whoever found out. */
function failed(): Promise<void> {
  return new Promise((resolve) => {
    const stop = engine.onStatus(({ state }) => {
      if (state !== 'failed') return;
      stop();
      resolve();
    });
    if (engine.status().state === 'failed') resolve();
  });
}

async function recordIds(of = engine): Promise<string[]> {
  const page = recordListSchema.parse(await (await ask('/records?limit=500', {}, of)).json());
  expect(page.data).toHaveLength(page.total);
  return page.data.map(({ id }) => id);
}

async function finished(begun: Response, of = engine): Promise<Job> {
  const send = (path: string) => ask(path, {}, of);
  return endedJob(jobSchema.parse(await begun.json()), { send });
}

/** Every entry of the ledger holds. */
async function expectIntact(of = engine): Promise<void> {
  const { result } = await finished(await ask('/chain/verifications', post({}), of), of);
  expect(result).toMatchObject({ findings_total: 0 });
}

/** Everything below a folder, by its path: what it holds, and when it was last changed. */
function contents(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const { mtimeMs, size } = statSync(join(path, name));
      return [name, `${size} ${mtimeMs}`];
    }),
  );
}

/** That nothing is answered, and that the page says why. */
async function expectMoved(path: unknown): Promise<void> {
  await failed();
  expect(await recovery()).toMatchObject({ state: 'failed', fault: 'moved', path });
  for (const asked of ['/chain', '/records', '/overview']) {
    const refused = await ask(asked);
    expect(refused.status).toBe(503);
  }
}

/** That what was acknowledged is in the ledger that is open, and at most what was under way besides. */
async function expectWhole(sent: readonly Sent[], of = engine): Promise<void> {
  const ids = await recordIds(of);
  expect(ids).toEqual(expect.arrayContaining(acknowledged(sent)));
  expect(ids.length - acknowledged(sent).length).toBeLessThanOrEqual(lanes);
  await expectIntact(of);
}

/** All of them are sent again with their keys: each is there once. */
async function sendAgain(sent: readonly Sent[]): Promise<void> {
  for (const { key } of sent) expect((await append(key)).status).toBe(201);
  expect(await recordIds()).toHaveLength(appendsBeside);
}

const places = cases<[string, () => string]>(
  [['the folder of the ledger', () => folder]],
  [['the data directory', () => dataRoot]],
);

/** What is done to a folder, and what is put in its place. */
const renames = cases<[string, (path: string, aside: string) => void]>(
  [
    [
      'is renamed, and an empty one made in its place',
      (path, aside) => {
        renameSync(path, aside);
        mkdirSync(path);
      },
    ],
  ],
  [['is renamed', (path, aside) => renameSync(path, aside)]],
);

describe.each(places)('beside 200 appends %s', (_, place) => {
  const seeds = Array.from({ length: orders }, (_each, round) => round + 1);

  it.each(renames.flatMap(([name, rename]) => seeds.map((seed) => ({ name, rename, seed }))))(
    '$name (seed $seed) @whole',
    { timeout },
    async ({ rename, seed }) => {
      const path = place();
      const aside = join(root, 'aside');
      let left: Record<string, string> = {};
      const sent = await appendBeside(seed, append, () => {
        rename(path, aside);
        left = contents(path);
      });
      expectNoneLate(sent);
      await expectMoved(ledger);
      expect(contents(path)).toEqual(left);

      // Another try makes nothing either, nor does asking for the key or for a restore.
      expect(await retry()).toMatchObject({ state: 'failed', fault: 'moved', path: ledger });
      await ask('/restores/preview', post({ path: join(root, 'nothing') }));
      await ask('/signing-key/export', post({ passphrase: 'a long enough passphrase' }));
      await ask('/backups/settings', { ...post(settings), method: 'PUT' });
      expect(contents(path)).toEqual(left);

      rmSync(path, { recursive: true, force: true });
      renameSync(aside, path);
      expect(await retry()).toMatchObject({ state: 'ready', fault: null });
      await expectWhole(sent);
      await sendAgain(sent);
    },
  );

  it.each(seeds)('is removed (seed %d) @whole', { timeout }, async (seed) => {
    const path = place();
    const sent = await appendBeside(seed, append, () =>
      rmSync(path, { recursive: true, maxRetries: 5 }),
    );
    expectNoneLate(sent);
    // Which of its files goes first is the system's affair.
    await expectMoved(expect.stringContaining(path));
    expect(await retry()).toMatchObject({ state: 'failed', fault: 'moved', path: ledger });
    expect(existsSync(path)).toBe(false);
  });

  it.each(seeds)('is exchanged for another (seed %d) @whole', { timeout }, async (seed) => {
    const path = place();
    const other = await open(join(root, 'other'));
    await append('of the other', other);
    const [strange] = await recordIds(other);
    await other.close();
    const another = place() === dataRoot ? join(root, 'other') : join(root, 'other', 'local');
    const aside = join(root, 'aside');
    let left: Record<string, string> = {};
    const sent = await appendBeside(seed, append, () => {
      renameSync(path, aside);
      renameSync(another, path);
      left = contents(path);
    });
    expectNoneLate(sent);
    await expectMoved(ledger);
    expect(contents(path)).toEqual(left);

    // Whoever asks for it gets what stands there; it has nothing of the one that was open.
    expect(await retry()).toMatchObject({ state: 'ready', fault: null });
    expect(await recordIds()).toEqual([strange]);

    renameSync(path, another);
    renameSync(aside, path);
    await failed();
    expect(await retry()).toMatchObject({ state: 'ready', fault: null });
    await expectWhole(sent);
  });
});

/** Every append that comes after it is refused; what came before is there again once `mend` is done. */
interface Harmed {
  readonly what: string;
  readonly harm: () => void;
  /** What the page names. */
  readonly path: () => string;
  /** Puts back what another try does not do without. */
  readonly mend?: () => void;
}

describe('while it is open', () => {
  const files = cases<Harmed>(
    [
      {
        what: 'its file is removed',
        harm: () => renameSync(ledger, join(root, 'kept')),
        path: () => ledger,
        mend: () => renameSync(join(root, 'kept'), ledger),
      },
    ],
    [
      {
        what: 'it is exchanged for a copy of itself',
        harm: () => {
          copyFileSync(ledger, `${ledger}.copy`);
          renameSync(ledger, join(root, 'kept'));
          renameSync(`${ledger}.copy`, ledger);
        },
        path: () => ledger,
        mend: () => renameSync(join(root, 'kept'), ledger),
      },
      {
        what: 'its write-ahead log is removed',
        harm: () => renameSync(`${ledger}-wal`, join(root, 'kept')),
        path: () => `${ledger}-wal`,
      },
      {
        what: 'its folder cannot be entered any more',
        harm: () => {
          renameSync(folder, join(root, 'kept'));
          writeFileSync(folder, 'a file in the place of the folder');
        },
        path: () => ledger,
        mend: () => {
          rmSync(folder);
          renameSync(join(root, 'kept'), folder);
        },
      },
    ],
  );

  it.each(files)(
    '$what: nothing more is acknowledged',
    { timeout },
    async ({ harm, path, mend }) => {
      for (const key of ['a', 'b', 'c']) expect((await append(key)).status).toBe(201);
      harm();
      const refused = await append('d');
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: { code: 'engine_unavailable' } });
      await expectMoved(path());
      mend?.();
      expect(await retry()).toMatchObject({ state: 'ready', fault: null });
      // Whether it took effect was not known: with its key it is there once.
      expect((await append('d')).status).toBe(201);
      expect(await recordIds()).toHaveLength(4);
      await expectIntact();
    },
  );

  it(
    'a link to its data directory is turned: nothing goes to either @whole',
    { timeout },
    async () => {
      const link = join(root, 'link');
      const other = await open(join(root, 'other'));
      await other.close();
      const left = contents(join(root, 'other'));
      await engine.close();
      symlinkSync(dataRoot, link);
      engine = await open(link);
      expect((await append('a')).status).toBe(201);
      rmSync(link);
      symlinkSync(join(root, 'other'), link);
      expect((await append('b')).status).toBe(503);
      await expectMoved(expect.stringContaining(join(link, 'local', 'proofdesk.db')));
      expect(contents(join(root, 'other'))).toEqual(left);
      rmSync(link);
      symlinkSync(dataRoot, link);
      expect(await retry()).toMatchObject({ state: 'ready', fault: null });
      expect((await append('b')).status).toBe(201);
      expect(await recordIds()).toHaveLength(2);
    },
  );

  it.each(cases([], ['lock', 'local/jobs.db', 'local/proofdesk.db-shm', 'local/jobs.db-wal']))(
    '%s is removed: it is found out though nobody asks, and another try opens it',
    { timeout },
    async (name) => {
      expect((await append('a')).status).toBe(201);
      rmSync(join(dataRoot, name));
      await expectMoved(join(dataRoot, name));
      expect(await retry()).toMatchObject({ state: 'ready', fault: null });
      expect(await recordIds()).toHaveLength(1);
      expect((await append('b')).status).toBe(201);
      await expectIntact();
    },
  );

  it('a job is not begun in a jobs database that is gone @whole', { timeout }, async () => {
    renameSync(join(folder, 'jobs.db'), join(root, 'jobs.db'));
    expect((await ask('/chain/verifications', post({}))).status).toBe(503);
    await expectMoved(join(folder, 'jobs.db'));
  });

  it('whoever closes it then signs and writes nothing @whole', { timeout }, async () => {
    expect((await append('a')).status).toBe(201);
    const aside = join(root, 'aside');
    renameSync(folder, aside);
    mkdirSync(folder);
    const noted = contents(join(aside, 'checkpoints'));
    await engine.close();
    expect(contents(folder)).toEqual({});
    expect(contents(join(aside, 'checkpoints'))).toEqual(noted);
  });

  it('a backup is restored to where it was @whole', { timeout }, async () => {
    for (const key of ['a', 'b']) expect((await append(key)).status).toBe(201);
    const passphrase = 'correct horse battery';
    const file = await (await ask('/signing-key/export', post({ passphrase }))).text();
    expect(await finished(await ask('/backups', post({})))).toMatchObject({ status: 'completed' });
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const path = join(root, name);
    cpSync(join(folder, 'backups', name), path, { recursive: true });
    rmSync(dataRoot, { recursive: true, maxRetries: 5 });
    await failed();

    const source = { path, key: { file, passphrase } };
    const looked = await ask('/restores/preview', post(source));
    const { backup } = restorePreviewSchema.parse(await looked.json());
    const order = { ...source, confirm: backup?.head_hash };
    const restored = await ask('/restores', post(order));
    expect(await restored.json()).toMatchObject({ opened: true });
    expect(await recordIds()).toHaveLength(2);
    expect((await append('c')).status).toBe(201);
    await expectIntact();
  });
});
