/** The effect of a limit is told in exact figures. */
import { expect, it } from 'vitest';
import { limitEffect, readThresholds } from './limit-effect.ts';

it('tells what is left and which thresholds are passed', () => {
  const effect = limitEffect(12, 11.440005567, [50, 80, 100]);
  expect(effect.left).toBe(559_994_433n);
  expect(effect.isReached).toBe(false);
  expect(effect.percent).toBe(95);
  expect(effect.thresholds).toEqual([
    { percent: 50, at: 6_000_000_000n, isPassed: true },
    { percent: 80, at: 9_600_000_000n, isPassed: true },
    { percent: 100, at: 12_000_000_000n, isPassed: false },
  ]);
});

it('knows a limit that is reached, and one of nothing', () => {
  expect(limitEffect(10, 10, [100]).isReached).toBe(true);
  expect(limitEffect(10, 12, []).left).toBe(0n);
  expect(limitEffect(0, 0, [50]).percent).toBe(100);
});

it('reads thresholds as they are typed', () => {
  expect(readThresholds('50, 80 %,100%')).toEqual([50, 80, 100]);
  expect(readThresholds('')).toEqual([]);
  expect(readThresholds('x')).toEqual([Number.NaN]);
});
