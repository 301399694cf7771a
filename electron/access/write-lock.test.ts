/** Turns at writing: order, waiting, leaving. */
import { describe, expect, test } from 'vitest';
import { Turns } from '../../shared/turns.ts';
import { DatabaseError } from '../database/database-error.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { WriteLock } from './write-lock.ts';

describe('The write lock', () => {
  test('runs one at a time, in order of arrival', async () => {
    const lock = new WriteLock(anywhere);
    const events: string[] = [];
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const long = lock.run(async () => {
      events.push('long starts');
      await release;
      events.push('long ends');
    });
    const others = ['a', 'b', 'c'].map((name) => lock.run(() => events.push(name)));
    expect(events).toEqual(['long starts']);
    resolve();
    await Promise.all([long, ...others]);
    expect(events).toEqual(['long starts', 'long ends', 'a', 'b', 'c']);
  });

  test('runs at once, in the same turn, when nobody else writes', async () => {
    const lock = new WriteLock(anywhere);
    let ran = false;
    const done = lock.run(() => {
      ran = true;
    });
    expect(ran).toBe(true);
    await done;
  });

  test('hands on after a failure', async () => {
    const lock = new WriteLock(anywhere);
    await expect(
      lock.run(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(await lock.run(() => 'next')).toBe('next');
  });

  test('acknowledges nothing that is written to files that are gone', async () => {
    const gone = new DatabaseError('moved', '/ledger', 'It was moved.');
    let isThere = true;
    const confirm = () => {
      if (!isThere) throw gone;
    };
    const lock = new WriteLock({ confirm, confirmLately: confirm });
    let written = 0;
    const write = () => {
      written += 1;
    };
    await lock.run(write);
    const during = lock.run(() => {
      write();
      isThere = false;
    });
    await expect(during).rejects.toBe(gone);
    await expect(lock.run(write)).rejects.toBe(gone);
    expect(written).toBe(2);
    // Closing is nothing that anybody relies on.
    await lock.close(async () => write());
    expect(written).toBe(3);
  });

  test('never runs what its caller has left', async () => {
    const lock = new WriteLock(anywhere);
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const long = lock.run(() => release);
    const caller = new AbortController();
    let ran = false;
    const left = lock.run(() => {
      ran = true;
    }, caller.signal);
    const stays = lock.run(() => 'stays', new AbortController().signal);
    caller.abort();
    await expect(left).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(lock.run(() => 'late', caller.signal)).rejects.toThrow('The client left');
    resolve();
    await long;
    expect(await stays).toBe('stays');
    expect(ran).toBe(false);
  });
});

test('A turn that has come is not lost when its caller leaves in the same moment', async () => {
  const turns = new Turns(1);
  const end = await turns.take();
  const caller = new AbortController();
  const next = turns.take(caller.signal);
  end();
  caller.abort();
  (await next)();
  expect(turns.take()).toEqual(expect.any(Function));
});
