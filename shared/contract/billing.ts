/** Usage, invoices, payments and payouts (specification, "Billing"), and what billing has beyond them. */
import * as z from './when-asked.ts';
import { finestPlaces } from '../billing/currency.ts';
import { ratePlaces, unitsOf } from '../billing/decimal.ts';
import { spans } from '../billing/calendar.ts';
import { priceModels, tierModes } from '../billing/month-price.ts';
import { dimensions } from '../billing/volume.ts';
import {
  dateSchema,
  daySchema,
  instantSchema,
  oneOf,
  paginated,
  queryBoolean,
  identifier,
  listOf,
} from './common.ts';
import { issuerSchema } from './issuer.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { page } from './route.ts';
import { fault, type FaultText } from './faults.ts';

const { billing } = limits;

const required = (type: 'type_string' | 'type_number' | 'type_month' | 'type_boolean') => ({
  error: (issue: { readonly input?: unknown }) =>
    fault(issue.input === undefined ? 'required' : type),
});
const text = (maximum: number = limits.shortString) =>
  z
    .string(required('type_string'))
    .min(1, fault('not_empty'))
    .max(maximum, fault('at_most_characters', { maximum }));
const word = z
  .string(required('type_string'))
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, fault('word'));
const decimal = (places: number, minimum: number, maximum: number) =>
  z
    .number(required('type_number'))
    .min(minimum, fault('at_least', { minimum }))
    .max(maximum, fault('at_most', { maximum }))
    .refine(
      (value) => unitsOf(value, places) !== undefined,
      fault('at_most_decimals', { maximum: places }),
    );

/** An amount of money; how many decimals it may have is up to the currency of the workspace. */
const amount = decimal(finestPlaces, 0, billing.amount);
/** More than nothing. */
export const amountOfMoney = decimal(finestPlaces, 0.001, billing.amount);
const signedAmount = decimal(finestPlaces, -billing.amount, billing.amount);
const percent = decimal(2, 0, 100);
/** `2026-11`, a UTC month. */
export const month = z
  .string(required('type_month'))
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, fault('month'));

const currencySchema = z.string().meta({ description: 'Three letters' });
const periodSchema = z.object({ start_date: daySchema, end_date: daySchema });

// Usage

export const groupings = ['day', 'week', 'month', 'dataset', 'model'] as const;
export type Grouping = (typeof groupings)[number];

export const usageQuerySchema = z.strictObject({
  start_date: dateSchema,
  end_date: dateSchema,
  dataset_id: text().optional(),
  group_by: oneOf(groupings).optional(),
  account_id: word.optional().meta({ 'x-extension': true }),
  include: oneOf(['costs']).optional().meta({ 'x-extension': true }),
});
export type UsageQuery = z.output<typeof usageQuerySchema>;

export const sessionMeteringSchema = z
  .object({
    session_id: z.string(),
    time_metrics: z.object({
      session_duration_seconds: z.int(),
      session_duration_hours: z.number(),
      active_time_minutes: z.number(),
      idle_time_minutes: z.number(),
    }),
    volume_metrics: z.object({
      records_accessed: z.int(),
      total_data_bytes: z.int(),
      total_data_gb: z.number(),
    }),
    operation_metrics: z.object({
      read_operations: z.int(),
      filter_operations: z.int(),
      transform_operations: z.int(),
      train_operations: z.int().meta({ description: 'Every recorded operation, of any type' }),
      total_operations: z.int(),
    }),
    pricing: z.object({
      time_rate: z.number(),
      time_cost: z.number(),
      record_rate: z.number(),
      record_cost: z.number(),
      data_rate: z.number().meta({ description: 'Per GB, 10^9 bytes' }),
      data_cost: z.number(),
      operation_rate: z.number(),
      operation_cost: z.number(),
      total_cost: z.number(),
      currency: currencySchema,
    }),
    last_updated: instantSchema,
  })
  .meta({ id: 'SessionMetering' });
export type SessionMetering = z.infer<typeof sessionMeteringSchema>;

const usageFigures = {
  sessions: z.int(),
  hours: z.number(),
  records: z.int(),
  gb: z.number(),
  operations: z.int(),
  cost: z.number(),
};
const fourCosts = {
  time_cost: z.number(),
  record_cost: z.number(),
  data_cost: z.number(),
  operation_cost: z.number(),
};
export const datasetUsageSchema = z
  .object({ dataset_id: z.string(), ...usageFigures })
  .meta({ id: 'DatasetUsage' });
