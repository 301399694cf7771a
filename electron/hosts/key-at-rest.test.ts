/** A signing key under a passphrase: the host comes up locked, opens with it, and says it to nobody. */
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { recoverySchema } from '../../shared/contract/recovery.ts';
import { signingKeySchema } from '../../shared/contract/signing-key.ts';
import { sealSigningKeys } from '../backup/signing-key-file.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

const passphrase = 'correct horse battery staple';
const other = 'another four quiet words';

let folder: string;
let data: string;
let host: HeadlessProcess | undefined;
/** Of the person at the machine. */
let session: Readonly<Record<string, string>>;
/** A data directory with a ledger that is closed, and the file of its key under the passphrase. */
let made: string;
let sealedKey: string;

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'proofdesk-made-'));
  data = made;
  await start();
  const appended = await send('/records', decision);
  if (appended.status !== 201) throw new Error(await appended.text());
  const { origin, vkey } = chainSchema.parse(await (await send('/chain')).json());
  await end();
  sealedKey = sealSigningKeys(
    { origin, keys: [{ vkey, seed: readFileSync(keyFile()) }] },
    {
      passphrase,
      createdAt: '2026-01-01T00:00:00.000Z',
      random: (bytes) => randomBytes(bytes),
      // The least that a file may ask for: what is tested here is not what a guess costs.
      cost: { n: 2 ** 14, r: 8, p: 1 },
    },
  );
}, 120_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-locked-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

async function end(): Promise<void> {
  await host?.end('SIGTERM');
  host = undefined;
}

async function start(more: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  await end();
  host = await startHeadless(
    ['--data', data, ...more],
    (await builtHost()).headless,
    [],
    environment,
  );
  const entered = await fetch(host.url, { redirect: 'manual' });
  session = {
    cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '',
    'sec-fetch-site': 'same-origin',
    'proofdesk-confirm': host.apiKey,
  };
  return host;
}

async function send(path: string, body?: object): Promise<Response> {
  return fetch(`${host?.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const recovery = async () => recoverySchema.parse(await (await send('/recovery')).json());
const protection = async () =>
  signingKeySchema.parse(await (await send('/signing-key')).json()).protection;
const decision = { model_id: 'm', input: { a: 1 }, output: { b: 2 }, confidence: 1 };
const keyFile = () => join(data, 'local', 'ledger.key');
/** A ledger that is still being begun has no key to be protected. */
async function protect(body: object): Promise<Response> {
  await expect.poll(async () => (await recovery()).state, { timeout: 60_000 }).toBe('ready');
  return send('/signing-key/protect', body);
}

/** Brings the ledger here, its key under the passphrase. */
function bringLocked(): void {
  cpSync(made, data, { recursive: true });
  writeFileSync(keyFile(), sealedKey);
}

describe('a key under a passphrase', { timeout: 120_000 }, () => {
  test('is put under it, under another and under none, and opened by a file; it is told to nobody @whole', async () => {
    cpSync(made, data, { recursive: true });
    const plain = readFileSync(keyFile());
    await start();
    expect(await protection()).toBe('file');
    expect((await protect({ passphrase: 'short' })).status).toBe(400);
    expect((await protect({ passphrase: other })).status).toBe(200);
    expect(await protection()).toBe('passphrase');
    expect(readFileSync(keyFile(), 'utf8')).toContain('"proofdesk.signing-key/v1"');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect((await send('/records', decision)).status).toBe(201);

    // Another one, then none: each needs the one before.
    expect((await protect({ passphrase })).status).toBe(400);
    expect((await protect({ passphrase, current: passphrase })).status).toBe(400);
    expect((await protect({ passphrase, current: other })).status).toBe(200);

    const file = join(folder, 'passphrase');
    writeFileSync(file, `${passphrase}\n`, { mode: 0o600 });
    const locked = await start(['--passphrase-file', file]);
    expect((await send('/records', decision)).status).toBe(201);
    const told = [
      locked.complaints(),
      readFileSync(`/proc/${locked.pid}/cmdline`, 'latin1'),
      readFileSync(`/proc/${locked.pid}/environ`, 'latin1'),
      await (await send('/diagnostics')).text(),
      Buffer.from(await (await send('/diagnostics/export')).arrayBuffer()).toString('latin1'),
      await (await send('/audit/events')).text(),
      ...everyFile(data),
    ];
    expect(told.filter((text) => text.includes(passphrase))).toEqual([]);

    expect((await protect({ passphrase: null, current: passphrase })).status).toBe(200);
    // As any other key that the next start reads.
    expect(readFileSync(keyFile())).toEqual(plain);
  });

  test('that a file does not open locks the start, which serves recovery and opens with it @whole', async () => {
    bringLocked();
    const wrong = await start(['--passphrase-file', keyFile()]);
    await expect.poll(async () => (await recovery()).state, { timeout: 60_000 }).toBe('failed');
    expect(await recovery()).toMatchObject({ fault: 'key_locked', path: keyFile() });
    expect(wrong.complaints()).toContain('does not open it');
    expect((await send('/records', decision)).status).toBe(503);
    expect((await send('/recovery/unlock', { passphrase: other })).status).toBe(400);
    const opened = await send('/recovery/unlock', { passphrase });
    expect(recoverySchema.parse(await opened.json())).toMatchObject({
      state: 'ready',
      fault: null,
    });
    expect((await send('/records', decision)).status).toBe(201);
    expect((await send('/recovery/unlock', { passphrase })).status).toBe(409);
  });

  test('is opened by a credential of the system @whole', async () => {
    bringLocked();
    writeFileSync(join(folder, 'proofdesk-passphrase'), passphrase);
    await start([], { CREDENTIALS_DIRECTORY: folder });
    expect((await send('/records', decision)).status).toBe(201);
  });

  test('takes five tries a minute, and the right one no sooner @whole', async () => {
    bringLocked();
    await start();
    await expect.poll(async () => (await recovery()).fault, { timeout: 60_000 }).toBe('key_locked');
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => send('/recovery/unlock', { passphrase: other })),
    );
    const statuses = tries.map(({ status }) => status).toSorted((one, next) => one - next);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const refused = await send('/recovery/unlock', { passphrase });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('--key', { timeout: 120_000 }, () => {
  test('keeps the key of one’s own ledger elsewhere @whole', async () => {
    const key = join(folder, 'elsewhere.key');
    await start(['--key', key]);
    expect((await send('/records', decision)).status).toBe(201);
    expect(readFileSync(key).byteLength).toBe(32);
    expect(existsSync(keyFile())).toBe(false);
    await protect({ passphrase });
    expect(readFileSync(key, 'utf8')).toContain('proofdesk.signing-key/v1');
    await start();
    await expect.poll(async () => (await recovery()).state, { timeout: 60_000 }).toBe('failed');
    expect((await recovery()).message).toContain('has lost its key file');
  });
});

function everyFile(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), 'latin1'));
}
