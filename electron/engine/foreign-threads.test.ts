/** Threads that read files from elsewhere: none of them can hold up the one that asked. */
import { describe, expect, test } from 'vitest';
import { foreignThreads } from './foreign-threads.ts';
import { stubTasks } from './testing/stub-foreign.ts';

const run = foreignThreads(new URL('testing/stub-foreign.ts', import.meta.url));
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

  test('that takes too much memory ends alone', async () => {
    await expect(run(stubTasks.hoard, '', { ...patient, memoryMb: 64 })).rejects.toMatchObject({
      message: 'The file was given up: reading it takes too much memory.',
    });
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
