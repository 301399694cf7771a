/** Billing's arithmetic against big.js in strict mode, and the algebra that invoices lean on. */
import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';
import { addDays, isoWeek, spanOf, weekStart } from './calendar.ts';
import { numberOf, quotientNumber, unitsOf } from './decimal.ts';
import { invoiceAmounts } from './invoice-amounts.ts';
import { committedCost, flatCost } from './month-price.ts';
import { hdiv } from './rounding.ts';
import { microHours, unitsPerRate } from './volume.ts';

const StrictBig = Big();
StrictBig.strict = true;
StrictBig.DP = 60;
StrictBig.RM = Big.roundHalfUp;

const big = (value: bigint) => new StrictBig(String(value));
/** big.js rounds halves away from zero in this mode. */
const rounded = (value: Big) => BigInt(value.round(0, Big.roundHalfUp).toFixed());

const volume = fc.bigInt({ min: 0n, max: 10n ** 13n });
const rate = fc.bigInt({ min: 0n, max: 10n ** 9n });
const dimension = fc.constantFrom('time', 'record', 'data', 'operation');
test('hdiv is the quotient rounded half away from zero', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (numerator, denominator) => {
        expect(hdiv(numerator, denominator)).toBe(rounded(big(numerator).div(big(denominator))));
      },
    ),
  );
});

test('a cost is rate × volume, within half a nano', () => {
  fc.assert(
    fc.property(dimension, rate, volume, (name, each, units) => {
      const exact = big(each).times(big(units)).times('1000').div(big(unitsPerRate[name]));
      expect(flatCost(name, each, units)).toBe(rounded(exact));
    }),
  );
});

test('micro-hours are seconds ÷ 3600, and slices add up', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n })), (slices) => {
      let seconds = 0n;
      let sum = 0n;
      for (const slice of slices) {
        sum += microHours(seconds + slice) - microHours(seconds);
        seconds += slice;
      }
      expect(sum).toBe(rounded(big(seconds).times('1000000').div('3600')));
    }),
  );
});

test('a commitment costs no less for more use', () => {
  const commitment = fc.record({
    coverage: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    discountBps: fc.bigInt({ min: 0n, max: 10_000n }),
    overageBps: fc.bigInt({ min: 10_000n, max: 50_000n }),
  });
  fc.assert(
    fc.property(commitment, volume, volume, (terms, list, more) => {
      const covered = list < terms.coverage ? list : terms.coverage;
      const exact = big(covered)
        .times(big(10_000n - terms.discountBps))
        .plus(big(list - covered).times(big(terms.overageBps)))
        .div('10000');
      expect(committedCost(terms, list)).toBe(rounded(exact));
      expect(committedCost(terms, list + more) >= committedCost(terms, list)).toBe(true);
    }),
  );
});

test('an invoice adds up, and its tax is rounded once', () => {
  const lines = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.bigInt({ min: 0n, max: 5_000n }), (costs, bps) => {
      const amounts = costs.map((each) => hdiv(each, 10_000_000n));
      const { subtotal, tax, total } = invoiceAmounts(
        amounts.map((amount) => ({ amount })),
        bps,
      );
      expect(subtotal).toBe(amounts.reduce((sum, each) => sum + each, 0n));
      expect(tax).toBe(rounded(big(subtotal).times(big(bps)).div('10000')));
      expect(total).toBe(subtotal + tax);
    }),
  );
});

test('parts add up to the whole, and each is within one unit of its share', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), weights, (amount, shares) => {
      const parts = allocate(amount, shares);
      expect(parts.reduce((sum, each) => sum + each, 0n)).toBe(amount);
      const total = shares.reduce((sum, each) => sum + each, 0n);
      if (total === 0n) return;
      for (const [index, part] of parts.entries()) {
        const floor = (amount * (shares[index] ?? 0n)) / total;
        expect(part === floor || part === floor + 1n).toBe(true);
      }
    }),
  );
});

test('decimals are read as they were written and come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      expect(unitsOf(cents / 100, 2)).toBe(BigInt(cents));
      expect(numberOf(BigInt(cents), 2)).toBe(cents / 100);
    }),
  );
  expect(unitsOf(1e21, 2)).toBe(10n ** 23n);
  expect(unitsOf(1e-6, 6)).toBe(1n);
  expect(
    [0.001, 1e-7, Number.NaN, Number.POSITIVE_INFINITY].map((each) => unitsOf(each, 2)),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test('a quotient is the number nearest to it', () => {
  expect(quotientNumber(42_400_000_000n, 848n * 10n ** 9n)).toBe(0.05);
  fc.assert(
    fc.property(volume, fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
      const exact = big(numerator).div(big(denominator));
      expect(quotientNumber(numerator, denominator)).toBe(Number(exact.toFixed(40)));
    }),
  );
});

test('every day is in one week and one month, which follow each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (number) => {
      const day = addDays('1990-01-01', number);
      for (const span of ['DAILY', 'WEEKLY', 'MONTHLY'] as const) {
        const { start, end } = spanOf(span, day);
        expect(start <= day && day < end).toBe(true);
        expect(spanOf(span, addDays(end, -1)).start).toBe(start);
        expect(spanOf(span, end).start).toBe(end);
      }
      expect(isoWeek(weekStart(day))).toBe(isoWeek(day));
    }),
  );
});
