/** Credits that lower later invoices, each with who bears it, and one-off charges. */
import * as z from './when-asked.ts';
import { creditBearers, creditKinds } from '../billing/credits.ts';
import { adjustmentsQuerySchema, amountOfMoney } from './billing.ts';
import { dateSchema, instantSchema, oneOf, paginated } from './common.ts';
import { fault } from './faults.ts';
import { filled } from './issuer.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';

export const createCreditSchema = z
  .strictObject({
    account_id: filled,
    kind: oneOf(['GOODWILL', 'CORRECTION']),
    amount: amountOfMoney.meta({ description: 'Before tax' }),
    borne_by: oneOf(creditBearers).meta({
      description:
        'Who gets less for it: required. HOLDERS: what holders share of an invoice is lowered by it',
    }),
    priority: z
      .int()
      .min(0, fault('at_least', { minimum: 0 }))
      .max(1_000, fault('at_most', { maximum: 1_000 }))
      .optional()
      .meta({ description: 'The lower is used first; 50 unless told' }),
    expires_on: dateSchema.optional().meta({ description: 'The last day of use' }),
    reason: filled,
  })
  .meta({ id: 'CreateCredit', sent: true });
export type CreateCredit = z.output<typeof createCreditSchema>;

export const creditSchema = z
  .object({
    credit_id: z.string(),
    account_id: z.string(),
    kind: z.enum(creditKinds),
    amount: z.number(),
    left: z.number().meta({ description: 'Can still be used' }),
    borne_by: z.enum(creditBearers).nullable().meta({ description: 'Null of what was paid' }),
    priority: z.int(),
    expires_on: z.string().nullable(),
    reason: z.string(),
    source: z.string().nullable().meta({ description: 'The invoice that it comes from' }),
    voided_at: instantSchema.nullable(),
    created_at: instantSchema,
    currency: z.string(),
  })
  .meta({ id: 'Credit' });
export type Credit = z.infer<typeof creditSchema>;
export const creditPageSchema = paginated(creditSchema).meta({ id: 'CreditPage' });

export const createChargeSchema = z
  .strictObject({
    account_id: filled,
    kind: oneOf(['CHARGE', 'PREPAYMENT']).meta({
      description: 'PREPAYMENT: once it is paid it is a credit that lowers later invoices',
    }),
    amount: amountOfMoney.meta({ description: 'Before tax' }),
    description: filled,
  })
  .meta({ id: 'CreateCharge', sent: true });
export type CreateCharge = z.output<typeof createChargeSchema>;
export const chargeSchema = z
  .object({
    charge_id: z.string(),
    account_id: z.string(),
    kind: z.enum(['CHARGE', 'PREPAYMENT']),
    amount: z.number(),
    description: z.string(),
    created_at: instantSchema,
    currency: z.string(),
  })
  .meta({ id: 'Charge' });
export type Charge = z.infer<typeof chargeSchema>;

/** EXPECTED until its document is paid, VOID where that was canceled. */
export const shareStates = ['EXPECTED', 'EARNED', 'ON_ITS_WAY', 'PAID_OUT', 'VOID'] as const;
export type ShareState = (typeof shareStates)[number];
export const sharesQuerySchema = z.strictObject({
  holder_id: filled.optional(),
  dataset_id: filled.optional(),
  document: filled.optional().meta({ description: 'Id of the invoice or credit note' }),
  payout_id: filled.optional(),
  state: oneOf(shareStates).optional(),
  ...page(limits.billing),
});
export type SharesQuery = z.output<typeof sharesQuerySchema>;
export const shareSchema = z
  .object({
    document: z.string(),
    dataset_id: z.string(),
    holder_id: z.string(),
    gross: z.number(),
    fee: z.number(),
    net: z.number(),
    state: z.enum(shareStates),
    issued_at: instantSchema.meta({ description: 'When it was fixed' }),
    earned_at: instantSchema.nullable().meta({ description: 'When its document was paid' }),
    payout_id: z.string().nullable(),
    currency: z.string(),
  })
  .meta({ id: 'Share' });
export type ShownShare = z.infer<typeof shareSchema>;
export const sharePageSchema = paginated(shareSchema).meta({ id: 'SharePage' });

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const common = { area: 'billing', errorShape: 'sessions', extension: true } as const;

export const creditRoutes = [
  {
    ...common,
    operationId: 'listShares',
    method: 'GET',
    path: '/billing/shares',
    summary: 'What holders get of invoices, newest first',
    description:
      'Fixed as an invoice is issued; expected until it is paid. Of invoices from before shares were fixed so, what was earned as they were paid.',
    access: 'read',
    query: sharesQuerySchema,
    status: 200,
    response: sharePageSchema,
    errors: ['validation_error'],
  },
  {
    ...common,
    operationId: 'listCredits',
    method: 'GET',
    path: '/billing/credits',
    summary: 'Credits of accounts, newest first',
    description: 'Each with what is left of it and when it expires.',
    access: 'read',
    query: adjustmentsQuerySchema,
    status: 200,
    response: creditPageSchema,
    errors: ['validation_error'],
  },
  {
    ...common,
    operationId: 'createCredit',
    method: 'POST',
    path: '/billing/credits',
    summary: 'Grant a credit, and say who bears it',
    description:
      'Lowers later invoices before tax: by priority, then what expires first, then goodwill before what was paid, then the older one.',
    access: 'write',
    body: createCreditSchema,
    status: 201,
    response: creditSchema,
    errors: [...bodyErrors],
  },
  {
    ...common,
    operationId: 'voidCredit',
    method: 'POST',
    path: '/billing/credits/{credit_id}/void',
    summary: 'Take back what is left of a credit',
    description: 'What was used of it stays on its invoices. The reason is kept.',
    access: 'write',
    status: 200,
    response: creditSchema,
    errors: ['not_found', 'conflict', 'idempotency_key_reused'],
  },
  {
    ...common,
    operationId: 'createCharge',
    method: 'POST',
    path: '/billing/charges',
    summary:
      'Put a one-off charge, or an amount to be paid beforehand, on the next invoice of an account',
    description: 'It stands on the next invoice with its own rate of tax and its text.',
    access: 'write',
    body: createChargeSchema,
    status: 201,
    response: chargeSchema,
    errors: [...bodyErrors],
  },
] as const satisfies readonly Route[];