export const groupedUsageSchema = z
  .object({
    group: z.string().meta({
      description: 'A day, ISO week (2026-W53), month, model or dataset; empty for no model',
    }),
    ...usageFigures,
    ...fourCosts,
  })
  .meta({ id: 'GroupedUsage' });
export const usageSchema = z
  .object({
    period: periodSchema,
    metrics: z.object({
      total_sessions: z.int(),
      total_hours: z.number(),
      total_records: z.int(),
      total_gb: z.number(),
      total_operations: z.int(),
    }),
    costs: z.object({
      ...fourCosts,
      total_cost: z.number(),
      currency: currencySchema,
    }),
    breakdown_by_dataset: z.array(datasetUsageSchema),
    breakdown: z.array(groupedUsageSchema).optional().meta({
      description: 'With group_by other than dataset, or with include=costs',
      'x-extension': true,
    }),
  })
  .meta({ id: 'AggregatedUsage' });
export type AggregatedUsage = z.infer<typeof usageSchema>;

export const usedSessionsQuerySchema = z.strictObject({
  start_date: dateSchema,
  end_date: dateSchema,
  account_id: word.optional(),
  dataset_id: text().optional(),
  model_id: text().optional(),
  ...page(billing),
});
export type UsedSessionsQuery = z.output<typeof usedSessionsQuerySchema>;
const { sessions: _sessions, ...sessionFigures } = usageFigures;
export const usedSessionSchema = z
  .object({
    session_id: z.string(),
    account_id: z.string(),
    dataset_id: z.string(),
    model_id: z.string().nullable(),
    opened_at: instantSchema,
    ...sessionFigures,
    ...fourCosts,
  })
  .meta({ id: 'UsedSession' });
export type UsedSession = z.infer<typeof usedSessionSchema>;
export const usedSessionPageSchema = paginated(usedSessionSchema).meta({ id: 'UsedSessionPage' });

// Invoices

