/** Accrual, thresholds and runs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moneyIn } from '../../shared/billing/money.ts';
import type { Holder } from './holder-accounts.ts';
import { BillingFixture, centCard } from './testing/billing-fixture.ts';

let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture('2026-01-05T00:00:00.000Z');
  fixture.account('lab', { tax_percent: 20 });
  fixture.card('lab', centCard);
});
afterEach(() => fixture.remove());

const use = (cents: number, holderId = 'holder') =>
  fixture.use(
    fixture.open({ accountId: 'lab', holderId, datasetId: `ds-${holderId}`, seconds: 60 }),
    { records: cents },
  );
/** Closes the present month an hour after its end, and pays it. */
const payMonth = () => {
  const month = fixture.at.slice(0, 7);
  fixture.now = Date.parse(`${month}-28T01:00:00.000Z`) + 5 * 86_400_000;
  fixture.now = Date.parse(`${fixture.at.slice(0, 7)}-01T01:00:00.000Z`);
  fixture.pay(fixture.close('lab', month).document.invoiceId);
};
const prefer = (changes: Partial<Holder> = {}, holderId = 'holder') =>
  fixture.write(() =>
    fixture.billing.holderWriter.prefer(
      { frequency: 'MONTHLY', threshold: 10_000n, method: 'bank_transfer', ...changes, holderId },
      fixture.at,
    ),
  );
const balance = (holderId = 'holder') =>
  moneyIn('USD').number(fixture.billing.holders.balance(holderId));
const payouts = () =>
  fixture.payouts
    .list({ limit: 100, offset: 0, include: 'holder' })
    .data.map((each) => [each.status, each.amount]);

describe('Payouts', () => {
  test.each([
    [216, 100.01],
    [215, 100],
  ])(
    '60.00, 30.00, 25.50 and %d cents: carried until 100 is reached, then %d paid',
    (last, paid) => {
      prefer();
      const balances: number[] = [];
      for (const cents of [6_000, 3_000, 2_550, last]) {
        use(cents);
        payMonth();
        balances.push(balance());
        expect(fixture.sweep().payouts.created).toBe(balances.length === 4 ? 1 : 0);
      }
      expect(balances).toEqual([51, 76.5, 98.17, paid]);
      expect(payouts()).toEqual([['PENDING', paid]]);
      const [payout] = fixture.payouts.list({ limit: 1, offset: 0 }).data;
      expect(payout?.period.start_date).toBe('2026-02-01T00:00:00.000Z');
      expect(balance()).toBe(0);
      fixture.sweep();
      expect(payouts()).toEqual([['COMPLETED', paid]]);
    },
  );

  test('accrues usage lines before tax, split among holders by largest remainder', () => {
    fixture.card('lab', { ...centCard, rate_card_id: 'third', record: { rate: 0.010166 } });
    for (const holder of ['a', 'b', 'c']) {
      prefer({}, holder);
      use(100, holder);
    }
    for (const holder of ['a', 'b', 'c']) {
      fixture.write(() =>
        fixture.facts.write('payout_preferences', holder, { set: { fee_bps: 0 } }),
      );
    }
    payMonth();
    // 3.0498 is 3.05: 305 cents among three equal shares.
    expect(['a', 'b', 'c'].map((each) => balance(each))).toEqual([1.02, 1.02, 1.01]);
  });

  test('a failed payout returns the funds, and the next run makes a new one', () => {
    prefer({ frequency: 'DAILY', method: 'test_failing', threshold: 100n });
    use(1_000);
    payMonth();
    fixture.sweep();
    expect([payouts(), balance()]).toEqual([[['PENDING', 8.5]], 0]);
    fixture.sweep();
    expect([payouts(), balance()]).toEqual([[['FAILED', 8.5]], 8.5]);
    expect(fixture.told.at(-1)).toMatchObject({
      type: 'payout.failed',
      holderId: 'holder',
      data: { amount_cents: 850, currency: 'USD' },
    });
    const unpaid = () =>
      fixture.payouts.list({ status: 'FAILED', last: true, limit: 1, offset: 0 }).total;
    expect(unpaid()).toBe(1);
    prefer({ frequency: 'DAILY', threshold: 100n });
    fixture.now += 86_400_000;
    fixture.sweep();
    fixture.sweep();
    expect(payouts()).toEqual([
      ['COMPLETED', 8.5],
      ['FAILED', 8.5],
    ]);
    expect(fixture.told.at(-1)).toMatchObject({
      type: 'payout.completed',
      holderId: 'holder',
      data: { holder_id: 'holder', amount_cents: 850, currency: 'USD' },
    });
    expect(unpaid()).toBe(0);
  });

  test('at most one is on its way to a holder', () => {
    prefer({ frequency: 'DAILY', method: 'test_slow', threshold: 0n });
    for (let month = 0; month < 2; month += 1) {
      use(1_000);
      payMonth();
      fixture.sweep();
    }
    expect([payouts(), balance()]).toEqual([[['PENDING', 8.5]], 8.5]);
    expect(() =>
      fixture.database.exec(
        `INSERT INTO payouts SELECT 9, 'payout_x', holder_id, status, amount, currency, method,
           period_start, period_end, created_at, NULL, NULL, NULL, NULL, NULL, NULL FROM payouts`,
      ),
    ).toThrow('UNIQUE');
  });

  test.each([
    ['DAILY', '2026-02-04T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
    ['WEEKLY', '2026-02-09T00:00:00.000Z', '2026-02-08T23:59:59.999Z'],
    ['MONTHLY', '2026-03-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
  ] as const)('%s runs at 00:00Z', (frequency, at, before) => {
    prefer({ frequency, threshold: 100n });
    fixture.at = '2026-02-03T12:00:00.000Z';
    fixture.sweep();
    use(1_000);
    fixture.at = '2026-01-20T00:00:00.000Z';
    use(1_000);
    fixture.at = '2026-02-03T12:00:00.000Z';
    fixture.pay(fixture.close('lab', '2026-01').document.invoiceId);
    fixture.at = before;
    expect(fixture.sweep().payouts.created).toBe(0);
    fixture.at = at;
    expect(fixture.sweep().payouts.created).toBe(1);
  });

  test('runs that were missed happen once', () => {
    prefer({ frequency: 'DAILY', threshold: 100n });
    use(1_000);
    payMonth();
    fixture.now += 40 * 86_400_000;
    expect(fixture.sweep().payouts).toMatchObject({ created: 1 });
    expect(fixture.sweep().payouts).toMatchObject({ created: 0, completed: 1 });
    expect(payouts()).toHaveLength(1);
  });
});
