/** Nothing stays open of what could not be opened whole. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { closingOnFailure } from './closing-on-failure.ts';
import { TestApi } from './test-api.ts';

describe('Opening several things', () => {
  test('closes those that were opened when one fails, the last first', async () => {
    const closed: string[] = [];
    const named = (name: string) => ({ close: () => closed.push(name) });
    const attempt = closingOnFailure(async (open) => {
      open(named('first'));
      open(named('second'));
      throw new Error('third');
    });
    await expect(attempt).rejects.toThrow('third');
    expect(closed).toEqual(['second', 'first']);
  });

  test('leaves them open when all went well', async () => {
    const closed: string[] = [];
    const resource = { close: () => closed.push('closed') };
    expect(await closingOnFailure(async (open) => open(resource))).toBe(resource);
    expect(closed).toEqual([]);
  });
});

test('waits for one to close before the next', async () => {
  const closed: string[] = [];
  const attempt = closingOnFailure(async (open) => {
    open({ close: () => closed.push('database') });
    open({
      close: async () => {
        await Promise.resolve();
        closed.push('what writes to it');
      },
    });
    throw new Error('late');
  });
  await expect(attempt).rejects.toThrow('late');
  expect(closed).toEqual(['what writes to it', 'database']);
});

describe('An API whose ledger cannot be opened', () => {
  test('says why and leaves the file as it was', async () => {
    const api = await TestApi.open();
    await expect(
      api.reopen(() => {
        mkdirSync(api.directory, { recursive: true });
        writeFileSync(`${api.directory}/proofdesk.db`, 'not a database, '.repeat(1_000));
      }),
    ).rejects.toMatchObject({ name: 'DatabaseError', fault: 'corrupt' });
    await api.close();
  });

  test('leaves no timer, also where it fails late', async () => {
    const api = await TestApi.open();
    const databasePath = join(api.directory, 'proofdesk.db');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const attempt = api.reopen(() => {
        vi.clearAllTimers();
        const database = new SqliteDatabase(databasePath);
        database.exec('ALTER TABLE idempotency RENAME TO kept');
        database.close();
      });
      await expect(attempt).rejects.toThrow('no such table: idempotency');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    await api.close();
  });
});
