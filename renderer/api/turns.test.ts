import { expect, test } from 'vitest';
import { giveTurn, takeTurn } from './turns.ts';

test('four requests go at once, the others in their order; one that is given up takes no turn', async () => {
  const ended = new AbortController();
  expect([1, 2, 3, 4].map(() => takeTurn(undefined))).toEqual(Array(4).fill(undefined));
  const begun: string[] = [];
  const wait = async (name: string, signal?: AbortSignal) => {
    await takeTurn(signal);
    begun.push(name);
  };
  const given = wait('given up', ended.signal);
  const first = wait('first');
  const second = wait('second');
  ended.abort();
  await expect(given).rejects.toThrow('aborted');
  expect(() => takeTurn(ended.signal)).toThrow('aborted');
  giveTurn();
  await first;
  expect(begun).toEqual(['first']);
  giveTurn();
  await second;
  expect(begun).toEqual(['first', 'second']);
  for (let turn = 0; turn < 4; turn += 1) giveTurn();
  expect(takeTurn(undefined)).toBeUndefined();
  giveTurn();
});
