/** Golden numbers of drift: rows 1 to 1,190 of the mortgage file against 1,191 to 2,380, and edges. */
import { describe, expect, test } from 'vitest';
import { driftOf, numberBuckets, valueBuckets } from './psi.ts';
import { decimals } from './testing/digits.ts';
import { mortgageRows } from './testing/mortgage-file.ts';

const half = mortgageRows.length / 2;
const windows = [mortgageRows.slice(0, half), mortgageRows.slice(half)] as const;

function numbers(column: string) {
  const [baseline, current] = windows.map((rows) => rows.map((row) => Number(row[column])));
  return numberBuckets(baseline ?? [], current ?? []);
}

function texts(column: string) {
  const [baseline, current] = windows.map((rows) => countsOf(rows.map((row) => row[column] ?? '')));
  return valueBuckets(baseline ?? new Map(), current ?? new Map());
}

function countsOf<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('The halves of the mortgage file', () => {
  test.each([
    [
      'lvrat',
      [119, 119, 119, 119, 121, 117, 119, 119, 119, 119],
      [71, 89, 98, 138, 161, 118, 131, 144, 154, 86],
      0.065118,
    ],
    [
      'pirat',
      [119, 124, 137, 96, 138, 133, 88, 129, 125, 101],
      [100, 101, 107, 119, 155, 154, 89, 151, 108, 106],
      0.026583,
    ],
  ])('by tenths of %s', (column, baseline, current, psi) => {
    const buckets = numbers(column);
    expect(buckets.baseline).toEqual(baseline);
    expect(buckets.current).toEqual(current);
    const drift = driftOf(buckets);
    expect(decimals(drift?.psi, 6)).toBe(psi);
    expect([decimals(drift?.expected, 6), decimals(drift?.mark, 6)]).toEqual([0.015126, 0.028435]);
  });

  test('by tenths of hirat', () => {
    const buckets = numbers('hirat');
    expect(buckets.buckets).toHaveLength(10);
    const drift = driftOf(buckets);
    expect([drift?.psi, drift?.expected, drift?.mark].map((each) => decimals(each, 6))).toEqual([
      0.01099, 0.015126, 0.028435,
    ]);
    expect([drift?.size, drift?.mayBeChance]).toEqual(['small', true]);
  });

  test('by values of chist, of which there are six', () => {
    const buckets = numbers('chist');
    expect(buckets.buckets).toEqual([1, 2, 3, 4, 5, 6].map((value) => ({ kind: 'value', value })));
    expect(buckets.baseline).toEqual([676, 244, 64, 37, 74, 95]);
    expect(buckets.current).toEqual([677, 197, 62, 40, 108, 106]);
    const drift = driftOf(buckets);
    expect([drift?.psi, drift?.expected, drift?.mark].map((each) => decimals(each, 6))).toEqual([
      0.020516, 0.008403, 0.018606,
    ]);
    expect(drift?.mayBeChance).toBe(false);
  });

  test.each([
    ['mhist', 4, 0.002232, 0.013134],
    ['single', 2, 0.000426, 0.006456],
    ['afam', 2, 0.002552, 0.006456],
    ['deny', 2, 0.000167, 0.006456],
  ])('by values of %s', (column, count, psi, mark) => {
    const buckets = column === 'mhist' ? numbers(column) : texts(column);
    expect(buckets.buckets).toHaveLength(count);
    const drift = driftOf(buckets);
    expect([decimals(drift?.psi, 6), decimals(drift?.mark, 6)]).toEqual([psi, mark]);
  });

  test('by outcome', () => {
    const buckets = texts('deny');
    expect([buckets.baseline, buckets.current]).toEqual([
      [1_050, 140],
      [1_045, 145],
    ]);
    expect(decimals(driftOf(buckets)?.expected, 6)).toBe(0.001681);
  });
});

describe('Windows made up', () => {
  test('a bucket that was empty counts as one in ten thousand', () => {
    const counts = (entries: Record<string, number>) => new Map(Object.entries(entries));
    const buckets = valueBuckets(counts({ a: 50, b: 50 }), counts({ a: 40, b: 40, c: 20 }));
    expect(buckets).toMatchObject({ baseline: [50, 50, 0], current: [40, 40, 20] });
    expect(decimals(driftOf(buckets)?.psi, 6)).toBe(1.564049);
    expect(driftOf(buckets)?.size).toBe('large');
  });

  test('two buckets', () => {
    const drift = driftOf({ buckets: [], baseline: [900, 100], current: [800, 200] });
    expect(decimals(drift?.psi, 6)).toBe(0.081093);
    expect(drift?.size).toBe('small');
  });

  test('fewer than a hundred in a window: nothing is said', () => {
    expect(driftOf({ buckets: [], baseline: [50, 49], current: [50, 50] })).toBeUndefined();
    expect(driftOf({ buckets: [], baseline: [50, 50], current: [50, 49] })).toBeUndefined();
    expect(driftOf({ buckets: [], baseline: [50, 50], current: [50, 50] })?.psi).toBe(0);
  });

  test('what is absent is a bucket where it occurs', () => {
    const many = Array.from({ length: 100 }, (_, place) => place);
    const without = numberBuckets(many, many);
    expect(without.buckets.at(-1)).toEqual({ kind: 'range', above: 89, upTo: null });
    expect(numberBuckets(many, [...many, Number.NaN])).toEqual({
      buckets: [...without.buckets, { kind: 'absent' }],
      baseline: [...without.baseline, 0],
      current: [...without.current, 1],
    });
    expect(numberBuckets([1, Number.NaN], [2]).buckets).toEqual([
      { kind: 'value', value: 1 },
      { kind: 'value', value: 2 },
      { kind: 'absent' },
    ]);
  });

  test('equal cuts are one, and none is at the greatest value', () => {
    const values = [
      ...Array.from({ length: 89 }, () => 5),
      ...Array.from({ length: 11 }, (_, place) => place * 10),
    ];
    const { buckets, baseline } = numberBuckets(values, values);
    expect(buckets).toEqual([
      { kind: 'range', above: null, upTo: 5 },
      { kind: 'range', above: 5, upTo: null },
    ]);
    expect(baseline).toEqual([90, 10]);
  });

  test('of more than twenty values the rarest are one bucket', () => {
    const counts = new Map(Array.from({ length: 25 }, (_, place) => [`v${place}`, 100 - place]));
    const buckets = valueBuckets(counts, counts);
    expect(buckets.buckets).toHaveLength(21);
    expect(buckets.buckets.at(-1)).toEqual({ kind: 'other' });
    expect(buckets.baseline.at(-1)).toBe(80 + 79 + 78 + 77 + 76);
    expect(driftOf(buckets)?.mark).toBeGreaterThan(0);
  });

  test('the mark of every number of buckets is known', () => {
    const absent = new Map<string | null, number>([[null, 1]]);
    for (let place = 0; place < 30; place += 1) absent.set(`v${place}`, 100);
    const buckets = valueBuckets(absent, absent);
    expect(buckets.buckets).toHaveLength(22);
    expect(driftOf(buckets)?.mark).toBeGreaterThan(0);
  });
});
