import { expect, it } from 'vitest';
import { changedLeaves, leavesAt } from './changed-leaves.ts';

it('names what changed, went and came, at its place', () => {
  expect(
    changedLeaves(
      { record_id: 'rec_1', name: 'Ada', visits: [{ at: 1 }, { at: 2 }], age: 41 },
      { record_id: 'rec_1', visits: [{ at: 1 }, { at: 9 }], age: '40-44' },
    ),
  ).toEqual([
    { path: 'name', before: '"Ada"', after: null },
    { path: 'visits[1].at', before: '2', after: '9' },
    { path: 'age', before: '41', after: '"40-44"' },
  ]);
});

it('says nothing of what stayed', () => {
  expect(changedLeaves({ a: [], b: {} }, { a: [], b: {} })).toEqual([]);
});

it('names the leaves at fields, where how they were is not told', () => {
  const after = { name: '***', visits: [{ at: 9, by: 'x' }], age: 41 };
  expect(leavesAt(after, ['name', 'visits.at', 'gone'])).toEqual([
    { path: 'name', before: null, after: '"***"' },
    { path: 'visits[0].at', before: null, after: '9' },
  ]);
});
