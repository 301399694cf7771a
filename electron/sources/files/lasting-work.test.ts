import { expect, test } from 'vitest';
import { LastingWork } from './lasting-work.ts';

test('goes on when who asked for it leaves, and is done once for all who ask', async () => {
  const work = new LastingWork<number>();
  const result = Promise.withResolvers<number>();
  let begun = 0;
  const run = (signal: AbortSignal) =>
    work.run(
      'a',
      (lasting) => {
        begun += 1;
        expect(lasting.aborted).toBe(false);
        return result.promise;
      },
      signal,
    );
  const first = new AbortController();
  const left = run(first.signal);
  first.abort();
  await expect(left).rejects.toThrow('Nobody waits any more.');
  const second = run(new AbortController().signal);
  result.resolve(7);
  expect(await second).toBe(7);
  expect(await run(new AbortController().signal)).toBe(7);
  expect(begun).toBe(1);
});

test('is begun anew where it failed, or is forgotten', async () => {
  const work = new LastingWork<number>();
  const { signal } = new AbortController();
  await expect(work.run('a', () => Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(await work.run('a', () => Promise.resolve(1), signal)).toBe(1);
  work.forget('a');
  expect(await work.run('a', () => Promise.resolve(2), signal)).toBe(2);
});
