/** The invoice of the running month as it would be now, and what the month will come to. */
import type { Database, Statement } from 'better-sqlite3';
import type { UpcomingInvoice } from '../../shared/contract/billing-prices.ts';
import { addDays, dayOf, monthOf } from '../../shared/billing/calendar.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import { forecastMonth } from '../../shared/billing/forecast.ts';
import { monthLines, type MonthLines } from '../../shared/billing/month-lines.ts';
import { nothing, plus, sumOf, type PerDimension } from '../../shared/billing/volume.ts';
import { Accounts, type StoredAccount } from './accounts.ts';
import { groupsOf, shownLine, shownTaxes } from './invoice-document.ts';
import { InvoiceDrafts } from './invoice-draft.ts';
import { monthRules } from './month-rules.ts';
import { RateCards } from './rate-cards.ts';
import { volumesOf, type VolumeRow } from './usage-figures.ts';
import { WorkspaceMoney } from './workspace-money.ts';

/** A forecast looks back upon 28 days, which may begin in the month before: so many days before today hold all of them. */
const lookBack = 31;

/** Every statement, by name, so that a test can read the plan of each. */
export const upcomingStatements = {
  days: `SELECT day, sum(micro_hours) AS micro_hours, sum(records) AS records, sum(bytes) AS bytes,
      sum(operations) AS operations
    FROM usage_totals WHERE account_id = ? AND day >= ? GROUP BY day ORDER BY day`,
} as const;

/** Over one connection. */
export class UpcomingInvoices {
  readonly #money: WorkspaceMoney;
  readonly #cards: RateCards;
  readonly #drafts: InvoiceDrafts;
  readonly #days: Statement<[string, string], VolumeRow & { readonly day: string }>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#cards = new RateCards(database);
    this.#drafts = new InvoiceDrafts(database, {
      accounts: new Accounts(database),
      cards: this.#cards,
    });
    this.#days = database
      .prepare<[string, string], VolumeRow & { readonly day: string }>(upcomingStatements.days)
      .safeIntegers();
  }

  of(account: StoredAccount, now: string): UpcomingInvoice {
    const month = monthOf(now);
    const money = this.#money.now;
    const drawn = this.#drafts.lines(account, month, now);
    return {
      account_id: account.accountId,
      month: month.slice(0, 7),
      lines: drawn.lines.map((line) => shownLine(line, money)),
      subtotal: money.number(drawn.subtotal),
      tax: money.number(drawn.tax),
      tax_percent: numberOf(account.taxBps, 2),
      taxes: shownTaxes(groupsOf({ ...drawn, taxBps: account.taxBps }), money),
      total: money.number(drawn.total),
      currency: money.code,
      forecast: this.#forecast(account, drawn.subtotal, now),
    };
  }

  /** The lines of the month with the volumes that are foreseen, in place of those so far. */
  #forecast(account: StoredAccount, subtotal: bigint, now: string): UpcomingInvoice['forecast'] {
    const month = monthOf(now);
    const money = this.#money.now;
    const used = this.#usedByDay(account.accountId, now);
    const { card, rules, part } = monthRules(
      this.#cards.requireAssigned(this.#cards.inForce(account.accountId, month)),
      month,
      account,
    );
    const forecast = forecastMonth(rules, used, now);
    if (forecast === undefined) return null;
    const asked = (volumes: PerDimension) =>
      askedBy(monthLines(card, volumes, { part, minor: money.nanosPerMinor }));
    const soFar = [...used]
      .filter(([day]) => day >= month)
      .reduce((sum, [, volumes]) => plus(sum, volumes), nothing);
    const whole = subtotal + asked(forecast.volumes) - asked(soFar);
    return {
      subtotal: money.number(whole > 0n ? whole : 0n),
      method: 'weekday_mean',
      days: forecast.days,
    };
  }

  #usedByDay(accountId: string, now: string): Map<string, PerDimension> {
    const from = addDays(dayOf(now), -lookBack);
    return new Map(this.#days.all(accountId, from).map((row) => [row.day, volumesOf(row)]));
  }
}

function askedBy({ usage, trueUp, fees, minimum }: MonthLines): bigint {
  const sums = fees.reduce((sum, { amount }) => sum + amount, sumOf(usage));
  return sums + (trueUp ?? 0n) + (minimum ?? 0n);
}
