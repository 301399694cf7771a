/** What is metered and what it costs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CreateRateCard } from '../../shared/contract/billing.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import { sumOf } from '../../shared/billing/volume.ts';
import { sessionMetering } from './session-metering.ts';
import { BillingFixture } from './testing/billing-fixture.ts';
import { costsOf } from './usage-figures.ts';

let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture();
});
afterEach(() => fixture.remove());

const later = (seconds: number) => {
  fixture.now += seconds * 1_000;
};
const metering = (id: string) => {
  fixture.settle();
  const session = fixture.session(id);
  const { cards } = fixture.billing;
  const assigned = cards.inForce(session.account_id, `${fixture.at.slice(0, 7)}-01`);
  return sessionMetering(session, cards.requireAssigned(assigned).rules, 'USD');
};
const cost = (id: string) => costNumber(sumOf(costsOf(fixture.session(id))));
const total = (start: string, end = start) =>
  fixture.usage.aggregate({ start_date: start, end_date: end });

describe('Numbers', () => {
  test('9061 s, 1,250 records, 1,234,567,890 B and 42 operations cost 38.699948147', () => {
    const id = fixture.open();
    for (let access = 1; access < 42; access += 1) fixture.use(id, { records: 25 });
    later(9_061);
    fixture.end(id);
    fixture.use(id, { kind: 'train', records: 225, bytes: 1_234_567_890 });
    const { time_metrics: time, volume_metrics: volume, ...rest } = metering(id);
    expect(time).toMatchObject({
      session_duration_seconds: 9_061,
      session_duration_hours: 2.516944,
    });
    expect(volume).toEqual({
      records_accessed: 1_250,
      total_data_bytes: 1_234_567_890,
      total_data_gb: 1.23456789,
    });
    expect(rest.operation_metrics).toEqual({
      read_operations: 41,
      filter_operations: 0,
      transform_operations: 0,
      train_operations: 1,
      total_operations: 42,
    });
    expect(rest.pricing).toEqual({
      time_rate: 12.5,
      time_cost: 31.4618,
      record_rate: 0.005,
      record_cost: 6.25,
      data_rate: 0.12,
      data_cost: 0.148148147,
      operation_rate: 0.02,
      operation_cost: 0.84,
      total_cost: 38.699948147,
      currency: 'USD',
    });
  });

  test('three one-second slices are 833 micro-hours', () => {
    const id = fixture.open();
    for (let second = 0; second < 3; second += 1) {
      later(1);
      fixture.settle();
    }
    const slices = fixture.database
      .prepare('SELECT micro_hours FROM usage_events ORDER BY number')
      .pluck()
      .all();
    expect(slices).toEqual([278, 278, 277]);
    expect(fixture.session(id).micro_hours).toBe(833n);
  });

  test('every recorded operation counts as a train operation', () => {
    const id = fixture.open();
    for (const kind of ['train', 'analyze', 'validate', 'filter', 'transform', 'read'] as const) {
      fixture.use(id, { kind });
    }
    expect(metering(id).operation_metrics).toEqual({
      read_operations: 1,
      filter_operations: 1,
      transform_operations: 1,
      train_operations: 3,
      total_operations: 6,
    });
  });

  test('active and idle minutes are session minutes', () => {
    const id = fixture.open();
    later(30);
    fixture.use(id);
    later(600);
    fixture.use(id);
    later(90);
    const { session_duration_seconds: seconds, ...time } = metering(id).time_metrics;
    expect(seconds).toBe(720);
    expect(time).toMatchObject({ active_time_minutes: 1.5, idle_time_minutes: 10.5 });
  });
});

describe('Metering', () => {
  test('a session that has ended stops accruing at that instant', () => {
    const [expired, closed] = [fixture.open({ seconds: 100 }), fixture.open()];
    later(50.5);
    fixture.end(closed);
    later(10_000);
    fixture.settle();
    expect(fixture.session(expired).elapsed_seconds).toBe(100n);
    expect(fixture.session(closed).elapsed_seconds).toBe(50n);
    later(10_000);
    expect(fixture.billing.meter.isBehind(fixture.at)).toBe(false);
  });

  test('a fact is one event', () => {
    const id = fixture.open();
    fixture.use(id, { records: 1 });
    expect(() =>
      fixture.database.exec(
        `INSERT INTO usage_events (account_id, source, session, at, day, kind)
         VALUES ('default', '${id}/1', 1, 'x', 'x', 'read')`,
      ),
    ).toThrow('UNIQUE');
  });

  test('a correction is an event that takes another back, on its day', () => {
    const id = fixture.open();
    fixture.use(id, { records: 10, bytes: 100 });
    fixture.use(id, { records: 3 });
    later(86_400);
    fixture.write(() => fixture.billing.meter.reverse(1, fixture.at));
    expect(total('2026-11-10').metrics).toMatchObject({ total_records: 3, total_operations: 1 });
    expect(metering(id).operation_metrics.read_operations).toBe(1);
    expect(() => fixture.write(() => fixture.billing.meter.reverse(1, fixture.at))).toThrow(
      'UNIQUE',
    );
  });
});

describe('Periods', () => {
  test('time is split at UTC midnight, and an end date is inclusive', () => {
    fixture.at = '2026-11-10T23:59:50.000Z';
    const id = fixture.open();
    later(30);
    fixture.settle();
    expect(fixture.session(id).elapsed_seconds).toBe(30n);
    expect(total('2026-11-10').metrics.total_hours).toBe(0.002778);
    expect(total('2026-11-11').metrics.total_hours).toBe(0.005555);
    expect(total('2026-11-10', '2026-11-11').metrics).toMatchObject({
      total_hours: 0.008333,
      total_sessions: 1,
    });
  });

  test('a second across midnight belongs to the day in which it ends', () => {
    fixture.at = '2026-11-10T23:59:59.500Z';
    fixture.open();
    later(2);
    fixture.settle();
    const days = fixture.database.prepare('SELECT day, micro_hours FROM usage_totals').raw().all();
    expect(days).toEqual([['2026-11-11', 556]]);
  });

  test.each([
    ['end of month', '2026-11-30T23:00:00.000Z', ['2026-11', '2026-12']],
    ['29 February', '2028-02-29T23:00:00.000Z', ['2028-02', '2028-03']],
    ['end of year', '2026-12-31T23:00:00.000Z', ['2026-12', '2027-01']],
  ])('%s', (_name, at, months) => {
    fixture.at = at;
    fixture.open();
    later(7_200);
    fixture.settle();
    const { breakdown, metrics } = fixture.usage.aggregate({
      start_date: '2026-01-01',
      end_date: '2028-12-31',
      group_by: 'month',
    });
    expect(breakdown?.map(({ group, hours, sessions }) => [group, hours, sessions])).toEqual([
      [months[0], 1, 1],
      [months[1], 1, 0],
    ]);
    expect(metrics).toMatchObject({ total_hours: 2, total_sessions: 1 });
  });

  test('weeks are those of ISO 8601', () => {
    fixture.at = '2027-01-01T12:00:00.000Z';
    fixture.use(fixture.open(), { records: 1 });
    fixture.at = '2027-01-04T12:00:00.000Z';
    fixture.use(fixture.open(), { records: 1 });
    const { breakdown } = fixture.usage.aggregate({
      start_date: '2026-12-28',
      end_date: '2027-01-10',
      group_by: 'week',
    });
    expect(breakdown?.map(({ group, records }) => [group, records])).toEqual([
      ['2026-W53', 1],
      ['2027-W01', 1],
    ]);
  });

  test.each([
    ['2026-11-01T05:30:00.000Z'],
    ['2026-03-08T06:30:00.000Z'],
    ['2026-03-29T00:30:00.000Z'],
    ['2026-10-25T00:30:00.000Z'],
  ])('an hour across a clock change from %s is 1.000000 h', (at) => {
    fixture.at = at;
    const id = fixture.open({ seconds: 3_600 });
    later(7_200);
    expect(metering(id).time_metrics.session_duration_hours).toBe(1);
  });
});

describe('Price models', () => {
  const flat = {
    time: { rate: 0 },
    record: { rate: 0 },
    data: { rate: 0 },
    operation: { rate: 0 },
  };
  const tiered = {
    ...flat,
    rate_card_id: 'tiers',
    name: 'Tiers',
    model: 'TIERED',
    record: {
      tiers: [
        { up_to: 1_000, rate: 0.05 },
        { up_to: 10_000, rate: 0.04 },
        { up_to: null, rate: 0.03 },
      ],
    },
  } as const;

  test('tiered: sessions of a month go on where the others left off, and sum to F(total)', () => {
    fixture.card('default', { ...tiered, record: { tiers: [...tiered.record.tiers] } });
    const used = [600, 1_000, 9_400].map((records) => {
      const id = fixture.open();
      fixture.use(id, { records });
      return [cost(id), metering(id).pricing.record_rate];
    });
    expect(used).toEqual([
      [30, 0.05],
      [44, 0.044],
      [366, 366 / 9_400],
    ]);
    expect(total('2026-11-10').costs.total_cost).toBe(440);
    fixture.at = '2026-12-01T00:00:00.000Z';
    const next = fixture.open();
    fixture.use(next, { records: 1_000 });
    expect(cost(next)).toBe(50);
  });

  test('committed: a session that crosses L costs 80 + 100 = 180', () => {
    fixture.card('default', {
      ...flat,
      rate_card_id: 'committed',
      name: 'Committed',
      model: 'COMMITTED',
      record: { rate: 1 },
      commitment: { coverage: 1_000, discount_percent: 20, overage_factor: 1 },
    });
    fixture.use(fixture.open(), { records: 900 });
    const crossing = fixture.open();
    fixture.use(crossing, { records: 200 });
    expect(cost(crossing)).toBe(180);
    expect(metering(crossing).pricing.record_rate).toBe(0.9);
  });

  const falling = {
    ...flat,
    rate_card_id: 'falling',
    name: 'Falling',
    model: 'CUSTOM',
    record: {
      mode: 'VOLUME',
      tiers: [
        { up_to: 10, rate: 1 },
        { up_to: null, rate: 0.1 },
      ],
    },
  } satisfies CreateRateCard;
  test('volume: what was used before costs less as soon as a tier is reached, and every sum follows', () => {
    fixture.card('default', falling);
    const [first, second] = [fixture.open(), fixture.open({ datasetId: 'other' })];
    fixture.use(first, { records: 6 });
    later(86_400);
    fixture.use(first, { records: 2 });
    fixture.use(second, { records: 2 });
    expect([cost(first), cost(second)]).toEqual([8, 2]);
    fixture.use(second, { records: 1 });
    expect([cost(first), cost(second)]).toEqual([0.8, 0.3]);
    expect([metering(first), metering(second)].map(({ pricing }) => pricing.record_rate)).toEqual([
      0.1, 0.1,
    ]);
    expect([total('2026-11-10'), total('2026-11-11')].map(({ costs }) => costs.total_cost)).toEqual(
      [0.6, 0.5],
    );
    const kinds = fixture.database
      .prepare("SELECT day, count(*) FROM usage_events WHERE kind = 'reprice' GROUP BY day")
      .raw();
    expect(kinds.all()).toEqual([
      ['2026-11-10', 1],
      ['2026-11-11', 2],
    ]);
    fixture.use(second, { records: 9 });
    expect([cost(first), cost(second)]).toEqual([0.8, 1.2]);
  });

  test('a use that is taken back leaves a month as if it had not been', () => {
    fixture.card('default', { ...tiered, record: { tiers: [...tiered.record.tiers] } });
    const [first, second] = [fixture.open(), fixture.open()];
    fixture.use(first, { records: 1_000 });
    fixture.use(second, { records: 500 });
    expect([cost(first), cost(second)]).toEqual([50, 20]);
    fixture.write(() => fixture.billing.meter.reverse(1, fixture.at));
    expect([cost(first), cost(second)]).toEqual([0, 25]);
  });

  const record = (rate: number, id: string) =>
    ({ ...flat, rate_card_id: id, name: id, model: 'PAY_PER_USE', record: { rate } }) as const;
  const assign = (rateCardId: string, version = 1, discountBps = 0n) =>
    fixture.write(() =>
      fixture.billing.assignment.assign(
        { accountId: 'default', month: '2026-11-01', rateCardId, version, discountBps },
        fixture.at,
      ),
    );

  test('a card that is lowered reprices its month; one that is raised is refused', () => {
    fixture.write(() => {
      for (const [rate, id] of [
        [0.05, 'five'],
        [0.04, 'four'],
        [0.06, 'six'],
      ] as const) {
        fixture.billing.cardWriter.create(record(rate, id), 1, fixture.at);
      }
    });
    expect(assign('five')).toBeNull();
    const [first, second] = [fixture.open(), fixture.open()];
    fixture.use(first, { records: 400 });
    fixture.use(second, { records: 200 });
    const prices = [
      ['now', 30],
      ['then', 36],
    ] as const;
    expect(() => assign('six')).toThrow(
      expect.objectContaining({
        code: 'conflict',
        details: {
          ...Object.fromEntries(prices),
          account_id: 'default',
          from_month: '2026-12',
        },
      }),
    );
    expect(assign('four')).toEqual({ before: 30_000_000_000n, after: 24_000_000_000n });
    expect([cost(first), cost(second)]).toEqual([16, 8]);
    expect(metering(first).pricing).toMatchObject({ record_rate: 0.04, record_cost: 16 });
    // With a discount of 10 %, the rate is what the use came to.
    assign('four', 1, 1_000n);
    expect([cost(first), cost(second)]).toEqual([14.4, 7.2]);
    expect(metering(first).pricing.record_rate).toBe(0.036);
  });

  test('a new version of the same prices goes on in the tiers', () => {
    const steep = {
      ...tiered,
      record: {
        tiers: [
          { up_to: 1_000, rate: 1 },
          { up_to: null, rate: 0.1 },
        ],
      },
    };
    fixture.card('default', steep);
    fixture.use(fixture.open(), { records: 1_000 });
    fixture.write(() => fixture.billing.cardWriter.create(steep, 2, fixture.at));
    expect(assign('tiers', 2)).toEqual({ before: 1_000_000_000_000n, after: 1_000_000_000_000n });
    fixture.use(fixture.open(), { records: 1_000 });
    expect(total('2026-11-10').costs.total_cost).toBe(1_100);
  });
});