export const invoiceStatuses = ['PENDING', 'PAID', 'OVERDUE', 'CANCELED'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const listInvoicesQuerySchema = z.strictObject({
  status: oneOf(invoiceStatuses).optional(),
  issued_after: dateSchema.optional(),
  issued_before: dateSchema.optional(),
  account_id: word.optional().meta({ 'x-extension': true }),
  include: oneOf(['account']).optional().meta({ 'x-extension': true }),
  ...page(billing),
});
export type ListInvoicesQuery = z.output<typeof listInvoicesQuerySchema>;

export const listedInvoiceSchema = z
  .object({
    invoice_id: z.string().meta({ description: 'Prefix inv_' }),
    status: z.enum(invoiceStatuses),
    issued_date: daySchema,
    due_date: daySchema,
    amount: z.number(),
    currency: currencySchema,
    period: periodSchema,
    paid_date: instantSchema.optional().meta({ description: 'Of a paid invoice' }),
    account_id: z
      .string()
      .optional()
      .meta({ description: 'With include=account', 'x-extension': true }),
  })
  .meta({ id: 'ListedInvoice' });
export type ListedInvoice = z.infer<typeof listedInvoiceSchema>;
export const invoicePageSchema = paginated(listedInvoiceSchema).meta({ id: 'InvoicePage' });

export const addressSchema = z.object({
  line1: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
export const customerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    address: addressSchema,
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof customerSchema>;
export const lineItemSchema = z
  .object({ description: z.string(), amount: z.number() })
  .meta({ id: 'LineItem' });

export const paymentMethodShownSchema = z.object({
  type: z.string(),
  last4: z.string(),
  brand: z.string(),
});
export const paymentSchema = z
  .object({
    payment_id: z.string().meta({ description: 'Prefix pay_' }),
    invoice_id: z.string(),
    status: z.literal('COMPLETED'),
    amount: z.number(),
    currency: currencySchema,
    payment_date: instantSchema,
    payment_method: paymentMethodShownSchema,
    receipt_url: z.string(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof paymentSchema>;

export const lineKinds = [
  'usage',
  'true_up',
  'fee',
  'minimum',
  'late_usage',
  'adjustment',
  'charge',
  'prepayment',
  'credit',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** Taxes of an invoice, each with its base. */
export const taxSharesSchema = z
  .array(z.object({ percent: z.number(), base: z.number(), tax: z.number() }))
  .meta({ description: 'What is asked under each tax; one unless some lines have another' });

/** Details that the specified form has no place for: how the invoice came about, and what became of it. */
export const invoiceDetailsSchema = z
  .object({
    invoice_number: z.string(),
    account_id: z.string(),
    period: periodSchema,
    issuer: issuerSchema.nullable().meta({
      description: 'As it was when the invoice was issued; null where nobody was named yet',
    }),
    tax_percent: z.number(),
    taxes: taxSharesSchema,
    paid_date: instantSchema.nullable(),
    canceled_date: instantSchema.nullable(),
    cancel_reason: z.string().nullable(),
    shared: z.object({ pool: z.number(), fees: z.number(), net: z.number() }).nullable().meta({
      description: 'Among data holders; null where that follows from the payment, as it did before',
    }),
    payment: paymentSchema.nullable(),
    reminders: z
      .array(z.object({ level: z.int(), after_days: z.int(), reminded_at: instantSchema }))
      .meta({ description: 'Those that were given while it was not paid' }),
    entry: z
      .object({ seq: z.int(), hash: z.string() })
      .meta({ description: 'Of the journal of the ledger, which vouches for it' }),
    pdf_sha256: z.string(),
    lines: z.array(
      lineItemSchema.extend({
        kind: z.enum(lineKinds),
        dimension: z.enum(dimensions).nullable(),
        volume: z.number().nullable(),
        unit: z.string().nullable(),
        rate: z.number().nullable().meta({ description: 'For one unit' }),
      }),
    ),
  })
  .meta({ id: 'InvoiceDetails' });
export type InvoiceDetails = z.infer<typeof invoiceDetailsSchema>;

export const cancelKinds = ['CORRECTION', 'UNCOLLECTIBLE'] as const;
export type CancelKind = (typeof cancelKinds)[number];
const invoiceCancellationSchema = z
  .object({ kind: z.enum(cancelKinds), date: instantSchema, reason: z.string() })
  .meta({ id: 'InvoiceCancellation' });
export type InvoiceCancellation = z.infer<typeof invoiceCancellationSchema>;

export const getInvoiceQuerySchema = z.strictObject({
  include: oneOf(['details', 'cancellation']).optional().meta({ 'x-extension': true }),
});

export const getInvoicePdfQuerySchema = z.strictObject({
  stamped: queryBoolean.optional().meta({
    description: 'Made anew with its state on it, under no hash; otherwise the bytes as issued',
  }),
});

export const invoiceSchema = z
  .object({
    invoice_id: z.string(),
    status: z.enum(invoiceStatuses),
    issued_date: daySchema,
    due_date: daySchema,
    customer: customerSchema,
    line_items: z.array(lineItemSchema),
    subtotal: z.number(),
    tax: z.number(),
    total: z.number(),
    currency: currencySchema,
    payment_terms: z.string(),
    notes: z.string(),
    pdf_url: z.string(),
    details: invoiceDetailsSchema
      .optional()
      .meta({ description: 'With include=details', 'x-extension': true }),
    cancellation: invoiceCancellationSchema.nullable().optional().meta({
      description: 'With include=cancellation; null while it is not canceled',
      'x-extension': true,
    }),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoiceSchema>;

export const closePeriodSchema = z
  .strictObject({
    account_id: word,
    month: month.meta({ description: 'Closed an hour after its end or later' }),
    notes: z
      .string()
      .max(2_000, fault('at_most_characters', { maximum: 2000 }))
      .optional(),
  })
  .meta({ id: 'ClosePeriod', sent: true });

export const closePeriodQuerySchema = z.strictObject({
  dry_run: queryBoolean.optional().meta({ description: 'Answers 200 and writes nothing' }),
});

export const cancelInvoiceSchema = z
  .strictObject({
    reason: text(2_000),
    kind: oneOf(cancelKinds).optional().meta({
      description:
        'CORRECTION, unless told: its use may be invoiced anew; UNCOLLECTIBLE: written off, its use stays billed',
    }),
  })
  .meta({ id: 'CancelInvoice', sent: true });

// Payments

export const payInvoiceSchema = z
  .strictObject({ payment_method_id: identifier(text()) })
  .meta({ id: 'PayInvoice', sent: true });

export const paymentMethodTypes = ['card', 'bank_account'] as const;
export const createPaymentMethodSchema = z
  .strictObject({
    type: oneOf(paymentMethodTypes),
    last4: z.string(required('type_string')).regex(/^\d{4}$/, fault('last_four_digits')),
    brand: text(64),
  })
  .meta({ id: 'CreatePaymentMethod', sent: true });
export const paymentMethodSchema = paymentMethodShownSchema
  .extend({
    payment_method_id: z.string(),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;
export const paymentMethodsSchema = paginated(paymentMethodSchema).meta({ id: 'PaymentMethods' });
/** Lists that a console has whole on its screens: a page holds as many as any page may. */
const wholePage = page({ defaultLimit: billing.maximumLimit, maximumLimit: billing.maximumLimit });
export const paymentMethodsQuerySchema = z.strictObject(wholePage);

export const listPaymentsQuerySchema = z.strictObject({
  account_id: word.optional(),
  invoice_id: text().optional(),
  ...page(billing),
});
export type ListPaymentsQuery = z.output<typeof listPaymentsQuerySchema>;
export const paymentPageSchema = paginated(paymentSchema).meta({ id: 'PaymentPage' });

// Payouts

export const payoutStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const listPayoutsQuerySchema = z.strictObject({
  status: oneOf(payoutStatuses).optional(),
  created_after: dateSchema.optional(),
  created_before: dateSchema.optional(),
  holder_id: text().optional().meta({ 'x-extension': true }),
  include: oneOf(['holder']).optional().meta({ 'x-extension': true }),
  last: queryBoolean.optional().meta({
    description: 'true for those after which their holder had no other payout',
    'x-extension': true,
  }),
  ...page(billing),
});
export type ListPayoutsQuery = z.output<typeof listPayoutsQuerySchema>;

export const payoutSchema = z
  .object({
    payout_id: z.string().meta({ description: 'Prefix payout_' }),
    status: z.enum(payoutStatuses),
    created_at: instantSchema,
    completed_at: instantSchema.optional().meta({ description: 'Of a completed payout' }),
    amount: z.number(),
    currency: currencySchema,
    period: periodSchema,
    holder_id: z
      .string()
      .optional()
      .meta({ description: 'With include=holder', 'x-extension': true }),
    failure_reason: z
      .string()
      .optional()
      .meta({ description: 'Of a failed payout, with include=holder', 'x-extension': true }),
    statement_number: z
      .string()
      .optional()
      .meta({ description: 'Of its statement, with include=holder', 'x-extension': true }),
    tax: z
      .number()
      .optional()
      .meta({ description: 'Part of the amount, with include=holder', 'x-extension': true }),
    reference: z
      .string()
      .optional()
      .meta({ description: 'Of the bank, with include=holder', 'x-extension': true }),
  })
  .meta({ id: 'Payout' });
export type Payout = z.infer<typeof payoutSchema>;
export const payoutPageSchema = paginated(payoutSchema).meta({ id: 'PayoutPage' });

export const payoutMethods = ['bank_transfer', 'test_failing', 'test_slow'] as const;
export const payoutPreferencesBodySchema = z
  .strictObject({
    holder_id: identifier(text()),
    frequency: oneOf(spans),
    threshold: amount,
    method: oneOf(payoutMethods),
    if_previous: previousOf({
      frequency: z.enum(spans),
      threshold: z.number(),
      method: z.enum(payoutMethods),
    }),
  })
  .meta({ id: 'SetPayoutPreferences', sent: true });
export const payoutPreferencesSchema = z
  .object({
    holder_id: z.string(),
    frequency: z.enum(spans),
    threshold: z.number(),
    method: z.enum(payoutMethods),
    fee_percent: z.number(),
    balance: z.number().meta({ description: 'Accrued, net of fees, and in no payout' }),
    pending_payout: z.number().meta({ description: 'On its way' }),
    next_run: instantSchema,
    currency: currencySchema,
  })
  .meta({ id: 'PayoutPreferences' });
export type PayoutPreferences = z.infer<typeof payoutPreferencesSchema>;
export const payoutPreferencesListSchema = paginated(payoutPreferencesSchema).meta({
  id: 'PayoutPreferencesList',
});
export const payoutPreferencesQuerySchema = z.strictObject({
  holder_id: text().optional(),
  ...wholePage,
});

export const payoutOutcomeSchema = z
  .strictObject({
    status: oneOf(['COMPLETED', 'FAILED']),
    reference: text().optional().meta({ description: 'By which the bank knows it' }),
    reason: text(2_000).optional().meta({ description: 'Why it failed: required then' }),
  })
  .refine(({ status, reason }) => status === 'COMPLETED' || reason !== undefined, {
    path: ['reason'],
    error: fault('required'),
  })
  .meta({ id: 'TellPayoutOutcome', sent: true });
export type PayoutOutcome = z.output<typeof payoutOutcomeSchema>;

export const runPayoutsSchema = z
  .strictObject({ holder_id: identifier(text()).optional() })
  .meta({ id: 'RunPayouts', sent: true });
export const payoutRunSchema = z
  .object({
    created: z.int(),
    completed: z.int(),
    failed: z.int(),
    carried: z.int().meta({ description: 'Holders whose balance is below their threshold' }),
  })
  .meta({ id: 'PayoutRun' });
export type PayoutRun = z.infer<typeof payoutRunSchema>;

// Accounts and rate cards

const addressPart = z
  .string(required('type_string'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));
/** Days after the due day of an invoice. */
export const suspendAfterDays = z
  .int({ error: fault('type_integer') })
  .min(1, fault('at_least', { minimum: 1 }))
  .max(365, fault('at_most', { maximum: 365 }));
export const createAccountSchema = z
  .strictObject({
    account_id: word.optional(),
    name: text(),
    email: z.email(fault('email')).max(320, fault('at_most_characters', { maximum: 320 })),
    address: z.strictObject({
      line1: addressPart,
      city: addressPart,
      state: addressPart,
      postal_code: addressPart,
      country: addressPart,
    }),
    tax_percent: percent.default(0),
    payment_terms_days: z
      .int()
      .min(0, fault('at_least', { minimum: 0 }))
      .max(365, fault('at_most', { maximum: 365 }))
      .default(30),
    suspend_after_days: suspendAfterDays.nullable().default(null).meta({
      description: 'Days after the due day; null: as the settings of billing say',
    }),
  })
  .meta({ id: 'CreateAccount', sent: true });
export type CreateAccount = z.output<typeof createAccountSchema>;

export const suspensionCauses = ['LIMIT', 'OVERDUE', 'MANUAL'] as const;
export type SuspensionCause = (typeof suspensionCauses)[number];
export const accountSchema = z
  .object({
    account_id: z.string(),
    name: z.string(),
    email: z.string(),
    address: addressSchema,
    tax_percent: z.number(),
    payment_terms_days: z.int(),
    suspend_after_days: z.int().nullable().meta({
      description:
        'Days after the due day from which on an invoice that is not paid suspends it; null: as the settings of billing say',
    }),
    created_at: instantSchema,
    holder_id: z.string().nullable().default(null).meta({
      description:
        'The holder whose key made it: its keys know of the datasets of that holder alone',
    }),
    rate_card: z.object({ rate_card_id: z.string(), version: z.int() }),
    suspensions: z.array(
      z.object({
        cause: z.enum(suspensionCauses),
        since: instantSchema,
        until: instantSchema.nullable(),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;
export const accountsSchema = paginated(accountSchema).meta({ id: 'Accounts' });
export const accountsQuerySchema = z.strictObject(wholePage);
export const suspensionBodySchema = z
  .strictObject({
    suspended: z.boolean(required('type_boolean')),
    reason: text(2_000),
    if_previous: previousOf({
      suspended: z.boolean().meta({ description: 'Whether it was suspended by hand' }),
      reason: z.string().nullable().meta({ description: 'Of that suspension; null without one' }),
    }),
  })
  .meta({ id: 'SetSuspension', sent: true });

const rate = decimal(ratePlaces, 0, 1_000_000);
const tier = (places: number) =>
  z.strictObject({
    up_to: decimal(places, 0, billing.amount)
      .nullable()
      .meta({ description: 'Cumulative and inclusive, in packages where there are any' }),
    rate,
    flat: amount.optional().meta({ description: 'Asked once, as soon as the tier is reached' }),
  });
const priceOf = (places: number) => {
  const parts = {
    free: decimal(places, 0, billing.amount)
      .optional()
      .meta({ description: 'Units without a price' }),
    package: decimal(places, 10 ** -places, billing.amount)
      .optional()
      .meta({ description: 'Units that a rate is for, begun ones counted whole' }),
    maximum: amount.optional().meta({ description: 'Of a month' }),
  };
  return z.union(
    [
      z.strictObject({ rate, ...parts }),
      z.strictObject({
        tiers: listOf(tier(places), 50, { none: fault('one_tier') }),
        mode: oneOf(tierModes).optional().meta({
          description:
            'GRADUATED, unless told: each unit at the rate of its tier; VOLUME: all at that of the tier reached',
        }),
        ...parts,
      }),
    ],
    { error: fault('rate_or_tiers') },
  );
};
const priceTerms = {
  time: priceOf(6).meta({ description: 'Per hour' }),
  record: priceOf(0),
  data: priceOf(9).meta({ description: 'Per GB' }),
  operation: priceOf(0),
  commitment: z
    .strictObject({
      coverage: amount,
      discount_percent: percent,
      overage_factor: decimal(4, 1, 100),
    })
    .optional(),
  fees: listOf(z.strictObject({ description: text(), amount }), 20).optional(),
  minimum: amount.optional(),
  shared_extras: listOf(oneOf(['true_up', 'minimum']), 2)
    .optional()
    .meta({
      description: 'Lines that holders share besides those of usage; none unless told',
    }),
  examples: listOf(
    z.strictObject({
      usage: z.strictObject({
        time: decimal(6, 0, billing.amount).optional(),
        record: decimal(0, 0, billing.amount).optional(),
        data: decimal(9, 0, billing.amount).optional(),
        operation: decimal(0, 0, billing.amount).optional(),
      }),
      amount: amount.meta({ description: 'What a whole month with this use comes to' }),
    }),
    20,
  )
    .optional()
    .meta({ description: 'Computed before the card is kept: each must hold' }),
};
export const rateTermsSchema = z.strictObject(priceTerms);
export type RateTerms = z.infer<typeof rateTermsSchema>;

export const createRateCardSchema = z
  .strictObject({
    rate_card_id: word,
    name: text(),
    model: oneOf(priceModels),
    ...priceTerms,
    if_previous: previousOf({
      version: z.int().nullable().meta({ description: 'The newest one; null for none' }),
    }),
  })
  .superRefine((card, context) => {
    const refuse = (path: string, message: FaultText) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    for (const dimension of dimensions) {
      const price = card[dimension];
      for (const part of ['free', 'package', 'maximum'] as const) {
        if (price[part] !== undefined && card.model !== 'CUSTOM') {
          refuse(`${dimension}.${part}`, fault('only_for_custom'));
        }
      }
      if (!('tiers' in price)) continue;
      if (card.model === 'PAY_PER_USE') refuse(dimension, fault('one_rate'));
      if (price.mode === 'VOLUME' && card.model !== 'CUSTOM') {
        refuse(`${dimension}.mode`, fault('only_for_custom_totals'));
      }
      for (const [index, { rate: of, flat, up_to: end }] of price.tiers.entries()) {
        if (flat !== undefined && card.model !== 'CUSTOM') {
          refuse(`${dimension}.tiers.${index}.flat`, fault('only_for_custom'));
        }
        if (price.package !== undefined && end !== null && !Number.isInteger(end)) {
          refuse(`${dimension}.tiers.${index}.up_to`, fault('at_most_decimals', { maximum: 0 }));
        }
        if (card.model === 'TIERED' && of > (price.tiers[index - 1]?.rate ?? of)) {
          refuse(`${dimension}.tiers.${index}.rate`, fault('falling_rates'));
        }
      }
      const ends = price.tiers.map((each) => each.up_to ?? Number.POSITIVE_INFINITY);
      const isOpen = ends.at(-1) === Number.POSITIVE_INFINITY;
      if (!isOpen || ends.some((end, index) => end <= (ends[index - 1] ?? 0))) {
        refuse(`${dimension}.tiers`, fault('rising_open'));
      }
    }
    if ((card.commitment !== undefined) !== (card.model === 'COMMITTED')) {
      refuse('commitment', fault('committed_only'));
    }
    for (const name of ['fees', 'minimum'] as const) {
      if (card[name] !== undefined && card.model !== 'CUSTOM')
        refuse(name, fault('only_for_custom'));
    }
  })
  .meta({ id: 'CreateRateCard', sent: true });
export type CreateRateCard = Omit<z.output<typeof createRateCardSchema>, 'if_previous'>;

export const rateCardSchema = z
  .object({
    rate_card_id: z.string(),
    version: z.int(),
    name: z.string(),
    model: z.enum(priceModels),
    ...priceTerms,
    currency: currencySchema,
    created_at: instantSchema,
  })
  .meta({ id: 'RateCard' });
export type ShownRateCard = z.infer<typeof rateCardSchema>;
export const rateCardsSchema = paginated(rateCardSchema).meta({ id: 'RateCards' });
export const rateCardsQuerySchema = z.strictObject(wholePage);

export const assignRateCardSchema = z
  .strictObject({
    rate_card_id: word,
    version: z.int().min(1).optional().meta({ description: 'The newest unless told' }),
    from_month: month.meta({
      description:
        'This month or a later one; this month only where its use so far does not come to more',
    }),
    discount_percent: percent
      .optional()
      .meta({ description: 'Inside each price; none unless told' }),
    reason: text(2_000).optional(),
    dry_run: z.boolean(required('type_boolean')).optional().meta({
      description: 'Tells the price of the use so far before and after, and assigns nothing',
    }),
    if_previous: previousOf({
      rate_card_id: z.string().meta({ description: 'The card that the month would have' }),
      version: z.int(),
    }),
  })
  .meta({ id: 'AssignRateCard', sent: true });
export const rateCardAssignmentSchema = z
  .object({
    account_id: z.string(),
    rate_card_id: z.string(),
    version: z.int(),
    from_month: z.string(),
    discount_percent: z.number(),
    used: z.object({ before: z.number(), after: z.number() }).nullable().meta({
      description:
        'The price of the use of the month so far, by the card before and by this one; null without use',
    }),
  })
  .meta({ id: 'RateCardAssignment' });

// Limits and alerts

export const limitModes = ['SOFT', 'HARD'] as const;
const limitTerms = {
  period: oneOf(spans),
  mode: oneOf(limitModes),
  amount,
  alert_thresholds: listOf(
    z
      .int()
      .min(1, fault('at_least', { minimum: 1 }))
      .max(1_000, fault('at_most', { maximum: 1000 })),
    10,
  )
    .refine(
      (all) => all.every((each, index) => index === 0 || each > (all[index - 1] ?? 0)),
      fault('rising'),
    )
    .default([50, 80, 100]),
  auto_suspend: z.boolean().default(false),
};
export const createLimitSchema = z
  .strictObject({
    account_id: word.optional().meta({ description: 'Every account unless told' }),
    dataset_id: identifier(text()).optional().meta({ description: 'Every dataset unless told' }),
    ...limitTerms,
  })
  .meta({ id: 'CreateLimit', sent: true });
export type CreateLimit = z.output<typeof createLimitSchema>;
export const limitTermsSchema = z.strictObject(limitTerms);
export type ChangeLimit = z.output<typeof limitTermsSchema>;
const ifPreviousLimit = {
  if_previous: previousOf({
    period: z.enum(spans),
    mode: z.enum(limitModes),
    amount: z.number(),
    alert_thresholds: listOf(z.int(), 10),
    auto_suspend: z.boolean(),
  }),
};
export const changeLimitSchema = limitTermsSchema
  .extend(ifPreviousLimit)
  .meta({ id: 'ChangeLimit', sent: true });
export const deleteLimitSchema = z
  .strictObject(ifPreviousLimit)
  .meta({ id: 'DeleteLimit', sent: true });
export const spendingLimitSchema = z
  .object({
    limit_id: z.string(),
    account_id: z.string().nullable(),
    dataset_id: z.string().nullable(),
    period: z.enum(spans),
    mode: z.enum(limitModes),
    amount: z.number(),
    alert_thresholds: z.array(z.int()),
    auto_suspend: z.boolean(),
    spent: z.number().meta({ description: 'In the current period' }),
    period_start: instantSchema,
    reset_at: instantSchema,
    currency: currencySchema,
    created_at: instantSchema,
  })
  .meta({ id: 'SpendingLimit' });
export type SpendingLimit = z.infer<typeof spendingLimitSchema>;
export const spendingLimitsSchema = paginated(spendingLimitSchema).meta({ id: 'SpendingLimits' });
export const spendingLimitsQuerySchema = z.strictObject(wholePage);

export const alertSchema = z
  .object({
    alert_id: z.string(),
    limit_id: z.string(),
    account_id: z.string(),
    dataset_id: z.string().nullable(),
    threshold: z.int().meta({ description: 'Percent' }),
    limit: z.number(),
    spent: z.number(),
    period_start: instantSchema,
    created_at: instantSchema,
  })
  .meta({ id: 'SpendingAlert' });
export type SpendingAlert = z.infer<typeof alertSchema>;
export const alertPageSchema = paginated(alertSchema).meta({ id: 'SpendingAlertPage' });
export const alertsQuerySchema = z.strictObject({ limit_id: text().optional(), ...page(billing) });
export type AlertsQuery = z.output<typeof alertsQuerySchema>;

export const createAdjustmentSchema = z
  .strictObject({
    account_id: word,
    description: text(),
    amount: signedAmount
      .refine((value) => value !== 0, fault('not_zero'))
      .meta({ description: 'Negative: a credit' }),
  })
  .meta({ id: 'CreateAdjustment', sent: true });
export const adjustmentSchema = z
  .object({
    adjustment_id: z.string(),
    account_id: z.string(),
    description: z.string(),
    amount: z.number(),
    currency: currencySchema,
    created_at: instantSchema,
    invoice_id: z.string().nullable().meta({ description: 'That holds it' }),
  })
  .meta({ id: 'Adjustment' });
export type Adjustment = z.infer<typeof adjustmentSchema>;
export const adjustmentsQuerySchema = z.strictObject({
  account_id: word.optional(),
  ...page(billing),
});
export const adjustmentPageSchema = paginated(adjustmentSchema).meta({ id: 'AdjustmentPage' });

// Books

export const journalQuerySchema = z.strictObject({
  source: text().optional(),
  as_of: instantSchema.optional().meta({ description: 'Transactions up to that instant' }),
  ...page(billing),
});
export const bookTransactionSchema = z
  .object({
    transaction: z.int(),
    source: z.string(),
    event: z.string(),
    at: instantSchema,
    postings: z.array(z.object({ account: z.string(), debit: z.number(), credit: z.number() })),
  })
  .meta({ id: 'BookTransaction' });
export type BookTransaction = z.infer<typeof bookTransactionSchema>;
export const journalPageSchema = paginated(bookTransactionSchema).meta({
  id: 'BookTransactionPage',
});

const asOf = instantSchema.optional().meta({
  description: 'Figures as they were at that instant: the same answer whenever it is asked',
  'x-extension': true,
});
export const revenueQuerySchema = z.strictObject({
  start_date: dateSchema.optional(),
  end_date: dateSchema.optional(),
  include: oneOf(['datasets']).optional(),
  as_of: asOf,
});
export const datasetRevenueSchema = z
  .object({
    dataset_id: z.string(),
    holder_id: z.string(),
    gross: z.number(),
    fees: z.number(),
    net: z.number(),
    currency: currencySchema,
  })
  .meta({ id: 'DatasetRevenue' });
export type DatasetRevenue = z.infer<typeof datasetRevenueSchema>;
export const revenueSchema = z
  .object({
    billed: z.number().meta({
      description: 'Subtotals of invoices in force, less what credit notes take back of paid ones',
    }),
    tax: z.number(),
    collected: z.number().meta({ description: 'Less what was paid back' }),
    outstanding: z.number().meta({ description: 'Not paid yet, overdue included' }),
    overdue: z.number(),
    canceled: z.number(),
    unbilled: z.number().meta({ description: 'Usage on no invoice, unrounded' }),
    fees: z.number(),
    holder_net: z.number(),
    payouts_completed: z.number(),
    payouts_pending: z.number(),
    available_balance: z.number(),
    currency: currencySchema,
    datasets: z
      .array(datasetRevenueSchema)
      .optional()
      .meta({ description: 'What was accrued, with include=datasets' }),
  })
  .meta({ id: 'Revenue' });
export type Revenue = z.infer<typeof revenueSchema>;
