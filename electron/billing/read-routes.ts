/** The routes of billing that read (specification, "Billing", and its extensions). */
import { monthOf } from '../../shared/billing/calendar.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  accountOf,
  jsonReply,
  pageReply,
  type RouteHandlers,
  type RouteReply,
} from '../route-handler.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { Accounts, shownAccount } from './accounts.ts';
import { asOfIn } from './as-of.ts';
import { Adjustments } from './adjustments.ts';
import { BilledSessions } from './billed-sessions.ts';
import { Books } from './books.ts';
import { creditNoteReads, type CreditNoteReads } from './credit-notes/routes.ts';
import { creditReads, type CreditReads } from './credits/routes.ts';
import { HolderAccounts } from './holder-accounts.ts';
import { holderReads, type HolderReads } from './holders/routes.ts';
import { shownInvoice } from './invoice-document.ts';
import { cancellationOf, InvoicesStore } from './invoices-store.ts';
import { KnownIds } from './known-ids.ts';
import { paperReads, type PaperReads } from './papers/paper-routes.ts';
import type { PaperPlace } from './papers/papers-store.ts';
import { partyReads, type PartyReads } from './party-routes.ts';
import { PaymentMethods } from './payment-methods.ts';
import { Payments } from './payments.ts';
import { PayoutsStore } from './payouts.ts';
import { priceReads, type PriceReads } from './price-routes.ts';
import { RateCards, shownCard } from './rate-cards.ts';
import { RevenueStore, shownRevenue } from './revenue.ts';
import { sessionMetering } from './session-metering.ts';
import { runReads, type RunReads } from './runs/routes.ts';
import { SharesStore } from './shares/shares-store.ts';
import { SpendingLimits } from './spending-limits.ts';
import { UsageStore } from './usage-store.ts';
import { UsedSessions } from './used-sessions.ts';
import { WorkspaceMoney } from './workspace-money.ts';

export type BillingReads =
  | PartyReads
  | PaperReads
  | PriceReads
  | CreditReads
  | CreditNoteReads
  | HolderReads
  | RunReads
  | 'getSessionUsage'
  | 'getUsage'
  | 'listUsedSessions'
  | 'listInvoices'
  | 'getInvoice'
  | 'listPaymentMethods'
  | 'listPayments'
  | 'listShares'
  | 'listPayouts'
  | 'listPayoutPreferences'
  | 'listAccounts'
  | 'listRateCards'
  | 'listLimits'
  | 'listAlerts'
  | 'listAdjustments'
  | 'listBookTransactions'
  | 'getRevenue';

interface BillingReadOptions {
  readonly database: ReaderDatabase;
  readonly now: () => string;
  /** Whether this is the demo, whose papers say so. */
  readonly isDemo: boolean;
  /** Has the writer charge the time of sessions up to now, so that every figure is of this moment. */
  readonly settle: () => Promise<void>;
  /** Has the writer keep a paper that is not kept yet, where the ledger can be appended to. */
  readonly keepPaper: (place: PaperPlace) => Promise<void>;
}

export function billingReadRoutes(options: BillingReadOptions): RouteHandlers<BillingReads> {
  return {
    ...partyReads(options),
    ...paperReads(options),
    ...priceReads(options),
    ...creditReads(options),
    ...creditNoteReads(options),
    ...holderReads(options),
    ...runReads(options),
    ...usageReads(options),
    ...invoiceReads(options),
    ...payoutReads(options),
    ...accountReads(options),
    ...bookReads(options),
  };
}

function usageReads({
  database,
  settle,
}: BillingReadOptions): RouteHandlers<'getSessionUsage' | 'getUsage' | 'listUsedSessions'> {
  const sessions = new BilledSessions(database);
  const cards = new RateCards(database);
  const usage = new UsageStore(database);
  const usedSessions = new UsedSessions(database);
  const money = new WorkspaceMoney(database);
  const known = new KnownIds(database);
  return {
    getSessionUsage: async ({ parameters: { session_id: id } }) => {
      await settle();
      const session = sessions.find(id);
      if (session === undefined) throw new ApiError('not_found', `There is no session ${id}.`);
      const assigned = cards.inForce(session.account_id, monthOf(session.updated_at));
      return jsonReply(
        sessionMetering(session, cards.requireAssigned(assigned).rules, money.now.code),
      );
    },

    getUsage: async ({ query, own }) => {
      known.require(query, own);
      await settle();
      return jsonReply(usage.aggregate(query, own?.holderId ?? undefined));
    },

    listUsedSessions: async ({ query, own }) => {
      known.require(query, own);
      await settle();
      const { data, total } = usedSessions.list(query, own?.holderId ?? undefined);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },
  };
}

