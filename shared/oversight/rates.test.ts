/** Golden numbers of rates and groups: the mortgage file, the example of the New York rule, and edges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  adverseRatio,
  compareGroups,
  confidenceBin,
  impactRatio,
  isBelow,
  katz,
  rate,
  referenceOf,
  shortfall,
  wilson,
  type Comparison,
  type Counts,
} from './rates.ts';
import { decimals, six } from './testing/digits.ts';
import { mortgageGroups, mortgageRows } from './testing/mortgage-file.ts';

interface Group extends Counts {
  readonly name: string;
}

/** The groups of the file by columns, each with its name, as `no / yes`. */
function groupsBy(...columns: string[]): Group[] {
  const groups = mortgageGroups((row) => columns.map((column) => row[column]).join(' / '));
  return [...groups].map(([name, counts]) => ({ name, ...counts }));
}

function compared(groups: readonly Group[], smallGroup = 30) {
  const reference = referenceOf(groups);
  if (reference === undefined) throw new Error('There is no reference.');
  const comparisons = compareGroups(groups, reference, { smallGroup });
  const of = (name: string): Comparison<Group> => {
    const found = comparisons.find(({ group }) => group.name === name);
    if (found === undefined) throw new Error(`There is no group ${name}.`);
    return found;
  };
  return { reference, of, comparisons };
}

/** Low and high to six decimals. */
const bounds = (interval: { low: number; high: number } | undefined) =>
  interval && [decimals(interval.low, 6), decimals(interval.high, 6)];

