/**
 * A ledger whose file was damaged, exchanged, locked or taken away while it was closed: the engine
 * says which it is, leaves the file byte for byte, and goes on where it was once that is put right.
 * @push
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordListSchema } from '../../shared/contract/records.ts';
import { recoverySchema, type RecoveryFault } from '../../shared/contract/recovery.ts';
import { openUnsynced } from '../database/open-database.ts';
import { createEngine, type Engine } from '../engine/engine-client.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { cases } from '../testing/rounds.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const timeout = 60_000;

let root: string;
let engine: Engine;
let workerEntry: URL;
let ledger: string;
let kept: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-faults-'));
  workerEntry = (await builtHost()).worker;
  engine = open('mine', 7);
  await engine.start();
  ledger = join(root, 'mine', 'local', 'proofdesk.db');
  kept = join(root, 'kept.db');
  await append();
}, timeout);

afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

function open(name: string, seed: number): Engine {
  return createEngine({
    workerEntry,
    dataRoot: join(root, name),
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test of faults',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32).fill(seed),
    log: () => {},
  });
}

function ask(path: string, init: RequestInit = {}, of = engine): Promise<Response> {
  return of.serve(askedBy(new Request(`http://test/v1${path}`, init), operator));
}

async function append(): Promise<void> {
  const response = await ask('/records', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model_id: 'm', input: { a: 1 }, output: { b: 2 } }),
  });
  expect(response.status).toBe(201);
}

async function recordCount(): Promise<number> {
  return recordListSchema.parse(await (await ask('/records')).json()).total;
}

async function recovery(of = engine) {
  return recoverySchema.parse(await (await ask('/recovery', {}, of)).json());
}

/** What the folder's file is: its bytes, or that it is none. */
function present(): unknown {
  if (!existsSync(ledger)) return 'missing';
  return statSync(ledger).isDirectory() ? 'folder' : readFileSync(ledger).toString('base64');
}

/** One of each way to be wrong; which fault a file has is told in open-database.test.ts, for all of them. */
const faults = cases<[string, RecoveryFault, () => void]>(
  [
    [
      'garbage',
      'corrupt',
      () => writeFileSync(ledger, 'this is a letter and no ledger. '.repeat(500)),
    ],
  ],
  [
    ['missing', 'moved', () => rmSync(ledger)],
    [
      'a folder',
      'unwritable',
      () => {
        rmSync(ledger);
        mkdirSync(ledger);
      },
    ],
    ['cut short', 'corrupt', () => truncateSync(ledger, 3 * 4096)],
    ['empty', 'corrupt', () => truncateSync(ledger, 0)],
    [
      'of a newer version',
      'newer',
      () => {
        const database = openUnsynced(ledger);
        database.pragma('user_version = 99');
        database.close();
      },
    ],
    [
      'the database of another program',
      'foreign',
      () => {
        rmSync(ledger);
        const database = openUnsynced(ledger);
        database.exec('CREATE TABLE addresses (name TEXT)');
        database.close();
      },
    ],
  ],
);

/** Puts the file back as it was. */
function repair(): void {
  if (existsSync(ledger) && statSync(ledger).isDirectory()) rmdirSync(ledger);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${ledger}${suffix}`, { force: true });
  renameSync(kept, ledger);
}

describe('a ledger whose file is', () => {
  it.each(faults)(
    '%s is %s, stays as it is, and opens once it is right',
    { timeout },
    async (_, fault, harm) => {
      const before = await recordCount();
      let harmed: unknown;
      await engine.whileClosed(async () => {
        // Closed in order it is one whole file.
        writeFileSync(kept, readFileSync(ledger));
        harm();
        harmed = present();
      });
      expect(await recovery()).toMatchObject({ state: 'failed', fault, path: ledger });
      const refused = await ask('/records');
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: { code: 'engine_unavailable' } });
      expect((await engine.restart()).fault?.fault).toBe(fault);
      expect(present()).toEqual(harmed);

      repair();
      expect((await engine.restart()).state).toBe('ready');
      expect(await recordCount()).toBe(before);
      await append();
    },
  );

  it('another ledger is foreign @whole', { timeout }, async () => {
    const other = open('other', 8);
    await other.start();
    await other.close();
    await engine.whileClosed(async () => {
      writeFileSync(kept, readFileSync(ledger));
      writeFileSync(ledger, readFileSync(join(root, 'other', 'local', 'proofdesk.db')));
    });
    expect(await recovery()).toMatchObject({ state: 'failed', fault: 'foreign', path: ledger });
    repair();
    expect((await engine.restart()).state).toBe('ready');
  });

  it('held by another program is locked until that lets go @whole', { timeout }, async () => {
    let holder: ReturnType<typeof openUnsynced> | undefined;
    await engine.whileClosed(async () => {
      holder = openUnsynced(ledger);
      holder.pragma('locking_mode = EXCLUSIVE');
      holder.exec('BEGIN EXCLUSIVE');
    });
    expect(await recovery()).toMatchObject({ state: 'failed', fault: 'locked', path: ledger });
    holder?.close();
    expect((await engine.restart()).state).toBe('ready');
    await append();
  });
});

describe('a data directory', () => {
  it('that another process has is in use, by name', { timeout }, async () => {
    const second = open('mine', 7);
    await second.start();
    expect(await recovery(second)).toMatchObject({
      state: 'failed',
      fault: 'in_use',
      holder: { label: 'the test of faults', pid: process.pid },
    });
    expect((await ask('/records', {}, second)).status).toBe(503);
    await second.close();
    await append();
  });

  it('that cannot be made is unwritable @whole', { timeout }, async () => {
    writeFileSync(join(root, 'a-file'), '');
    const nowhere = open('a-file/data', 7);
    await nowhere.start();
    expect(await recovery(nowhere)).toMatchObject({ state: 'failed', fault: 'unwritable' });
    await nowhere.close();
  });
});
