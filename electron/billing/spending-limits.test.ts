/** Limits that refuse before data is served, alerts once, suspension by cause. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateLimit } from '../../shared/contract/billing.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import { BillingFixture, centCard } from './testing/billing-fixture.ts';

let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture('2026-11-10T12:00:00.000Z');
  fixture.account('lab');
  fixture.card('lab', centCard);
});
afterEach(() => fixture.remove());

const limit = (changes: Partial<CreateLimit> = {}) =>
  fixture.write(() =>
    fixture.billing.limitKeeper.create(
      {
        period: 'DAILY',
        mode: 'HARD',
        amount: 100,
        alert_thresholds: [50, 80, 100],
        auto_suspend: false,
        ...changes,
      },
      fixture.at,
    ),
  );
const open = (datasetId = 'ds') => fixture.open({ accountId: 'lab', datasetId });
const alerts = () =>
  fixture.billing.limits
    .alerts({ limit: 100, offset: 0 })
    .data.map((each) => each.threshold)
    .toReversed();
const events = () => fixture.database.prepare('SELECT count(*) FROM usage_events').pluck().get();

describe('Limits, alerts, suspension', () => {
  test('limit 100, spent 99.60: 0.50 refused with nothing metered, 0.40 allowed', () => {
    limit();
    const id = open();
    fixture.use(id, { records: 9_960 });
    const before = events();
    expect(() => fixture.use(id, { records: 50 })).toThrow(
      expect.objectContaining({
        code: 'spending_limit_exceeded',
        details: {
          dataset: null,
          period: 'DAILY',
          limit: 100,
          spent: 99.6,
          requested: 0.5,
          reset_at: '2026-11-11T00:00:00.000Z',
        },
      }),
    );
    expect(events()).toBe(before);
    expect(fixture.session(id).accesses).toBe(1n);
    fixture.use(id, { records: 40 });
    expect(() => fixture.use(id, { records: 1 })).toThrow('spending limit');
  });

  test('time accrual stops after 115 s at 12.50/h, and goes on when the period is over', () => {
    fixture.card('lab', { ...centCard, rate_card_id: 'timed', time: { rate: 12.5 } });
    limit();
    const id = open();
    fixture.use(id, { records: 9_960 });
    fixture.now += 3_600_000;
    fixture.settle();
    expect(fixture.session(id)).toMatchObject({ elapsed_seconds: 3_600n, blocked_seconds: 3_485n });
    fixture.at = '2026-11-11T00:01:00.000Z';
    fixture.settle();
    const { elapsed_seconds: elapsed, blocked_seconds: blocked } = fixture.session(id);
    expect(elapsed - blocked).toBe(175n);
  });

  test('several sessions never exceed it together', () => {
    limit({ amount: 1 });
    const sessions = [open('a'), open('b'), open('c')];
    let served = 0;
    const refusals = new Set<unknown>();
    for (let round = 0; round < 20; round += 1) {
      for (const id of sessions) {
        try {
          fixture.use(id, { records: 7 });
          served += 7;
        } catch (error) {
          refusals.add(error instanceof ApiError ? error.code : error);
        }
      }
    }
    expect([...refusals]).toEqual(['spending_limit_exceeded']);
    expect(served).toBe(98);
  });

  test('a limit of a dataset counts that dataset alone; a soft one refuses nothing', () => {
    limit({ dataset_id: 'a', amount: 1 });
    limit({ mode: 'SOFT', amount: 1, period: 'MONTHLY' });
    fixture.use(open('b'), { records: 500 });
    expect(() => fixture.use(open('a'), { records: 101 })).toThrow('spending limit');
    fixture.use(open('a'), { records: 100 });
  });

  const allUnits = (below: number, above: number) => ({
    ...centCard,
    rate_card_id: `all-units-${below}`,
    model: 'CUSTOM' as const,
    record: {
      mode: 'VOLUME' as const,
      tiers: [
        { up_to: 10, rate: below },
        { up_to: null, rate: above },
      ],
    },
  });

  test('of all units at the rate reached it counts what will be billed: less for what was used before', () => {
    fixture.card('lab', allUnits(1, 0.1));
    const month = limit({ amount: 10, period: 'MONTHLY' });
    const ofDay = limit({ amount: 10, dataset_id: 'a' });
    const [first, second] = [open('a'), open('b')];
    fixture.use(first, { records: 6 });
    fixture.use(second, { records: 4 });
    expect(() => fixture.use(second, { records: 0, kind: 'read', bytes: 0 })).not.toThrow();
    expect(fixture.billing.limits.spent(month, '2026-11-01')).toBe(10_000_000_000n);
    fixture.use(second, { records: 1 });
    expect(fixture.billing.limits.spent(month, '2026-11-01')).toBe(1_100_000_000n);
    expect(fixture.billing.limits.spent(ofDay, '2026-11-10')).toBe(600_000_000n);
    fixture.use(second, { records: 89 });
    expect(() => fixture.use(second, { records: 1 })).toThrow('spending limit');
    const figures = (table: string) =>
      fixture.database.prepare(`SELECT sum(record_nanos) FROM ${table}`).pluck().get();
    expect(['usage_events', 'usage_days', 'usage_months', 'billed_sessions'].map(figures)).toEqual([
      10_000_000_000, 10_000_000_000, 10_000_000_000, 10_000_000_000,
    ]);
  });

  test('a use that makes what was used before dearer is refused by both together', () => {
    fixture.card('lab', allUnits(0.1, 1));
    limit({ amount: 10, period: 'MONTHLY' });
    const id = open();
    fixture.use(id, { records: 10 });
    const before = events();
    expect(() => fixture.use(id, { records: 1 })).toThrow('spending limit');
    expect(events()).toBe(before);
    expect(fixture.session(id).record_nanos).toBe(1_000_000_000n);
  });

  test('time stops where the tier that it would reach makes all of it too dear', () => {
    const { record } = allUnits(1, 2);
    const time = { mode: 'VOLUME' as const, tiers: record.tiers.map((each) => ({ ...each })) };
    fixture.card('lab', { ...allUnits(1, 2), record: { rate: 0 }, time });
    limit({ amount: 12, period: 'MONTHLY' });
    const id = open();
    fixture.now += 20 * 3_600_000;
    fixture.settle();
    // Ten hours at 1.00; a second more would make it 20.00.
    expect(fixture.session(id).time_nanos).toBe(10_000_000_000n);
    expect(fixture.session(id).blocked_seconds).toBe(36_000n);
  });

  test('thresholds fire when before < T ≤ now, ascending, once in a period', () => {
    limit({ mode: 'SOFT' });
    const id = open();
    fixture.use(id, { records: 4_999 });
    expect(alerts()).toEqual([]);
    fixture.use(id, { records: 1 });
    expect(alerts()).toEqual([50]);
    fixture.use(id, { records: 6_000 });
    expect(alerts()).toEqual([50, 80, 100]);
    fixture.use(id, { records: 6_000 });
    expect(alerts()).toHaveLength(3);
    fixture.now += 86_400_000;
    fixture.use(id, { records: 8_000 });
    expect(alerts()).toEqual([50, 80, 100, 50, 80]);
  });

  test('what was used before the limit was there counts', () => {
    const id = open();
    fixture.use(id, { records: 9_960 });
    const made = limit();
    const { spent } = fixture.billing.limits.show(made, fixture.at);
    expect(spent).toBe(99.6);
    expect(() => fixture.use(id, { records: 50 })).toThrow('spending limit');
  });

  test('auto-suspension holds until the period is over', () => {
    limit({ mode: 'SOFT', auto_suspend: true });
    const id = open();
    fixture.use(id, { records: 10_000 });
    expect(() => fixture.use(id, { records: 1 })).toThrow(
      expect.objectContaining({
        code: 'account_suspended',
        details: { account_id: 'lab', causes: ['LIMIT'] },
      }),
    );
    expect(() => open()).toThrow('suspended');
    fixture.at = '2026-11-11T00:00:00.000Z';
    fixture.use(id, { records: 1 });
    expect(costNumber(fixture.session(id).record_nanos)).toBe(100.01);
  });

  test('an automatic lift never clears MANUAL', () => {
    const made = limit({ mode: 'SOFT', auto_suspend: true, amount: 1 });
    const id = open();
    fixture.use(id, { records: 100 });
    const manual = { cause: 'MANUAL', since: fixture.at, until: null, reason: 'x' } as const;
    fixture.write(() => {
      fixture.billing.accountWriter.suspend('lab', manual);
      fixture.billing.limitKeeper.delete(made, fixture.at);
      fixture.billing.limitKeeper.liftWhereAllowed('lab', fixture.at);
    });
    expect(fixture.billing.accounts.suspensions('lab', fixture.at)).toEqual([manual]);
  });

  test('a limit of all accounts suspends each that spends beyond it', () => {
    limit({ mode: 'SOFT', auto_suspend: true, amount: 1 });
    fixture.account('other');
    fixture.card('other', { ...centCard, rate_card_id: 'cent-2' });
    const [one, two] = [open(), fixture.open({ accountId: 'other' })];
    for (const id of [one, two]) {
      fixture.use(id, { records: 100 });
      expect(() => fixture.use(id, { records: 1 })).toThrow('suspended');
    }
  });

  test('the time of other sessions is charged up to the instant of a suspension', () => {
    fixture.card('lab', { ...centCard, rate_card_id: 'timed', time: { rate: 1 } });
    limit({ mode: 'SOFT', auto_suspend: true, amount: 1 });
    const [spending, other] = [open(), open()];
    fixture.now += 20_000;
    fixture.use(spending, { records: 100 });
    fixture.now += 30_000;
    fixture.settle();
    expect(fixture.session(other)).toMatchObject({ elapsed_seconds: 50n, blocked_seconds: 30n });
    fixture.at = '2026-11-11T00:00:10.000Z';
    fixture.settle();
    for (const id of [spending, other]) {
      const { elapsed_seconds: elapsed, blocked_seconds: blocked } = fixture.session(id);
      expect(elapsed - blocked).toBe(30n);
    }
  });

  test('time does not accrue while an account is suspended', () => {
    const id = open();
    fixture.now += 10_000;
    const settle = () => fixture.billing.meter.settle(fixture.at, 'lab');
    fixture.write(() => {
      settle();
      const manual = { cause: 'MANUAL', since: fixture.at, until: null, reason: 'x' } as const;
      fixture.billing.accountWriter.suspend('lab', manual);
    });
    fixture.now += 100_000;
    fixture.write(() => {
      settle();
      fixture.billing.accountWriter.lift('lab', 'MANUAL');
    });
    fixture.now += 5_000;
    fixture.settle();
    expect(fixture.session(id)).toMatchObject({ elapsed_seconds: 115n, blocked_seconds: 100n });
  });

  test('an overdue invoice suspends who asked for it, until it is paid', () => {
    fixture.account('late', { suspend_after_days: 1, payment_terms_days: 0 });
    const id = fixture.open({ accountId: 'late' });
    fixture.use(id, { records: 1_000 });
    fixture.at = '2026-12-01T01:00:00.000Z';
    const { invoiceId } = fixture.close('late', '2026-11').document;
    fixture.at = '2026-12-02T00:00:00.000Z';
    fixture.sweep();
    expect(() => fixture.use(id)).toThrow('An invoice is overdue.');
    fixture.pay(invoiceId);
    fixture.write(() => fixture.billing.overdue.update(fixture.at));
    fixture.use(id);
  });

  test('days of its own count before those of the settings', () => {
    for (const [id, days] of [
      ['patient', 60],
      ['usual', null],
    ] as const) {
      fixture.account(id, { suspend_after_days: days, payment_terms_days: 0 });
      fixture.use(fixture.open({ accountId: id }), { records: 1_000 });
    }
    fixture.at = '2026-12-01T01:00:00.000Z';
    for (const id of ['patient', 'usual']) fixture.close(id, '2026-11');
    const suspendedOn = (at: string) => {
      fixture.at = at;
      fixture.sweep();
      return fixture.billing.accounts.suspendedBy('OVERDUE', at);
    };
    expect(suspendedOn('2026-12-30T23:00:00.000Z')).toEqual([]);
    expect(suspendedOn('2026-12-31T00:00:00.000Z')).toEqual(['usual']);
    expect(suspendedOn('2027-01-29T00:00:00.000Z')).toEqual(['usual']);
    expect(suspendedOn('2027-01-30T00:00:00.000Z')).toEqual(['patient', 'usual']);
  });
});
