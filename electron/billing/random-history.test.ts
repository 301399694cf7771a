/**
 * Whatever happens, the figures hold: a random history of sessions, invoices, payments and payouts.
 * 1,000 actions, or 5,000 where everything is tried: then the identities of money are checked after each.
 * @push
 */
import { afterAll, expect, test } from 'vitest';
import { invoiceStatuses } from '../../shared/contract/billing.ts';
import { addDays, monthOf } from '../../shared/billing/calendar.ts';
import { numberOf, costNumber } from '../../shared/billing/decimal.ts';
import { isOpenRate, monthPrice } from '../../shared/billing/month-price.ts';
import { dimensions, sumOf } from '../../shared/billing/volume.ts';
import { HolderSummaries } from './holders/holder-summary.ts';
import { Statements } from './holders/statements.ts';
import { sessionMetering } from './session-metering.ts';
import { randomHistory } from './testing/random-history.ts';
import { costsOf, summedFigures, volumesOf, type FigureRow } from './usage-figures.ts';
import { moneyIn } from '../../shared/billing/money.ts';
import { cases, rounds } from '../testing/rounds.ts';

const actions = rounds({ usual: 1_000, all: 5_000 });
/** Steps between two checks of the identities. */
const every = rounds({ usual: 20, all: 1 });
const seed = 20_261;
let history = randomHistory(seed);
let { fixture, sessions, invoices, below } = history;
let summaries = new HolderSummaries(fixture.database);
let statements = new Statements(fixture.database);
const year = { from: '2026-02-01', to: '2026-12-31' };
afterAll(() => fixture.remove());

const sum = (sql: string) => fixture.database.prepare<[], bigint>(sql).pluck().safeIntegers().get();

/** Begins anew, in another currency. */
function begin(currency: string): void {
  if (currency === history.currency) return;
  fixture.remove();
  history = randomHistory(seed, currency);
  ({ fixture, sessions, invoices, below } = history);
  summaries = new HolderSummaries(fixture.database);
  statements = new Statements(fixture.database);
  read.clear();
}

test.each(cases(['USD'], ['JPY', 'KWD']))(
  `${actions} actions of seed ${seed} in %s keep every figure`,
  (currency) => {
    begin(currency);
    const refused = new Map<string, number>();
    for (let action = 0; action < actions; action += 1) {
      const code = history.step();
      if (code !== undefined) refused.set(code, (refused.get(code) ?? 0) + 1);
      if (action % every === every - 1) checkMoney();
      if (action % 25 === 24) checkPast();
      if (action % 500 === 499) checkAll();
    }
    checkAll();
    // The history was rich enough to mean something.
    expect(invoices.length).toBeGreaterThan(20);
    expect([...refused.keys()]).toEqual(
      expect.arrayContaining(['conflict', 'payment_failed', 'invoice_already_paid']),
    );
  },
  1_200_000,
);

/** Figures that were read, by the instant at which they were. */
const read = new Map<string, string>();
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** What the operator and each holder are told, as it is now, or as it was then. */
function told(asOf?: string): string {
  const asked = { now: fixture.at, asOf };
  const holders = Array.from({ length: 3 }, (_, index) => `holder-${index}`);
  return textOf([
    fixture.revenue.figures(asked),
    ...holders.map((holder) => fixture.revenue.figuresOf(holder, asked)),
    ...holders.map((holder) => summaries.of(holder, fixture.at, asOf)),
    ...holders.map((holder) => statements.ofPeriod(holder, year, asOf ?? fixture.at).statement),
    fixture.books.list({ source: undefined, asOf, limit: 5, offset: 0 }),
  ]);
}

/** Whatever was read is read again, as of the instant at which it was. */
function checkPast(): void {
  fixture.settle();
  read.set(fixture.at, told());
  // What comes later in the same moment is of that moment.
  fixture.now += 1;
  const instants = [...read.keys()];
  for (let each = 0; each < 3; each += 1) {
    const at = instants[below(instants.length)] ?? '';
    expect([at, told(at)]).toEqual([at, read.get(at)]);
  }
}

/** Lines, pool, shares, credits, payouts and books: the identities of money. */
function checkMoney(): void {
  checkBooks();
  checkCredits();
  checkPayouts();
}

