/** Months that close: drafts and what is held back of them, runs with what became of each account, reminders. */
import * as z from './when-asked.ts';
import { month } from './billing.ts';
import { dateSchema, instantSchema, paginated, queryBoolean } from './common.ts';
import { fault } from './faults.ts';
import { filled } from './issuer.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';

export const draftsQuerySchema = z.strictObject({
  month: month.optional().meta({ description: 'The last one that is over, unless told' }),
  ...page(limits.billing),
});
export type DraftsQuery = z.output<typeof draftsQuerySchema>;

const holdSchema = z.object({
  reason: z.string(),
  until: z.string().nullable().meta({ description: 'The day from which on it is over' }),
  held_at: instantSchema,
});
export const draftSchema = z
  .object({
    account_id: z.string(),
    month: z.string(),
    subtotal: z.number(),
    tax: z.number(),
    total: z.number(),
    currency: z.string(),
    is_nothing: z
      .boolean()
      .meta({ description: 'No line asks for anything: there is no invoice to issue' }),
    hold: holdSchema.nullable(),
    failed: z.string().nullable().meta({ description: 'Why the last run did not issue it' }),
  })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof draftSchema>;
export const draftPageSchema = paginated(draftSchema)
  .extend({
    summary: z.object({
      month: z.string(),
      closes_at: instantSchema.meta({ description: 'The first instant of its run' }),
      auto: z.boolean(),
      open: z.int().meta({ description: 'Accounts without an invoice for it' }),
      held: z.int(),
      failed: z.int(),
      waiting: z
        .array(z.object({ month: z.string(), held: z.int(), failed: z.int() }))
        .meta({ description: 'Drafts of any month that a run held back, or failed to issue' }),
      total: z.number().nullable().meta({
        description: 'Of all drafts; null where they are too many to draw them for this',
      }),
      currency: z.string(),
      issuer_missing: z.boolean().meta({ description: 'Nothing is issued before there is one' }),
    }),
  })
  .meta({ id: 'DraftPage' });

export const holdDraftSchema = z
  .strictObject({
    reason: filled,
    until: dateSchema.optional().meta({ description: 'The day from which on it is over' }),
  })
  .meta({ id: 'HoldDraft', sent: true });
export type HoldDraft = z.output<typeof holdDraftSchema>;

const mostAccounts = 1_000;
export const startRunSchema = z
  .strictObject({
    month,
    account_ids: z
      .array(filled)
      .min(1, fault('not_empty'))
      .max(mostAccounts, fault('at_most_items', { maximum: mostAccounts }))
      .optional()
      .meta({ description: 'All that are open, unless told' }),
  })
  .meta({ id: 'StartRun', sent: true });
export const startRunQuerySchema = z.strictObject({
  dry_run: queryBoolean.optional().meta({ description: 'Answers 200 and writes nothing' }),
});

export const runOutcomes = ['ISSUED', 'NOTHING', 'HELD', 'FAILED'] as const;
export type RunOutcome = (typeof runOutcomes)[number];
export const runCauses = ['CLOCK', 'HAND'] as const;
export type RunCause = (typeof runCauses)[number];

const runItemSchema = z.object({
  account_id: z.string(),
  outcome: z.enum(runOutcomes),
  invoice_id: z.string().nullable(),
  amount: z.number().meta({ description: 'Total of its invoice' }),
  reason: z.string().nullable().meta({ description: 'Of one that is held or failed' }),
  at: instantSchema,
});
export type RunItem = z.infer<typeof runItemSchema>;
const runMembers = {
  run_id: z.string(),
  month: z.string(),
  cause: z.enum(runCauses),
  started_at: instantSchema,
  finished_at: instantSchema.nullable().meta({ description: 'Null while it goes on' }),
  issued: z.int(),
  nothing: z.int(),
  held: z.int(),
  failed: z.int(),
  total: z.number().meta({ description: 'Of the invoices issued' }),
  currency: z.string(),
};
export const listedRunSchema = z.object(runMembers).meta({ id: 'ListedRun' });
export type ListedRun = z.infer<typeof listedRunSchema>;
export const runPageSchema = paginated(listedRunSchema).meta({ id: 'RunPage' });
export const runSchema = z
  .object({ ...runMembers, items: z.array(runItemSchema) })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;
export const runsQuerySchema = z.strictObject({ ...page(limits.billing) });

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const common = { area: 'billing', errorShape: 'sessions', extension: true } as const;

export const runRoutes = [
  {
    ...common,
    operationId: 'listDrafts',
    method: 'GET',
    path: '/billing/drafts',
    summary: 'Invoices of a month as they would be issued now',
    description: 'Of every account that has none for it yet, with what holds it back.',
    access: 'read',
    query: draftsQuerySchema,
    status: 200,
    response: draftPageSchema,
    errors: ['validation_error'],
  },
  {
    ...common,
    operationId: 'holdDraft',
    method: 'PUT',
    path: '/billing/drafts/{account_id}/{month}/hold',
    summary: 'Hold the draft of an account back',
    description: 'No run issues it before the hold is lifted, or its day has come.',
    access: 'write',
    body: holdDraftSchema,
    status: 200,
    response: draftSchema,
    errors: [...bodyErrors, 'not_found', 'conflict'],
  },
  {
    ...common,
    operationId: 'releaseDraft',
    method: 'DELETE',
    path: '/billing/drafts/{account_id}/{month}/hold',
    summary: 'Lift the hold on a draft',
    description: 'The next run issues it.',
    access: 'write',
    status: 200,
    response: draftSchema,
    errors: ['validation_error', 'not_found', 'conflict', 'idempotency_key_reused'],
  },
  {
    ...common,
    operationId: 'startRun',
    method: 'POST',
    path: '/billing/runs',
    summary: 'Close a month for all accounts, or some',
    description:
      'Invoices are issued one by one, beside other work: the run is read again until it has `finished_at`. With dry_run it tells what would become of each.',
    access: 'write',
    query: startRunQuerySchema,
    body: startRunSchema,
    status: 201,
    response: runSchema,
    errors: [...bodyErrors, 'conflict', 'issuer_missing'],
  },
  {
    ...common,
    operationId: 'listRuns',
    method: 'GET',
    path: '/billing/runs',
    summary: 'Runs that closed months, newest first',
    description: 'By the clock, and by hand.',
    access: 'read',
    query: runsQuerySchema,
    status: 200,
    response: runPageSchema,
    errors: ['validation_error'],
  },
  {
    ...common,
    operationId: 'getRun',
    method: 'GET',
    path: '/billing/runs/{run_id}',
    summary: 'A run, with what became of each account',
    description: 'Issued, nothing to ask for, held back, or failed and why.',
    access: 'read',
    status: 200,
    response: runSchema,
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
