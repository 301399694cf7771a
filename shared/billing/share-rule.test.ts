/** The rule of shares: every worked case of it, by the functions alone. Amounts are read as decimals of the currency. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawCredits, type CreditBearer, type OpenCredit } from './credits.ts';
import { currencyDecimals, nanosInMinor } from './currency.ts';
import { numberOf, unitsOf } from './decimal.ts';
import { usualFee, type FeeTier } from './fees.ts';
import { taxGroups, taxOn } from './invoice-amounts.ts';
import { activePart, lateAmounts, monthLines, wholeMonth, type ActivePart } from './month-lines.ts';
import { monthPrice, openRate, priceUse, type PriceRules, type Tier } from './month-price.ts';
import {
  shareCreditNote,
  shareInvoice,
  splitByVolume,
  type Beneficiary,
  type Share,
} from './share-rule.ts';
import { nothing, sumOf, type PerDimension } from './volume.ts';

const minor = 10_000_000n;
const cents = (value: number) => unitsOf(value, 2) ?? -1n;
const money = (value: bigint) => numberOf(value, 2);
const micros = (value: number) => unitsOf(value, 6) ?? -1n;
const free = openRate(0n);

/** A card that prices records, and hours where told. */
function cardOf(
  tiers: readonly (readonly [upTo: bigint | null, rate: number])[],
  changes: Partial<PriceRules> & { readonly volume?: boolean; readonly time?: number } = {},
): PriceRules {
  const { volume = false, time = 0, ...others } = changes;
  const written: Tier[] = tiers.map(([upTo, rate]) => ({ upTo, rate: micros(rate), flat: 0n }));
  const record = {
    ...free,
    mode: volume ? ('VOLUME' as const) : ('GRADUATED' as const),
    tiers: written,
  };
  return {
    prices: { time: openRate(micros(time)), record, data: free, operation: free },
    commitment: undefined,
    discountBps: 0n,
    ...others,
  };
}

/** What a month of so many records is asked for. */
function monthOf(
  rules: PriceRules,
  records: bigint,
  more: {
    readonly part?: ActivePart;
    readonly fees?: readonly number[];
    readonly minimum?: number;
  } = {},
) {
  const card = {
    rules,
    fees: (more.fees ?? []).map((amount) => ({ description: 'Fee', amount: cents(amount) })),
    minimum: more.minimum === undefined ? undefined : cents(more.minimum),
  };
  return monthLines(
    card,
    { ...nothing, record: records },
    { part: more.part ?? wholeMonth, minor },
  );
}

const anyHolder = (datasetId: string): Beneficiary[] => [
  { holderId: `holder of ${datasetId}`, bps: 10_000n },
];

/** Gross, fee and net of shares, in the order in which they are. */
function shown(shares: readonly Share[]) {
  const of = (name: 'gross' | 'fee' | 'net') => shares.map((share) => money(share[name]));
  return { gross: of('gross'), fee: of('fee'), net: of('net') };
}

function shareOf(
  given: Readonly<Record<string, bigint>>,
  {
    extras = 0n,
    holdersCredits = 0n,
    beneficiaries = anyHolder,
    fee = usualFee,
    inYear = 0n,
  }: {
    readonly extras?: bigint;
    readonly holdersCredits?: bigint;
    readonly beneficiaries?: (datasetId: string) => Beneficiary[];
    readonly fee?: readonly FeeTier[];
    readonly inYear?: bigint;
  } = {},
) {
  return shareInvoice(
    { given: new Map(Object.entries(given)), extras, holdersCredits },
    { beneficiaries, feeTiers: () => fee, givenInYear: () => inYear },
  );
}

/** One dataset that has all of a line. */
const oneDataset = (amount: number, more: Parameters<typeof shareOf>[1] = {}) =>
  shown(shareOf({ ds: cents(amount) }, more).shares);
const single = (gross: number, fee: number, net: number) => ({
  gross: gross === 0 ? [] : [gross],
  fee: gross === 0 ? [] : [fee],
  net: gross === 0 ? [] : [net],
});