describe('The mortgage file', () => {
  test('has 2,095 of 2,380 approved', () => {
    const all = mortgageGroups(() => '').get('');
    expect(all).toEqual({ n: 2_380, favourable: 2_095 });
    expect(mortgageRows).toHaveLength(2_380);
    expect(decimals(rate({ n: 2_380, favourable: 2_095 }), 6)).toBe(0.880252);
    expect(bounds(wilson({ n: 2_380, favourable: 2_095 }))).toEqual([0.866592, 0.892687]);
  });

  test('has a reference of the group with the highest rate', () => {
    expect(compared(groupsBy('afam')).reference).toEqual({
      name: 'no',
      n: 2_041,
      favourable: 1_852,
    });
    expect(bounds(wilson({ n: 2_041, favourable: 1_852 }))).toEqual([0.894046, 0.91922]);
  });

  test.each([
    [
      'afam',
      'yes',
      [2_041, 1_852],
      [339, 243],
      0.716814,
      [0.666632, 0.762138],
      0.789966,
      [0.737792, 0.845831],
      2.3029e-19,
      64.608,
      3.0581,
      'below',
    ],
    [
      'single',
      'yes',
      [1_444, 1_300],
      [936, 795],
      0.849359,
      [0.825018, 0.870844],
      0.943442,
      [0.91375, 0.974099],
      2.23629e-4,
      47.659,
      1.5106,
      'differs',
    ],
    [
      'hschool',
      'no',
      [2_341, 2_067],
      [39, 28],
      0.717949,
      [0.562247, 0.834565],
      0.813119,
      [0.667549, 0.990434],
      4.5598e-3,
      6.435,
      2.4098,
      'differs',
    ],
    [
      'selfemp',
      'yes',
      [2_103, 1_864],
      [277, 231],
      0.833935,
      [0.785605, 0.87313],
      0.940861,
      [0.890748, 0.993794],
      0.0138474,
      14.52,
      1.4612,
      'differs',
    ],
    [
      'condomin',
      'yes',
      [1_694, 1_505],
      [686, 590],
      0.860058,
      [0.832087, 0.88402],
      0.968066,
      [0.93516, 1.002129],
      0.0597082,
      19.463,
      1.2543,
      'no_difference',
    ],
    [
      'insurance',
      'yes',
      [2_332, 2_091],
      [48, 4],
      0.083333,
      [0.032884, 0.195533],
      0.092938,
      [0.036364, 0.23753],
      1.58738e-37,
      39.039,
      8.87,
      'below',
    ],
  ] as const)(
    'by %s, the group %s: %j beside %j',
    (
      column,
      name,
      [n0, f0],
      [n, favourable],
      share,
      interval,
      ratio,
      spread,
      p,
      lacking,
      adverse,
      verdict,
    ) => {
      const { reference, of } = compared(groupsBy(column));
      expect([reference.n, reference.favourable]).toEqual([n0, f0]);
      const comparison = of(name);
      expect(comparison.group).toEqual({ name, n, favourable });
      expect(decimals(rate(comparison.group), 6)).toBe(share);
      expect(bounds(wilson(comparison.group))).toEqual(interval);
      expect(decimals(comparison.ratio, 6)).toBe(ratio);
      expect(bounds(comparison.interval)).toEqual(spread);
      expect(six(comparison.p)).toBe(p);
      expect(comparison.adjusted).toBe(comparison.p);
      expect(decimals(comparison.shortfall, 3)).toBe(lacking);
      expect(decimals(comparison.adverseRatio, 4)).toBe(adverse);
      expect(comparison.verdict).toBe(verdict);
    },
  );

  test('of two groups crossed: afam / single', () => {
    const { reference, of, comparisons } = compared(groupsBy('afam', 'single'));
    expect(reference).toEqual({ name: 'no / no', n: 1_280, favourable: 1_181 });
    expect(comparisons).toHaveLength(3);
    const row = (name: string) => {
      const { group, ratio, interval, p, adjusted, verdict } = of(name);
      return [
        group.n,
        group.favourable,
        decimals(ratio, 6),
        bounds(interval),
        six(p),
        six(adjusted),
        verdict,
      ];
    };
    expect(row('no / yes')).toEqual([
      761,
      671,
      0.955648,
      [0.926965, 0.985218],
      2.62166e-3,
      2.62166e-3,
      'differs',
    ]);
    expect(row('yes / yes')).toEqual([
      175,
      124,
      0.767969,
      [0.697441, 0.84563],
      3.27845e-14,
      9.83535e-14,
      'below',
    ]);
    expect(row('yes / no')).toEqual([
      164,
      119,
      0.786436,
      [0.714847, 0.865193],
      5.28173e-12,
      1.05635e-11,
      'below',
    ]);
  });

  test('of three groups crossed: a small one has no verdict, and no part in the adjustment', () => {
    const { reference, of } = compared(groupsBy('afam', 'single', 'hschool'));
    expect(reference).toEqual({ name: 'no / no / yes', n: 1_257, favourable: 1_164 });
    const large = of('yes / no / yes');
    expect([large.group.n, large.group.favourable]).toEqual([156, 114]);
    expect(decimals(large.ratio, 6)).toBe(0.789155);
    expect(bounds(large.interval)).toEqual([0.716545, 0.869123]);
    expect([six(large.p), six(large.adjusted)]).toEqual([1.30264e-11, 2.60528e-11]);
    expect(large.verdict).toBe('below');
    const small = of('no / no / no');
    expect([small.group.n, small.group.favourable]).toEqual([23, 17]);
    expect([decimals(small.ratio, 6), six(small.p)]).toEqual([0.798185, 6.29346e-3]);
    expect([small.adjusted, small.verdict]).toEqual([undefined, 'too_few']);
  });
});

describe('The example of the New York rule (6 RCNY § 5-301)', () => {
  const of = (name: string, favourable: number, n: number): Group => ({ name, n, favourable });
  const ethnicity = [
    of('Hispanic', 18, 28),
    of('White', 15, 40),
    of('Black', 16, 32),
    of('Asian', 10, 24),
    of('Pacific', 5, 8),
  ];

  test('by sex', () => {
    const { reference, of: comparison } = compared([of('female', 34, 76), of('male', 50, 92)]);
    expect(reference.name).toBe('male');
    const { ratio, p, verdict } = comparison('female');
    expect([decimals(ratio, 4), six(p), verdict]).toEqual([0.8232, 0.277864, 'no_difference']);
  });

  test('by ethnicity: the reference is too small for a verdict', () => {
    const { reference, of: comparison, comparisons } = compared(ethnicity);
    expect(reference.name).toBe('Hispanic');
    expect(comparisons.map(({ verdict }) => verdict)).toEqual(comparisons.map(() => 'too_few'));
    expect(
      ['White', 'Black', 'Asian', 'Pacific'].map((name) => decimals(comparison(name).ratio, 4)),
    ).toEqual([0.5833, 0.7778, 0.6481, 0.9722]);
  });

  test('by ethnicity, where no group counts as small', () => {
    const { p, adjusted, verdict } = compared(ethnicity, 1).of('White');
    expect([decimals(p, 6), decimals(adjusted, 6), verdict]).toEqual([
      0.047934,
      0.191735,
      'below_by_chance',
    ]);
  });
});

