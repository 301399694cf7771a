/** The routes of billing that write: each effect in one transaction with the answer to its key. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { monthOf } from '../../shared/billing/calendar.ts';
import { costNumber, numberOf } from '../../shared/billing/decimal.ts';
import type { CreateRateCard } from '../../shared/contract/billing.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { Commits } from '../access/commits.ts';
import type { Journal } from '../ledger/journal.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { shownAccount } from './accounts.ts';
import { creditNoteWrites, type CreditNoteWrites } from './credit-notes/routes.ts';
import { creditWrites, type CreditWrites } from './credits/routes.ts';
import type { BillingWriting } from './billing-writing.ts';
import { holderWrites, type HolderWrites } from './holders/routes.ts';
import { shownInvoice } from './invoice-document.ts';
import { requireAsked, type InvoiceDraft } from './invoice-draft.ts';
import { partyWrites, type PartyWrites } from './party-routes.ts';
import { runWrites, type RunWrites } from './runs/routes.ts';
import { shownCard, unknownCard } from './rate-cards.ts';
import { differingExamples } from './card-examples.ts';
import { amountsOfCard, scaledOf } from './rate-terms.ts';
import { fineFaults, minorAt } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';
import { cardsOfAccount } from './price-routes.ts';
import { monthInPath } from './runs/drafts.ts';

export type BillingWrites =
  | PartyWrites
  | CreditWrites
  | CreditNoteWrites
  | HolderWrites
  | RunWrites
  | 'closePeriod'
  | 'payInvoice'
  | 'cancelInvoice'
  | 'createPaymentMethod'
  | 'deletePaymentMethod'
  | 'runPayouts'
  | 'setPayoutPreferences'
  | 'createAccount'
  | 'setSuspension'
  | 'assignRateCard'
  | 'withdrawRateCard'
  | 'createRateCard'
  | 'createLimit'
  | 'changeLimit'
  | 'deleteLimit'
  | 'createAdjustment';

export interface BillingWriteOptions {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly createId: CreateId;
  /** Whether this is the demo, whose papers say so. */
  readonly isDemo?: boolean;
  /** Has runs that were begun go on. */
  readonly closeMonths: () => void;
}

const created = { status: 201, topics: ['billing'] } as const;
const changed = { ...created, status: 200 } as const;

export function billingWriteRoutes(options: BillingWriteOptions): RouteHandlers<BillingWrites> {
  return {
    ...partyWrites(options),
    ...creditWrites(options),
    ...creditNoteWrites(options),
    ...holderWrites(options),
    ...runWrites(options),
    ...closing(options),
    ...invoiceWrites(options),
    ...paymentWrites(options),
    ...accountWrites(options),
    ...cardWrites(options),
    ...limitWrites(options),
  };
}

function closing({
  billing,
  commits,
  createId,
  transaction,
  isDemo = false,
}: BillingWriteOptions): RouteHandlers<'closePeriod'> {
  return {
    closePeriod: async (call) => {
      const { query, body, signal, principal, baseUrl } = call;
      billing.known.require(body);
      const order = {
        accountId: body.account_id,
        month: `${body.month}-01`,
        invoiceId: query.dry_run === true ? '' : createId('inv'),
        notes: body.notes ?? '',
      };
      if (query.dry_run === true) {
        return commits.write({ idempotency: undefined, signal, principal }, [], (now) => {
          const { document } = drawDraft(billing, order, now);
          const body = JSON.stringify(shownInvoice(document, 'PENDING', baseUrl));
          return { status: 200, body };
        });
      }
      // Fonts and all are loaded when the first document is made.
      const { invoicePdf } = await import('./documents/invoice-pdf.ts');
      const { paperOf } = await import('./documents/invoice-paper.ts');
      return commits.appendPrepared(call, ['billing'], async () => {
        const drawn = transaction((now) =>
          attempt(() => {
            const draft = drawDraft(billing, order, now);
            billing.settings.requireIssuer();
            requireAsked(draft);
            return draft;
          }),
        );
        const pdf =
          drawn instanceof ApiError
            ? undefined
            : await invoicePdf(drawn.document, paperOf(drawn.document, { ...billing, isDemo }));
        return (journal) => {
          // Told only now: a repeated request gets the answer of the first.
          if (drawn instanceof ApiError || pdf === undefined) throw drawn;
          billing.invoiceWriter.issue(drawn, pdf, journal);
          const { document, status } = billing.invoices.require(
            order.invoiceId,
            drawn.document.issuedAt,
          );
          return { status: 201, body: JSON.stringify(shownInvoice(document, status, baseUrl)) };
        };
      });
    },
  };
}

