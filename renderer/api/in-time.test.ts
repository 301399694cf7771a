import { expect, it, test } from 'vitest';
import { ApiFailure } from './client.ts';
import { inTime } from './in-time.ts';

const tooOften = (retryAfter: number | null) =>
  new ApiFailure(429, 'rate_limit_exceeded', 'Too many', { retryAfter });

/** Fails with each of the failures, then answers. */
function failing(failures: readonly Error[]) {
  const left = [...failures];
  const pauses: number[] = [];
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return 'page';
  };
  const pause = async (seconds: number) => void pauses.push(seconds);
  return { run: () => inTime(ask, pause), pauses, asked: () => asked };
}

it('asks again after the pause that the answer names', async () => {
  const { run, pauses, asked } = failing([tooOften(2), tooOften(13)]);
  expect(await run()).toBe('page');
  expect([pauses, asked()]).toEqual([[2, 13], 3]);
});

test.each([
  ['too long', [tooOften(61)]],
  ['not named', [tooOften(null)]],
  ['of another failure', [new ApiFailure(503, 'engine_unavailable', 'Down', { retryAfter: 1 })]],
  ['of no answer', [new Error('gone')]],
])('a pause that is %s is told at once', async (_, failures) => {
  const { run, pauses } = failing(failures);
  await expect(run()).rejects.toBe(failures[0]);
  expect(pauses).toEqual([]);
});

it('ends where it is held back for good', async () => {
  const { run, asked } = failing(Array.from({ length: 9 }, () => tooOften(1)));
  await expect(run()).rejects.toThrow('Too many');
  expect(asked()).toBe(4);
});