function goodwill(rest: number, changes: Partial<OpenCredit> = {}): OpenCredit {
  return {
    creditId: 'credit_1',
    kind: 'GOODWILL',
    rest: cents(rest),
    borneBy: 'PLATFORM',
    priority: 50,
    expiresOn: null,
    number: 1n,
    ...changes,
  };
}

/** Credits drawn for what is due, and what holders bear of them. */
function drawn(due: number, ...credits: OpenCredit[]) {
  const uses = drawCredits(cents(due), credits, '2026-12-01');
  const of = (bearer: CreditBearer | null) =>
    uses.reduce((sum, { credit, amount }) => (credit.borneBy === bearer ? sum + amount : sum), 0n);
  return {
    amounts: uses.map(({ amount }) => money(amount)),
    sums: { platform: of('PLATFORM'), holders: of('HOLDERS'), prepaid: of(null) },
  };
}

const falling = cardOf(
  [
    [10n, 1],
    [null, 0.1],
  ],
  { volume: true },
);
const commitment = { coverage: 1_000_000_000_000n, discountBps: 2_000n, overageBps: 10_000n };
const committed = cardOf([[null, 0.01]], { commitment });
const lastDay = activePart('2026-12-01', '2026-12-31', null);

describe('Prices and shares', () => {
  test('1: 1,000 records, all at the rate reached: 100.00, of which 85.00 is the holder’s', () => {
    expect(money(monthOf(falling, 1_000n).usage.record)).toBe(100);
    expect(oneDataset(100)).toEqual(single(100, 15, 85));
  });

  test('2: 10 and 11 records', () => {
    expect(money(monthOf(falling, 10n).usage.record)).toBe(10);
    expect(money(monthOf(falling, 11n).usage.record)).toBe(1.1);
    expect(oneDataset(10)).toEqual(single(10, 1.5, 8.5));
    expect(oneDataset(1.1)).toEqual(single(1.1, 0.17, 0.93));
  });

  test('8, 9: an all-units line is its quantity × its price', () => {
    const first = cardOf(
      [
        [100n, 1.309],
        [null, 1.764],
      ],
      { volume: true },
    );
    const second = cardOf(
      [
        [100n, 1.19],
        [null, 0.135],
      ],
      { volume: true },
    );
    expect(money(monthOf(first, 165n).usage.record)).toBe(291.06);
    expect(money(monthOf(second, 631n).usage.record)).toBe(85.19);
    expect(oneDataset(291.06)).toEqual(single(291.06, 43.66, 247.4));
    expect(oneDataset(85.19)).toEqual(single(85.19, 12.78, 72.41));
  });

  test('10: a new version of the same prices goes on in the tiers', () => {
    const card = cardOf([
      [1_000n, 1],
      [null, 0.1],
    ]);
    const before = { session: nothing, month: { ...nothing, record: 1_000n } };
    const { cost } = priceUse(card, { ...nothing, record: 1_000n }, before);
    expect(sumOf(cost)).toBe(100_000_000_000n);
    expect(money(monthOf(card, 2_000n).usage.record)).toBe(1_100);
    expect(oneDataset(1_100)).toEqual(single(1_100, 165, 935));
  });

  test('11: 600 at 0.05, lowered to 0.04; raised to 0.06 it asks more', () => {
    const price = (rate: number) =>
      sumOf(monthPrice(cardOf([[null, rate]]), { ...nothing, record: 600n }).cost);
    expect(price(0.04)).toBe(24_000_000_000n);
    expect(price(0.06) > price(0.05)).toBe(true);
    expect(oneDataset(24)).toEqual(single(24, 3.6, 20.4));
  });

  test('12, 13: a commitment for one day of December', () => {
    const unused = monthOf(committed, 0n, { part: lastDay });
    expect([sumOf(unused.usage), unused.trueUp].map((each) => money(each ?? -1n))).toEqual([
      0, 25.81,
    ]);
    expect(shareOf({}).shares).toEqual([]);
    const used = monthOf(committed, 1_000n, { part: lastDay });
    expect([used.usage.record, used.trueUp].map((each) => money(each ?? -1n))).toEqual([8, 17.81]);
    expect(oneDataset(8)).toEqual(single(8, 1.2, 6.8));
  });

  test('14: a fee of 310 and a minimum of 620 for one day of 31', () => {
    const lines = monthOf(cardOf([[null, 0]]), 0n, { part: lastDay, fees: [310], minimum: 620 });
    expect(lines.fees.map(({ amount }) => money(amount))).toEqual([10]);
    expect(money(lines.minimum ?? -1n)).toBe(10);
  });

  test.each([
    [640, 512, 288],
    [999.99, 799.99, 0.01],
    [1_250.5, 1_050.5, null],
  ])('15, 17: a commitment of 1,000 at 20 %%, %d used', (list, usage, trueUp) => {
    const lines = monthOf(committed, cents(list));
    expect(money(lines.usage.record)).toBe(usage);
    expect(lines.trueUp === null ? null : money(lines.trueUp)).toBe(trueUp);
  });

  test('15, 16, 17: who gets a true-up', () => {
    expect(oneDataset(512)).toEqual(single(512, 76.8, 435.2));
    expect(oneDataset(512, { extras: cents(288) })).toEqual(single(800, 120, 680));
    expect(oneDataset(799.99)).toEqual(single(799.99, 120, 679.99));
    expect(oneDataset(1_050.5)).toEqual(single(1_050.5, 157.58, 892.92));
  });

  test('28: a discount of 10 %', () => {
    const card = cardOf(
      [
        [100n, 1.309],
        [null, 1.764],
      ],
      { volume: true, discountBps: 1_000n },
    );
    expect(money(monthOf(card, 165n).usage.record)).toBe(261.95);
    expect(oneDataset(261.95)).toEqual(single(261.95, 39.29, 222.66));
  });

  test('30: no tax on 444.48', () => {
    expect(taxOn(cents(444.48), 0n)).toBe(0n);
    expect(oneDataset(444.48)).toEqual(single(444.48, 66.67, 377.81));
  });

  test('36: late use makes all of a month cheaper', () => {
    const card = { rules: falling, fees: [], minimum: undefined };
    const late = (records: bigint) =>
      lateAmounts(
        card,
        { ...nothing, record: records },
        { part: wholeMonth, minor, asked: { ...nothing, record: cents(10) } },
      ).record;
    expect(money(late(1_000n))).toBe(90);
    expect(money(late(11n))).toBe(-8.9);
  });

  test('37: 3 × 0.335 and 3 more late', () => {
    const card = { rules: cardOf([[null, 0.335]]), fees: [], minimum: undefined };
    const three = { ...nothing, record: 3n };
    const first = monthLines(card, three, { part: wholeMonth, minor }).usage;
    expect(money(first.record)).toBe(1.01);
    const six = { ...nothing, record: 6n };
    const late = lateAmounts(card, six, { part: wholeMonth, minor, asked: first });
    expect(money(late.record)).toBe(1);
  });
});