function invoiceWrites({
  billing,
  commits,
}: BillingWriteOptions): RouteHandlers<'payInvoice' | 'cancelInvoice' | 'createAdjustment'> {
  const { invoices, known } = billing;
  return {
    payInvoice: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { invoice_id: invoiceId } = call.parameters;
        invoices.require(invoiceId, now);
        const method = billing.methods.require(call.body.payment_method_id);
        const paymentId = billing.invoiceWriter.pay(invoiceId, method, now);
        billing.overdue.update(now);
        return invoices.payment(paymentId, call.baseUrl);
      }),

    cancelInvoice: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { invoice_id: invoiceId } = call.parameters;
        const { reason, kind = 'CORRECTION' } = call.body;
        billing.invoiceWriter.cancel(invoiceId, { reason, kind }, now);
        billing.overdue.update(now);
        const { document, status } = invoices.require(invoiceId, now);
        return shownInvoice(document, status, call.baseUrl);
      }),

    createAdjustment: (call) =>
      commits.writeJson(call, created, (now) => {
        const { account_id: accountId, description, amount } = call.body;
        known.require(call.body);
        const adjustment = { description, amount: minorAt(billing.money.now, 'amount', amount) };
        const id = billing.invoiceWriter.addAdjustment(accountId, adjustment, now);
        return billing.adjustments.find(id);
      }),
  };
}

function paymentWrites({
  billing,
  commits,
  createId,
}: BillingWriteOptions): RouteHandlers<
  'createPaymentMethod' | 'deletePaymentMethod' | 'runPayouts' | 'setPayoutPreferences'
> {
  const { holders, holderWriter } = billing;
  return {
    createPaymentMethod: (call) =>
      commits.writeJson(call, created, (now) => {
        const method = { payment_method_id: createId('pm'), ...call.body };
        billing.methodWriter.create(method, call.own?.accountId ?? null, now);
        return method;
      }),

    deletePaymentMethod: (call) =>
      commits.writeJson(call, changed, (now) => {
        const method = billing.methods.find(call.parameters.payment_method_id);
        billing.methodWriter.delete(method.payment_method_id, now);
        return method;
      }),

    runPayouts: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { holder_id: holderId } = call.body;
        billing.known.require(call.body);
        return billing.payoutRunner.runNow(now, holderId);
      }),

    setPayoutPreferences: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { holder_id: holderId, frequency, threshold, method } = call.body;
        call.previous.confirm(holders.preferences(holderId));
        holderWriter.prefer(
          {
            holderId,
            frequency,
            method,
            threshold: minorAt(billing.money.now, 'threshold', threshold),
          },
          now,
        );
        const holder = holders.find(holderId);
        if (holder === undefined)
          throw new Error('Preferences are gone right after they were set.');
        return holders.show(holder, now);
      }),
  };
}

function accountWrites({
  billing,
  commits,
  createId,
}: BillingWriteOptions): RouteHandlers<'createAccount' | 'setSuspension'> {
  const { accounts, cards, meter } = billing;
  const account = (accountId: string, now: string) =>
    shownAccount(accounts.require(accountId), { accounts, cards }, now);
  return {
    createAccount: (call) =>
      commits.writeJson(call, created, (now) => {
        const accountId = call.body.account_id ?? createId('acct');
        if (accounts.find(accountId) !== undefined) {
          throw new ApiError('conflict', `There is an account ${accountId} already.`, {
            fields: [faultAt('account_id', 'taken')],
          });
        }
        const holderId = call.own?.holderId ?? null;
        billing.accountWriter.create(accountId, call.body, { now, holderId });
        return account(accountId, now);
      }),

    setSuspension: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { account_id: accountId } = call.parameters;
        const { suspended, reason } = call.body;
        accounts.require(accountId);
        const manual = accounts.suspensions(accountId, now).find((each) => each.cause === 'MANUAL');
        call.previous.confirm({
          suspended: manual !== undefined,
          reason: manual?.reason ?? null,
        });
        meter.settle(now, accountId);
        if (suspended) {
          const suspension = { cause: 'MANUAL', since: now, until: null, reason } as const;
          billing.accountWriter.suspend(accountId, suspension);
        } else {
          billing.accountWriter.lift(accountId, 'MANUAL');
        }
        return account(accountId, now);
      }),
  };
}

