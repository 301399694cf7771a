/** Worked examples of prices, rounding and volumes, by hand: arithmetic alone, without a database. */
import { describe, expect, test } from 'vitest';
import { allocate } from './allocate.ts';
import { addMonths, isoWeek, spanOf } from './calendar.ts';
import { costNumber, numberOf, unitsOf } from './decimal.ts';
import { applyCredit, invoiceAmounts as amountsOf, netOfFee, taxOn } from './invoice-amounts.ts';
import {
  commitmentFee,
  committedCost,
  flatCost,
  listPrice,
  monthPrice,
  openRate,
  priceUse,
} from './month-price.ts';
import { activePart, forPart } from './month-lines.ts';
import { hdiv } from './rounding.ts';
import { microHours, nothing, sumOf } from './volume.ts';
import { moneyIn } from './money.ts';

const usd = moneyIn('USD');
const invoiceAmounts = (lines: readonly bigint[], bps: bigint) =>
  amountsOf(
    lines.map((amount) => ({ amount })),
    bps,
  );
const lineAmount = (cost: bigint) => hdiv(cost, usd.nanosPerMinor);

/** Micros, cents, nanos of a decimal. */
const micros = (value: number) => unitsOf(value, 6) ?? -1n;
const cents = (value: number) => unitsOf(value, 2) ?? -1n;
const nanos = (value: number) => unitsOf(value, 9) ?? -1n;
const rates = { time: 12.5, record: 0.005, data: 0.12, operation: 0.02 };
const flat = (rate: number) => openRate(micros(rate));
const payPerUse = {
  prices: {
    time: flat(rates.time),
    record: flat(rates.record),
    data: flat(rates.data),
    operation: flat(rates.operation),
  },
  commitment: undefined,
  discountBps: 0n,
};
const usage = { time: microHours(9_061n), record: 1_250n, data: 1_234_567_890n, operation: 42n };

describe('Numbers', () => {
  test('9061 s, 1,250 records, 1,234,567,890 B and 42 operations cost 38.699948147', () => {
    const { cost } = monthPrice(payPerUse, usage);
    expect(numberOf(usage.time, 6)).toBe(2.516944);
    expect(Object.values(cost).map(costNumber)).toEqual([31.4618, 6.25, 0.148148147, 0.84]);
    expect(costNumber(sumOf(cost))).toBe(38.699948147);
  });

  test('three slices of one second are 278 + 278 + 277 = 833 micro-hours', () => {
    const slices = [1n, 2n, 3n].map((second) => microHours(second) - microHours(second - 1n));
    expect(slices).toEqual([278n, 278n, 277n]);
    expect(microHours(3n)).toBe(833n);
  });

  test('halves are rounded away from zero', () => {
    expect([5n, -5n, 15n, -15n, 4n, -4n].map((each) => hdiv(each, 10n))).toEqual([
      1n,
      -1n,
      2n,
      -2n,
      0n,
      0n,
    ]);
    expect(() => hdiv(1n, 0n)).toThrow(RangeError);
  });

  test('a GB is 10^9 bytes', () => {
    expect(numberOf(1_234_567_890n, 9)).toBe(1.23456789);
    expect(flatCost('data', micros(1), 1_000_000_000n)).toBe(nanos(1));
  });
});