describe('Credits', () => {
  test('3, 4: a full credit, borne by the platform or by holders', () => {
    const platform = drawn(1_000, goodwill(1_000));
    expect(platform.amounts).toEqual([1_000]);
    expect(money(platform.sums.platform)).toBe(1_000);
    expect(oneDataset(1_000, { holdersCredits: platform.sums.holders })).toEqual(
      single(1_000, 150, 850),
    );
    const holders = drawn(1_000, goodwill(1_000, { borneBy: 'HOLDERS' }));
    expect(oneDataset(1_000, { holdersCredits: holders.sums.holders })).toEqual(single(0, 0, 0));
  });

  test('5, 6: 30 of 100, with 20 % tax', () => {
    expect(money(taxOn(cents(70), 2_000n))).toBe(14);
    expect(oneDataset(100)).toEqual(single(100, 15, 85));
    expect(oneDataset(100, { holdersCredits: cents(30) })).toEqual(single(70, 10.5, 59.5));
  });

  test('7: 50 against 38.70; 11.30 is carried', () => {
    expect(drawn(38.7, goodwill(50)).amounts).toEqual([38.7]);
    expect(oneDataset(38.7)).toEqual(single(38.7, 5.81, 32.89));
  });

  test('what holders cannot bear is the platform’s', () => {
    const { pool, beyond, shares } = shareOf({ ds: cents(10) }, { holdersCredits: cents(15) });
    expect([pool, beyond].map(money)).toEqual([0, 5]);
    expect(shares).toEqual([]);
  });

  test('25, 26: a prepayment is taxed as it is bought, and its use is shared', () => {
    expect(money(taxOn(cents(500), 2_000n))).toBe(100);
    const paid = goodwill(500, { kind: 'PREPAID', borneBy: null });
    const { amounts, sums } = drawn(300, paid);
    expect(amounts).toEqual([300]);
    expect(sums).toEqual({ platform: 0n, holders: 0n, prepaid: cents(300) });
    expect(oneDataset(300)).toEqual(single(300, 45, 255));
  });

  test('27: what expires first is used first', () => {
    const paid = goodwill(100, {
      creditId: 'credit_0',
      kind: 'PREPAID',
      borneBy: null,
      number: 0n,
    });
    const expiring = goodwill(20, { expiresOn: '2026-12-31' });
    expect(drawn(50, paid, expiring).amounts).toEqual([20, 30]);
    expect(oneDataset(50)).toEqual(single(50, 7.5, 42.5));
  });

  test('priority comes first, goodwill before what was paid, the older before the newer', () => {
    const paid = { kind: 'PREPAID', borneBy: null } as const;
    const order = drawCredits(
      cents(100),
      [
        goodwill(1, { creditId: 'newer', number: 5n }),
        goodwill(1, { creditId: 'paid', number: 1n, ...paid }),
        goodwill(1, { creditId: 'older', number: 2n }),
        goodwill(1, { creditId: 'first', number: 9n, priority: 10 }),
        goodwill(1, { creditId: 'over', expiresOn: '2026-11-30' }),
        goodwill(1, { creditId: 'expires', expiresOn: '2026-12-01' }),
        goodwill(0, { creditId: 'empty' }),
      ],
      '2026-12-01',
    );
    expect(order.map(({ credit }) => credit.creditId)).toEqual([
      'first',
      'expires',
      'older',
      'newer',
      'paid',
    ]);
  });

  test('33, 34: credit notes that holders bear', () => {
    const means = { feeTiers: () => usualFee, givenInYear: () => cents(100) };
    const note = (amount: number, ...grosses: number[]) =>
      shown(
        shareCreditNote(
          cents(amount),
          grosses.map((gross, index) => ({
            datasetId: `ds-${index}`,
            holderId: `holder-${index}`,
            gross: cents(gross),
          })),
          means,
        ),
      );
    expect(note(30, 100)).toEqual({ gross: [-30], fee: [-4.5], net: [-25.5] });
    expect(money(taxOn(cents(-30), 2_000n))).toBe(-6);
    expect(oneDataset(60, { inYear: cents(70) })).toEqual(single(60, 9, 51));
    expect(note(10, 16.67, 33.33, 50).gross).toEqual([-1.67, -3.33, -5]);
  });
});

