/**
 * Threads that read files from elsewhere: none of them can hold up the one that asked.
 * @push
 */
import { describe, expect, test } from 'vitest';
import { foreignThreads } from './foreign-threads.ts';
import { stubTasks } from './testing/stub-foreign.ts';

const entry = new URL('testing/stub-foreign.ts', import.meta.url);
const { run } = foreignThreads(entry);
const patient = { quietMs: 60_000 };

describe('A task on a thread', () => {
  test('answers with its result, and tells its news on the way', async () => {
    expect(await run(stubTasks.echo, 'word', patient)).toBe('word');
    const news: number[] = [];
    // More than a second in all, a tenth of one at a time.
    const watch = { quietMs: 1_000, onNews: (each: number) => news.push(each) };
    expect(await run(stubTasks.talk, 'word', watch)).toBe('word');
    expect(news).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('that tells nothing for too long is given up, and whoever asked goes on meanwhile', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 5);
    await expect(run(stubTasks.hang, '', { quietMs: 300 })).rejects.toMatchObject({
      code: 'validation_error',
      message: 'The file was given up: nothing more of it was read for 0.3 s.',
    });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  test('ends when it is told to stop, whatever it does', async () => {
    const watch = { ...patient, shouldStop: () => true };
    expect(await run(stubTasks.hang, '', watch)).toBeUndefined();
  });

  test('that takes too much memory ends alone @whole', async () => {
    await expect(run(stubTasks.hoard, '', { ...patient, memoryMb: 64 })).rejects.toMatchObject({
      message: 'The file was given up: reading it takes too much memory.',
    });
  });

  test('is named in messages after what it reads', async () => {
    const body = { quietMs: 50, noun: 'body' } as const;
    await expect(run(stubTasks.hang, '', body)).rejects.toMatchObject({
      code: 'validation_error',
      message: 'The body was given up: nothing more of it was read for 0.05 s.',
    });
  });

  test('ends with whoever waits for it, running or before its turn', async () => {
    const leaving = new AbortController();
    const watch = { ...patient, signal: leaving.signal };
    const told = { ...watch, onNews: () => leaving.abort('left') };
    const ended: Promise<unknown>[] = [run(stubTasks.talk, '', told)];
    ended.push(run(stubTasks.hang, '', watch));
    ended.push(run(stubTasks.echo, '', watch));
    await Promise.allSettled(ended);
    ended.push(run(stubTasks.echo, '', watch));
    expect(await Promise.allSettled(ended)).toEqual(
      ended.map(() => ({ status: 'rejected', reason: 'left' })),
    );
    expect(await run(stubTasks.echo, 'word', patient)).toBe('word');
  });

  test('waits no longer for its turn than it may', async () => {
    const leaving = new AbortController();
    const hung = [1, 2].map(() => run(stubTasks.hang, '', { ...patient, signal: leaving.signal }));
    const late = run(stubTasks.echo, 'word', { ...patient, waitMs: 50, noun: 'body' });
    await expect(late).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringMatching(/^The body was not read, since others are being read\./),
    });
    leaving.abort();
    await Promise.allSettled(hung);
  });

  test('of one who asks often leaves the next turn to another', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const hung = Promise.allSettled(
      [first, second].map(({ signal }) =>
        run(stubTasks.hang, '', { ...patient, signal, caller: 'hung' }),
      ),
    );
    const done: string[] = [];
    const as = async (caller: string) => {
      await run(stubTasks.echo, '', { ...patient, caller });
      done.push(caller);
    };
    const asked = ['many', 'many', 'many', 'many', 'many', 'many', 'one'].map(as);
    // One thread alone takes the turns, one after the other.
    first.abort();
    await Promise.all(asked);
    expect(done.indexOf('one')).toBeLessThan(2);
    second.abort();
    await hung;
  });

  test('ends when the threads are closed, and none begins any more', async () => {
    const closing = foreignThreads(entry);
    const watch = { ...patient, onNews: () => closing.close() };
    const ended: Promise<unknown>[] = [closing.run(stubTasks.talk, '', watch)];
    ended.push(...[1, 2].map(() => closing.run(stubTasks.hang, '', patient)));
    await Promise.allSettled(ended);
    ended.push(closing.run(stubTasks.echo, '', patient));
    expect(await Promise.allSettled(ended)).toEqual(
      ended.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'engine_unavailable' }),
      })),
    );
  });

  test('waits for its turn behind two that hang, and has it when they are given up', async () => {
    const hung = [1, 2].map(() => run(stubTasks.hang, '', { quietMs: 300 }));
    const answered = run(stubTasks.echo, 'word', patient);
    expect(await Promise.allSettled(hung)).toEqual(
      hung.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'validation_error' }),
      })),
    );
    expect(await answered).toBe('word');
  });
});