describe('Periods', () => {
  test('2027-01-01 is in 2026-W53', () => {
    expect(isoWeek('2027-01-01')).toBe('2026-W53');
    expect(isoWeek('2027-01-04')).toBe('2027-W01');
    expect(isoWeek('2026-12-28')).toBe('2026-W53');
    expect(isoWeek('2024-12-30')).toBe('2025-W01');
    expect(spanOf('WEEKLY', '2027-01-01')).toEqual({ start: '2026-12-28', end: '2027-01-04' });
  });

  test('month anchors clamp from the original day', () => {
    expect([1, 2, 3].map((months) => addMonths('2028-01-31', months))).toEqual([
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  });

  test('1000.00 from 15 Feb 2028 is 15/29: 517.24', () => {
    const from = (day: string) => forPart(cents(1000), activePart('2028-02-01', day, null));
    expect(from('2028-02-15')).toBe(cents(517.24));
    expect(from('2028-02-01')).toBe(cents(1000));
  });

  test("across New York's clock change, 2026-11-01 05:30Z to 06:30Z is 1.000000 h", () => {
    const seconds = (Date.parse('2026-11-01T06:30Z') - Date.parse('2026-11-01T05:30Z')) / 1000;
    expect(microHours(BigInt(seconds))).toBe(1_000_000n);
  });

  test('days across both clock changes and leap days are whole', () => {
    expect(spanOf('DAILY', '2026-03-29')).toEqual({ start: '2026-03-29', end: '2026-03-30' });
    expect(spanOf('MONTHLY', '2028-02-29')).toEqual({ start: '2028-02-01', end: '2028-03-01' });
  });
});

describe('Price models', () => {
  const tiers = [
    { upTo: 1_000n, rate: micros(0.05), flat: 0n },
    { upTo: 10_000n, rate: micros(0.04), flat: 0n },
    { upTo: null, rate: micros(0.03), flat: 0n },
  ];
  const record = { ...openRate(0n), tiers };
  const graduated = { ...payPerUse, prices: { ...payPerUse.prices, record } };
  const costAfter = (month: bigint, volume: bigint) =>
    priceUse(
      graduated,
      { ...nothing, record: volume },
      { session: nothing, month: { ...nothing, record: month } },
    ).cost.record;

  test.each([
    ['v=1000 from 0', 0n, 1_000n, 50],
    ['v=1 from 1000', 1_000n, 1n, 0.04],
    ['v=1000 from 600', 600n, 1_000n, 44],
    ['v=3 from 999', 999n, 3n, 0.13],
    ['11,000 in all', 0n, 11_000n, 440],
  ])('graduated tiers: %s', (_name, month, volume, expected) => {
    expect(costNumber(costAfter(month, volume))).toBe(expected);
  });

  test('the rate of v=1000 from 600 is 0.044', () => {
    expect(costNumber(costAfter(600n, 1_000n)) / 1_000).toBe(0.044);
  });

  test('sessions sum to F(total) exactly', () => {
    const parts = [600n, 1_000n, 1n, 9_399n];
    let month = 0n;
    let sum = 0n;
    for (const part of parts) {
      sum += costAfter(month, part);
      month += part;
    }
    expect(sum).toBe(listPrice('record', graduated, 11_000n));
  });

  const commitment = { coverage: nanos(1000), discountBps: 2_000n, overageBps: 10_000n };
  test.each([
    [640, 512, 288],
    [999.99, 799.99, 0.01],
    [1000, 800, 0],
  ])('committed, L = 1000 and d = 20 %%: %d is %d and a true-up of %d', (used, cost, owed) => {
    const line = lineAmount(committedCost(commitment, nanos(used)));
    expect(usd.number(line)).toBe(cost);
    expect(usd.number(lineAmount(commitmentFee(commitment)) - line)).toBe(owed);
  });

  test('committed: 1250.50 is 1050.50', () => {
    expect(costNumber(committedCost(commitment, nanos(1250.5)))).toBe(1050.5);
  });

  test('committed: a session crossing L, 200 after 900, costs 80 + 100 = 180', () => {
    const rules = { ...payPerUse, commitment };
    const { cost } = priceUse(
      { ...rules, prices: { ...rules.prices, operation: flat(1) } },
      { ...nothing, operation: 200n },
      { session: nothing, month: { ...nothing, operation: 900n } },
    );
    expect(costNumber(cost.operation)).toBe(180);
  });

  test('committed: beyond L the overage factor holds', () => {
    expect(costNumber(committedCost({ ...commitment, overageBps: 15_000n }, nanos(1100)))).toBe(
      950,
    );
  });
});

describe('Invoices', () => {
  test('the example is 31.46 + 6.25 + 0.15 + 0.84 = 38.70; 20 % is 7.74; total 46.44', () => {
    const lines = Object.values(monthPrice(payPerUse, usage).cost).map(lineAmount);
    expect(lines.map((each) => usd.number(each))).toEqual([31.46, 6.25, 0.15, 0.84]);
    const { subtotal, tax, total } = invoiceAmounts(lines, 2_000n);
    expect([subtotal, tax, total].map((each) => usd.number(each))).toEqual([38.7, 7.74, 46.44]);
  });

  test('3 × 0.335 is 1.02', () => {
    const lines = Array.from({ length: 3 }, () => lineAmount(nanos(0.335)));
    expect(usd.number(invoiceAmounts(lines, 0n).subtotal)).toBe(1.02);
  });

  test('1.005 is 1.01', () => {
    expect(usd.number(lineAmount(nanos(1.005)))).toBe(1.01);
  });

  test('1.00 @ 12.5 % is 0.13', () => {
    expect(usd.number(taxOn(cents(1), 1_250n))).toBe(0.13);
  });

  test('4 × 17.50 @ 7 % is 4.90', () => {
    const lines = Array.from({ length: 4 }, () => cents(17.5));
    expect(usd.number(invoiceAmounts(lines, 700n).tax)).toBe(4.9);
  });

  test('credit 50 against 38.70: total 0, carry 11.30; then 20.00: 8.70 + 20 % = 10.44', () => {
    const first = applyCredit(cents(38.7), cents(50));
    expect([first.applied, first.carried].map((each) => usd.number(each))).toEqual([38.7, 11.3]);
    expect(invoiceAmounts([cents(38.7), -first.applied], 2_000n).total).toBe(0n);
    const second = applyCredit(cents(20), first.carried);
    const { subtotal, total } = invoiceAmounts([cents(20), -second.applied], 2_000n);
    expect([subtotal, total].map((each) => usd.number(each))).toEqual([8.7, 10.44]);
    expect(applyCredit(-1n, 5n)).toEqual({ applied: 0n, carried: 5n });
  });
});

describe('Payouts', () => {
  test('5 cents in 3 are 2, 2, 1', () => {
    expect(allocate(5n, [1n, 1n, 1n])).toEqual([2n, 2n, 1n]);
    expect(allocate(5n, [0n, 0n, 0n])).toEqual([2n, 2n, 1n]);
    expect(() => allocate(-1n, [1n])).toThrow(RangeError);
  });

  test.each([
    [2.16, 100.01],
    [2.15, 100],
  ])('fee 15 %%: 60.00, 30.00, 25.50 and %d leave 51.00, 76.50, 98.17, %d', (last, end) => {
    let balance = 0n;
    const balances = [60, 30, 25.5, last].map((gross) => {
      balance += netOfFee(cents(gross), 1_500n).net;
      return usd.number(balance);
    });
    expect(balances).toEqual([51, 76.5, 98.17, end]);
  });
});

describe('Limits, alerts, suspension', () => {
  test('at 12.50/h, 0.40 lasts 115 s', () => {
    const cost = (seconds: bigint) => flatCost('time', micros(12.5), microHours(seconds));
    expect(cost(115n) <= nanos(0.4)).toBe(true);
    expect(cost(116n) > nanos(0.4)).toBe(true);
  });
});