describe('Edges', () => {
  const of = (favourable: number, n: number) => ({ favourable, n });

  test('four fifths are no less than four fifths, whatever a division says', () => {
    expect(21 / 30 / (7 / 8)).toBeLessThan(0.8);
    expect(isBelow(of(21, 30), of(7, 8))).toBe(false);
    expect(isBelow(of(80, 100), of(100, 100))).toBe(false);
    expect(isBelow(of(799, 1_000), of(100, 100))).toBe(true);
    expect(isBelow(of(8e15, 9e15), of(9e15, 9e15))).toBe(false);
    expect(isBelow(of(7.2e15 - 1, 9e15), of(9e15, 9e15))).toBe(true);
  });

  test('another fraction', () => {
    expect(isBelow(of(89, 100), of(100, 100), [9, 10])).toBe(true);
    expect(isBelow(of(90, 100), of(100, 100), [9, 10])).toBe(false);
  });

  test('intervals of none and of all', () => {
    expect(bounds(wilson(of(0, 10)))).toEqual([0, 0.277533]);
    expect(bounds(wilson(of(10, 10)))).toEqual([0.722467, 1]);
  });

  test('nothing is said of nothing', () => {
    expect(rate(of(0, 0))).toBeUndefined();
    expect(wilson(of(0, 0))).toBeUndefined();
    expect(impactRatio(of(1, 2), of(0, 2))).toBeUndefined();
    expect(impactRatio(of(0, 2), of(1, 2))).toBe(0);
    expect(katz(of(0, 2), of(1, 2))).toBeUndefined();
    expect(adverseRatio(of(1, 2), of(2, 2))).toBeUndefined();
    expect(shortfall(of(1, 2), of(0, 0))).toBeUndefined();
    expect(referenceOf([of(0, 0)])).toBeUndefined();
  });

  test('a group below 2 % of all is no reference; of two rates the larger group is', () => {
    expect(referenceOf([of(19, 19), of(500, 981)])).toEqual(of(500, 981));
    expect(referenceOf([of(20, 20), of(500, 980)])).toEqual(of(20, 20));
    expect(referenceOf([of(5, 10), of(10, 20), of(1, 10)])).toEqual(of(10, 20));
  });

  test('a confidence of 1 is in the last of ten bins', () => {
    expect([0, 0.0999, 0.1, 0.7, 0.999, 1].map(confidenceBin)).toEqual([0, 0, 1, 7, 9, 9]);
  });
});

describe('Properties', () => {
  const counts = fc
    .integer({ min: 1, max: 100_000 })
    .chain((n) => fc.record({ n: fc.constant(n), favourable: fc.integer({ min: 0, max: n }) }));

  test('an interval holds its rate', () => {
    fc.assert(
      fc.property(counts, (group) => {
        const { low, high } = wilson(group) ?? { low: 1, high: 0 };
        const share = rate(group) ?? -1;
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
      }),
    );
  });

  test('no group with enough decisions has a higher rate than the reference', () => {
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 8 }), (groups) => {
        const reference = referenceOf(groups) ?? { n: 1, favourable: -1 };
        const all = groups.reduce((sum, { n }) => sum + n, 0);
        const enough = groups.filter(({ n }) => n * 50 >= all);
        expect(enough).toContain(reference);
        expect(enough.filter((group) => isBelow(reference, group, [1, 1]))).toEqual([]);
      }),
    );
  });
});
