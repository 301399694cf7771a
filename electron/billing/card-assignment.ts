/** Assigns rate cards to accounts: for a month that is in use only where that comes to no more by it. */
import { ApiError } from '../../shared/contract/errors.ts';
import { addMonths, monthOf } from '../../shared/billing/calendar.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import { monthPrice, type PriceRules } from '../../shared/billing/month-price.ts';
import { sumOf } from '../../shared/billing/volume.ts';
import type { Accounts } from './accounts.ts';
import { monthRules } from './month-rules.ts';
import type { NewAssignment, RateCards, RateCardWriter } from './rate-cards.ts';
import type { UsageMeter } from './usage-meter.ts';

/** The price of the use of a month so far, by the card before and by the one assigned; nanos. */
export interface UsedPrices {
  readonly before: bigint;
  readonly after: bigint;
}

/** Over the writer's connection; the caller holds the transaction. */
export class CardAssignment {
  readonly #means: {
    readonly accounts: Accounts;
    readonly cards: RateCards;
    readonly cardWriter: RateCardWriter;
    readonly meter: UsageMeter;
  };

  constructor(means: {
    readonly accounts: Accounts;
    readonly cards: RateCards;
    readonly cardWriter: RateCardWriter;
    readonly meter: UsageMeter;
  }) {
    this.#means = means;
  }

  /**
   * Assigns a card from a month on. What was used in it already is repriced.
   * @returns the price of that use before and after; null where nothing was used
   * @throws {ApiError} `conflict` where it would cost more
   */
  assign(assignment: Omit<NewAssignment, 'afterEvent'>, now: string): UsedPrices | null {
    const { cardWriter, meter } = this.#means;
    const { accountId, month } = assignment;
    const { rules, ...prices } = this.#priced(assignment, now);
    if (prices.after > prices.before) throw wouldCostMore(assignment, prices);
    const id = cardWriter.assign({ ...assignment, afterEvent: meter.lastEvent }, now);
    const changes = meter.repriced(accountId, month, rules);
    meter.keepRepriced(accountId, changes, id, now);
    return prices.before === 0n && changes.length === 0 ? null : prices;
  }

  /**
   * Takes back what was assigned from a month (its first day) on that is still to come.
   * @throws {ApiError} `not_found`, `conflict` for a month that has begun
   */
  withdraw(accountId: string, month: string, now: string): void {
    const { cards, cardWriter } = this.#means;
    const ids = cards.assignedFrom(accountId, month);
    const of = month.slice(0, 7);
    if (ids.length === 0) {
      throw new ApiError('not_found', `Nothing was assigned to ${accountId} from ${of} on.`);
    }
    if (month <= monthOf(now)) {
      throw new ApiError('conflict', `${of} has begun: it keeps its rate card.`, {
        details: { account_id: accountId, month: of },
      });
    }
    for (const id of ids) cardWriter.withdraw(id);
  }

  /** The price of the use of the month so far before and after; nothing is assigned or refused. */
  prices(assignment: Omit<NewAssignment, 'afterEvent'>, now: string): UsedPrices {
    const { before, after } = this.#priced(assignment, now);
    return { before, after };
  }

  #priced(
    { accountId, month, rateCardId, version, discountBps = 0n }: Omit<NewAssignment, 'afterEvent'>,
    now: string,
  ): UsedPrices & { readonly rules: PriceRules } {
    const { cards, meter, accounts } = this.#means;
    if (month === monthOf(now)) meter.settle(now, accountId);
    const used = meter.used(accountId, month);
    const card = cards.requireAssigned({ rateCardId, version, discountBps });
    const { rules } = monthRules(card, month, accounts.require(accountId));
    const price = (by: PriceRules) => sumOf(monthPrice(by, used).cost);
    return { rules, before: price(meter.rules(accountId, month)), after: price(rules) };
  }
}

function wouldCostMore(
  { accountId, month }: Pick<NewAssignment, 'accountId' | 'month'>,
  { before, after }: UsedPrices,
): ApiError {
  // By pairs: an object written with `then` would be taken for a promise.
  const prices = [
    ['now', costNumber(before)],
    ['then', costNumber(after)],
  ] as const;
  const [from, next] = [month, addMonths(month, 1)].map((each) => each.slice(0, 7));
  return new ApiError(
    'conflict',
    `The use of ${from} so far would come to ${costNumber(after)} in place of ${costNumber(before)}. Assign the card from ${next} on.`,
    {
      details: {
        account_id: accountId,
        ...Object.fromEntries(prices),
        // From which on it can be assigned.
        from_month: next,
      },
    },
  );
}
