/** The estimate of a request, against numbers worked by hand. */
import { expect, test } from 'vitest';
import { estimateOf } from './estimate.ts';
import { openRate as flat, type PriceRules } from './month-price.ts';

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
