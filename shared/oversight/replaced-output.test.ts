/** One member of an output is replaced, and nothing else. */
import { expect, test } from 'vitest';
import { withReplaced } from './replaced-output.ts';

const output = { decision: 'deny', terms: { limit: 0, list: [1, 2] }, 'a/b': null };

test.each([
  ['/output/decision', 'approve', { ...output, decision: 'approve' }],
  ['/output/terms/limit', 900, { ...output, terms: { limit: 900, list: [1, 2] } }],
  ['/output/terms/list/1', 3, { ...output, terms: { limit: 0, list: [1, 3] } }],
  ['/output/a~1b', true, { ...output, 'a/b': true }],
  ['/output/new', 'x', { ...output, new: 'x' }],
  ['/output/gone/deep', 'x', output],
  ['/output/terms/list/2', 3, output],
  ['/input/decision', 'approve', output],
  ['/output', 'approve', output],
  ['output', 'approve', output],
] as const)('%s', (path, value, expected) => {
  const before = JSON.stringify(output);
  expect(withReplaced(output, path, value)).toEqual(expected);
  expect(JSON.stringify(output)).toBe(before);
});
