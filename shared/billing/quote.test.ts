/** Quotes and estimates, against numbers worked by hand. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateOf, quoteOf, useCosts } from './quote.ts';
import { nothing, plus, sumOf } from './volume.ts';
import {
  monthPrice,
  openRate as flat,
  perDimension,
  type DimensionPrice,
  type PriceRules,
} from './month-price.ts';

const standard: PriceRules = {
  prices: {
    time: flat(12_500_000n),
    record: flat(5_000n),
    data: flat(120_000n),
    operation: flat(20_000n),
  },
  commitment: undefined,
  discountBps: 0n,
};
const expected = { rows: 10_000n, microHours: 2_000_000n, operations: 50n, bytesPerRow: 261n };

test('10,000 rows of 261 bytes in two hours with 50 operations come to 76.0003132, 85 % of it the holder’s', () => {
  expect(estimateOf(standard, expected, 1_500n)).toEqual({
    usage: 76_000_313_200n,
    holderShare: 64_600_266_220n,
  });
});

test('Tiers are gone through from the first unit on', () => {
  const tiered: PriceRules = {
    ...standard,
    prices: {
      ...standard.prices,
      record: {
        ...flat(0n),
        tiers: [
          { upTo: 1_000n, rate: 10_000n, flat: 0n },
          { upTo: null, rate: 1_000n, flat: 0n },
        ],
      },
    },
  };
  // 25 + (1,000 × 0.01 + 9,000 × 0.001) + 0.0003132 + 1
  expect(estimateOf(tiered, expected, 0n)).toEqual({
    usage: 45_000_313_200n,
    holderShare: 45_000_313_200n,
  });
});

test('No use is free', () => {
  const none = { rows: 0n, microHours: 0n, operations: 0n, bytesPerRow: 0n };
  expect(estimateOf(standard, none, 1_500n)).toEqual({ usage: 0n, holderShare: 0n });
});

const before = { session: nothing, month: nothing };
const call = (record: bigint, data: bigint) => ({ time: 0n, record, data, operation: 1n });

test('100 records of 20 kB in one operation are 0.5200024 by the standard card', () => {
  const quote = quoteOf(
    standard,
    { most: call(100n, 20_000n), likely: call(100n, 20_000n) },
    before,
  );
  expect(quote).toMatchObject({
    atMost: 520_002_400n,
    expected: 520_002_400n,
    monthSoFar: 0n,
    monthAfter: 520_002_400n,
    hour: 12_500_000_000n,
  });
});

/** All at 1.00 up to ten, all at 0.10 from the eleventh on. */
const byVolume: PriceRules = {
  ...standard,
  prices: {
    ...standard.prices,
    record: {
      ...flat(0n),
      mode: 'VOLUME',
      tiers: [
        { upTo: 10n, rate: 1_000_000n, flat: 0n },
        { upTo: null, rate: 100_000n, flat: 0n },
      ],
    },
  },
};

test('Of a tier that makes the month cheaper both sides are told, and the dearer one is the most', () => {
  const month = { ...nothing, record: 4n };
  const ahead = { most: call(50n, 0n), likely: call(50n, 0n) };
  const quote = quoteOf(byVolume, ahead, { session: nothing, month });
  // Six more at 1.00; with all fifty the month is 5.40 in place of 4.00.
  expect(quote.atMost).toBe(6_020_000_000n);
  expect(quote.expected).toBe(1_420_000_000n);
  expect(quote.lines[0]?.tier).toEqual({
    room: 6n,
    within: 6_000_000_000n,
    beyond: -2_900_000_000n,
  });
});

const micros = fc.bigInt({ min: 0n, max: 2_000_000n });
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.bigInt({ min: 1n, max: 60n }), { maxLength: 3 }),
    fc.array(micros, { minLength: 4, maxLength: 4 }),
    fc.array(micros, { minLength: 4, maxLength: 4 }),
  )
  .map(([ends, rates, flats]) =>
    [...ends.toSorted((one, other) => Number(one - other)), null].map((upTo, place) => ({
      upTo,
      rate: rates[place] ?? 0n,
      flat: (flats[place] ?? 0n) * 1_000n,
    })),
  );
const price: fc.Arbitrary<DimensionPrice> = fc.record({
  free: fc.constantFrom(0n, 7n),
  unitsInPackage: fc.constantFrom(null, 10n),
  mode: fc.constantFrom('GRADUATED', 'VOLUME'),
  tiers,
  maximum: fc.constantFrom(null, 20_000_000_000n),
});
const units = fc.bigInt({ min: 0n, max: 150n });
const volumes = fc.record({ time: units, record: units, data: units, operation: units });
const rules: fc.Arbitrary<PriceRules> = fc.record({
  prices: fc.record({ time: price, record: price, data: price, operation: price }),
  commitment: fc.constantFrom(undefined, {
    coverage: 30_000_000_000n,
    discountBps: 2_000n,
    overageBps: 12_500n,
  }),
  discountBps: fc.constantFrom(0n, 1_250n),
});

test('No call costs more than its quote, whatever it delivers', () => {
  fc.assert(
    fc.property(rules, volumes, volumes, volumes, (of, month, most, less) => {
      const given = perDimension((each) => (less[each] < most[each] ? less[each] : most[each]));
      const { atMost } = quoteOf(of, { most, likely: most }, { session: nothing, month });
      const after = sumOf(monthPrice(of, plus(month, given)).cost);
      const raise = after - sumOf(monthPrice(of, month).cost);
      // At one open rate use is counted by its session, which may differ by half a nano for each dimension.
      expect(raise <= atMost + 2n).toBe(true);
      expect(sumOf(useCosts(of, given, { session: nothing, month })) <= atMost).toBe(true);
    }),
    { numRuns: 300 },
  );
});
