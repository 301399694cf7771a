/** Main factors of a decision: reasons before weights, at most four, towards the outcome, values only where they are told. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { attributionsOf, favourableSign, mainFactors } from './main-factors.ts';

const record: JsonObject = {
  input: { lvrat: 0.92, income: 31_000, job: 'clerk', bureau: { lines: 3 }, owner: true },
  output: { deny: 'yes', reasons: ['LTV', { no: 1 }, 7, ' '] },
  explanation: {
    base: 0.62,
    weights: {
      lvrat: -0.31,
      income: 0.2,
      job: -0.25,
      'bureau.lines': -0.05,
      owner: -0.11,
      age: -0.9,
    },
  },
};

const by = (more: Partial<Parameters<typeof mainFactors>[1]> = {}) =>
  mainFactors(record, { reasonsPath: undefined, outcome: 'adverse', sign: 1, ...more });

test('reasons of the model come first', () => {
  expect(by({ reasonsPath: '/output/reasons' })).toEqual({
    kind: 'reasons',
    reasons: ['LTV', '7'],
  });
  expect(by({ reasonsPath: '/output/none' }).kind).toBe('attributions');
});

test('weights are those of members of the input, the largest set of them', () => {
  expect([...attributionsOf(record).keys()]).toEqual([
    'lvrat',
    'income',
    'job',
    'bureau.lines',
    'owner',
  ]);
});

test('at most four pull towards the outcome, the heaviest first; text has no value', () => {
  expect(by()).toEqual({
    kind: 'attributions',
    factors: [
      { name: 'lvrat', value: 0.92, weight: -0.31, pull: 'against' },
      { name: 'job', value: undefined, weight: -0.25, pull: 'against' },
      { name: 'owner', value: true, weight: -0.11, pull: 'against' },
      { name: 'bureau.lines', value: 3, weight: -0.05, pull: 'against' },
    ],
  });
  expect(by({ sign: -1 })).toEqual({
    kind: 'attributions',
    factors: [{ name: 'income', value: 31_000, weight: 0.2, pull: 'against' }],
  });
  expect(by({ outcome: 'favourable' })).toEqual({
    kind: 'attributions',
    factors: [{ name: 'income', value: 31_000, weight: 0.2, pull: 'for' }],
  });
});

test('where nobody knows which way weights pull, the heaviest are named without it', () => {
  expect(by({ sign: undefined })).toEqual({
    kind: 'attributions',
    factors: [
      { name: 'lvrat', value: 0.92, weight: -0.31, pull: null },
      { name: 'job', value: undefined, weight: -0.25, pull: null },
      { name: 'income', value: 31_000, weight: 0.2, pull: null },
      { name: 'owner', value: true, weight: -0.11, pull: null },
    ],
  });
});

test('a record whose input was erased has factors without values; one without weights has none', () => {
  const { input: _input, ...erased } = record;
  const told = mainFactors(erased, { reasonsPath: undefined, outcome: undefined, sign: undefined });
  expect(told).toMatchObject({
    kind: 'attributions',
    factors: [{ name: 'age', value: undefined }, {}, {}, {}],
  });
  const { explanation: _explanation, ...without } = record;
  expect(mainFactors(without, { reasonsPath: undefined, outcome: undefined, sign: 1 })).toEqual({
    kind: 'none',
  });
});

test('the sign that goes with favourable outcomes is read from ten of each class', () => {
  const of = (outcome: string, weight: number): JsonObject => ({
    input: { a: 1 },
    output: { outcome },
    explanation: { a: weight },
  });
  const classOf = ({ output }: JsonObject) =>
    JSON.stringify(output).includes('yes') ? ('favourable' as const) : ('adverse' as const);
  const records = (n: number, sign: number) =>
    Array.from({ length: n }, () => [of('yes', 0.3 * sign), of('no', -0.1 * sign)]).flat();
  expect(favourableSign(records(10, 1), classOf)).toBe(1);
  expect(favourableSign(records(10, -1), classOf)).toBe(-1);
  expect(favourableSign(records(9, 1), classOf)).toBeUndefined();
  expect(favourableSign(records(10, 0), classOf)).toBeUndefined();
});
