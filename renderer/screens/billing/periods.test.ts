/** Ranges of usage by name and by group. */
import { describe, expect, it } from 'vitest';
import {
  daysOf,
  daysOfGroup,
  groupingInside,
  monthsAhead,
  monthsBack,
  presetOf,
} from './periods.ts';

describe('ranges by name', () => {
  it('end today, or with the month before', () => {
    expect(daysOf('thisMonth', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
    expect(daysOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf('last30Days', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(daysOf('last12Months', '2026-11-21')).toEqual({ from: '2025-12-01', to: '2026-11-21' });
  });

  it('are recognised', () => {
    expect(presetOf({ from: '2026-02-01', to: '2026-02-28' }, '2026-03-31')).toBe('lastMonth');
    expect(presetOf({ from: '2026-02-02', to: '2026-02-28' }, '2026-03-31')).toBeUndefined();
  });
});

describe('days of a group', () => {
  const year = { from: '2026-01-10', to: '2027-01-02' };

  it('stay inside what is shown', () => {
    expect(daysOfGroup('month', '2026-01', year)).toEqual({ from: '2026-01-10', to: '2026-01-31' });
    expect(daysOfGroup('week', '2026-W53', year)).toEqual({ from: '2026-12-28', to: '2027-01-02' });
    expect(daysOfGroup('day', '2026-02-28', year)).toEqual({
      from: '2026-02-28',
      to: '2026-02-28',
    });
  });

  it('are none where a group is no period', () => {
    expect(daysOfGroup('model', '2026-01', year)).toBeUndefined();
    expect(daysOfGroup('week', 'strange', year)).toBeUndefined();
  });

  it('lead to what is inside', () => {
    expect(groupingInside('month')).toBe('day');
    expect(groupingInside('day')).toBe('dataset');
  });
});

it('counts months over the turn of a year', () => {
  expect(monthsBack('2026-01', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(monthsAhead('2026-12', 2)).toEqual(['2026-12', '2027-01']);
});