function checkAll(): void {
  fixture.settle();
  checkSessions();
  checkRollups();
  checkMonths();
  checkInvoices();
  checkMoney();
  checkLimits();
}

/** Cost = rate × volume within 5·10⁻¹⁰; total = the sum of four. */
function checkSessions(): void {
  for (const id of sessions) {
    const session = fixture.session(id);
    const { cards } = fixture.billing;
    const month = monthOf(session.updated_at);
    const { rules } = cards.requireAssigned(cards.inForce(session.account_id, month));
    const {
      pricing,
      time_metrics: time,
      operation_metrics: operations,
    } = sessionMetering(session, rules, history.currency);
    const volumes = [
      [pricing.time_rate, numberOf(session.micro_hours, 6), pricing.time_cost],
      [pricing.record_rate, Number(session.records), pricing.record_cost],
      [pricing.data_rate, numberOf(session.bytes, 9), pricing.data_cost],
      [pricing.operation_rate, Number(session.operations), pricing.operation_cost],
    ] as const;
    // Half a nano, and what JSON numbers cannot say of large amounts.
    for (const [rate, volume, cost] of volumes) {
      expect(Math.abs(rate * volume - cost)).toBeLessThanOrEqual(5e-10 + 1e-12 + cost * 1e-15);
    }
    expect(pricing.total_cost).toBe(costNumber(sumOf(costsOf(session))));
    expect(operations.total_operations).toBe(Number(session.operations));
    expect(time.active_time_minutes + time.idle_time_minutes).toBeCloseTo(
      time.session_duration_seconds / 60,
      9,
    );
  }
}

/** Every roll-up, and every grouping, is the sum over raw events. */
function checkRollups(): void {
  const figures = (table: string) =>
    fixture.database.prepare<[], FigureRow>(`SELECT ${summedFigures()} FROM ${table}`).get();
  const raw = figures('usage_events');
  for (const table of ['usage_days', 'usage_totals', 'usage_counters', 'billed_sessions']) {
    expect(figures(table)).toEqual(raw);
  }
  const today = fixture.at.slice(0, 10);
  const query = { start_date: '2026-01-01', end_date: today };
  for (const days of [0, 1, 6, 30]) {
    const end = addDays(today, -below(20));
    checkRange(addDays(end, -days), end);
  }
  const whole = fixture.usage.aggregate(query);
  expect(whole.metrics.total_sessions).toBe(
    Number(sum('SELECT count(DISTINCT session) FROM usage_events')),
  );
  expect(whole.costs.total_cost).toBe(
    costNumber(
      sum(
        'SELECT sum(time_nanos + record_nanos + data_nanos + operation_nanos) FROM usage_events',
      ) ?? 0n,
    ),
  );
  for (const group_by of ['day', 'week', 'month', 'model', 'dataset'] as const) {
    const { breakdown, breakdown_by_dataset: datasets } = fixture.usage.aggregate({
      ...query,
      group_by,
    });
    const groups = breakdown ?? datasets;
    const add = (of: (each: (typeof groups)[number]) => number, places: number) =>
      groups.reduce((all, each) => all + BigInt(Math.round(of(each) * 10 ** places)), 0n);
    expect(add((each) => each.sessions, 0)).toBe(BigInt(whole.metrics.total_sessions));
    expect(add((each) => each.records, 0)).toBe(BigInt(whole.metrics.total_records));
    expect(add((each) => each.operations, 0)).toBe(BigInt(whole.metrics.total_operations));
    expect(
      numberOf(
        add((each) => each.hours, 6),
        6,
      ),
    ).toBe(whole.metrics.total_hours);
    expect(
      numberOf(
        add((each) => each.gb, 9),
        9,
      ),
    ).toBe(whole.metrics.total_gb);
    expect(
      numberOf(
        add((each) => each.cost, 9),
        9,
      ),
    ).toBe(whole.costs.total_cost);
  }
}

/** Sessions of a part of the history: those in use, each once, in the first group it was used in. */
function checkRange(start: string, end: string): void {
  const range = `day >= '${start}' AND day <= '${end}'`;
  const used = Number(sum(`SELECT count(DISTINCT session) FROM usage_events WHERE ${range}`) ?? 0n);
  const query = { start_date: start, end_date: end };
  for (const group_by of ['day', 'week', 'month', 'model', 'dataset'] as const) {
    const usage = fixture.usage.aggregate({ ...query, group_by });
    const groups = usage.breakdown ?? usage.breakdown_by_dataset;
    expect(groups.reduce((all, each) => all + each.sessions, 0)).toBe(used);
    expect(usage.metrics).toMatchObject({
      total_sessions: used,
      total_records: Number(sum(`SELECT sum(records) FROM usage_events WHERE ${range}`) ?? 0n),
    });
  }
}

