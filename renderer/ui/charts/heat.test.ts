import { expect, test } from 'vitest';
import { barShare, heatPlan, levelOf } from './heat.ts';

test('a cell is the darker the more it holds, by the square root', () => {
  expect([0, 1, 25, 100].map((count) => levelOf(count, 100))).toEqual([0, 1, 3, 5]);
});

test('a bar is as high as its share of the greatest, and never nothing for something', () => {
  expect([barShare(0, 100), barShare(1, 100), barShare(100, 100)]).toEqual([0, 0.06, 1]);
});

test('the cells fill what the bars leave', () => {
  const plan = heatPlan(10, 1);
  expect(plan.height).toBe(12.25);
  expect(plan.bars * plan.height).toBeCloseTo(2);
  expect(plan.top(0) * plan.height).toBeCloseTo(2.25);
  expect(plan.top(10)).toBe(1);
  expect(plan.cell).toBeLessThan(plan.top(1) - plan.top(0));
});