describe('Several datasets and holders', () => {
  const split = (amount: number, weights: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      splitByVolume(
        cents(amount),
        new Map(Object.entries(weights).map(([id, weight]) => [id, BigInt(weight)])),
      ),
    );

  test('18, 19: 20.01 over two holders, three times', () => {
    const first = shareOf(split(20.01, { riverside: 1, zeta: 1 }));
    expect(shown(first.shares)).toEqual({ gross: [10.01, 10], fee: [1.5, 1.5], net: [8.51, 8.5] });
    const inYear = new Map<string, bigint>();
    const billed = [1, 2, 3].flatMap(() => {
      const { shares } = shareInvoice(
        {
          given: new Map(Object.entries(split(20.01, { riverside: 1, zeta: 1 }))),
          extras: 0n,
          holdersCredits: 0n,
        },
        {
          beneficiaries: anyHolder,
          feeTiers: () => usualFee,
          givenInYear: (holder) => inYear.get(holder) ?? 0n,
        },
      );
      for (const { holderId, gross } of shares)
        inYear.set(holderId, (inYear.get(holderId) ?? 0n) + gross);
      return shares;
    });
    const gross = (of: readonly Share[]) =>
      money(
        of
          .filter(({ datasetId }) => datasetId === 'riverside')
          .reduce((sum, each) => sum + each.gross, 0n),
      );
    expect([billed, billed.slice(0, 4), billed.slice(4)].map(gross)).toEqual([30.03, 20.02, 10.01]);
  });

  test('20: 0.05 over three', () => {
    const { shares } = shareOf(split(0.05, { a: 1, b: 1, c: 1 }));
    expect(shown(shares)).toEqual({
      gross: [0.02, 0.02, 0.01],
      fee: [0, 0, 0],
      net: [0.02, 0.02, 0.01],
    });
  });

  test('21: 100.00 by 1:2:3', () => {
    const { shares } = shareOf(split(100, { a: 1, b: 2, c: 3 }));
    expect(shown(shares)).toEqual({
      gross: [16.67, 33.33, 50],
      fee: [2.5, 5, 7.5],
      net: [14.17, 28.33, 42.5],
    });
  });

  test('22: each line by the volume that it is for', () => {
    const [time, records] = [split(60, { a: 2, b: 1 }), split(0.05, { a: 1, b: 1 })];
    const given = {
      a: (time['a'] ?? 0n) + (records['a'] ?? 0n),
      b: (time['b'] ?? 0n) + (records['b'] ?? 0n),
    };
    expect(shown(shareOf(given).shares)).toEqual({
      gross: [40.03, 20.02],
      fee: [6, 3],
      net: [34.03, 17.02],
    });
  });

  test('23: two beneficiaries of one dataset', () => {
    const beneficiaries = () => [
      { holderId: 'one', bps: 6_000n },
      { holderId: 'other', bps: 4_000n },
    ];
    const { shares } = shareOf({ ds: 5n }, { beneficiaries });
    expect(shown(shares)).toEqual({ gross: [0.03, 0.02], fee: [0, 0], net: [0.03, 0.02] });
  });

  test('24: a pool that is lowered', () => {
    const given = split(30.03, { a: 2, b: 1 });
    const { shares } = shareOf(given, { holdersCredits: cents(10.01) });
    expect(shown(shares)).toEqual({ gross: [13.35, 6.67], fee: [2, 1], net: [11.35, 5.67] });
  });

  test('31: 100 free, then 0.50; 50 and 51 records', () => {
    const record = { ...openRate(micros(0.5)), free: 100n };
    const rules = {
      ...cardOf([[null, 0]]),
      prices: { time: free, record, data: free, operation: free },
    };
    const amount = monthOf(rules, 101n).usage.record;
    expect(money(amount)).toBe(0.5);
    const { shares } = shareOf(split(0.5, { a: 50, b: 51 }));
    expect(shown(shares)).toEqual({ gross: [0.25, 0.25], fee: [0.04, 0.04], net: [0.21, 0.21] });
  });

  test('32: 20 % up to 1,000 a year, then 15 %', () => {
    const fee = [
      { upTo: cents(1_000), bps: 2_000n },
      { upTo: null, bps: 1_500n },
    ];
    let inYear = 0n;
    const rows = [950, 100, 333.33].map((gross) => {
      const [share] = shareOf({ ds: cents(gross) }, { fee, inYear }).shares;
      inYear += cents(gross);
      return [money(share?.fee ?? -1n), money(share?.net ?? -1n)];
    });
    expect(rows).toEqual([
      [190, 760],
      [17.5, 82.5],
      [50, 283.33],
    ]);
  });
});

