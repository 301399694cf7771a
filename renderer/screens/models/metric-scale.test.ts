/** Bars stand on a scale that fits their values, thresholds are met or missed, a bad store is no store. */
import { expect, test } from 'vitest';
import { meets, placeOn, readThresholds, scaleOf, suggestedRule } from './metric-scale.ts';

test('a share is drawn from 0 to 1, a correlation from −1, the rest to a round end', () => {
  expect(scaleOf([0.94])).toEqual({ from: 0, to: 1 });
  expect(scaleOf([-0.2, 0.5])).toEqual({ from: -1, to: 1 });
  expect(scaleOf([34.5])).toEqual({ from: 0, to: 50 });
  expect(scaleOf([-3, 120])).toEqual({ from: -5, to: 200 });
  expect(scaleOf([-3])).toEqual({ from: -5, to: 0 });
  expect(scaleOf([])).toEqual({ from: 0, to: 1 });
});

test('a value has its place on a scale and never leaves it', () => {
  expect(placeOn({ from: -1, to: 1 }, 0)).toBe(0.5);
  expect(placeOn({ from: 0, to: 50 }, 34.5)).toBeCloseTo(0.69);
  expect(placeOn({ from: 0, to: 1 }, 7)).toBe(1);
});

test('a threshold is met at its very value', () => {
  expect(meets(0.8, { rule: 'at_least', value: 0.8 })).toBe(true);
  expect(meets(0.79, { rule: 'at_least', value: 0.8 })).toBe(false);
  expect(meets(0.1, { rule: 'at_most', value: 0.1 })).toBe(true);
  expect(meets(0.11, { rule: 'at_most', value: 0.1 })).toBe(false);
});

test('the rule follows what the name says', () => {
  expect(suggestedRule('auc_roc')).toBe('at_least');
  expect(suggestedRule('equal_opportunity_difference')).toBe('at_most');
  expect(suggestedRule('log_loss')).toBe('at_most');
});

test('a store that cannot be read holds no threshold', () => {
  expect(readThresholds(null)).toEqual({});
  expect(readThresholds('{')).toEqual({});
  expect(readThresholds('{"m":{"performance.f1":{"rule":"over","value":1}}}')).toEqual({});
  const kept = { m: { 'performance.f1': { rule: 'at_least', value: 0.8 } } };
  expect(readThresholds(JSON.stringify(kept))).toEqual(kept);
});
