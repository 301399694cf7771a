/** Payloads of any shape at a glance. */
import { expect, test } from 'vitest';
import { leavesOf } from './summary.ts';

test('values are named by their path, small lists stay one value', () => {
  const { leaves, more } = leavesOf(
    { a: { b: 1, c: ['x', 'y'] }, d: [{ e: null }], f: [], g: true, decision: 'no' },
    4,
    'decision',
  );
  expect(leaves).toEqual([
    { path: 'a.b', text: '1', kind: 'number' },
    { path: 'a.c', text: 'x, y', kind: 'other' },
    { path: 'd[0].e', text: 'null', kind: 'other' },
    { path: 'f', text: '[]', kind: 'other' },
  ]);
  expect(more).toBe(1);
});