function cardWrites({
  billing,
  commits,
}: BillingWriteOptions): RouteHandlers<'assignRateCard' | 'withdrawRateCard' | 'createRateCard'> {
  const { accounts, cards } = billing;
  return {
    assignRateCard: (call) => {
      const assign = (now: string) => {
        const { account_id: accountId } = call.parameters;
        const { rate_card_id: rateCardId, version, from_month: from } = call.body;
        const month = `${from}-01`;
        accounts.require(accountId);
        if (month < monthOf(now)) {
          throw new ApiError('validation_error', 'A month that is over keeps its rate card.', {
            fields: [faultAt('from_month', 'this_month_or_later')],
          });
        }
        const card =
          version === undefined ? cards.newest(rateCardId) : cards.require({ rateCardId, version });
        if (card === undefined) throw unknownCard(rateCardId);
        const assigned = cards.inForce(accountId, month);
        call.previous.confirm({
          rate_card_id: assigned.rateCardId,
          version: assigned.version,
        });
        const discountBps = scaledOf(call.body.discount_percent ?? 0, 2);
        const { rateCardId: id, version: number } = card;
        const assignment = {
          accountId,
          month,
          rateCardId: id,
          version: number,
          discountBps,
          reason: call.body.reason,
        };
        const used =
          call.body.dry_run === true
            ? billing.assignment.prices(assignment, now)
            : billing.assignment.assign(assignment, now);
        return {
          account_id: accountId,
          rate_card_id: card.rateCardId,
          version: card.version,
          from_month: from,
          discount_percent: numberOf(discountBps, 2),
          used: used && { before: costNumber(used.before), after: costNumber(used.after) },
        };
      };
      if (call.body.dry_run !== true) return commits.writeJson(call, changed, assign);
      const { signal, principal } = call;
      return commits.write({ idempotency: undefined, signal, principal }, [], (now) => ({
        status: 200,
        body: JSON.stringify(assign(now)),
      }));
    },

    withdrawRateCard: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { account_id: id, month: text } = call.parameters;
        const month = monthInPath(text);
        accounts.require(id);
        billing.assignment.withdraw(id, month, now);
        return cardsOfAccount({ cards, money: billing.money.now }, id, now);
      }),

    createRateCard: (call) =>
      commits.writeJson(call, created, (now) => {
        const newest = cards.newest(call.body.rate_card_id)?.version ?? null;
        call.previous.confirm({ version: newest });
        const version = (newest ?? 0) + 1;
        const money = billing.money.now;
        refuseExamples(call.body, money);
        billing.cardWriter.create(call.body, version, now);
        return shownCard(cards.require({ rateCardId: call.body.rate_card_id, version }), money);
      }),
  };
}

function limitWrites({
  billing,
  commits,
}: BillingWriteOptions): RouteHandlers<'createLimit' | 'changeLimit' | 'deleteLimit'> {
  const { accounts, known, limits, limitKeeper, meter } = billing;
  /** A limit that was raised or is gone may free whom it suspended. */
  const lift = (now: string) => {
    for (const id of accounts.suspendedBy('LIMIT', now)) limitKeeper.liftWhereAllowed(id, now);
  };
  return {
    createLimit: (call) =>
      commits.writeJson(call, created, (now) => {
        known.require(call.body);
        meter.settle(now);
        return limits.show(limitKeeper.create(call.body, now), now);
      }),

    changeLimit: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { limit_id: limitId } = call.parameters;
        const stored = limits.require(limitId);
        call.previous.confirm(limits.terms(stored));
        meter.settle(now);
        limitKeeper.change(stored, call.body);
        lift(now);
        return limits.show(limits.require(limitId), now);
      }),

    deleteLimit: (call) =>
      commits.writeJson(call, changed, (now) => {
        const stored = limits.require(call.parameters.limit_id);
        call.previous.confirm(limits.terms(stored));
        meter.settle(now);
        const shown = limits.show(stored, now);
        limitKeeper.delete(stored, now);
        lift(now);
        return shown;
      }),
  };
}

function drawDraft(
  { meter, drafts }: BillingWriting,
  order: Parameters<BillingWriting['drafts']['draw']>[0],
  now: string,
): InvoiceDraft {
  meter.settle(now);
  return drafts.draw(order, now);
}

/** A card is kept only in the decimals of the currency, and where its examples come to what they say. @throws {ApiError} `validation_error` */
function refuseExamples(card: CreateRateCard, money: Money): void {
  const fine = fineFaults(money, [
    ...amountsOfCard(card),
    ...(card.examples ?? []).map(
      ({ amount }, place) => [`examples.${place}.amount`, amount] as const,
    ),
  ]);
  if (fine.length > 0) throw validationError(fine);
  const faults = differingExamples(card, money).map(({ place, asked }) =>
    faultAt(`examples.${place}.amount`, 'comes_to', { value: money.text(asked) }),
  );
  if (faults.length > 0) throw validationError(faults);
}

/** The outcome of `run`, or why the API refuses it. */
function attempt<Result>(run: () => Result): Result | ApiError {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
