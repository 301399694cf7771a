/** What a lab is asked for before it pays: its rate card, the invoice of the running month, the price of a call. */
import * as z from './when-asked.ts';
import { dimensions } from '../billing/volume.ts';
import { lineKinds, month, rateCardSchema, taxSharesSchema } from './billing.ts';
import { dataOperations } from './data-operations.ts';
import { identifier, oneOf, paginated } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';

const currencySchema = z.string().meta({ description: 'Three letters' });
const monthSchema = z.string().meta({ description: '`2026-11`, a UTC month' });

const assignedCardSchema = z.object({
  from_month: z.string().nullable().meta({ description: 'null where nothing was assigned' }),
  discount_percent: z.number(),
  rate_card: rateCardSchema,
  words: z.array(z.string()).meta({ description: 'The card in sentences' }),
});
export const accountRateCardSchema = z
  .object({
    account_id: z.string(),
    month: monthSchema,
    in_force: assignedCardSchema,
    next: assignedCardSchema
      .nullable()
      .meta({ description: 'Assigned from a later month on; null for none' }),
  })
  .meta({ id: 'AccountRateCard' });
export type AccountRateCard = z.infer<typeof accountRateCardSchema>;
export type AssignedRateCard = z.infer<typeof assignedCardSchema>;

export const upcomingInvoiceSchema = z
  .object({
    account_id: z.string(),
    month: monthSchema,
    lines: z.array(
      z.object({
        kind: z.enum(lineKinds),
        description: z.string(),
        dimension: z.enum(dimensions).nullable(),
        volume: z.number().nullable(),
        unit: z.string().nullable(),
        rate: z.number().nullable().meta({ description: 'For one unit' }),
        amount: z.number(),
      }),
    ),
    subtotal: z.number(),
    tax: z.number(),
    tax_percent: z.number(),
    taxes: taxSharesSchema,
    total: z.number(),
    currency: currencySchema,
    forecast: z
      .object({
        subtotal: z.number().meta({ description: 'Of the whole month' }),
        method: z.literal('weekday_mean').meta({
          description:
            'Days that are left are used like the mean of the same weekday over the last 28 full days; the price is that of the whole volume',
        }),
        days: z.int().meta({ description: 'Full days that it stands on, 7 at least' }),
      })
      .nullable()
      .meta({ description: 'null before seven days of use' }),
  })
  .meta({ id: 'UpcomingInvoice' });
export type UpcomingInvoice = z.infer<typeof upcomingInvoiceSchema>;

const whole = (maximum: number) =>
  z
    .int({ error: fault('type_integer') })
    .min(0, fault('at_least', { minimum: 0 }))
    .max(maximum, fault('at_most', { maximum }));
const name = z.string({ error: fault('type_string') }).min(1, fault('not_empty'));

export const quoteBodySchema = z
  .strictObject({
    session_id: name.optional(),
    account_id: name.optional().meta({ description: 'The own one of a lab unless told' }),
    dataset_id: identifier(name).optional().meta({ description: 'Where no session is named' }),
    operation: oneOf(dataOperations),
    rows: whole(limits.billing.quotedRows)
      .default(0)
      .meta({ description: 'Rows or results asked for, in all calls together' }),
    operations: whole(limits.billing.quotedCalls).default(1).meta({ description: 'Calls' }),
  })
  .superRefine(({ session_id: session, account_id: account, dataset_id: dataset }, context) => {
    const refuse = (path: string, message: ReturnType<typeof fault>) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (session === undefined && dataset === undefined) {
      refuse('session_id', fault('either_required', { one: 'session_id', other: 'dataset_id' }));
    }
    if (session === undefined) return;
    if (dataset !== undefined) refuse('dataset_id', fault('not_with', { other: 'session_id' }));
    if (account !== undefined) refuse('account_id', fault('not_with', { other: 'session_id' }));
  })
  .meta({ id: 'AskQuote', sent: true });
export type QuoteBody = z.output<typeof quoteBodySchema>;

