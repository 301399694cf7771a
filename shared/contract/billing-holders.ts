/** What a data holder gets: its next payout, the way of its money, twelve months by dataset, statements. */
import * as z from './when-asked.ts';
import { spans } from '../billing/calendar.ts';
import { payoutOutcomeSchema, payoutSchema } from './billing.ts';
import { dateSchema, daySchema, instantSchema, oneOf } from './common.ts';
import type { FieldError } from './errors.ts';
import { faultAt } from './faults.ts';
import type { Route } from './route.ts';

const currencySchema = z.string().meta({ description: 'Three letters' });
const monthSchema = z.string().meta({ description: '`2026-11`, a UTC month' });
const amounts = {
  gross: z.number(),
  fee: z.number(),
  net: z.number(),
};

/** USED is an estimate: what the share would be, were the month closed now. */
export const earningStates = ['USED', 'EXPECTED', 'EARNED', 'ON_ITS_WAY', 'PAID_OUT'] as const;
export type EarningState = (typeof earningStates)[number];

/** EARNINGS: nothing was earned; DEBT: more was taken back than earned; PAYOUT: one is still on its way. */
export const payoutWaits = ['EARNINGS', 'DEBT', 'THRESHOLD', 'PAYOUT'] as const;
export type PayoutWait = (typeof payoutWaits)[number];

const documentShareSchema = z.object({
  document: z.string().meta({ description: 'Id of the invoice or credit note' }),
  document_number: z.string(),
  account_name: z.string().meta({ description: 'Of the lab, by its name alone' }),
  month: monthSchema,
  dataset_ids: z.array(z.string()),
  ...amounts,
});
const earnedDocumentSchema = documentShareSchema.extend({
  entry_seq: z
    .int()
    .nullable()
    .meta({ description: 'The entry of the ledger that vouches for it' }),
  earned_at: instantSchema,
});
export type EarnedDocument = z.infer<typeof earnedDocumentSchema>;
const unpaidDocumentSchema = documentShareSchema.extend({
  due_date: daySchema,
  is_overdue: z.boolean(),
});
export type UnpaidDocument = z.infer<typeof unpaidDocumentSchema>;

export const holderSummarySchema = z
  .object({
    holder_id: z.string(),
    legal_name: z.string().nullable(),
    currency: currencySchema,
    next_payout: z.object({
      ...amounts,
      tax: z.number().meta({ description: 'Added to the net where its tax is STANDARD' }),
      amount: z.number().meta({ description: 'Net and tax: what is transferred' }),
      date: daySchema.meta({ description: 'Of the next run' }),
      waits_for: z.enum(payoutWaits).nullable().meta({
        description: 'Why the next run will not pay it; null where it will',
      }),
      missing: z.number().meta({ description: 'Up to the threshold; 0 once it is reached' }),
      destination: z
        .object({ type: z.enum(['iban', 'other']), last4: z.string() })
        .nullable()
        .meta({ description: 'In force on that day' }),
      documents: z.array(earnedDocumentSchema).meta({ description: 'The newest hundred' }),
      more: z.int().meta({ description: 'Documents beyond these' }),
    }),
    schedule: z.object({ frequency: z.enum(spans), threshold: z.number() }),
    pipeline: z
      .object({
        used: z.number().meta({ description: 'An estimate: used and not invoiced yet' }),
        invoiced: z.number().meta({ description: 'Not paid yet, overdue included' }),
        overdue: z.number(),
        available: z.number().meta({ description: 'Paid by labs, in no payout; may be negative' }),
        on_its_way: z.number(),
        paid_out: z.number(),
        payouts: z.int().meta({ description: 'That were completed' }),
      })
      .meta({ description: 'Net of fees; its steps and all months add up to the same' }),
    months: z
      .array(
        z.object({
          month: monthSchema,
          datasets: z.array(
            z.object({ dataset_id: z.string(), net: z.number(), state: z.enum(earningStates) }),
          ),
        }),
      )
      .meta({ description: 'Twelve, the running one last, by the month that was invoiced' }),
    before: z.number().meta({ description: 'Net of the months before these' }),
    to_come: z.object({
      documents: z
        .array(unpaidDocumentSchema)
        .meta({ description: 'The twenty that are due first' }),
      more: z.int(),
    }),
  })
  .meta({ id: 'HolderSummary' });
export type HolderSummary = z.infer<typeof holderSummarySchema>;

export const statementFormats = ['pdf', 'csv', 'json'] as const;
export type StatementFormat = (typeof statementFormats)[number];
const format = oneOf(statementFormats).optional().meta({
  description:
    'A document, a table for spreadsheets, or JSON of the same figures; unless told, as `Accept` prefers, and JSON where that names none',
});
export const payoutStatementQuerySchema = z.strictObject({ format });
export const holderStatementQuerySchema = z.strictObject({
  from: dateSchema,
  to: dateSchema,
  as_of: instantSchema.optional().meta({ description: 'Without what came later; now unless told' }),
  format,
});

export const holderSummaryQuerySchema = z.strictObject({
  as_of: instantSchema.optional().meta({
    description:
      'The figures as they were at that instant, the same whenever they are asked; names are those of now',
  }),
});

