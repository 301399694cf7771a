/** The shapes of explanations that are sent in the field. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { findAttributions } from './attributions.ts';

const rows = (explanation: JsonObject) =>
  findAttributions(explanation)?.rows.map(({ feature, weight }) => [feature, weight]);

describe('findAttributions', () => {
  test.each<[string, JsonObject]>([
    ['feature to number', { age: 0.1, income: -0.4 }],
    ['below attributions', { attributions: { age: 0.1, income: -0.4 } }],
    [
      'below feature_attributions, with a text',
      { feature_attributions: { age: 0.1, income: -0.4 }, text: 'why' },
    ],
    [
      'a list of weights',
      {
        features: [
          { feature: 'age', weight: 0.1 },
          { feature: 'income', weight: -0.4 },
        ],
      },
    ],
    [
      'a list of importances',
      {
        why: [
          { name: 'age', importance: 0.1 },
          { name: 'income', importance: -0.4 },
        ],
      },
    ],
    [
      'a list of values',
      {
        attributions: [
          { feature: 'age', value: 0.1 },
          { feature: 'income', value: -0.4 },
        ],
      },
    ],
    [
      'pairs',
      {
        lime: [
          ['age', 0.1],
          ['income', -0.4],
        ],
      },
    ],
    ['two lists', { features: ['age', 'income'], values: [0.1, -0.4] }],
    ['nested', { shap: { local: { attributions: { age: 0.1, income: -0.4 } } } }],
  ])('%s', (_name, explanation) => {
    expect(rows(explanation)).toEqual([
      ['income', -0.4],
      ['age', 0.1],
    ]);
  });

  test('a contribution is the weight, the value beside it what the model saw', () => {
    const found = findAttributions({
      method: 'integrated-gradients',
      base_value: 0.62,
      attributions: [{ feature: 'heart_rate', value: 120, contribution: 0.3 }],
    });
    expect(found).toEqual({
      path: ['attributions'],
      method: 'integrated-gradients',
      base: 0.62,
      rows: [{ place: 0, feature: 'heart_rate', weight: 0.3, input: 120 }],
    });
  });

  test('a base value is no feature', () => {
    expect(rows({ base_value: 0.5, age: 0.1 })).toEqual([['age', 0.1]]);
  });

  test.each<JsonObject>([
    {},
    { text: 'because' },
    { base_value: 1 },
    { attributions: {} },
    { attributions: ['age', 'income'] },
    { features: ['age'], values: [0.1, 0.2] },
    { counterfactuals: [{ change: { years: '+2' }, rank: 3 }] },
  ])('none in %j', (explanation) => {
    expect(findAttributions(explanation)).toBeUndefined();
  });
});