function invoiceReads({
  database,
  now,
}: BillingReadOptions): RouteHandlers<'listInvoices' | 'getInvoice' | 'listAdjustments'> {
  const invoices = new InvoicesStore(database);
  const adjustments = new Adjustments(database);
  const known = new KnownIds(database);
  return {
    listInvoices: ({ query, own }) => {
      known.require(query, own);
      const { data, total } = invoices.list(query, now());
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    getInvoice: ({ parameters: { invoice_id: id }, query, baseUrl }) => {
      const invoice = invoices.require(id, now());
      const shown = shownInvoice(invoice.document, invoice.status, baseUrl);
      if (query.include === 'cancellation') {
        return jsonReply({ ...shown, cancellation: cancellationOf(invoice) });
      }
      return jsonReply(
        query.include === 'details'
          ? { ...shown, details: invoices.details(invoice, baseUrl) }
          : shown,
      );
    },

    listAdjustments: ({ query, own }) => {
      known.require(query, own);
      const { account_id: accountId, limit, offset } = query;
      const { data, total } = adjustments.list({ accountId, limit, offset });
      return pageReply(data, { total, limit, offset });
    },
  };
}

function payoutReads({
  database,
  now,
}: BillingReadOptions): RouteHandlers<
  'listPaymentMethods' | 'listPayments' | 'listShares' | 'listPayouts' | 'listPayoutPreferences'
> {
  const methods = new PaymentMethods(database);
  const payments = new Payments(database);
  const shares = new SharesStore(database);
  const payouts = new PayoutsStore(database);
  const holders = new HolderAccounts(database);
  const known = new KnownIds(database);
  return {
    listPaymentMethods: ({ query, own }) => wholeReply(methods.all(accountOf(own)), query),

    listPayments: ({ query, own, baseUrl }) => {
      known.require(query, own);
      const { data, total } = payments.list(query, baseUrl);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    listShares: ({ query, own }) => {
      known.require(query, own);
      const { data, total } = shares.list(query);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    listPayouts: ({ query, own }) => {
      known.require(query, own);
      const { data, total } = payouts.list(query);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    listPayoutPreferences: ({ query, own }) => {
      known.require(query, own);
      const at = now();
      const { holder_id: id } = query;
      const all = holders.all().filter((each) => id === undefined || each.holderId === id);
      return wholeReply(all, query, (each) => holders.show(each, at));
    },
  };
}

function accountReads({
  database,
  now,
  settle,
}: BillingReadOptions): RouteHandlers<
  'listAccounts' | 'listRateCards' | 'listLimits' | 'listAlerts'
> {
  const accounts = new Accounts(database);
  const cards = new RateCards(database);
  const limits = new SpendingLimits(database);
  const money = new WorkspaceMoney(database);
  return {
    listAccounts: ({ query, own }) => {
      const at = now();
      const account = accountOf(own);
      const shown =
        account === undefined
          ? accounts.all()
          : [accounts.find(account), ...accounts.ofHolder(own?.holderId ?? '')].filter(
              (each) => each !== undefined,
            );
      return wholeReply(shown, query, (each) => shownAccount(each, { accounts, cards }, at));
    },

    listRateCards: ({ query }) =>
      wholeReply(cards.all(), query, (card) => shownCard(card, money.now)),

    listLimits: async ({ query, own }) => {
      await settle();
      const at = now();
      return wholeReply(limits.all(accountOf(own)), query, (each) => limits.show(each, at));
    },

    listAlerts: ({ query, own }) => {
      const { data, total } = limits.alerts(query, accountOf(own));
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },
  };
}

function bookReads({
  database,
  now,
  settle,
}: BillingReadOptions): RouteHandlers<'listBookTransactions' | 'getRevenue'> {
  const books = new Books(database);
  const revenue = new RevenueStore(database);
  const money = new WorkspaceMoney(database);
  return {
    listBookTransactions: ({ query }) => {
      const { source, limit, offset } = query;
      const asOf = asOfIn(database, query, now());
      const { data, total } = books.list({ source, asOf, limit, offset });
      return pageReply(data, { total, limit, offset });
    },

    getRevenue: async ({ query, own }) => {
      const { start_date: start, end_date: last, include } = query;
      await settle();
      const at = now();
      const asked = { start, last, now: at, asOf: asOfIn(database, query, at) };
      const holder = own === undefined ? undefined : (own.holderId ?? '');
      const shown = shownRevenue(
        holder === undefined ? revenue.figures(asked) : revenue.figuresOf(holder, asked),
        money.now,
      );
      return jsonReply(
        include === 'datasets' ? { ...shown, datasets: revenue.byDataset(asked, holder) } : shown,
      );
    },
  };
}

/** A page of a list that is there whole; only its own rows are shown. */
function wholeReply<Item>(
  all: readonly Item[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  show: (item: Item) => unknown = (item) => item,
): RouteReply {
  const rows = all.slice(offset, offset + limit).map(show);
  return pageReply(rows, { total: all.length, limit, offset });
}
