/** Billing: usage, invoices and their payment, accounts, rate cards, limits with alerts, the journal. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  accountSchema,
  accountsSchema,
  adjustmentPageSchema,
  adjustmentSchema,
  type assignRateCardSchema,
  type cancelInvoiceSchema,
  type changeLimitSchema,
  type closePeriodSchema,
  type suspensionBodySchema,
  alertPageSchema,
  invoicePageSchema,
  invoiceSchema,
  invoiceStatuses,
  journalPageSchema,
  paymentMethodSchema,
  paymentMethodsSchema,
  paymentPageSchema,
  paymentSchema,
  rateCardAssignmentSchema,
  rateCardSchema,
  rateCardsSchema,
  sessionMeteringSchema,
  spendingLimitSchema,
  spendingLimitsSchema,
  usageSchema,
  usedSessionPageSchema,
  type ChangeLimit,
  type CreateAccount,
  type CreateLimit,
  type CreateRateCard,
  type Grouping,
  type InvoiceStatus,
} from '../../shared/contract/billing.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import {
  postOnce,
  reads,
  readsAll,
  request,
  requestFile,
  type Attempt,
  type Reader,
  type ReceivedFile,
} from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Rows of a page of billing's lists. */
export const billingPageSize: number = limits.billing.maximumLimit;

const under = (...path: string[]) => `/billing/${path.map(encodeURIComponent).join('/')}`;

// Usage

export interface UsageChoice {
  readonly start: string;
  readonly end: string;
  readonly account?: string | undefined;
  readonly dataset?: string | undefined;
  readonly groupBy?: Grouping | undefined;
}

function usageQuery(choice: UsageChoice) {
  const { start, end, account, dataset, groupBy } = choice;
  return {
    queryKey: [...queryKeys.billing, 'usage', choice],
    queryFn: reads(usageSchema, {
      path: '/billing/usage',
      query: {
        start_date: start,
        end_date: end,
        account_id: account,
        dataset_id: dataset,
        group_by: groupBy,
        include: 'costs',
      },
    }),
  };
}

/** Usage of days, both included; what was shown stays until the next is there. */
export function useUsage(choice: UsageChoice) {
  return useAnswer('getUsage', { ...usageQuery(choice), placeholderData: keepPreviousData });
}

export interface UsedSessionsChoice extends Omit<UsageChoice, 'groupBy'> {
  readonly model?: string | undefined;
}