/** What the use of a month costs is the price of its volume, whatever came in which order and was taken back. */
function checkMonths(): void {
  const months = fixture.database
    .prepare<[], FigureRow & { account_id: string; month: string; sessions: bigint }>(
      `SELECT c.*, (SELECT count(DISTINCT session) FROM usage_days AS d
         WHERE d.account_id = c.account_id AND substr(d.day, 1, 7) = substr(c.month, 1, 7)) AS sessions
       FROM usage_counters AS c`,
    )
    .safeIntegers()
    .all();
  for (const row of months) {
    const rules = fixture.billing.meter.rules(row.account_id, row.month);
    const { cost, flats } = monthPrice(rules, volumesOf(row));
    const [whole, kept] = [sumOf(cost) - sumOf(flats), costsOf(row)];
    // At one open rate each session is rounded by itself.
    const isOpen = dimensions.some((each) => isOpenRate(rules, each));
    const most = isOpen ? 4n * row.sessions : 0n;
    const difference = sumOf(kept) - whole;
    expect(difference <= most && difference >= -most).toBe(true);
    if (rules.commitment !== undefined) continue;
    for (const each of dimensions.filter((name) => !isOpenRate(rules, name))) {
      expect(kept[each]).toBe(cost[each] - flats[each]);
    }
  }
}

/** Total = subtotal + tax = the lines and their tax; usage is billed once. */
function checkInvoices(): void {
  for (const id of invoices) {
    const { document, status } = fixture.billing.invoices.require(id, fixture.at);
    const lines = document.lines.reduce((all, each) => all + each.amount, 0n);
    expect(document.subtotal).toBe(lines);
    expect(document.subtotal >= 0n).toBe(true);
    expect(document.total).toBe(document.subtotal + document.tax);
    expect(invoiceStatuses).toContain(status);
  }
  // What lines ask for use is what they give datasets.
  expect(
    sum(`SELECT coalesce(sum(time_amount + record_amount + data_amount + operation_amount), 0)
      FROM invoice_usage`),
  ).toBe(
    invoices
      .flatMap((id) => fixture.billing.invoices.require(id, fixture.at).document.lines)
      .filter(({ kind }) => kind === 'usage' || kind === 'late_usage')
      .reduce((all, { amount }) => all + amount, 0n),
  );
}

/** The journal adds up to zero, and its accounts are what the summary says. */
function checkBooks(): void {
  const unbalanced = sum(`SELECT count(*) FROM (SELECT 1 FROM book_postings
    GROUP BY book_transaction HAVING sum(amount) <> 0)`);
  expect(unbalanced).toBe(0n);
  const balance = (account: string) =>
    sum(`SELECT coalesce(sum(amount), 0) FROM book_postings WHERE book_account = '${account}'`);
  const figures = fixture.revenue.figures({ now: fixture.at });
  expect(figures.billed + figures.tax).toBe(figures.collected + figures.outstanding);
  expect(figures.holderNet).toBe(
    figures.payoutsCompleted + figures.payoutsPending + figures.availableBalance,
  );
  expect(balance('receivable')).toBe(figures.outstanding);
  const taken = sum(`SELECT coalesce(sum(s.gross), 0) FROM shares AS s
    JOIN credit_notes AS n ON n.credit_note_id = s.document`);
  const pool =
    (sum(`SELECT coalesce(sum(pool), 0) FROM invoices WHERE status <> 'CANCELED'`) ?? 0n) +
    (taken ?? 0n);
  const unpaid = sum(`SELECT coalesce(sum(pool), 0) FROM invoices WHERE status = 'PENDING'`) ?? 0n;
  const ofPlatform = balance('platform_revenue') ?? 0n;
  const others = ofPlatform + (balance('credits_granted') ?? 0n) + (balance('prepaid') ?? 0n);
  expect(others).toBe(pool - figures.billed);
  expect(balance('holder_expected')).toBe(-unpaid);
  const bought = sum(
    `SELECT coalesce(sum(prepaid_bought), 0) FROM invoices WHERE status <> 'CANCELED'`,
  );
  const used = sum(
    `SELECT coalesce(sum(prepaid_used), 0) FROM invoices WHERE status <> 'CANCELED'`,
  );
  expect(balance('prepaid')).toBe((used ?? 0n) - (bought ?? 0n));
  const left =
    sum(`SELECT coalesce(sum(c.amount - coalesce((SELECT sum(u.amount) FROM credit_uses AS u
      JOIN invoices AS i ON i.number = u.invoice WHERE u.credit = c.number AND i.status <> 'CANCELED'), 0)), 0)
    FROM credits AS c JOIN invoices AS s ON s.invoice_id = c.source
    WHERE c.kind = 'PREPAID' AND s.status <> 'CANCELED'`);
  expect(balance('prepaid')).toBe(-(left ?? 0n));
  // The tax of what is written off stays owed.
  const writtenOff =
    sum(`SELECT coalesce(sum(tax), 0) FROM invoices WHERE cancel_kind = 'UNCOLLECTIBLE'`) ?? 0n;
  expect(balance('tax_payable')).toBe(-figures.tax - writtenOff);
  expect(balance('bad_debt')).toBe(writtenOff);
  expect(balance('fee_income')).toBe(-figures.fees);
  expect(balance('cash')).toBe(figures.collected - figures.payoutsCompleted);
  expect(balance('payouts_in_transit')).toBe(-figures.payoutsPending);
  expect(balance('holder_payable')).toBe(-figures.availableBalance);
}

