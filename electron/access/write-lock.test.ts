/** Turns at writing: order, waiting, leaving. */
import { describe, expect, test } from 'vitest';
import { WriteLock } from './write-lock.ts';

describe('The write lock', () => {
  test('runs one at a time, in order of arrival', async () => {
    const lock = new WriteLock();
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
    const lock = new WriteLock();
    let ran = false;
    const done = lock.run(() => {
      ran = true;
    });
    expect(ran).toBe(true);
    await done;
  });

  test('hands on after a failure', async () => {
    const lock = new WriteLock();
    await expect(
      lock.run(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(await lock.run(() => 'next')).toBe('next');
  });

  test('never runs what its caller has left', async () => {
    const lock = new WriteLock();
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
