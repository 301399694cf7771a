/** A comparison names every member once and says where the records part. */
import { expect, test } from 'vitest';
import type { RecordRow } from '../../api/records.ts';
import { compareRecords } from './compare.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const record = (more: Partial<RecordRow>): RecordRow => ({
  id: 'rec_1',
  seq: 1,
  model_id: 'm',
  input: {},
  output: {},
  hash,
  previous_hash: hash,
  created_at: '2026-01-01T00:00:00.000Z',
  interventions: [],
  ...more,
});

test('a name with a dot hides no member', () => {
  const differing = compareRecords(
    record({ input: { 'a.b': 1, a: { b: 2 } } }),
    record({ input: { 'a.b': 3, a: { b: 2 } } }),
  ).filter((member) => !member.same);
  expect(differing).toEqual([{ path: 'input["a.b"]', one: '1', other: '3', same: false }]);
});

test('members of either record are there once, equal or not', () => {
  const members = compareRecords(
    record({ input: { age: 41, income: 5 }, output: { decision: 'a' }, confidence: 0.5 }),
    record({ input: { age: 41, region: 'DE' }, output: { decision: 'b' } }),
  );
  const differing = members.filter((member) => !member.same);
  expect(differing).toEqual([
    { path: 'output.decision', one: '"a"', other: '"b"', same: false },
    { path: 'input.income', one: '5', other: null, same: false },
    { path: 'input.region', one: null, other: '"DE"', same: false },
    { path: 'confidence', one: '0.5', other: null, same: false },
  ]);
  expect(new Set(members.map((member) => member.path)).size).toBe(members.length);
});

test('a number and its text are not the same', () => {
  const member = compareRecords(record({ output: { x: 1 } }), record({ output: { x: '1' } })).find(
    ({ path }) => path === 'output.x',
  );
  expect(member?.same).toBe(false);
});
