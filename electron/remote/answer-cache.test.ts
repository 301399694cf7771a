/**
 * Kept answers: sealed, limited, and gone with what they were kept under.
 * @push
 */
import {
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnswerCache, longestKept, mostKeptBytes, sizeOfCache } from './answer-cache.ts';

const day = 24 * 60 * 60 * 1_000;
const start = Date.UTC(2026, 10, 22, 12, 25);
const key = Buffer.alloc(32, 7);
const address = '/v1/records?model_id=lending&limit=50';
const json = (text: string) => ({ contentType: 'application/json', body: Buffer.from(text) });

let folder: string;
let path: string;
let now: number;
let cache: AnswerCache;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-cache-'));
  path = join(folder, 'conn_1.cache');
  now = start;
  cache = open();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(key_ = key): AnswerCache {
  return new AnswerCache(path, key_, () => now);
}

/** Files of answers. */
const files = () => readdirSync(path).filter((name) => name !== 'mark');

describe('what is kept', () => {
  it('is found under its whole address, with when it was read, also after a restart', async () => {
    await cache.keep(address, json('{"data":[1]}'));
    now += 5_000;
    await cache.keep('/v1/overview', json('{}'));
    cache = open();
    expect(await cache.find(address)).toEqual({ ...json('{"data":[1]}'), readAt: start });
    expect(await cache.find(`${address}0`)).toBeUndefined();
    expect(await cache.find('/v1/records')).toBeUndefined();
    await cache.keep(address, json('{"data":[2]}'));
    expect(await cache.find(address)).toEqual({ ...json('{"data":[2]}'), readAt: start + 5_000 });
  });

  it('stands in its folder as nothing that can be read, which its owner alone may open', async () => {
    await cache.keep(address, json('{"input":{"name":"Marianne Ostrowska"}}'));
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(path)) {
      const bytes = name + readFileSync(join(path, name)).toString('latin1');
      for (const said of ['Marianne', 'lending', 'records', 'input', 'json']) {
        expect(bytes).not.toContain(said);
      }
      expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('goes after thirty days', async () => {
    await cache.keep(address, json('{}'));
    now += 30 * day;
    expect(await cache.find(address)).toBeDefined();
    now += 1;
    expect(await cache.find(address)).toBeUndefined();
    await cache.keep('/v1/overview', json('{}'));
    expect(files()).toHaveLength(1);
  });

  it('is at most 64 MiB: the oldest goes first; one that is too long is left out', async () => {
    const part = Buffer.alloc(longestKept, 'x');
    const count = mostKeptBytes / longestKept;
    for (let n = 0; n < count + 2; n += 1) {
      now += 1;
      await cache.keep(`/v1/records/${n}`, { contentType: 'application/json', body: part });
    }
    expect(await sizeOfCache(path)).toBeLessThanOrEqual(mostKeptBytes + 64);
    expect(await cache.find('/v1/records/0')).toBeUndefined();
    expect((await cache.find(`/v1/records/${count + 1}`))?.body.length).toBe(longestKept);
    const longer = Buffer.alloc(longestKept + 1);
    await cache.keep('/v1/overview', { contentType: 'application/json', body: longer });
    expect(await cache.find('/v1/overview')).toBeUndefined();
  });

  it('is gone once it is emptied, with what was on its way, and begins anew', async () => {
    void cache.keep(address, json('{}'));
    await cache.empty();
    expect(existsSync(path)).toBe(false);
    expect(await cache.find(address)).toBeUndefined();
    await cache.keep(address, json('{}'));
    expect(await cache.find(address)).toBeDefined();
  });

  it('remembers what the server told of itself', async () => {
    const about = { operations: ['listRecords'], describesItself: true, lastErasure: 3 };
    await cache.keepAbout(about);
    expect(await open().about()).toEqual(about);
  });
});

describe('a folder that is not what was kept', () => {
  it('under another key is begun anew, and nothing of it stays', async () => {
    await cache.keep(address, json('{}'));
    cache = open(Buffer.alloc(32, 8));
    expect(await cache.find(address)).toBeUndefined();
    expect(files()).toEqual([]);
  });

  it.each([0, 7, 8, 20, 30, -1])('answers nothing where byte %i was changed', async (place) => {
    await cache.keep(address, json('{"data":[]}'));
    const file = join(path, files()[0] ?? '');
    const bytes = readFileSync(file);
    const at = place < 0 ? bytes.length + place : place;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await open().find(address)).toBeUndefined();
  });

  it('answers nothing where a file was cut', async () => {
    await cache.keep(address, json('{"data":[]}'));
    const file = join(path, files()[0] ?? '');
    writeFileSync(file, readFileSync(file).subarray(0, 12));
    expect(await open().find(address)).toBeUndefined();
  });

  it('does not answer one address with what was kept of another', async () => {
    await cache.keep(address, json('{"of":"records"}'));
    const [first = ''] = files();
    await cache.keep('/v1/overview', json('{"of":"overview"}'));
    const other = files().find((name) => name !== first) ?? '';
    writeFileSync(join(path, first), readFileSync(join(path, other)));
    expect(await open().find(address)).toBeUndefined();
  });

  it('keeps nobody from anything where it cannot be made', async () => {
    writeFileSync(path, 'a file in its place');
    await cache.keep(address, json('{}'));
    expect(await cache.find(address)).toBeDefined();
  });
});