/** The identity of an invoice's subtotal, and no more used of a credit than it has. */
function checkCredits(): void {
  expect(
    sum(`SELECT count(*) FROM invoices WHERE subtotal <> pool + prepaid_bought - platform_credits - prepaid_used
      - (SELECT sum(amount) FROM book_postings AS p JOIN book_transactions AS t ON t.number = p.book_transaction
         WHERE t.source = invoice_id AND t.event = 'issued' AND p.book_account = 'platform_revenue')`),
  ).toBe(0n);
  expect(
    sum(`SELECT count(*) FROM credits AS c WHERE c.amount < (SELECT sum(u.amount) FROM credit_uses AS u
      JOIN invoices AS i ON i.number = u.invoice WHERE u.credit = c.number AND i.status <> 'CANCELED')`),
  ).toBe(0n);
}

/** Shares come to the pool; each is in one payout at most, and a payout pays exactly its shares. */
function checkPayouts(): void {
  expect(
    sum(`SELECT count(*) FROM invoices AS i WHERE (pool, fees) <>
      (SELECT coalesce(sum(gross), 0), coalesce(sum(fee), 0) FROM shares WHERE document = i.invoice_id)`),
  ).toBe(0n);
  expect(
    sum(`SELECT count(*) FROM payouts AS p WHERE status <> 'FAILED' AND amount <>
      (SELECT sum(net) FROM earned WHERE payout = p.number)`),
  ).toBe(0n);
  expect(
    sum(`SELECT count(*) FROM earned AS a JOIN payouts AS p ON p.number = a.payout
      WHERE p.status = 'FAILED' OR p.holder_id <> a.holder_id`),
  ).toBe(0n);
  checkHolders();
}

/** By holder: what documents give it is paid or not, and what is paid is available, on its way or paid out. */
function checkHolders(): void {
  for (const { holderId } of fixture.billing.holders.all()) {
    const figures = fixture.revenue.figuresOf(holderId, { now: fixture.at });
    expect(figures.billed).toBe(figures.collected + figures.outstanding);
    expect(figures.collected).toBe(figures.fees + figures.holderNet);
    expect(figures.holderNet).toBe(
      figures.availableBalance + figures.payoutsPending + figures.payoutsCompleted,
    );
  }
}

/** A hard limit is never exceeded by what was used since it was there. */
function checkLimits(): void {
  expect(
    sum(`SELECT count(*) FROM spending_limits AS l JOIN limit_periods AS p
      ON p.spending_limit = l.number
      WHERE l.mode = 'HARD' AND p.spent_nanos > l.amount * ${moneyIn(history.currency).nanosPerMinor}
        AND p.start > substr(l.created_at, 1, 10)`),
  ).toBe(0n);
}
