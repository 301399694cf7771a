/** Grants: which account may use which dataset, for what, how and until when (extension). */
import * as z from './when-asked.ts';
import { finestPlaces } from '../billing/currency.ts';
import { unitsOf } from '../billing/decimal.ts';
import { identifier, instantSchema, listOf, oneOf, paginated } from './common.ts';
import { dataOperations, operationList } from './data-operations.ts';
import { datasetIdSchema, revokeSchema } from './datasets.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';
import {
  signerMembers,
  signingCheck,
  signingErrors,
  signingMembers,
  personSignatureSchema,
} from './signing.ts';
import { fieldPathSchema } from './transformations.ts';

const most = limits.grants;

/** Kinds of grants: of rows and exact sums over them, or of sums under disclosure control alone. */
export const grantKinds = ['rows', 'statistics'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** requested → active | refused | withdrawn; active → withdrawn | revoked, and ended by its time. */
export const grantStatuses = [
  'requested',
  'active',
  'ended',
  'refused',
  'withdrawn',
  'revoked',
] as const;
export type GrantStatus = (typeof grantStatuses)[number];

export const grantActions = ['request', 'grant', 'refuse', 'withdraw', 'revoke'] as const;
export type GrantAction = (typeof grantActions)[number];

/** Ways in which a grant comes to its end: 80 % of its budget are spent, or its last days have begun. */
export const grantNearness = ['budget', 'end'] as const;
export type GrantNearness = (typeof grantNearness)[number];

/** Who gave a grant: its holder, or a dataset that is open to everybody. */
export const grantGivers = ['holder', 'policy'] as const;

const required = (type: 'type_string' | 'type_number') => ({
  error: (issue: { readonly input?: unknown }) =>
    fault(issue.input === undefined ? 'required' : type),
});
const text = (maximum: number) =>
  z
    .string(required('type_string'))
    .min(1, fault('not_empty'))
    .max(maximum, fault('at_most_characters', { maximum }));
const instant = z.iso.datetime({
  offset: true,
  error: (issue) => fault(issue.input === undefined ? 'required' : 'date_and_time'),
});
const quantity = (maximum: number) =>
  z
    .number(required('type_number'))
    .min(0, fault('at_least', { minimum: 0 }))
    .max(maximum, fault('at_most', { maximum }));
const whole = (maximum: number) => quantity(maximum).int(fault('type_integer'));

export const budgetSchema = z.strictObject({
  amount: z
    .number(required('type_number'))
    .gt(0, fault('greater_than', { minimum: 0 }))
    .max(limits.billing.monthAmount, fault('at_most', { maximum: limits.billing.monthAmount }))
    .refine(
      (value) => unitsOf(value, finestPlaces) !== undefined,
      fault('at_most_decimals', { maximum: finestPlaces }),
    ),
  currency: z
    .string(required('type_string'))
    .meta({ description: 'That of the workspace, three letters' }),
});

const fields = listOf(fieldPathSchema, limits.session.fields, {
  error: fault('type_field_names'),
  none: fault('one_field_named'),
  tooMany: fault('at_most_fields_named', { maximum: limits.session.fields }),
});

/** What an account expects to use, as the estimate takes it. */
const expectedSchema = z.strictObject({
  rows: whole(most.expectedRows),
  hours: quantity(most.expectedHours),
  operations: whole(most.expectedOperations),
});

export const createGrantSchema = z
  .strictObject({
    dataset_id: datasetIdSchema,
    account_id: identifier(text(limits.shortString))
      .optional()
      .meta({ description: 'Who asks and pays; `default` unless told' }),
    kind: oneOf(grantKinds).default('rows'),
    purpose: text(limits.reasonText),
    fields: fields.meta({ description: 'Fields that are asked for, with all that is below them' }),
    operations: operationList,
    starts_at: instant.optional().meta({ description: 'From the answer on unless told' }),
    ends_at: instant.meta({ description: 'At most 366 days after the start' }),
    budget: budgetSchema,
    expected: expectedSchema,
    model_id: identifier(text(limits.shortString)).optional(),
  })
  .meta({ id: 'CreateGrant', sent: true });
export type CreateGrant = z.infer<typeof createGrantSchema>;

/** What an answer changes of what was asked for: it only takes away. */
const narrowedTermsSchema = z.strictObject({
  fields: fields.optional(),
  operations: operationList.optional(),
  starts_at: instant.optional(),
  ends_at: instant.optional(),
  budget: budgetSchema.optional(),
});
export type NarrowedTerms = z.infer<typeof narrowedTermsSchema>;

export const answerGrantSchema = z
  .strictObject({
    decision: oneOf(['grant', 'refuse']),
    terms: narrowedTermsSchema.optional().meta({
      description: 'Fewer fields or operations, a later start, an earlier end, a smaller budget',
    }),
    conditions: text(limits.reasonText).optional(),
    reason: text(limits.reasonText).optional(),
    policy_version: z
      .int({ error: (issue) => fault(issue.input === undefined ? 'required' : 'type_integer') })
      .min(1, fault('at_least', { minimum: 1 }))
      .meta({
        description: 'In force when the request was looked at; refused once another one is',
      }),
    ...signerMembers,
    ...signingMembers,
  })
  .superRefine(signingCheck)
  .superRefine((body, context) => {
    if (body.decision === 'grant') return;
    for (const member of ['terms', 'conditions'] as const) {
      if (body[member] === undefined) continue;
      const message = fault('not_with', { other: 'refuse' });
      context.addIssue({ code: 'custom', path: [member], message });
    }
  })
  .meta({ id: 'AnswerGrant', sent: true });

export const withdrawGrantSchema = z
  .strictObject({ reason: text(limits.reasonText).optional() })
  .meta({ id: 'WithdrawGrant', sent: true });

export const listGrantsQuerySchema = z.strictObject({
  status: oneOf(grantStatuses).optional(),
  dataset_id: z.string().min(1, fault('not_empty')).optional(),
  account_id: z.string().min(1, fault('not_empty')).optional(),
  near: oneOf(grantNearness).optional().meta({
    description:
      'Active grants, what ends first: those of which 80 % of the budget are spent, or those that end within 14 days and were not asked for again',
  }),
  ...page(limits.grants),
});
export type ListGrantsQuery = z.infer<typeof listGrantsQuerySchema>;

const money = z.object({ amount: z.number(), currency: z.string() });

/** A grant as lists have it. */
export const grantRowSchema = z
  .object({
    grant_id: z.string().meta({ description: 'Prefix grant_' }),
    dataset_id: z.string(),
    holder_id: z.string(),
    account_id: z.string(),
    kind: z.enum(grantKinds),
    status: z.enum(grantStatuses).meta({
      description: '`ended` from ends_at on, by the greatest time that was ever seen',
    }),
    granted_by: z.enum(grantGivers).nullable().meta({
      description: 'null until it is granted; `policy` on a dataset that is open',
    }),
    purpose: z.string().meta({ description: 'Empty once it is erased' }),
    model_id: z.string().nullable(),
    terms: z.object({
      fields: z.array(z.string()).nullable().meta({
        description: 'null for all that the dataset gives',
      }),
      operations: z.array(z.enum(dataOperations)),
      starts_at: instantSchema.nullable().meta({ description: 'null: from the answer on' }),
      ends_at: instantSchema,
      budget: money.nullable(),
    }),
    expected: expectedSchema.nullable(),
    conditions: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused, withdrawn or revoked' }),
    spent: money,
    estimate: z
      .object({
        usage: z.number().meta({ description: 'Of what is expected, by the rates in force' }),
        holder_share: z.number(),
        currency: z.string(),
        bytes_per_row: z.int().meta({ description: 'Mean of the first 1,000 rows, when asked' }),
      })
      .nullable(),
    epsilon: z
      .object({ granted: z.number(), spent: z.number(), per_answer: z.number() })
      .nullable()
      .default(null)
      .meta({ description: 'The privacy budget of a grant of statistics; null for one of rows' }),
    policy_version: z.int().nullable().default(null).meta({
      description: 'Of the policy that was in force when it was granted',
    }),
    session_count: z.int(),
    created_at: instantSchema,
  })
  .meta({ id: 'GrantRow' });
export type GrantRow = z.infer<typeof grantRowSchema>;

export const grantEventSchema = z
  .object({
    n: z.int().meta({ description: '1, 2, 3… within the grant' }),
    action: z.enum(grantActions),
    at: instantSchema,
    actor: z.object({ id: z.string(), role: z.string() }),
    signature: personSignatureSchema.nullable(),
    seq: z.int(),
    hash: z.string().meta({ description: 'Of the entry' }),
  })
  .meta({ id: 'GrantEvent' });
export type GrantEvent = z.infer<typeof grantEventSchema>;

export const grantSchema = grantRowSchema
  .extend({ history: z.array(grantEventSchema) })
  .meta({ id: 'Grant' });
export type Grant = z.infer<typeof grantSchema>;

export const grantPageSchema = paginated(grantRowSchema).meta({ id: 'GrantPage' });

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const stepErrors = [...bodyErrors, 'not_found', 'conflict'] as const;

const ofGrants = { area: 'grants', errorShape: 'sessions', extension: true } as const;

export const grantRoutes = [
  {
    ...ofGrants,
    operationId: 'createGrant',
    method: 'POST',
    path: '/grants',
    summary: 'Ask the holder of a dataset for leave to use it',
    description: `At most ${most.open} requests of an account on one dataset wait for an answer.`,
    access: 'write',
    body: createGrantSchema,
    status: 201,
    response: grantSchema,
    errors: [
      ...bodyErrors,
      'not_found',
      'access_revoked',
      'dataset_unpublished',
      'forbidden',
      'rate_limit_exceeded',
    ],
  },
  {
    ...ofGrants,
    operationId: 'listGrants',
    method: 'GET',
    path: '/grants',
    summary: 'Grants and requests for them, newest first',
    description:
      'A lab sees its own, a holder those of its datasets. `state` tells requests that wait from grants in force.',
    access: 'read',
    query: listGrantsQuerySchema,
    status: 200,
    response: grantPageSchema,
    errors: ['validation_error'],
  },
  {
    ...ofGrants,
    operationId: 'getGrant',
    method: 'GET',
    path: '/grants/{grant_id}',
    summary: 'One grant with its history',
    description:
      'Who asked for what, who answered, under which version of the policy, and until when.',
    access: 'read',
    status: 200,
    response: grantSchema,
    errors: ['not_found'],
  },
  {
    ...ofGrants,
    operationId: 'answerGrant',
    method: 'POST',
    path: '/grants/{grant_id}/answer',
    summary: 'Grant what was asked for, or less of it, or refuse it',
    description:
      'A request that was answered or withdrawn is refused (409) with the grant as it is. An act that people sign.',
    access: 'write',
    prepares: true,
    body: answerGrantSchema,
    status: 200,
    response: grantSchema,
    errors: [
      ...stepErrors,
      'access_revoked',
      'dataset_unpublished',
      'policy_changed',
      ...signingErrors,
    ],
  },
  {
    ...ofGrants,
    operationId: 'withdrawGrant',
    method: 'POST',
    path: '/grants/{grant_id}/withdraw',
    summary: 'Withdraw a request, or give a grant back: its sessions end with it',
    description: 'Only by whom it was asked for. The ledger keeps that it was.',
    access: 'write',
    body: withdrawGrantSchema,
    status: 200,
    response: grantSchema,
    errors: stepErrors,
  },
  {
    ...ofGrants,
    operationId: 'revokeGrant',
    method: 'POST',
    path: '/grants/{grant_id}/revoke',
    summary: 'Revoke a grant: its sessions end with it',
    description: 'One transaction. On an open dataset the account has to ask from then on.',
    access: 'write',
    body: revokeSchema,
    status: 200,
    response: grantSchema,
    errors: stepErrors,
  },
] as const satisfies readonly Route[];
