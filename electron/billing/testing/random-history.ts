/** A random history of sessions, invoices, payments and payouts, the same for the same seed. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { CreateRateCard } from '../../../shared/contract/billing.ts';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import { createRandomSource } from '../../demo/random-source.ts';
import { eventKinds } from '../usage-ledger.ts';
import { badCard, BillingFixture, goodCard } from './billing-fixture.ts';
import { moneyIn, type Money } from '../../../shared/billing/money.ts';

const tiers = [
  { up_to: 500, rate: 0.05 },
  { up_to: 5_000, rate: 0.037 },
  { up_to: null, rate: 0.0211 },
];
const rates = {
  time: { rate: 12.345678 },
  record: { rate: 0.005 },
  data: { rate: 0.123456 },
  operation: { rate: 0.02 },
};
/** Cards with amounts of a currency. */
const cardsIn = ({ places }: Money): CreateRateCard[] => [
  { ...rates, rate_card_id: 'pay', name: 'Pay', model: 'PAY_PER_USE' },
  { ...rates, rate_card_id: 'tiers', name: 'Tiers', model: 'TIERED', record: { tiers } },
  {
    ...rates,
    rate_card_id: 'committed',
    name: 'Committed',
    model: 'COMMITTED',
    commitment: { coverage: 500, discount_percent: 12.5, overage_factor: 1.2 },
  },
  {
    ...rates,
    rate_card_id: 'custom',
    name: 'Custom',
    model: 'CUSTOM',
    record: { tiers, mode: 'VOLUME' },
    fees: [{ description: 'Support', amount: Number((99.987).toFixed(places)) }],
    minimum: 150,
  },
];

