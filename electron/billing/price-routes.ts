/** The routes of prices: the rate card of an account, the invoice of its running month, what a call will cost. */
import { monthOf } from '../../shared/billing/calendar.ts';
import { cardWords } from '../../shared/billing/card-words.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import type { AccountRateCard, AssignedRateCard } from '../../shared/contract/billing-prices.ts';
import { usersHolder } from '../access/ownership.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { Accounts } from './accounts.ts';
import { Quotes } from './quotes.ts';
import { RateCards, shownCard, type AssignedCard } from './rate-cards.ts';
import { UpcomingInvoices } from './upcoming-invoice.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';
import { Backtests } from './backtests.ts';
import { KnownIds } from './known-ids.ts';

export type PriceReads =
  | 'getAccountRateCard'
  | 'getUpcomingInvoice'
  | 'createQuote'
  | 'backtestRateCard';

export function priceReads({
  database,
  now,
  settle,
}: {
  readonly database: ReaderDatabase;
  readonly now: () => string;
  readonly settle: () => Promise<void>;
}): RouteHandlers<PriceReads> {
  const accounts = new Accounts(database);
  const cards = new RateCards(database);
  const upcoming = new UpcomingInvoices(database);
  const quotes = new Quotes(database);
  const money = new WorkspaceMoney(database);
  const backtests = new Backtests(database);
  const known = new KnownIds(database);
  return {
    getAccountRateCard: ({ parameters: { account_id: id } }) => {
      accounts.require(id);
      return jsonReply(cardsOfAccount({ cards, money: money.now }, id, now()));
    },

    backtestRateCard: async ({ parameters: { rate_card_id: id }, body, query }) => {
      known.require(body);
      await settle();
      return jsonReply(backtests.of(id, body, query, now()));
    },

    getUpcomingInvoice: async ({ parameters: { account_id: id } }) => {
      const account = accounts.require(id);
      await settle();
      return jsonReply(upcoming.of(account, now()));
    },

    createQuote: ({ body, own, principal }) =>
      jsonReply(quotes.quote(body, now(), { own, ofHolder: usersHolder(principal) })),
  };
}

/** The rate card of an account in force, and the next one. */
export function cardsOfAccount(
  { cards, money }: { readonly cards: RateCards; readonly money: Money },
  id: string,
  now: string,
): AccountRateCard {
  const month = monthOf(now);
  const next = cards.next(id, month);
  return {
    account_id: id,
    month: month.slice(0, 7),
    in_force: shownAssigned(cards, cards.inForce(id, month), money),
    next: next === undefined ? null : shownAssigned(cards, next, money),
  };
}

function shownAssigned(cards: RateCards, assigned: AssignedCard, money: Money): AssignedRateCard {
  const card = cards.require(assigned);
  const discount = numberOf(assigned.discountBps, 2);
  return {
    from_month: assigned.month?.slice(0, 7) ?? null,
    discount_percent: discount,
    rate_card: shownCard(card, money),
    words: cardWords(card.terms, money, discount),
  };
}
