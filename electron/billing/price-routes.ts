/** The routes of prices: the rate card of an account, the invoice of its running month, what a call will cost. */
import { monthOf } from '../../shared/billing/calendar.ts';
import { cardWords } from '../../shared/billing/card-words.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import { currency } from '../../shared/contract/billing.ts';
import type { AssignedRateCard } from '../../shared/contract/billing-prices.ts';
import { usersHolder } from '../access/ownership.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { Accounts } from './accounts.ts';
import { Quotes } from './quotes.ts';
import { RateCards, shownCard, type AssignedCard } from './rate-cards.ts';
import { UpcomingInvoices } from './upcoming-invoice.ts';

export type PriceReads = 'getAccountRateCard' | 'getUpcomingInvoice' | 'createQuote';

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
  return {
    getAccountRateCard: ({ parameters: { account_id: id } }) => {
      accounts.require(id);
      const month = monthOf(now());
      const next = cards.next(id, month);
      return jsonReply({
        account_id: id,
        month: month.slice(0, 7),
        in_force: shownAssigned(cards, cards.inForce(id, month)),
        next: next === undefined ? null : shownAssigned(cards, next),
      });
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

function shownAssigned(cards: RateCards, assigned: AssignedCard): AssignedRateCard {
  const card = cards.require(assigned);
  const discount = numberOf(assigned.discountBps, 2);
  return {
    from_month: assigned.month?.slice(0, 7) ?? null,
    discount_percent: discount,
    rate_card: shownCard(card),
    words: cardWords(card.terms, currency, discount),
  };
}