export const quoteSchema = z
  .object({
    account_id: z.string(),
    dataset_id: z.string(),
    operation: z.enum(dataOperations),
    at_most: z.number().meta({
      description:
        'The calls come to no more, as long as no other use of the account comes between',
    }),
    expected: z.number().meta({ description: 'With all rows asked for, each of the mean size' }),
    hour: z.number().meta({ description: 'What an hour of the session costs beside it' }),
    lines: z.array(
      z.object({
        dimension: z.enum(dimensions),
        volume: z.number().meta({ description: 'At most' }),
        unit: z.string(),
        at_most: z.number(),
        expected: z.number(),
        tier: z
          .object({
            room: z.number().meta({ description: 'Volume up to which the present tier goes' }),
            within: z.number().meta({ description: 'What that much costs' }),
            beyond: z.number().meta({
              description:
                'What one unit more makes of it, all of the month repriced; below zero where it gets cheaper',
            }),
          })
          .nullable()
          .meta({ description: 'A tier of a VOLUME price that may be reached' }),
      }),
    ),
    month_so_far: z.number(),
    month_after: z.number().meta({ description: 'With the most that it comes to' }),
    limits: z
      .array(
        z.object({
          limit_id: z.string().nullable(),
          grant_id: z.string().nullable().meta({ description: 'Whose budget it is' }),
          left_after: z.number().meta({ description: 'Below zero: it might be refused' }),
        }),
      )
      .meta({ description: 'Limits of the account and the budget of the grant that count it' }),
    method: z.literal('month_price').meta({
      description: 'By how much the use raises the price of the month; nothing is read for it',
    }),
    currency: currencySchema,
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quoteSchema>;

/** Months that a card is tried on, at most. */
const mostTried = 24;
export const backtestBodySchema = z
  .strictObject({
    version: z
      .int({ error: fault('type_integer') })
      .min(1, fault('at_least', { minimum: 1 }))
      .optional()
      .meta({ description: 'The newest unless told' }),
    from_month: month,
    to_month: month.meta({ description: 'Included; up to the running month' }),
    account_id: name.optional().meta({ description: 'All unless told' }),
  })
  .refine(({ from_month: from, to_month: to }) => from <= to, {
    path: ['to_month'],
    error: fault('not_before', { other: 'from_month' }),
  })
  .refine(({ from_month: from, to_month: to }) => monthsBetween(from, to) < mostTried, {
    path: ['to_month'],
    error: fault('at_most', { maximum: mostTried }),
  })
  .meta({ id: 'AskBacktest', sent: true });
export type BacktestBody = z.output<typeof backtestBodySchema>;
export const backtestQuerySchema = z.strictObject({ ...page(limits.billing) });
export type BacktestQuery = z.output<typeof backtestQuerySchema>;

const tried = {
  billed: z.number().meta({ description: 'By the card that it had' }),
  would_be: z.number().meta({ description: 'By the one that is tried, with the same discount' }),
  difference: z.number().meta({ description: 'Above zero where the card asks for more' }),
};
export const backtestSchema = paginated(
  z.object({ account_id: z.string(), month: monthSchema, ...tried }),
)
  .extend({
    rate_card_id: z.string(),
    version: z.int(),
    from_month: monthSchema,
    to_month: monthSchema,
    currency: currencySchema,
    ...tried,
    months: z
      .array(z.object({ month: monthSchema, ...tried }))
      .meta({ description: 'Sums of all accounts' }),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.infer<typeof backtestSchema>;

/** Months from one to another, `YYYY-MM` both. */
function monthsBetween(from: string, to: string): number {
  const of = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5));
  return of(to) - of(from);
}

export const priceRoutes = [
  {
    operationId: 'withdrawRateCard',
    method: 'DELETE',
    path: '/billing/accounts/{account_id}/rate-card/{month}',
    summary: 'Take back a rate card that was assigned from a coming month on',
    description:
      'The month has then what it would have without it. A month that has begun keeps its card.',
    area: 'billing',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: accountRateCardSchema,
    errors: ['validation_error', 'not_found', 'conflict', 'idempotency_key_reused'],
  },
  {
    operationId: 'backtestRateCard',
    method: 'POST',
    path: '/billing/rate-cards/{rate_card_id}/backtest',
    summary: 'What past months would have come to by a rate card',
    description:
      'Each account and month priced anew from its volumes, by the card that it had and by this one. Nothing is assigned or written.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: backtestQuerySchema,
    body: backtestBodySchema,
    status: 200,
    response: backtestSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
    ],
  },
  {
    operationId: 'getAccountRateCard',
    method: 'GET',
    path: '/billing/accounts/{account_id}/rate-card',
    summary: 'The rate card of an account, in data and in words, and the next one',
    description: 'The same rule that invoices are made by, written out in sentences.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: accountRateCardSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'getUpcomingInvoice',
    method: 'GET',
    path: '/billing/accounts/{account_id}/upcoming-invoice',
    summary: 'The invoice of the running month as it would be now, with a forecast',
    description:
      'Lines of what was metered so far. The forecast goes on as the month went until now.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: upcomingInvoiceSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'createQuote',
    method: 'POST',
    path: '/billing/quotes',
    summary: 'The most that calls can cost, before they are made',
    description:
      'Reads no row, runs no filter, counts and meters nothing. Time goes on beside it and is told by the hour.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    body: quoteBodySchema,
    status: 200,
    response: quoteSchema,
    errors: ['validation_error', 'malformed_json', 'payload_too_large', 'unsupported_media_type'],
  },
] as const satisfies readonly Route[];