const statementParty = z.object({
  name: z.string(),
  address: z.array(z.string()),
  tax_id: z.string().nullable(),
});
export type StatementParty = z.infer<typeof statementParty>;
const statementLineSchema = z.object({
  payout_id: z.string().nullable().meta({ description: 'null where no payout has paid it' }),
  document: z.string(),
  document_number: z.string(),
  account_name: z.string(),
  month: monthSchema,
  dataset_id: z.string(),
  paid_by_lab_at: instantSchema,
  ...amounts,
});
export type StatementLine = z.infer<typeof statementLineSchema>;
const statementUseSchema = z.object({
  dataset_id: z.string(),
  sessions: z.int(),
  hours: z.number(),
  records: z.int(),
  operations: z.int(),
  gross: z.number(),
});
export type StatementUse = z.infer<typeof statementUseSchema>;
/** The same figures as the document and the file of rows. */
export const statementSchema = z
  .object({
    number: z.string().meta({ description: 'PS-2026-000009, or that of the period' }),
    kind: z.enum(['PAYOUT_STATEMENT', 'SELF_BILLED_INVOICE', 'PERIOD_STATEMENT']),
    holder_id: z.string(),
    currency: currencySchema,
    issued_at: instantSchema,
    period: z.object({ start_date: daySchema, end_date: daySchema }),
    payer: statementParty.nullable(),
    payee: statementParty,
    destination: z.string().nullable().meta({ description: 'By its last four characters' }),
    self_billing_agreed_on: z.string().nullable(),
    lines: z.array(statementLineSchema),
    use: z.array(statementUseSchema),
    ...amounts,
    tax: z.object({
      kind: z.string().nullable(),
      rate_percent: z.number(),
      reason: z.string(),
      amount: z.number(),
    }),
    amount: z.number().meta({ description: 'Net and tax' }),
    balance: z
      .object({
        before: z.number(),
        earned: z.number(),
        returned: z.number().meta({ description: 'By payouts that failed' }),
        taken_back: z.number().meta({ description: 'By credit notes' }),
        paid_out: z.number(),
        after: z.number(),
      })
      .meta({ description: 'Net: before + earned + returned - taken_back - paid_out = after' }),
    not_in_it: z.object({ invoiced: z.number() }).nullable().meta({
      description: 'Net, invoiced and not paid at that instant; null in one of a period',
    }),
    payouts: z.array(
      z.object({
        number: z.string(),
        payout_id: z.string(),
        status: z.string(),
        created_at: instantSchema,
        amount: z.number(),
      }),
    ),
  })
  .meta({ id: 'HolderStatement' });
export type HolderStatement = z.infer<typeof statementSchema>;

function rightOrder({ from = '', to = '' }: Readonly<Record<string, string>>): FieldError[] {
  const isDay = (text: string) => dateSchema.safeParse(text).success;
  return isDay(from) && isDay(to) && from > to
    ? [faultAt('to', 'not_before', { other: 'from' })]
    : [];
}

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const common = { area: 'billing', errorShape: 'sessions', extension: true } as const;
export const holderRoutes = [
  {
    ...common,
    operationId: 'getHolderSummary',
    method: 'GET',
    path: '/billing/holders/{holder_id}/summary',
    summary: 'What a data holder will be paid next, and where the rest of its money is',
    description:
      'Net of fees. Used, invoiced, available, on its way and paid out together come to what all months together come to.',
    access: 'read',
    query: holderSummaryQuerySchema,
    status: 200,
    response: holderSummarySchema,
    errors: ['not_found', 'validation_error'],
  },
  {
    ...common,
    operationId: 'tellPayoutOutcome',
    method: 'POST',
    path: '/billing/payouts/{payout_id}/outcome',
    summary: 'Tell what became of a bank transfer',
    description:
      'A transfer is on its way until somebody tells that it arrived or failed. One that failed returns its amount to the balance.',
    access: 'write',
    body: payoutOutcomeSchema,
    status: 200,
    response: payoutSchema,
    errors: [...bodyErrors, 'not_found', 'conflict'],
  },
  {
    ...common,
    operationId: 'getPayoutStatement',
    method: 'GET',
    path: '/billing/payouts/{payout_id}/statement',
    summary: 'The statement of a payout: a PDF, a table or JSON',
    description:
      'Every share that it pays, its tax, the balance before and after. Headed self-billed invoice where the holder agreed to that and its tax is known. The document has the bytes that it was issued with.',
    access: 'read',
    query: payoutStatementQuerySchema,
    status: 200,
    response: statementSchema,
    errors: ['not_found', 'validation_error'],
  },
  {
    ...common,
    operationId: 'getHolderStatement',
    method: 'GET',
    path: '/billing/holders/{holder_id}/statement',
    summary: 'The statement of a holder over a period, such as a year',
    description: 'Days are UTC and both included: what labs paid in it, and what was paid out.',
    access: 'read',
    query: holderStatementQuerySchema,
    queryConflicts: rightOrder,
    status: 200,
    response: statementSchema,
    errors: ['not_found', 'validation_error'],
  },
] as const satisfies readonly Route[];
