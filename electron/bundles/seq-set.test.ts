import { expect, test } from 'vitest';
import { SeqSet } from './seq-set.ts';

test('a set of journal indexes has each once, increasing, and none beyond its size', () => {
  const set = new SeqSet(21);
  for (const seq of [20, 3, 3, 21, 23, 8, 7, 400]) set.add(seq);
  set.addStretch(10, 12);
  set.addStretch(19, 99);
  expect([...set]).toEqual([3, 7, 8, 10, 11, 12, 19, 20]);
  expect(set.count).toBe(8);
  expect([...new SeqSet(0)]).toEqual([]);
});
