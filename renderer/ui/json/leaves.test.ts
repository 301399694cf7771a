/** Every leaf of a value is named once, and no two by the same text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { leavesByPath, leavesOf, pathText } from './leaves.ts';

test('leaves are named by their paths; an empty container is a leaf', () => {
  expect([...leavesByPath({ a: { b: [1, { c: 'x' }], d: {} }, e: null })]).toEqual([
    ['a.b[0]', '1'],
    ['a.b[1].c', '"x"'],
    ['a.d', '{}'],
    ['e', 'null'],
  ]);
});

test.each([
  [['a.b'], '["a.b"]'],
  [['a', 'b'], 'a.b'],
  [['a', '0'], 'a["0"]'],
  [['a', 0], 'a[0]'],
  [['a[0]'], '["a[0]"]'],
  [['a', ''], 'a[""]'],
  [['ärzte', 'x-ray'], 'ärzte.x-ray'],
])('%j is written %s', (path, text) => {
  expect(pathText(path)).toBe(text);
});

test('no two leaves of a value have the same text', () => {
  const names = fc.constantFrom('a', 'b', 'a.b', '0', '[0]', '', '"', 'a"].b["c', '__proto__');
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      expect(leavesByPath(json).size).toBe(leavesOf(json).length);
    }),
  );
});
