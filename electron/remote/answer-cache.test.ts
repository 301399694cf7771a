/** Kept answers: sealed, limited, and gone with what they were kept under. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnswerCache, longestKept, mostKeptBytes } from './answer-cache.ts';

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
  path = join(folder, 'conn_1.cache.db');
  now = start;
  cache = open();
});
afterEach(() => {
  cache.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(with_ = key): AnswerCache {
  return new AnswerCache(path, with_, () => now);
}

describe('what is kept', () => {
  it('is found under its whole address, with when it was read, also after a restart', () => {
    cache.keep(address, json('{"data":[1]}'));
    now += 5_000;
    cache.keep('/v1/overview', json('{}'));
    cache.close();
    cache = open();
    expect(cache.find(address)).toEqual({ ...json('{"data":[1]}'), readAt: start });
    expect(cache.find(`${address}0`)).toBeUndefined();
    expect(cache.find('/v1/records')).toBeUndefined();
    cache.keep(address, json('{"data":[2]}'));
    expect(cache.find(address)).toEqual({ ...json('{"data":[2]}'), readAt: start + 5_000 });
  });

  it('stands in the file as nothing that can be read, which its owner alone may open', () => {
    cache.keep(address, json('{"input":{"name":"Marianne Ostrowska"}}'));
    cache.close();
    const bytes = readFileSync(path).toString('latin1');
    for (const said of ['Marianne', 'lending', '/v1/records', 'input']) {
      expect(bytes).not.toContain(said);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('goes after thirty days', () => {
    cache.keep(address, json('{}'));
    now += 30 * day;
    expect(cache.find(address)).toBeDefined();
    now += 1;
    expect(cache.find(address)).toBeUndefined();
    cache.keep('/v1/overview', json('{}'));
    cache.close();
    const file = new Database(path, { readonly: true });
    expect(file.prepare('SELECT count(*) FROM answers').pluck().get()).toBe(1);
    file.close();
  });

  it('is at most 64 MiB: the oldest goes first; one that is too long is left out', () => {
    const part = Buffer.alloc(longestKept, 'x');
    const count = mostKeptBytes / longestKept;
    for (let n = 0; n < count + 2; n += 1) {
      now += 1;
      cache.keep(`/v1/records/${n}`, { contentType: 'application/json', body: part });
    }
    expect(cache.bytes).toBeLessThanOrEqual(mostKeptBytes);
    expect(cache.find('/v1/records/0')).toBeUndefined();
    expect(cache.find(`/v1/records/${count + 1}`)?.body.length).toBe(longestKept);
    const longer = Buffer.alloc(longestKept + 1);
    cache.keep('/v1/overview', { contentType: 'application/json', body: longer });
    expect(cache.find('/v1/overview')).toBeUndefined();
  });

  it('is gone once it is emptied, file and all, and begins anew', () => {
    cache.keep(address, json('{}'));
    cache.empty();
    expect(existsSync(path)).toBe(false);
    expect(cache.find(address)).toBeUndefined();
    cache.keep(address, json('{}'));
    expect(cache.find(address)).toBeDefined();
  });

  it('remembers what the server told of itself', () => {
    const about = { operations: ['listRecords'], describesItself: true, lastErasure: 3 };
    cache.keepAbout(about);
    cache.close();
    cache = open();
    expect(cache.about()).toEqual(about);
  });
});

describe('a file that is not what was kept', () => {
  it('under another key is begun anew, and nothing of it stays', () => {
    cache.keep(address, json('{}'));
    cache.close();
    cache = open(Buffer.alloc(32, 8));
    expect(cache.find(address)).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it.each([
    ['body', 'UPDATE answers SET sealed = zeroblob(60)'],
    ['time', 'UPDATE answers SET at = at + 1'],
    ['type', `UPDATE answers SET type = 'text/html'`],
  ])('answers nothing where its %s was changed', (_part, sql) => {
    cache.keep(address, json('{"data":[]}'));
    cache.close();
    const file = new Database(path);
    file.exec(sql);
    file.close();
    cache = open();
    expect(cache.find(address)).toBeUndefined();
  });

  it('does not answer one address with what was kept of another', () => {
    cache.keep(address, json('{"of":"records"}'));
    cache.keep('/v1/overview', json('{"of":"overview"}'));
    cache.close();
    const file = new Database(path);
    file.exec(
      `UPDATE answers SET sealed = (SELECT b.sealed FROM answers AS b WHERE b.rowid <> answers.rowid)`,
    );
    file.close();
    cache = open();
    expect(cache.find(address)).toBeUndefined();
  });

  it('keeps nobody from anything where it is no database', () => {
    cache.close();
    writeFileSync(path, 'no database at all, and long enough to be looked at as one'.repeat(40));
    cache = open();
    expect(cache.find(address)).toBeUndefined();
    cache.keep(address, json('{}'));
    expect(cache.find(address)).toBeDefined();
  });
});
