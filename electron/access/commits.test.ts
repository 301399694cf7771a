/** Every request that writes goes one way: in turn, in one transaction, once for its key. */
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { Acting } from './acting.ts';
import { Commits, type Written } from './commits.ts';
import { IdempotencyStore, idempotencySql } from './idempotency.ts';
import { WriteLock } from './write-lock.ts';

function open() {
  const database = new Database(':memory:');
  database.exec(`${idempotencySql} CREATE TABLE rows (text TEXT NOT NULL) STRICT;`);
  const told: ChangeTopic[] = [];
  const transaction = <Result>(run: (now: string) => Result) =>
    database.transaction(() => run('2026-11-01T00:00:00.000Z')).immediate();
  const journal = {
    isOpen: true,
    transaction: <Result>(run: () => Result) => database.transaction(run).immediate(),
    append: (text: string) => database.prepare('INSERT INTO rows VALUES (?)').run(text),
  };
  const commits = new Commits({
    acting: new Acting(),
    journal: () => {
      if (!journal.isOpen) throw new ApiError('engine_unavailable', 'Nothing can be appended.');
      return journal;
    },
    transaction,
    lock: new WriteLock(anywhere),
    idempotency: new IdempotencyStore(database, () => 0),
    changed: (topics) => told.push(...topics),
  });
  const rows = () => database.prepare('SELECT text FROM rows').pluck().all();
  return { database, commits, journal, told, rows };
}

const request = (key?: string, fingerprint = 'a') => ({
  principal: { kind: 'operator' } as const,
  idempotency:
    key === undefined ? undefined : { caller: 'operator', operation: 'write', key, fingerprint },
});
const created = (body: string): Written => ({ status: 201, body });

describe.each(['append', 'write'] as const)('%s', (way) => {
  /** The same effect by either way. */
  const run = (
    { commits, journal }: ReturnType<typeof open>,
    asked: Parameters<typeof commits.write>[0],
    text: string,
    written: Written = created(`"${text}"`),
  ) => {
    const effect = () => {
      journal.append(text);
      return written;
    };
    return way === 'append'
      ? commits.append(asked, ['records'], effect)
      : commits.write(asked, ['records'], effect);
  };

  test('writes and tells', async () => {
    const ledger = open();
    expect(await run(ledger, request(), 'one')).toEqual(created('"one"'));
    expect(ledger.rows()).toEqual(['one']);
    expect(ledger.told).toEqual(['records']);
  });

  test('gives a repeated request the first answer, and tells nobody', async () => {
    const ledger = open();
    await run(ledger, request('k'), 'one');
    expect(await run(ledger, request('k'), 'two')).toEqual({
      ...created('"one"'),
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(ledger.rows()).toEqual(['one']);
    expect(ledger.told).toEqual(['records']);
  });

  test('refuses a key that came with another request', async () => {
    const ledger = open();
    await run(ledger, request('k'), 'one');
    await expect(run(ledger, request('k', 'b'), 'two')).rejects.toThrow('idempotency key');
    expect(ledger.rows()).toEqual(['one']);
  });

  test('keeps an answer that changed nothing, and tells nobody', async () => {
    const ledger = open();
    const reply = await run(ledger, request('k'), 'one', { ...created('1'), isUnchanged: true });
    expect(reply).toEqual(created('1'));
    expect(ledger.told).toEqual([]);
  });

  test('writes nothing where the effect throws, and its key is free again', async () => {
    const ledger = open();
    const { commits, journal } = ledger;
    const fail = () => {
      journal.append('half');
      throw new Error('no');
    };
    const failing =
      way === 'append'
        ? commits.append(request('k'), ['records'], fail)
        : commits.write(request('k'), ['records'], fail);
    await expect(failing).rejects.toThrow('no');
    expect(ledger.rows()).toEqual([]);
    expect(ledger.told).toEqual([]);
    await run(ledger, request('k'), 'one');
    expect(ledger.rows()).toEqual(['one']);
  });

  test('is never run for a client that left before its turn', async () => {
    const ledger = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = ledger.commits.appendPrepared(request(), [], async () => {
      await promise;
      return () => created('"first"');
    });
    const client = new AbortController();
    const second = run(ledger, { ...request('k'), signal: client.signal }, 'two');
    client.abort();
    await expect(second).rejects.toThrow('left before its turn');
    resolve();
    await first;
    expect(ledger.rows()).toEqual([]);
  });
});

test('nothing is prepared where nothing can be appended', async () => {
  const { commits, journal, told } = open();
  journal.isOpen = false;
  let isPrepared = false;
  const refused = commits.appendPrepared(request(), ['records'], () => {
    isPrepared = true;
    return () => created('1');
  });
  await expect(refused).rejects.toThrow('Nothing can be appended.');
  expect(isPrepared).toBe(false);
  expect(told).toEqual([]);
});

test('nobody writes between the preparation of an effect and the effect', async () => {
  const { commits, journal, rows } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const prepared = commits.appendPrepared(request(), [], async () => {
    const before = rows().length;
    await promise;
    return () => {
      journal.append(`after ${before}`);
      return created('1');
    };
  });
  const other = commits.write(request(), [], () => {
    journal.append('other');
    return created('2');
  });
  resolve();
  await Promise.all([prepared, other]);
  expect(rows()).toEqual(['after 0', 'other']);
});

test('an answer as JSON is committed before it is said so, and said so before anybody is told', async () => {
  const { commits, database, journal, rows, told } = open();
  const seen: unknown[] = [];
  const committed = () => seen.push([rows(), database.inTransaction, [...told]]);
  const write = () =>
    commits.writeJson(request('k'), { status: 200, topics: ['access'], committed }, (now) => {
      journal.append('one');
      return { now };
    });
  const body = '{"now":"2026-11-01T00:00:00.000Z"}';
  expect(await write()).toEqual({ status: 200, body });
  expect(seen).toEqual([[['one'], false, []]]);
  expect(told).toEqual(['access']);
  await write();
  expect(seen).toHaveLength(1);
});