/** A page of the sessions that were used on the days of a period, newest first. */
export function useUsedSessions(choice: UsedSessionsChoice, offset: number) {
  return useAnswer('listUsedSessions', {
    queryKey: [...queryKeys.billing, 'used-sessions', choice, offset],
    queryFn: reads(usedSessionPageSchema, {
      path: '/billing/usage/sessions',
      query: {
        start_date: choice.start,
        end_date: choice.end,
        account_id: choice.account,
        dataset_id: choice.dataset,
        model_id: choice.model,
        limit: billingPageSize,
        offset,
      },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Usage and cost of a session, at the rates of its rate card. */
export function useSessionMetering(id: string) {
  return useAnswer('getSessionUsage', {
    queryKey: [...queryKeys.metering, id],
    queryFn: reads(sessionMeteringSchema, { path: under('usage', 'sessions', id) }),
  });
}

// Payments

/** A page of payments, newest first. */
export function usePayments(
  { account }: { readonly account?: string | undefined },
  offset: number,
) {
  return useAnswer('listPayments', {
    queryKey: [...queryKeys.billing, 'payments', 'page', account, offset],
    queryFn: reads(paymentPageSchema, {
      path: '/billing/payments',
      query: { account_id: account, limit: billingPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

// Invoices

export interface InvoicesChoice {
  readonly status?: InvoiceStatus | undefined;
  readonly issuedAfter?: string | undefined;
  readonly issuedBefore?: string | undefined;
  readonly account?: string | undefined;
}

function invoicePage(choice: InvoicesChoice, limit: number, offset: number, signal: AbortSignal) {
  return request(invoicePageSchema, {
    path: '/billing/invoices',
    query: {
      status: choice.status,
      issued_after: choice.issuedAfter,
      issued_before: choice.issuedBefore,
      account_id: choice.account,
      include: 'account',
      limit,
      offset,
    },
    signal,
  });
}

/** A page of invoices, newest first. */
export function useInvoices(choice: InvoicesChoice, offset: number) {
  return useAnswer('listInvoices', {
    queryKey: [...queryKeys.billing, 'invoices', 'page', choice, offset],
    queryFn: ({ signal }) => invoicePage(choice, billingPageSize, offset, signal),
    placeholderData: keepPreviousData,
  });
}

export type InvoiceCounts = Readonly<Record<InvoiceStatus, number>>;

/** How many invoices there are in each state, of what else is chosen. */
export function useInvoiceCounts(choice: Omit<InvoicesChoice, 'status'>) {
  return useAnswer('listInvoices', {
    queryKey: [...queryKeys.billing, 'invoices', 'counts', choice],
    queryFn: async ({ signal }): Promise<InvoiceCounts> => {
      const counts: Record<InvoiceStatus, number> = {
        PENDING: 0,
        PAID: 0,
        OVERDUE: 0,
        CANCELED: 0,
      };
      await Promise.all(
        invoiceStatuses.map(async (status) => {
          const { pagination } = await invoicePage({ ...choice, status }, 1, 0, signal);
          counts[status] = pagination.total;
        }),
      );
      return counts;
    },
    placeholderData: keepPreviousData,
  });
}

export function useInvoice(id: string) {
  return useAnswer('getInvoice', {
    queryKey: [...queryKeys.billing, 'invoices', 'one', id],
    queryFn: reads(invoiceSchema, { path: under('invoices', id), query: { include: 'details' } }),
  });
}

/** The invoice as a document: as it was issued, or with its state on it. */
export function invoicePdf(id: string, stamped = false): Promise<ReceivedFile> {
  return requestFile(`${under('invoices', id, 'pdf')}${stamped ? '?stamped=true' : ''}`);
}

/** A reminder of an invoice as a document. */
export function reminderPdf(id: string, level: number): Promise<ReceivedFile> {
  return requestFile(under('invoices', id, 'reminders', String(level), 'pdf'));
}

/** A credit note as a document. */
export function creditNotePdf(id: string): Promise<ReceivedFile> {
  return requestFile(under('credit-notes', id, 'pdf'));
}

/** The receipt of a payment as a document. */
export function receiptPdf(paymentId: string): Promise<ReceivedFile> {
  return requestFile(under('receipts', paymentId));
}

/** A change to billing: everything that shows billing, sessions or the ledger is asked again. */
function useBillingChange<Input, Result>(send: (input: Input) => Promise<Result>) {
  return useChange([queryKeys.billing, queryKeys.sessions, queryKeys.chain], send, {
    alsoRefused: true,
  });
}

function put<Answer>(path: string, body: unknown, answer: Reader<Answer>) {
  return request(answer, { method: 'PUT', path, body });
}

/** The invoice that closing a month (`YYYY-MM`) would issue; fails as closing it would. */
export function useClosePreview(account: string | undefined, month: string) {
  return useAnswer('closePeriod', {
    // Not under billing: once the month is closed there is nothing to ask again.
    queryKey: ['close-preview', account, month],
    enabled: account !== undefined && month !== '',
    queryFn: reads(invoiceSchema, {
      method: 'POST',
      path: '/billing/invoices',
      query: { dry_run: true },
      body: { account_id: account, month },
    }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Closes a month (`YYYY-MM`) of an account; answers its invoice. */
export function useClosePeriod() {
  return useBillingChange((attempt: Attempt<z.input<typeof closePeriodSchema>>) =>
    postOnce('/billing/invoices', attempt, invoiceSchema),
  );
}

export function usePayInvoice() {
  return useBillingChange(
    ({ id, ...attempt }: { id: string } & Attempt<{ payment_method_id: string }>) =>
      postOnce(under('invoices', id, 'pay'), attempt, paymentSchema),
  );
}

export function useCancelInvoice() {
  return useBillingChange(
    ({ id, ...attempt }: { id: string } & Attempt<z.input<typeof cancelInvoiceSchema>>) =>
      postOnce(under('invoices', id, 'cancel'), attempt, invoiceSchema),
  );
}

// Payment methods

export function usePaymentMethods() {
  return useAnswer('listPaymentMethods', {
    queryKey: [...queryKeys.billing, 'methods'],
    queryFn: readsAll(paymentMethodsSchema, { path: '/billing/payment-methods' }),
  });
}

export function useCreatePaymentMethod() {
  return useBillingChange((attempt: Attempt<{ type: string; last4: string; brand: string }>) =>
    postOnce('/billing/payment-methods', attempt, paymentMethodSchema),
  );
}

// Accounts

export function useAccounts() {
  return useAnswer('listAccounts', {
    queryKey: [...queryKeys.billing, 'accounts'],
    queryFn: readsAll(accountsSchema, { path: '/billing/accounts' }),
  });
}

export function useCreateAccount() {
  return useBillingChange((attempt: Attempt<CreateAccount>) =>
    postOnce('/billing/accounts', attempt, accountSchema),
  );
}

export function useSetSuspension() {
  return useBillingChange(
    ({ id, ...body }: { id: string } & z.input<typeof suspensionBodySchema>) =>
      put(under('accounts', id, 'suspension'), body, accountSchema),
  );
}

export function useAssignRateCard() {
  return useBillingChange(
    ({ id, ...body }: { id: string } & z.input<typeof assignRateCardSchema>) =>
      put(under('accounts', id, 'rate-card'), body, rateCardAssignmentSchema),
  );
}

/** A page of credits and charges, newest first. */
export function useAdjustments(account: string | undefined, offset: number) {
  return useAnswer('listAdjustments', {
    queryKey: [...queryKeys.billing, 'adjustments', account, offset],
    queryFn: reads(adjustmentPageSchema, {
      path: '/billing/adjustments',
      query: { account_id: account, limit: limits.billing.defaultLimit, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

export function useCreateAdjustment() {
  return useBillingChange(
    (attempt: Attempt<{ account_id: string; description: string; amount: number }>) =>
      postOnce('/billing/adjustments', attempt, adjustmentSchema),
  );
}

// Rate cards

/** Every version of every card. */
export function useRateCards() {
  return useAnswer('listRateCards', {
    queryKey: [...queryKeys.billing, 'rate-cards'],
    queryFn: readsAll(rateCardsSchema, { path: '/billing/rate-cards' }),
  });
}

export function useCreateRateCard() {
  return useBillingChange((attempt: Attempt<CreateRateCard>) =>
    postOnce('/billing/rate-cards', attempt, rateCardSchema),
  );
}

// Limits and alerts

export function useLimits() {
  return useAnswer('listLimits', {
    queryKey: [...queryKeys.billing, 'limits'],
    queryFn: readsAll(spendingLimitsSchema, { path: '/billing/limits' }),
  });
}

export function useCreateLimit() {
  return useBillingChange((attempt: Attempt<CreateLimit>) =>
    postOnce('/billing/limits', attempt, spendingLimitSchema),
  );
}

export function useChangeLimit() {
  return useBillingChange(({ id, body }: { id: string; body: z.input<typeof changeLimitSchema> }) =>
    put(under('limits', id), body, spendingLimitSchema),
  );
}

export function useDeleteLimit() {
  return useBillingChange(({ id, previous }: { id: string; previous: ChangeLimit }) =>
    request(spendingLimitSchema, {
      method: 'DELETE',
      path: under('limits', id),
      body: { if_previous: previous },
    }),
  );
}

/** A page of alerts, newest first. */
export function useAlerts(offset: number) {
  return useAnswer('listAlerts', {
    queryKey: [...queryKeys.billing, 'alerts', offset],
    queryFn: reads(alertPageSchema, {
      path: '/billing/alerts',
      query: { limit: limits.billing.defaultLimit, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

// Books

/** A page of transactions, newest first; those of one invoice or payout with `source`. */
export function useJournal(source: string | undefined, offset: number, limit = billingPageSize) {
  return useAnswer('listBookTransactions', {
    queryKey: [...queryKeys.billing, 'journal', source, offset, limit],
    queryFn: reads(journalPageSchema, {
      path: '/billing/journal',
      query: { source, limit, offset },
    }),
    placeholderData: keepPreviousData,
  });
}