/** A history in a currency, from the beginning of 2026 on; `step` lets one more thing happen. */
export function randomHistory(seed: number, currency = 'USD') {
  const fixture = new BillingFixture('2026-01-01T00:00:00.000Z', currency);
  const money = moneyIn(currency);
  /** Of minor units. */
  const amountOf = (units: number) => money.number(BigInt(units));
  const random = createRandomSource(seed, 7);
  const below = (count: number) => Math.floor(random.unit() * count);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];

  const accounts = cardsIn(money).map((card, index) => {
    const id = fixture.account(`account-${index}`, {
      tax_percent: [0, 7, 12.5, 20][index] ?? 0,
      suspend_after_days: index === 3 ? 1 : null,
    });
    fixture.card(id, card);
    return id;
  });
  const sessions: string[] = [];
  const invoices: string[] = [];
  const credits: string[] = [];

  const kinds = eventKinds.flatMap((each) =>
    each === 'time' || each === 'correction' || each === 'reprice' ? [] : [each],
  );

  const steps: readonly (() => void)[] = [
    () => {
      const accountId = pick(accounts) ?? 'default';
      const holder = below(3);
      const dataset = { datasetId: `ds-${holder}`, holderId: `holder-${holder}` };
      const modelId = pick(['m-1', 'm-2', null]) ?? null;
      sessions.push(fixture.open({ accountId, ...dataset, modelId, seconds: 60 + below(600_000) }));
    },
    ...Array.from({ length: 6 }, () => () => {
      const id = pick(sessions.filter((each) => !fixture.isOver(each)));
      const kind = pick(kinds);
      if (id !== undefined && kind !== undefined) {
        fixture.use(id, { kind, records: below(400), bytes: below(50_000_000) });
      }
    }),
    () => {
      const id = pick(sessions.slice(-12));
      if (id !== undefined) fixture.end(id);
    },
    () => {
      fixture.settle();
    },
    ...Array.from({ length: 2 }, () => () => {
      const accountId = pick(accounts) ?? 'default';
      const month = addMonths(monthOf(fixture.at), -1 - below(2));
      const { document } = fixture.close(accountId, month.slice(0, 7));
      invoices.push(document.invoiceId);
    }),
    ...Array.from({ length: 2 }, () => () => {
      const id = pick(invoices);
      if (id !== undefined) fixture.pay(id, below(4) === 0 ? badCard : goodCard);
    }),
    () => {
      const id = pick(invoices);
      if (id === undefined || below(3) > 0) return;
      fixture.cancel(id, below(3) === 0 ? 'UNCOLLECTIBLE' : 'CORRECTION');
    },
    ...Array.from({ length: 2 }, () => () => {
      const id = pick(invoices);
      if (id === undefined) return;
      const { document, status } = fixture.billing.invoices.require(id, fixture.at);
      const line = 1 + below(document.lines.length);
      const most = Number(document.lines[line - 1]?.amount ?? 0n);
      if (status !== 'PAID' && below(8) > 0) return;
      const units = (1 + below(Math.max(most, 1))) / (below(4) === 0 ? 1 : 3);
      const amount = amountOf(Math.max(1, Math.round(units)));
      fixture.note(id, [{ line, amount }], pick(['PLATFORM', 'HOLDERS'] as const));
    }),
    () => {
      fixture.sweep();
    },
    () => {
      const holderId = `holder-${below(3)}`;
      fixture.write(() => {
        const method = pick(['bank_transfer', 'test_failing', 'test_slow'] as const);
        const frequency = pick(['DAILY', 'WEEKLY', 'MONTHLY'] as const);
        if (method === undefined || frequency === undefined) return;
        const threshold = BigInt(below(20_000));
        fixture.billing.holderWriter.prefer({ holderId, method, frequency, threshold }, fixture.at);
      });
    },
    () => {
      const account_id = pick(accounts) ?? 'default';
      const kind = pick(['GOODWILL', 'CORRECTION'] as const) ?? 'GOODWILL';
      const borne_by = pick(['PLATFORM', 'HOLDERS'] as const) ?? 'PLATFORM';
      const amount = amountOf(1 + below(8_000));
      const expires = below(3) === 0 ? { expires_on: addMonths(monthOf(fixture.at), 2) } : {};
      const body = { account_id, kind, borne_by, amount, priority: 40 + below(20), ...expires };
      const credit = { ...body, reason: 'Goodwill' };
      fixture.write(() => credits.push(fixture.billing.creditWriter.grant(credit, fixture.at)));
    },
    () => {
      const id = pick(credits);
      if (id === undefined || below(6) > 0) return;
      const { credits: store, creditWriter } = fixture.billing;
      fixture.write(() => creditWriter.void(store.require(id, fixture.at), fixture.at));
    },
    () => {
      const account_id = pick(accounts) ?? 'default';
      const kind = pick(['CHARGE', 'PREPAYMENT'] as const) ?? 'CHARGE';
      const charge = { account_id, kind, amount: amountOf(1 + below(20_000)), description: 'Once' };
      fixture.write(() => fixture.billing.creditWriter.charge(charge, fixture.at));
    },
    () => {
      const month = addMonths(monthOf(fixture.at), below(2));
      const [one, other] = [below(3), below(2) + 1];
      const first = 1 + below(9_999);
      const value = [
        { holder_id: `holder-${one}`, bps: first },
        { holder_id: `holder-${(one + other) % 3}`, bps: 10_000 - first },
      ];
      const set = { value, changed_at: fixture.at };
      fixture.write(() => fixture.facts.write('beneficiaries', [`ds-${below(3)}`, month], { set }));
    },
    () => {
      const month = addMonths(monthOf(fixture.at), below(2));
      const tiers = [
        { up_to: 1 + below(100_000), bps: below(3_000) },
        { up_to: null, bps: below(3_000) },
      ];
      const set = { tiers, changed_at: fixture.at };
      fixture.write(() =>
        fixture.facts.write('fee_tables', [`holder-${below(3)}`, month], { set }),
      );
    },
    () => {
      const amount = BigInt(below(20_000) - 10_000);
      const accountId = pick(accounts) ?? 'default';
      fixture.write(() =>
        fixture.billing.invoiceWriter.addAdjustment(
          accountId,
          { description: 'Adjustment', amount: amount === 0n ? 1n : amount },
          fixture.at,
        ),
      );
    },
    () => {
      const event = fixture.database
        .prepare<[number], number>(
          `SELECT number FROM usage_events WHERE kind NOT IN ('time', 'correction') ORDER BY number DESC LIMIT 1 OFFSET ?`,
        )
        .pluck()
        .get(below(50));
      const isReversed = fixture.database.prepare('SELECT 1 FROM usage_events WHERE source = ?');
      if (event === undefined || below(4) > 0 || isReversed.get(`reversal/${event}`)) return;
      fixture.write(() => fixture.billing.meter.reverse(event, fixture.at));
    },
    () => {
      fixture.write(() => {
        fixture.billing.meter.settle(fixture.at);
        fixture.billing.limitKeeper.create(
          {
            account_id: pick(accounts),
            period: pick(['DAILY', 'WEEKLY', 'MONTHLY'] as const) ?? 'DAILY',
            mode: below(2) === 0 ? 'HARD' : 'SOFT',
            amount: 50 + below(5_000),
            alert_thresholds: [50, 80, 100],
            auto_suspend: below(4) === 0,
          },
          fixture.at,
        );
      });
    },
  ];

  return {
    currency,
    fixture,
    sessions,
    invoices,
    below,
    /** Returns the code of the error where it was refused. */
    step(): string | undefined {
      fixture.now += below(3) === 0 ? below(120_000_000) : below(4_000);
      try {
        pick(steps)?.();
        return undefined;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return error.code;
      }
    },
  };
}
