/** What use of a session costs under its rate card, after what was used before; and what is given back. */
import { currency } from '../../shared/contract/billing.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { spanOf, startOf } from '../../shared/billing/calendar.ts';
import { costNumber, costPlaces } from '../../shared/billing/decimal.ts';
import {
  listCost,
  priceUsage,
  type PricedUsage,
  type PriceRules,
} from '../../shared/billing/pricing.ts';
import {
  negated,
  nothing,
  sumOf,
  type Dimension,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import type { BilledSession } from './billed-sessions.ts';
import type { RateCards } from './rate-cards.ts';
import type { RateCard } from './rate-terms.ts';
import { costsOf, volumesOf, type FigureRow } from './usage-figures.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** Nanos: what an account can use in a month under one rate card. */
const mostInMonth = BigInt(limits.billing.monthAmount) * 10n ** BigInt(costPlaces);

/** A price, and whether it goes beyond what an account can use in a month. */
export type Price = PricedUsage & { readonly isTooMuch: boolean };

export class UsagePricer {
  readonly #cards: RateCards;
  readonly #ledger: UsageLedger;

  constructor(cards: RateCards, ledger: UsageLedger) {
    this.#cards = cards;
    this.#ledger = ledger;
  }

  /** The price of `volume` more on a day. */
  price(session: BilledSession, day: string, volume: PerDimension): Price {
    const counter = this.#ledger.counter(session, day);
    const monthList = counter?.list_nanos ?? 0n;
    const priced = priceUsage(this.#cardOf(session).rules, volume, {
      session: volumesOf(session),
      month: counter === undefined ? nothing : volumesOf(counter),
      monthList,
    });
    const monthCost = counter === undefined ? 0n : sumOf(costsOf(counter));
    const isTooMuch =
      monthCost + sumOf(priced.cost) > mostInMonth || monthList + priced.list > mostInMonth;
    return { ...priced, isTooMuch };
  }

  /** The cost, below zero, of taking an event back. */
  refund(session: BilledSession, event: FigureRow): PerDimension {
    return refundOf(this.#cardOf(session).rules, volumesOf(session), event);
  }

  #cardOf({ rate_card_id: rateCardId, version }: BilledSession): RateCard {
    return this.#cards.require({ rateCardId, version: Number(version) });
  }
}

/**
 * The cost, below zero, of taking an event back from a session that used so much. At one rate it is the
 * price of so much less, so that cost = rate × volume still holds to the nano; else what the event was
 * charged.
 */
export function refundOf(rules: PriceRules, used: PerDimension, event: FigureRow): PerDimension {
  const charged = negated(costsOf(event));
  if (rules.commitment !== undefined) return charged;
  const less = negated(volumesOf(event));
  const of = (dimension: Dimension): bigint => {
    const price = rules.prices[dimension];
    if (price.kind === 'GRADUATED') return charged[dimension];
    return listCost(dimension, price, less[dimension], { session: used[dimension], month: 0n });
  };
  return { time: of('time'), record: of('record'), data: of('data'), operation: of('operation') };
}

/** Why a use is refused whose price is too much. */
export function tooMuchForMonth(session: BilledSession, day: string, requested: bigint): ApiError {
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
