/** The price of a month against other people's published examples, and against big.js. */
import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costNumber, unitsOf } from './decimal.ts';
import { activePart, forPart } from './month-lines.ts';
import {
  commitmentFee,
  committedCost,
  flatCost,
  isOpenRate,
  monthPrice,
  openRate,
  perDimension,
  priceUse,
  repricedDays,
  shownRate,
  type DimensionPrice,
  type PriceRules,
  type Tier,
} from './month-price.ts';
import {
  dimensions,
  nothing,
  plus,
  sumOf,
  unitsPerRate,
  volumePlaces,
  type PerDimension,
} from './volume.ts';

const exactly = (value: number, places: number) => unitsOf(value, places) ?? -1n;

/** A tier as a person writes it: up to, rate, flat amount. */
type Written = readonly [upTo: number | null, rate: number, flat?: number];

interface WrittenPrice {
  readonly mode?: 'GRADUATED' | 'VOLUME';
  readonly tiers: readonly Written[];
  readonly free?: number;
  readonly package?: number;
  readonly maximum?: number;
}

/** A price of hours, which have decimals. */
function priceOf(written: WrittenPrice): DimensionPrice {
  const { mode = 'GRADUATED', tiers, free = 0, package: size, maximum } = written;
  const counted = size === undefined ? 6 : 0;
  return {
    mode,
    free: exactly(free, 6),
    unitsInPackage: size === undefined ? null : exactly(size, 6),
    maximum: maximum === undefined ? null : exactly(maximum, 9),
    tiers: tiers.map(([upTo, rate, flat = 0]) => ({
      upTo: upTo === null ? null : exactly(upTo, counted),
      rate: exactly(rate, 6),
      flat: exactly(flat, 9),
    })),
  };
}

function rulesOf(time: DimensionPrice): PriceRules {
  const free = openRate(0n);
  return {
    prices: { time, record: free, data: free, operation: free },
    commitment: undefined,
    discountBps: 0n,
  };
}

function asked(written: WrittenPrice, hours: number): number {
  const volumes = { ...nothing, time: exactly(hours, 6) };
  return costNumber(monthPrice(rulesOf(priceOf(written)), volumes).cost.time);
}

const stripe: readonly Written[] = [
  [5, 7],
  [10, 6.5],
  [null, 6],
];
const stripeFlats: readonly Written[] = [
  [5, 5, 10],
  [10, 4, 20],
  [15, 3, 30],
  [20, 2, 40],
  [null, 1, 50],
];
const lagoGraduated: WrittenPrice = {
  tiers: [
    [10, 10, 2],
    [20, 5, 3],
    [null, 5, 3],
  ],
};
const lagoVolume: WrittenPrice = {
  mode: 'VOLUME',
  tiers: [
    [100, 2, 10],
    [200, 1],
    [null, 0.5, 50],
  ],
};
const openMeterVolume: WrittenPrice = {
  mode: 'VOLUME',
  tiers: [
    [5, 0, 100],
    [10, 0, 150],
    [15, 10],
    [null, 5],
  ],
};
const openMeterGraduated: WrittenPrice = {
  tiers: [
    [5, 0, 100],
    [10, 0, 50],
    [15, 10],
    [null, 5],
  ],
};
const openMeterMaximum: readonly Written[] = [
  [5, 0, 100],
  [10, 0, 50],
  [15, 5],
  [null, 1],
];
const killBill: readonly Written[] = [
  [10, 1.5],
  [110, 1],
  [null, 0.5],
];
const volume = (tiers: readonly Written[]): WrittenPrice => ({ mode: 'VOLUME', tiers });
const perHundred = (free: number): WrittenPrice => ({ package: 10, free, tiers: [[null, 100]] });

