/** What past months would have come to by another rate card: every month priced anew from its volumes, nothing written. */
import type { Database, Statement } from 'better-sqlite3';
import { addMonths, monthOf } from '../../shared/billing/calendar.ts';
import { monthLines } from '../../shared/billing/month-lines.ts';
import { nothing, sumOf, type PerDimension } from '../../shared/billing/volume.ts';
import type {
  Backtest,
  BacktestBody,
  BacktestQuery,
} from '../../shared/contract/billing-prices.ts';
import type { Money } from '../../shared/billing/money.ts';
import { Accounts, defaultAccount, type StoredAccount } from './accounts.ts';
import { monthRules } from './month-rules.ts';
import { RateCards, unknownCard } from './rate-cards.ts';
import type { RateCard } from './rate-terms.ts';
import { volumesOf, type VolumeRow } from './usage-figures.ts';
import { WorkspaceMoney } from './workspace-money.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const backtestStatements = {
  used: `SELECT month, micro_hours, records, bytes, operations FROM usage_counters
    WHERE account_id = ? AND month >= ? AND month <= ?`,
} as const;

/** Of an account's month; minor units. */
interface TriedMonth {
  readonly accountId: string;
  readonly month: string;
  readonly billed: bigint;
  readonly wouldBe: bigint;
}

/** Over one connection. */
export class Backtests {
  readonly #accounts: Accounts;
  readonly #cards: RateCards;
  readonly #money: WorkspaceMoney;
  readonly #used: Statement<[string, string, string], VolumeRow & { readonly month: string }>;

  constructor(database: Database) {
    this.#accounts = new Accounts(database);
    this.#cards = new RateCards(database);
    this.#money = new WorkspaceMoney(database);
    this.#used = database
      .prepare<[string, string, string], VolumeRow & { readonly month: string }>(
        backtestStatements.used,
      )
      .safeIntegers();
  }

  /**
   * Tries a card on months up to the running one, each account with the discount that it had.
   * @throws {ApiError} `not_found`
   */
  of(rateCardId: string, body: BacktestBody, query: BacktestQuery, now: string): Backtest {
    const { version, from_month: from, to_month: to, account_id: accountId } = body;
    const card =
      version === undefined
        ? this.#cards.newest(rateCardId)
        : this.#cards.require({ rateCardId, version });
    if (card === undefined) throw unknownCard(rateCardId);
    const money = this.#money.now;
    const running = monthOf(now);
    const last = `${to}-01` < running ? `${to}-01` : running;
    const accounts =
      accountId === undefined ? this.#accounts.all() : [this.#accounts.require(accountId)];
    const tried = accounts.flatMap((account) =>
      this.#tried(card, account, { first: `${from}-01`, last, money }),
    );
    const { limit, offset } = query;
    const page = tried.slice(offset, offset + limit);
    return {
      rate_card_id: card.rateCardId,
      version: card.version,
      from_month: from,
      to_month: last.slice(0, 7),
      currency: money.code,
      ...shownSums(tried, money),
      months: monthsOf(tried).map(([month, of]) => ({
        month: month.slice(0, 7),
        ...shownSums(of, money),
      })),
      data: page.map((each) => ({
        account_id: each.accountId,
        month: each.month.slice(0, 7),
        ...shownSums([each], money),
      })),
      pagination: {
        total: tried.length,
        limit,
        offset,
        has_more: offset + page.length < tried.length,
      },
    };
  }

  /** Months of an account in which either card asks for something. */
  #tried(
    card: RateCard,
    account: StoredAccount,
    {
      first,
      last,
      money,
    }: { readonly first: string; readonly last: string; readonly money: Money },
  ): TriedMonth[] {
    const { accountId } = account;
    const begins = monthOf(account.createdAt);
    const used = new Map(
      this.#used.all(accountId, first, last).map((row) => [row.month, volumesOf(row)]),
    );
    const tried: TriedMonth[] = [];
    for (let month = first < begins ? begins : first; month <= last; month = addMonths(month, 1)) {
      const volumes = used.get(month);
      // The account that is always there begins with its use.
      if (volumes === undefined && accountId === defaultAccount) continue;
      const assigned = this.#cards.inForce(accountId, month);
      const { discountBps } = assigned;
      const priced = (by: RateCard) => asked(by, { month, account, volumes, money });
      const billed = priced(this.#cards.requireAssigned(assigned));
      const wouldBe = priced({ ...card, rules: { ...card.rules, discountBps } });
      if (billed !== 0n || wouldBe !== 0n) tried.push({ accountId, month, billed, wouldBe });
    }
    return tried;
  }
}

/** All that a card asks for a month, in minor units. */
function asked(
  card: RateCard,
  {
    month,
    account,
    volumes = nothing,
    money,
  }: {
    readonly month: string;
    readonly account: StoredAccount;
    readonly volumes: PerDimension | undefined;
    readonly money: Money;
  },
): bigint {
  const { part } = monthRules(card, month, account);
  const lines = monthLines(card, volumes, { part, minor: money.nanosPerMinor });
  const fees = lines.fees.reduce((sum, { amount }) => sum + amount, 0n);
  return sumOf(lines.usage) + (lines.trueUp ?? 0n) + fees + (lines.minimum ?? 0n);
}

function monthsOf(tried: readonly TriedMonth[]): [month: string, of: readonly TriedMonth[]][] {
  const months = new Map<string, TriedMonth[]>();
  for (const each of tried) months.set(each.month, [...(months.get(each.month) ?? []), each]);
  return [...months].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function shownSums(tried: readonly TriedMonth[], money: Money) {
  const sum = (of: (each: TriedMonth) => bigint) => tried.reduce((all, each) => all + of(each), 0n);
  return {
    billed: money.number(sum(({ billed }) => billed)),
    would_be: money.number(sum(({ wouldBe }) => wouldBe)),
    difference: money.number(sum(({ billed, wouldBe }) => wouldBe - billed)),
  };
}