describe('Tax and currencies', () => {
  test('29: a rate for each kind of line, each sum rounded once', () => {
    const reduced = { kind: 'STANDARD', bps: 500n };
    const taxes = (lines: Parameters<typeof taxGroups>[0], bps: bigint) =>
      taxGroups(lines, bps).map((each) => [money(each.base), money(each.amount)]);
    const lines = [{ amount: cents(33.33) }, { amount: cents(10), tax: reduced }];
    expect(taxes(lines, 2_000n)).toEqual([
      [33.33, 6.67],
      [10, 0.5],
    ]);
    expect(oneDataset(33.33)).toEqual(single(33.33, 5, 28.33));
    // Lines of one kind are added up before they are rounded.
    expect(taxes([{ amount: 3n }, { amount: 3n }], 1_500n)).toEqual([[0.06, 0.01]]);
    // A credit lowers what has the usual tax, then the rest: nothing below zero is taxed.
    expect(taxes([...lines, { amount: cents(-40) }], 2_000n)).toEqual([[3.33, 0.17]]);
    expect(taxes([...lines, { amount: cents(-43.33) }], 2_000n)).toEqual([[0, 0]]);
  });

  test('35: VAT of 21 % on a payout of 85.00', () => {
    expect(money(taxOn(cents(85), 2_100n))).toBe(17.85);
  });

  test('38: yen have no decimals', () => {
    const nanos = nanosInMinor(currencyDecimals('JPY') ?? -1);
    const card = { rules: cardOf([[null, 33.5]]), fees: [], minimum: undefined };
    const lines = monthLines(card, { ...nothing, record: 3n }, { part: wholeMonth, minor: nanos });
    expect(lines.usage.record).toBe(101n);
    expect(taxOn(101n, 1_000n)).toBe(10n);
    const parts = splitByVolume(
      101n,
      new Map([
        ['a', 1n],
        ['b', 1n],
      ]),
    );
    expect([...parts.values()]).toEqual([51n, 50n]);
  });

  test('39: dinars have three', () => {
    const nanos = nanosInMinor(currencyDecimals('KWD') ?? -1);
    const card = { rules: cardOf([[null, 1.0005]]), fees: [], minimum: undefined };
    const lines = monthLines(card, { ...nothing, record: 1n }, { part: wholeMonth, minor: nanos });
    expect(lines.usage.record).toBe(1_001n);
    expect(taxOn(1_001n, 500n)).toBe(50n);
  });

  test('what has four decimals or none at all is refused', () => {
    expect(['USD', 'EUR', 'CLF', 'UYW', 'usd', ''].map(currencyDecimals)).toEqual([
      2,
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const amounts = fc.bigInt({ min: 0n, max: 10_000_000n });
const volumesOf = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.bigInt({ min: 0n, max: 10_000n }),
  {
    minKeys: 1,
  },
);

test('shares add up to the pool, each is fee and net, and the order of datasets decides nothing', () => {
  fc.assert(
    fc.property(amounts, volumesOf, amounts, amounts, (amount, volumes, extras, credit) => {
      const entries = Object.entries(volumes);
      const share = (ordered: typeof entries) =>
        shareInvoice(
          { given: splitByVolume(amount, new Map(ordered)), extras, holdersCredits: credit },
          {
            beneficiaries: (id) => [
              { holderId: 'all', bps: 1_000n },
              { holderId: id < 'c' ? 'first' : 'second', bps: 9_000n },
            ],
            feeTiers: () => usualFee,
            givenInYear: () => 1_234n,
          },
        );
      const { pool, beyond, shares } = share(entries);
      expect(shares.reduce((sum, { gross }) => sum + gross, 0n)).toBe(pool);
      expect(pool).toBe(amount + extras - (credit - beyond));
      for (const { gross, fee, net } of shares) expect(gross).toBe(fee + net);
      expect(share(entries.toReversed())).toEqual({ pool, beyond, shares });
    }),
    { seed: 23, numRuns: 60 },
  );
});

test('a volume that went back below zero has no part', () => {
  expect(
    Object.fromEntries(
      splitByVolume(
        5n,
        new Map([
          ['a', -3n],
          ['b', 1n],
        ]),
      ),
    ),
  ).toEqual({ a: 0n, b: 5n });
  const volumes: PerDimension = nothing;
  expect(sumOf(volumes)).toBe(0n);
});