describe('Published examples', () => {
  test.each<[string, WrittenPrice, number, number]>([
    ['Stripe, volume', volume(stripe), 1, 7],
    ['Stripe, volume', volume(stripe), 5, 35],
    ['Stripe, volume', volume(stripe), 6, 39],
    ['Stripe, volume', volume(stripe), 20, 120],
    ['Stripe, volume', volume(stripe), 25, 150],
    ['Stripe, graduated', { tiers: stripe }, 6, 41.5],
    ['Stripe, graduated', { tiers: stripe }, 20, 127.5],
    ['Stripe, graduated', { tiers: stripe }, 25, 157.5],
    ['Stripe, volume with flat amounts', volume(stripeFlats), 12, 66],
    ['Stripe, graduated with flat amounts', { tiers: stripeFlats }, 12, 111],
    ['Lago, graduated', lagoGraduated, 1, 12],
    ['Lago, graduated', lagoGraduated, 10, 102],
    ['Lago, graduated', lagoGraduated, 11, 110],
    ['Lago, graduated', lagoGraduated, 12, 115],
    ['Lago, graduated', lagoGraduated, 21, 163],
    ['Lago, volume', lagoVolume, 1, 12],
    ['Lago, volume', lagoVolume, 100, 210],
    ['Lago, volume', lagoVolume, 100.5, 100.5],
    ['Lago, volume', lagoVolume, 200, 200],
    ['Lago, volume', lagoVolume, 210, 155],
    ['Lago, volume', lagoVolume, 300, 200],
    [
      'Lago, package of 100 with 100 free',
      { package: 100, free: 100, tiers: [[null, 5]] },
      201,
      10,
    ],
    ['Lago, package of 10', perHundred(0), 121, 1_300],
    ['Lago, package of 10 with 10 free', perHundred(10), 121, 1_200],
    ['Lago, package of 10 with 200 free', perHundred(200), 121, 0],
    ['OpenMeter, graduated', openMeterGraduated, 3, 100],
    ['OpenMeter, graduated', openMeterGraduated, 5.001, 150],
    ['OpenMeter, graduated', openMeterGraduated, 12, 170],
    ['OpenMeter, graduated', openMeterGraduated, 22, 235],
    ['OpenMeter, volume', openMeterVolume, 7, 150],
    ['OpenMeter, volume', openMeterVolume, 14, 140],
    ['OpenMeter, volume', openMeterVolume, 16, 80],
    ['OpenMeter, volume', openMeterVolume, 100, 500],
    ['OpenMeter, maximum 170', { tiers: openMeterMaximum, maximum: 170 }, 22, 170],
    ['OpenMeter, without a maximum', { tiers: openMeterMaximum }, 22, 182],
    ['OpenMeter, package of 10', { package: 10, tiers: [[null, 15]] }, 17, 30],
    ['Kill Bill, all tiers', { tiers: killBill }, 111, 115.5],
    ['Kill Bill, top tier', volume(killBill), 111, 55.5],
    ['Kill Bill, blocks of 100', { package: 100, tiers: [[null, 1]] }, 401, 5],
    [
      'Flexprice, stairs',
      volume([
        [1_000, 0, 50],
        [5_000, 0, 200],
        [10_000, 0, 350],
        [null, 0, 350],
      ]),
      4_500,
      200,
    ],
    ['Chargebee, package', { package: 1_000_000, tiers: [[null, 1.25]] }, 1_500_000, 2.5],
    [
      'Autumn, graduated',
      {
        tiers: [
          [1_000, 0.01],
          [10_000, 0.008],
          [null, 0.005],
        ],
      },
      15_000,
      107,
    ],
    [
      'Zuplo, volume',
      volume([
        [1_000, 0.1],
        [10_000, 0.05],
        [null, 0.01],
      ]),
      15_000,
      150,
    ],
  ])('%s', (_source, price, quantity, amount) => {
    expect(asked(price, quantity)).toBe(amount);
  });

  test.each<[string, WrittenPrice]>([
    ['Stripe, flat 10', volume(stripeFlats)],
    ['Lago, flat 2', lagoGraduated],
    ['Lago, flat 10', lagoVolume],
    ['OpenMeter, flat 100', openMeterGraduated],
  ])('%s: nothing is asked for no use', (_source, price) => {
    expect(asked(price, 0)).toBe(0);
  });
});

describe('A commitment', () => {
  const coverage = exactly(1_000, 9);
  const commitment = { coverage, discountBps: 2_000n, overageBps: 10_000n };
  const rules = (record: number): PriceRules => ({
    ...rulesOf(openRate(0n)),
    prices: { ...rulesOf(openRate(0n)).prices, record: openRate(exactly(record, 6)) },
    commitment,
  });

  test('a session that crosses the coverage, 200 after 900, costs 80 + 100', () => {
    const before = { session: nothing, month: { ...nothing, record: 900n } };
    const { cost } = priceUse(rules(1), { ...nothing, record: 200n }, before);
    expect(costNumber(cost.record)).toBe(180);
  });

  test('what it comes to is the four dimensions’ in proportion', () => {
    const both = {
      ...rules(1),
      prices: { ...rules(1).prices, operation: openRate(exactly(1, 6)) },
    };
    const { cost } = monthPrice(both, { ...nothing, record: 900n, operation: 300n });
    expect([cost.record, cost.operation].map(costNumber)).toEqual([750, 250]);
    expect(sumOf(cost)).toBe(committedCost(commitment, exactly(1_200, 9)));
  });

  test('for one day of 31 it is a 31st, rounded once', () => {
    const part = activePart('2026-12-01', '2026-12-31', null);
    expect(part).toEqual({ days: 1n, ofDays: 31n });
    const fee = commitmentFee({ ...commitment, coverage: forPart(coverage, part) });
    expect(costNumber(fee)).toBe(25.806451613);
  });
});

