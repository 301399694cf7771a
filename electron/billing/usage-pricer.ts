/** Prices of use: what more of it costs after what was used before in the month, and what that makes of the rest. */
import { ApiError } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { monthOf, spanOf, startOf } from '../../shared/billing/calendar.ts';
import { costNumber, costPlaces } from '../../shared/billing/decimal.ts';
import {
  isOpenRate,
  listPrice,
  perDimension,
  priceUse,
  repricedDays,
  type PriceRules,
} from '../../shared/billing/month-price.ts';
import {
  dimensions,
  nothing,
  plus,
  sumOf,
  type Dimension,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import type { Accounts } from './accounts.ts';
import type { BilledSession } from './billed-sessions.ts';
import { monthRules } from './month-rules.ts';
import type { RateCards } from './rate-cards.ts';
import { costsOf, volumesOf } from './usage-figures.ts';
import type { RepricedDay, UsageLedger } from './usage-ledger.ts';

/** Nanos: what an account can use in a month. */
const mostInMonth = BigInt(limits.billing.monthAmount) * 10n ** BigInt(costPlaces);

/** A session's use of a day with what it costs so far. */
export interface PricedDay {
  readonly session: bigint;
  readonly sessionId: string;
  readonly datasetId: string;
  readonly day: string;
  readonly volume: PerDimension;
  readonly cost: PerDimension;
}

/** Another price for what was used on a day. */
export interface DayChange extends RepricedDay {
  readonly sessionId: string;
  readonly datasetId: string;
}

/** A price, whether it goes beyond what an account can use in a month, and what it makes of the use before. */
export interface Price {
  readonly cost: PerDimension;
  readonly isTooMuch: boolean;
  readonly changes: readonly DayChange[];
  /** By which it is priced. */
  readonly rules: PriceRules;
}

export class UsagePricer {
  readonly #accounts: Accounts;
  readonly #cards: RateCards;
  readonly #ledger: UsageLedger;

  constructor(accounts: Accounts, cards: RateCards, ledger: UsageLedger) {
    this.#accounts = accounts;
    this.#cards = cards;
    this.#ledger = ledger;
  }

  /** The price of `volume` more on a day; below zero, of so much less: then the month is run through anew. */
  price(session: BilledSession, day: string, volume: PerDimension): Price {
    const { account_id: accountId } = session;
    const month = monthOf(day);
    const rules = this.rules(accountId, month);
    const counter = this.#ledger.counter(accountId, month);
    const used = counter === undefined ? nothing : volumesOf(counter);
    const { cost, reprices } = priceUse(rules, volume, {
      session: volumesOf(session),
      month: used,
    });
    const isLess = dimensions.some((each) => volume[each] < 0n);
    const changed = isLess ? dimensions.filter((each) => !isOpenRate(rules, each)) : reprices;
    const monthCost = counter === undefined ? 0n : sumOf(costsOf(counter));
    const after = plus(used, volume);
    const list = sumOf(perDimension((each) => listPrice(each, rules, after[each])));
    const isTooMuch = monthCost + sumOf(cost) > mostInMonth || list > mostInMonth;
    if (changed.length === 0) return { cost, isTooMuch, changes: [], rules };
    const { number, session_id: sessionId, dataset_id: datasetId } = session;
    const use = { session: number, sessionId, datasetId, day, volume, cost };
    const days = withUse(this.#days(accountId, month), use);
    const changes = this.#changes(rules, { accountId, month, days }, changed);
    return { cost, isTooMuch, changes, rules };
  }

  /** What other rules make of the use of a month so far. */
  reprice(accountId: string, month: string, rules: PriceRules): readonly DayChange[] {
    const days = this.#days(accountId, month);
    return this.#changes(rules, { accountId, month, days }, dimensions);
  }

  /** The rules of an account's month (its first day). */
  rules(accountId: string, month: string): PriceRules {
    const card = this.#cards.requireAssigned(this.#cards.inForce(accountId, month));
    return monthRules(card, month, this.#accounts.require(accountId)).rules;
  }

  #days(accountId: string, month: string): PricedDay[] {
    return this.#ledger.days(accountId, month).map((row) => ({
      session: row.session,
      sessionId: row.session_id,
      datasetId: row.dataset_id,
      day: row.day,
      volume: volumesOf(row),
      cost: costsOf(row),
    }));
  }

  #changes(
    rules: PriceRules,
    used: {
      readonly accountId: string;
      readonly month: string;
      readonly days: readonly PricedDay[];
    },
    changed: readonly Dimension[],
  ): DayChange[] {
    const needsBefore = changed.some((each) => isOpenRate(rules, each));
    const before = needsBefore
      ? this.#ledger.usedBefore(used.accountId, used.month)
      : new Map<bigint, PerDimension>();
    return dayChanges(rules, { days: used.days, before }, changed);
  }
}

/** Days with one more use among them, in their order. */
export function withUse(days: readonly PricedDay[], use: PricedDay): PricedDay[] {
  const at = days.findIndex(
    ({ day, session }) => day > use.day || (day === use.day && session >= use.session),
  );
  const known = at < 0 ? undefined : days[at];
  if (known === undefined) return [...days, use];
  if (known.day !== use.day || known.session !== use.session) return days.toSpliced(at, 0, use);
  const { volume, cost } = use;
  return days.with(at, {
    ...known,
    volume: plus(known.volume, volume),
    cost: plus(known.cost, cost),
  });
}

/**
 * By how much the days of a month change where rules price it anew, in the order of its days; those that stay as they
 * are left out.
 * @param used days in their order, and what sessions used before the month
 */
export function dayChanges(
  rules: PriceRules,
  used: { readonly days: readonly PricedDay[]; readonly before: ReadonlyMap<bigint, PerDimension> },
  changed: readonly Dimension[],
): DayChange[] {
  const days = used.days.map(({ session, volume }) => ({
    session,
    volume,
    usedBefore: used.before.get(session) ?? nothing,
  }));
  const costs = repricedDays(rules, days);
  return used.days.flatMap(({ session, sessionId, datasetId, day, cost: now }, index) => {
    const then = costs[index] ?? nothing;
    const cost = perDimension((each) => (changed.includes(each) ? then[each] - now[each] : 0n));
    const isSame = dimensions.every((each) => cost[each] === 0n);
    return isSame ? [] : [{ session, sessionId, datasetId, day, cost }];
  });
}

/** Why a use is refused whose price is too much. */
export function tooMuchForMonth(
  session: BilledSession,
  day: string,
  { requested, currency }: { readonly requested: bigint; readonly currency: string },
): ApiError {
  const { monthAmount: limit } = limits.billing;
  return new ApiError(
    'spending_limit_exceeded',
    `An account can use ${limit} ${currency} in a month. Nothing was served or charged.`,
    {
      details: {
        account_id: session.account_id,
        dataset: null,
        period: 'MONTHLY',
        limit,
        requested: costNumber(requested),
        reset_at: startOf(spanOf('MONTHLY', day).end),
      },
    },
  );
}
