/** When rules are broken: windows, borders, and what chance explains. */
import { describe, expect, test } from 'vitest';
import {
  breaksChanged,
  breaksDrift,
  breaksImpact,
  breaksRate,
  breaksSilence,
  isAbove,
  midnightOf,
  windowAt,
} from './rules.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('A window', () => {
  test.each([
    ['30d', '2026-03-10', '2026-02-08', '2026-03-10'],
    ['month', '2026-03-10', '2026-02-01', '2026-03-01'],
    ['month', '2026-03-01', '2026-02-01', '2026-03-01'],
    ['month', '2026-01-01', '2025-12-01', '2026-01-01'],
    ['quarter', '2026-03-31', '2025-10-01', '2026-01-01'],
    ['quarter', '2026-04-01', '2026-01-01', '2026-04-01'],
  ] as const)('%s on %s has the days from %s, before %s', (window, day, from, to) => {
    expect(windowAt(window, at(day))).toEqual({ from: at(from), to: at(to) });
  });

  test('all has everything before the day', () => {
    expect(windowAt('all', at('2026-03-10'))).toEqual({ from: undefined, to: at('2026-03-10') });
    expect(midnightOf(at('2026-03-10') + 86_399_999)).toBe(at('2026-03-10'));
  });
});

test('An impact ratio that may be chance breaks a rule that says so', () => {
  expect(breaksImpact({ chance: false }, 'below')).toBe(true);
  expect(breaksImpact({ chance: false }, 'below_by_chance')).toBe(false);
  expect(breaksImpact({ chance: true }, 'below_by_chance')).toBe(true);
  expect(breaksImpact({ chance: true }, 'differs')).toBe(false);
  expect(breaksImpact({ chance: true }, 'too_few')).toBe(false);
  expect(breaksImpact({ chance: true }, null)).toBe(false);
});

test('Drift is above the rule and above the mark', () => {
  expect(breaksDrift({ above: 0.25 }, { psi: 0.26, mark: 0.02 })).toBe(true);
  expect(breaksDrift({ above: 0.25 }, { psi: 0.25, mark: 0.02 })).toBe(false);
  expect(breaksDrift({ above: 0.25 }, { psi: 0.26, mark: 0.26 })).toBe(false);
  expect(breaksDrift({ above: 0.25 }, { psi: null, mark: null })).toBe(false);
});

test('A share of changes is compared exactly, from the least number on', () => {
  expect(breaksChanged({ above: 0.2, least: 20 }, { changed: 4, reviewed: 20 })).toBe(false);
  expect(breaksChanged({ above: 0.2, least: 20 }, { changed: 5, reviewed: 20 })).toBe(true);
  expect(breaksChanged({ above: 0.2, least: 20 }, { changed: 19, reviewed: 19 })).toBe(false);
  expect(isAbove(29, 100, 0.29)).toBe(false);
  expect(isAbove(7, 100, 0.07)).toBe(false);
  expect(isAbove(1, 3, 0.333_333_333_333_333_3)).toBe(true);
  expect(isAbove(1, 1_000_000, 1e-7)).toBe(true);
  expect(isAbove(0, 0, 0)).toBe(false);
});

test('A rate is broken where its interval lies wholly beyond', () => {
  // Wilson of 0 of 10 is 0–0.277533, of 10 of 10 0.722467–1.
  expect(breaksRate({ below: 0.277_54 }, { count: 0, n: 10 })).toBe(true);
  expect(breaksRate({ below: 0.277_53 }, { count: 0, n: 10 })).toBe(false);
  expect(breaksRate({ above: 0.722_46 }, { count: 10, n: 10 })).toBe(true);
  expect(breaksRate({ above: 0.722_47 }, { count: 10, n: 10 })).toBe(false);
  expect(breaksRate({ below: 0.1, above: 0.7 }, { count: 10, n: 10 })).toBe(true);
  expect(breaksRate({ below: 1 }, { count: 0, n: 0 })).toBe(false);
});

test('Silence lasts its hours, and is none where nothing was ever decided', () => {
  const midnight = at('2026-03-10');
  const last = (text: string) => ({ last: Date.parse(text), midnight });
  expect(breaksSilence({ hours: 48 }, last('2026-03-08T00:00:00Z'))).toBe(true);
  expect(breaksSilence({ hours: 48 }, last('2026-03-08T00:00:00.001Z'))).toBe(false);
  expect(breaksSilence({ hours: 48 }, { last: undefined, midnight })).toBe(false);
});