test('A month is cut where an account begins and ends', () => {
  const days = (startsOn: string, endsOn: string | null) =>
    Number(activePart('2028-02-01', startsOn, endsOn).days);
  expect(days('2027-05-05', null)).toBe(29);
  expect(days('2028-02-15', null)).toBe(15);
  expect(days('2028-02-15', '2028-02-15')).toBe(1);
  expect(days('2028-01-01', '2028-02-10')).toBe(10);
  expect(days('2028-03-01', null)).toBe(0);
  expect(days('2027-01-01', '2028-01-31')).toBe(0);
});

const StrictBig = Big();
StrictBig.strict = true;
StrictBig.DP = 60;
const big = (value: bigint) => new StrictBig(String(value));
const zero = big(0n);

const anyTiers = fc
  .record({
    ends: fc.uniqueArray(fc.bigInt({ min: 1n, max: 5_000n }), { maxLength: 3 }),
    rates: fc.array(fc.bigInt({ min: 0n, max: 3_000_000n }), { minLength: 4, maxLength: 4 }),
    flats: fc.array(fc.constantFrom(0n, 0n, 5_000_000_001n), { minLength: 4, maxLength: 4 }),
  })
  .map(({ ends, rates, flats }): Tier[] =>
    [...ends.toSorted((one, other) => Number(one - other)), null].map((upTo, index) => ({
      upTo,
      rate: rates[index] ?? 0n,
      flat: flats[index] ?? 0n,
    })),
  );
const anyPrice: fc.Arbitrary<DimensionPrice> = fc.oneof(
  fc.bigInt({ min: 0n, max: 20_000_000n }).map(openRate),
  fc.record({
    free: fc.constantFrom(0n, 0n, 700n),
    unitsInPackage: fc.constantFrom(null, null, 37n),
    mode: fc.constantFrom('GRADUATED' as const, 'VOLUME' as const),
    tiers: anyTiers,
    maximum: fc.constantFrom(null, null, 40_000_000_000n),
  }),
);
const anyRules: fc.Arbitrary<PriceRules> = fc.record({
  prices: fc.record({ time: anyPrice, record: anyPrice, data: anyPrice, operation: anyPrice }),
  commitment: fc.constantFrom(undefined, undefined, {
    coverage: 9_000_000_000n,
    discountBps: 1_250n,
    overageBps: 12_000n,
  }),
  discountBps: fc.constantFrom(0n, 0n, 333n),
});

/** P of one dimension, in fractions to the end. */
function exactPrice(
  dimension: (typeof dimensions)[number],
  { prices, discountBps }: PriceRules,
  used: bigint,
): Big {
  const { free, unitsInPackage, mode, tiers, maximum } = prices[dimension];
  const paid = used > free ? used - free : 0n;
  const packages =
    unitsInPackage === null ? undefined : (paid + unitsInPackage - 1n) / unitsInPackage;
  const counted = packages ?? paid;
  if (counted === 0n) return zero;
  const unit = packages === undefined ? big(unitsPerRate[dimension]) : big(1n);
  const ofUnits = (rate: bigint, units: bigint) =>
    big(rate).times(big(units)).times('1000').div(unit);
  let [sum, from] = [zero, 0n];
  for (const { upTo, rate, flat } of tiers) {
    const end = upTo === null || upTo > counted ? counted : upTo;
    if (mode === 'VOLUME') {
      if (upTo !== null && upTo < counted) continue;
      sum = ofUnits(rate, counted).plus(big(flat));
      break;
    }
    if (end > from) sum = sum.plus(ofUnits(rate, end - from)).plus(big(flat));
    from = end;
  }
  const most = maximum === null || sum.lte(big(maximum)) ? sum : big(maximum);
  return most.times(big(10_000n - discountBps)).div('10000');
}

const rounded = (value: Big) => BigInt(value.round(0, Big.roundHalfUp).toFixed());
const anyVolume = fc.record({
  time: fc.bigInt({ min: 0n, max: 900n }),
  record: fc.bigInt({ min: 0n, max: 900n }),
  data: fc.bigInt({ min: 0n, max: 900n }),
  operation: fc.bigInt({ min: 0n, max: 3n }),
});
const anyUses = fc.array(
  fc.record({
    session: fc.bigInt({ min: 1n, max: 3n }),
    day: fc.integer({ min: 1, max: 4 }),
    volume: anyVolume,
  }),
  { maxLength: 12 },
);

