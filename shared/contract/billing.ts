/** Usage, invoices, payments and payouts (specification, "Billing"), and what billing has beyond them. */
import { z } from 'zod';
import { moneyPlaces, ratePlaces, unitsOf } from '../billing/decimal.ts';
import { spans } from '../billing/calendar.ts';
import { priceModels } from '../billing/pricing.ts';
import { dimensions } from '../billing/volume.ts';
import {
  dateSchema,
  daySchema,
  instantSchema,
  oneOf,
  paginated,
  queryBoolean,
  queryInteger,
  identifier,
} from './common.ts';
import { limits } from './limits.ts';

const { billing } = limits;

const required = (what: string) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? 'is required' : `must be ${what}`,
});
const text = (maximum: number = limits.shortString) =>
  z
    .string(required('a string'))
    .min(1, 'must not be empty')
    .max(maximum, `must have at most ${maximum} characters`);
const word = z
  .string(required('a string'))
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must be letters, digits, dots, dashes and underscores',
  );
const decimal = (places: number, minimum: number, maximum: number) =>
  z
    .number(required('a number'))
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`)
    .refine(
      (value) => unitsOf(value, places) !== undefined,
      `must have at most ${places} decimals`,
    );

/** An amount of money with at most two decimals. */
const amount = decimal(moneyPlaces, 0, billing.amount);
const signedAmount = decimal(moneyPlaces, -billing.amount, billing.amount);
const percent = decimal(2, 0, 100);
/** `2026-11`, a UTC month. */
const month = z
  .string(required('a month'))
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month of this century, YYYY-MM');

export const currency = 'USD';
const currencySchema = z.string().meta({ description: 'Three letters' });
const pageShape = {
  limit: queryInteger(1, billing.maximumLimit).default(billing.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
};
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

export const sessionMeteringSchema = z.object({
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
});
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
export const datasetUsageSchema = z.object({ dataset_id: z.string(), ...usageFigures });
export const groupedUsageSchema = z.object({
  group: z.string().meta({
    description: 'A day, ISO week (2026-W53), month, model or dataset; empty for no model',
  }),
  ...usageFigures,
  ...fourCosts,
});
export const usageSchema = z.object({
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
});
export type AggregatedUsage = z.infer<typeof usageSchema>;

export const usedSessionsQuerySchema = z.strictObject({
  start_date: dateSchema,
  end_date: dateSchema,
  account_id: word.optional(),
  dataset_id: text().optional(),
  model_id: text().optional(),
  ...pageShape,
});
export type UsedSessionsQuery = z.output<typeof usedSessionsQuerySchema>;
const { sessions: _sessions, ...sessionFigures } = usageFigures;
export const usedSessionSchema = z.object({
  session_id: z.string(),
  account_id: z.string(),
  dataset_id: z.string(),
  model_id: z.string().nullable(),
  opened_at: instantSchema,
  ...sessionFigures,
  ...fourCosts,
});
export type UsedSession = z.infer<typeof usedSessionSchema>;
export const usedSessionPageSchema = paginated(usedSessionSchema);

// Invoices

export const invoiceStatuses = ['PENDING', 'PAID', 'OVERDUE', 'CANCELED'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const listInvoicesQuerySchema = z.strictObject({
  status: oneOf(invoiceStatuses).optional(),
  issued_after: dateSchema.optional(),
  issued_before: dateSchema.optional(),
  account_id: word.optional().meta({ 'x-extension': true }),
  include: oneOf(['account']).optional().meta({ 'x-extension': true }),
  ...pageShape,
});
export type ListInvoicesQuery = z.output<typeof listInvoicesQuerySchema>;

export const listedInvoiceSchema = z.object({
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
});
export type ListedInvoice = z.infer<typeof listedInvoiceSchema>;
export const invoicePageSchema = paginated(listedInvoiceSchema);

export const addressSchema = z.object({
  line1: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
export const customerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  address: addressSchema,
});
export type Customer = z.infer<typeof customerSchema>;
export const lineItemSchema = z.object({ description: z.string(), amount: z.number() });

export const paymentMethodShownSchema = z.object({
  type: z.string(),
  last4: z.string(),
  brand: z.string(),
});
export const paymentSchema = z.object({
  payment_id: z.string().meta({ description: 'Prefix pay_' }),
  invoice_id: z.string(),
  status: z.literal('COMPLETED'),
  amount: z.number(),
  currency: currencySchema,
  payment_date: instantSchema,
  payment_method: paymentMethodShownSchema,
  receipt_url: z.string(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const lineKinds = [
  'usage',
  'true_up',
  'fee',
  'minimum',
  'all_units',
  'late_usage',
  'adjustment',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** What the detail form has no place for: how the invoice came about, and what became of it. */
export const invoiceDetailsSchema = z.object({
  invoice_number: z.string(),
  account_id: z.string(),
  period: periodSchema,
  tax_percent: z.number(),
  paid_date: instantSchema.nullable(),
  canceled_date: instantSchema.nullable(),
  cancel_reason: z.string().nullable(),
  payment: paymentSchema.nullable(),
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
});
export type InvoiceDetails = z.infer<typeof invoiceDetailsSchema>;

export const getInvoiceQuerySchema = z.strictObject({
  include: oneOf(['details']).optional().meta({ 'x-extension': true }),
});

export const invoiceSchema = z.object({
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
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const closePeriodSchema = z.strictObject({
  account_id: word,
  month: month.meta({ description: 'Closed an hour after its end or later' }),
  notes: z.string().max(2_000, 'must have at most 2000 characters').optional(),
});

export const closePeriodQuerySchema = z.strictObject({
  dry_run: queryBoolean.optional().meta({ description: 'Answers 200 and writes nothing' }),
});

export const cancelInvoiceSchema = z.strictObject({ reason: text(2_000) });

// Payments

export const payInvoiceSchema = z.strictObject({ payment_method_id: identifier(text()) });

export const paymentMethodTypes = ['card', 'bank_account'] as const;
export const createPaymentMethodSchema = z.strictObject({
  type: oneOf(paymentMethodTypes),
  last4: z.string(required('a string')).regex(/^\d{4}$/, 'must be the last four digits'),
  brand: text(64),
});
export const paymentMethodSchema = paymentMethodShownSchema.extend({
  payment_method_id: z.string(),
});
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;
export const paymentMethodsSchema = z.object({ data: z.array(paymentMethodSchema) });

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
  ...pageShape,
});
export type ListPayoutsQuery = z.output<typeof listPayoutsQuerySchema>;

export const payoutSchema = z.object({
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
});
export type Payout = z.infer<typeof payoutSchema>;
export const payoutPageSchema = paginated(payoutSchema);

export const payoutMethods = ['bank_transfer', 'test_failing', 'test_slow'] as const;
export const payoutPreferencesBodySchema = z.strictObject({
  holder_id: identifier(text()),
  frequency: oneOf(spans),
  threshold: amount,
  method: oneOf(payoutMethods),
});
export const payoutPreferencesSchema = z.object({
  holder_id: z.string(),
  frequency: z.enum(spans),
  threshold: z.number(),
  method: z.enum(payoutMethods),
  fee_percent: z.number(),
  balance: z.number().meta({ description: 'Accrued, net of fees, and in no payout' }),
  pending_payout: z.number().meta({ description: 'On its way' }),
  next_run: instantSchema,
  currency: currencySchema,
});
export type PayoutPreferences = z.infer<typeof payoutPreferencesSchema>;
export const payoutPreferencesListSchema = z.object({ data: z.array(payoutPreferencesSchema) });
export const payoutPreferencesQuerySchema = z.strictObject({ holder_id: text().optional() });

export const runPayoutsSchema = z.strictObject({ holder_id: identifier(text()).optional() });
export const payoutRunSchema = z.object({
  created: z.int(),
  completed: z.int(),
  failed: z.int(),
  carried: z.int().meta({ description: 'Holders whose balance is below their threshold' }),
});
export type PayoutRun = z.infer<typeof payoutRunSchema>;

export const accrualsQuerySchema = z.strictObject({
  holder_id: text().optional(),
  dataset_id: text().optional(),
  invoice_id: text().optional(),
  payout_id: text().optional(),
  ...pageShape,
});
export type AccrualsQuery = z.output<typeof accrualsQuerySchema>;
export const accrualSchema = z.object({
  holder_id: z.string(),
  dataset_id: z.string(),
  invoice_id: z.string(),
  payout_id: z
    .string()
    .nullable()
    .meta({ description: 'That pays it, or is on its way; null in a balance' }),
  gross: z.number(),
  fee: z.number(),
  net: z.number(),
  currency: currencySchema,
  created_at: instantSchema,
});
export type ShownAccrual = z.infer<typeof accrualSchema>;
export const accrualPageSchema = paginated(accrualSchema);

// Accounts and rate cards

const addressPart = z
  .string(required('a string'))
  .max(limits.shortString, `must have at most ${limits.shortString} characters`);
export const createAccountSchema = z.strictObject({
  account_id: word.optional(),
  name: text(),
  email: z.email('must be an email address').max(320, 'must have at most 320 characters'),
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
    .min(0, 'must be at least 0')
    .max(365, 'must be at most 365')
    .default(30),
  suspend_overdue: z.boolean().default(false),
});
export type CreateAccount = z.output<typeof createAccountSchema>;

export const suspensionCauses = ['LIMIT', 'OVERDUE', 'MANUAL'] as const;
export type SuspensionCause = (typeof suspensionCauses)[number];
export const accountSchema = z.object({
  account_id: z.string(),
  name: z.string(),
  email: z.string(),
  address: addressSchema,
  tax_percent: z.number(),
  payment_terms_days: z.int(),
  suspend_overdue: z.boolean(),
  created_at: instantSchema,
  rate_card: z.object({ rate_card_id: z.string(), version: z.int() }),
  suspensions: z.array(
    z.object({
      cause: z.enum(suspensionCauses),
      since: instantSchema,
      until: instantSchema.nullable(),
      reason: z.string(),
    }),
  ),
});
export type Account = z.infer<typeof accountSchema>;
export const accountsSchema = z.object({ data: z.array(accountSchema) });
export const suspensionBodySchema = z.strictObject({
  suspended: z.boolean(required('true or false')),
  reason: text(2_000),
});

const rate = decimal(ratePlaces, 0, 1_000_000);
const tier = (places: number) =>
  z.strictObject({ up_to: decimal(places, 0, billing.amount).nullable(), rate });
const priceOf = (places: number) =>
  z.union(
    [
      z.strictObject({ rate }),
      z.strictObject({
        tiers: z.array(tier(places)).min(1).max(50),
        all_units: z.boolean().optional(),
      }),
    ],
    { error: 'must have a rate, or tiers' },
  );
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
  fees: z
    .array(z.strictObject({ description: text(), amount }))
    .max(20)
    .optional(),
  minimum: amount.optional(),
};
export const rateTermsSchema = z.strictObject(priceTerms);
export type RateTerms = z.infer<typeof rateTermsSchema>;

export const createRateCardSchema = z
  .strictObject({
    rate_card_id: word,
    name: text(),
    model: oneOf(priceModels),
    ...priceTerms,
  })
  .superRefine((card, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    for (const dimension of dimensions) {
      const price = card[dimension];
      if (!('tiers' in price)) continue;
      if (card.model === 'PAY_PER_USE') fault(dimension, 'has one rate with PAY_PER_USE');
      if (price.all_units === true && card.model !== 'CUSTOM') {
        fault(`${dimension}.all_units`, 'is for CUSTOM cards only: it can make totals fall');
      }
      const ends = price.tiers.map((each) => each.up_to ?? Number.POSITIVE_INFINITY);
      const isOpen = ends.at(-1) === Number.POSITIVE_INFINITY;
      if (!isOpen || ends.some((end, index) => end <= (ends[index - 1] ?? 0))) {
        fault(`${dimension}.tiers`, 'must rise strictly, the last one open (up_to null)');
      }
    }
    if ((card.commitment !== undefined) !== (card.model === 'COMMITTED')) {
      fault('commitment', 'is what a COMMITTED card has, and no other');
    }
    for (const name of ['fees', 'minimum'] as const) {
      if (card[name] !== undefined && card.model !== 'CUSTOM')
        fault(name, 'is for CUSTOM cards only');
    }
  });
export type CreateRateCard = z.output<typeof createRateCardSchema>;

export const rateCardSchema = z.object({
  rate_card_id: z.string(),
  version: z.int(),
  name: z.string(),
  model: z.enum(priceModels),
  ...priceTerms,
  currency: currencySchema,
  created_at: instantSchema,
});
export type ShownRateCard = z.infer<typeof rateCardSchema>;
export const rateCardsSchema = z.object({ data: z.array(rateCardSchema) });

export const assignRateCardSchema = z.strictObject({
  rate_card_id: word,
  version: z.int().min(1).optional().meta({ description: 'The newest unless told' }),
  from_month: month.meta({ description: 'This month or a later one' }),
});
export const rateCardAssignmentSchema = z.object({
  account_id: z.string(),
  rate_card_id: z.string(),
  version: z.int(),
  from_month: z.string(),
});

// Limits and alerts

export const limitModes = ['SOFT', 'HARD'] as const;
const limitTerms = {
  period: oneOf(spans),
  mode: oneOf(limitModes),
  amount,
  alert_thresholds: z
    .array(z.int().min(1, 'must be at least 1').max(1_000, 'must be at most 1000'))
    .max(10)
    .refine(
      (all) => all.every((each, index) => index === 0 || each > (all[index - 1] ?? 0)),
      'must rise strictly',
    )
    .default([50, 80, 100]),
  auto_suspend: z.boolean().default(false),
};
export const createLimitSchema = z.strictObject({
  account_id: word.optional().meta({ description: 'Every account unless told' }),
  dataset_id: identifier(text()).optional().meta({ description: 'Every dataset unless told' }),
  ...limitTerms,
});
export type CreateLimit = z.output<typeof createLimitSchema>;
export const changeLimitSchema = z.strictObject(limitTerms);
export type ChangeLimit = z.output<typeof changeLimitSchema>;
export const spendingLimitSchema = z.object({
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
});
export type SpendingLimit = z.infer<typeof spendingLimitSchema>;
export const spendingLimitsSchema = z.object({ data: z.array(spendingLimitSchema) });

export const alertSchema = z.object({
  alert_id: z.string(),
  limit_id: z.string(),
  account_id: z.string(),
  dataset_id: z.string().nullable(),
  threshold: z.int().meta({ description: 'Percent' }),
  limit: z.number(),
  spent: z.number(),
  period_start: instantSchema,
  created_at: instantSchema,
});
export type SpendingAlert = z.infer<typeof alertSchema>;
export const alertPageSchema = paginated(alertSchema);
export const alertsQuerySchema = z.strictObject({ limit_id: text().optional(), ...pageShape });
export type AlertsQuery = z.output<typeof alertsQuerySchema>;

export const createAdjustmentSchema = z.strictObject({
  account_id: word,
  description: text(),
  amount: signedAmount
    .refine((value) => value !== 0, 'must not be zero')
    .meta({ description: 'Negative: a credit' }),
});
export const adjustmentSchema = z.object({
  adjustment_id: z.string(),
  account_id: z.string(),
  description: z.string(),
  amount: z.number(),
  currency: currencySchema,
  created_at: instantSchema,
  invoice_id: z.string().nullable().meta({ description: 'That holds it' }),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;
export const adjustmentsQuerySchema = z.strictObject({ account_id: word.optional(), ...pageShape });
export const adjustmentPageSchema = paginated(adjustmentSchema);

// Books

export const journalQuerySchema = z.strictObject({ source: text().optional(), ...pageShape });
export const bookTransactionSchema = z.object({
  transaction: z.int(),
  source: z.string(),
  event: z.string(),
  at: instantSchema,
  postings: z.array(z.object({ account: z.string(), debit: z.number(), credit: z.number() })),
});
export type BookTransaction = z.infer<typeof bookTransactionSchema>;
export const journalPageSchema = paginated(bookTransactionSchema);

export const revenueQuerySchema = z.strictObject({
  start_date: dateSchema.optional(),
  end_date: dateSchema.optional(),
  include: oneOf(['datasets']).optional(),
});
export const datasetRevenueSchema = z.object({
  dataset_id: z.string(),
  holder_id: z.string(),
  gross: z.number(),
  fees: z.number(),
  net: z.number(),
  currency: currencySchema,
});
export type DatasetRevenue = z.infer<typeof datasetRevenueSchema>;
export const revenueSchema = z.object({
  billed: z.number().meta({ description: 'Subtotals of invoices in force' }),
  tax: z.number(),
  collected: z.number(),
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
});
export type Revenue = z.infer<typeof revenueSchema>;