/** A month as it is metered: each use priced as it comes, and what was used before repriced where it has to be. */
function meteredMonth(
  rules: PriceRules,
  uses: readonly {
    readonly session: bigint;
    readonly day: number;
    readonly volume: typeof nothing;
  }[],
) {
  const rows = new Map<
    string,
    { day: number; session: bigint; volume: typeof nothing; cost: typeof nothing }
  >();
  let month = nothing;
  for (const { session, day, volume: units } of uses) {
    const ofSession = [...rows.values()].filter((row) => row.session === session);
    const before = {
      month,
      session: ofSession.reduce((sum, row) => plus(sum, row.volume), nothing),
    };
    const { cost, reprices } = priceUse(rules, units, before);
    const key = `${day} ${session}`;
    const row = rows.get(key) ?? { day, session, volume: nothing, cost: nothing };
    rows.set(key, { ...row, volume: plus(row.volume, units), cost: plus(row.cost, cost) });
    month = plus(month, units);
    if (reprices.length === 0) continue;
    const sorted = [...rows.values()].toSorted(
      (one, other) => one.day - other.day || Number(one.session - other.session),
    );
    const targets = repricedDays(
      rules,
      sorted.map((each) => ({ ...each, usedBefore: nothing })),
    );
    for (const [index, each] of sorted.entries()) {
      const target = targets[index] ?? nothing;
      each.cost = perDimension((name) =>
        reprices.includes(name) ? target[name] : each.cost[name],
      );
    }
  }
  return { month, rows: [...rows.values()] };
}

test('P is the exact price rounded once', () => {
  fc.assert(
    fc.property(anyRules, anyVolume, (rules, volumes) => {
      const { list } = monthPrice(rules, volumes);
      for (const each of dimensions) {
        expect(list[each]).toBe(rounded(exactPrice(each, rules, volumes[each])));
      }
    }),
    { seed: 23, numRuns: 60 },
  );
});

/** Dimensions whose costs of use do not add up to the price; under a commitment, whether all together do not. */
function notAddingUp(rules: PriceRules, sum: PerDimension, price: PerDimension): string[] {
  if (rules.commitment !== undefined) return sumOf(sum) === sumOf(price) ? [] : ['all'];
  return dimensions.filter((each) => {
    const difference = sum[each] - price[each];
    // At one open rate each session is rounded by itself.
    const most = isOpenRate(rules, each) ? 2n : 0n;
    return difference > most || difference < -most;
  });
}

test('costs of use add up to P, in whatever order it came and across repricing', () => {
  fc.assert(
    fc.property(anyRules, anyUses, (rules, uses) => {
      for (const order of [uses, uses.toReversed()]) {
        const { month, rows } = meteredMonth(rules, order);
        const { cost, flats } = monthPrice(rules, month);
        const sum = rows.reduce((all, row) => plus(all, row.cost), nothing);
        const price = perDimension((each) => cost[each] - flats[each]);
        expect(notAddingUp(rules, sum, price)).toEqual([]);
      }
    }),
    { seed: 23, numRuns: 60 },
  );
});

test('repriced days add up to P', () => {
  fc.assert(
    fc.property(anyRules, anyUses, (rules, uses) => {
      const days = uses.map((each) => ({ ...each, usedBefore: nothing }));
      const total = uses.reduce((sum, each) => plus(sum, each.volume), nothing);
      const { cost, flats } = monthPrice(rules, total);
      const sum = repricedDays(rules, days).reduce(plus, nothing);
      const flat = sumOf(flats);
      const difference = sumOf(sum) - (sumOf(cost) - flat);
      const most = dimensions.some((each) => isOpenRate(rules, each)) ? 8n : 0n;
      expect(difference <= most && difference >= -most).toBe(true);
    }),
    { seed: 23, numRuns: 60 },
  );
});

test('the rate that use is shown with × its volume is its cost, within half a nano', () => {
  fc.assert(
    fc.property(anyRules, anyUses, (rules, uses) => {
      const { rows } = meteredMonth(rules, uses);
      for (const session of new Set(rows.map((row) => row.session))) {
        const ofSession = rows.filter((row) => row.session === session);
        const units = ofSession.reduce((sum, row) => plus(sum, row.volume), nothing);
        const cost = ofSession.reduce((sum, row) => plus(sum, row.cost), nothing);
        for (const each of dimensions) {
          if (units[each] === 0n && cost[each] === 0n) continue;
          const rate = shownRate(each, rules, { volume: units[each], cost: cost[each] });
          const came = new StrictBig(String(rate))
            .times(big(units[each]))
            .div(new StrictBig('10').pow(volumePlaces[each]))
            .times('1000000000');
          // A number of JSON has 17 digits.
          const most = new StrictBig('0.5').plus(came.abs().times('0.000000000000001'));
          expect(came.minus(big(cost[each])).abs().lte(most)).toBe(true);
        }
      }
    }),
    { seed: 23, numRuns: 60 },
  );
});

test('a cost at one rate is rate × volume, rounded once', () => {
  expect(flatCost('data', 120_000n, 1_234_567_890n)).toBe(148_148_147n);
});
