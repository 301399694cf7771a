/** The overview: what needs attention, figures with the lists behind them, the last days, what is new (extension). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import { jobWordsSchema } from './jobs.ts';
import type { Route } from './route.ts';
import { watchRuleSchema } from './rules.ts';

/** Kinds of attention, each told until its cause is gone, in the order of weight. */
export const attentionKinds = [
  'chain_break',
  'key_altered',
  'person_altered',
  'profile_altered',
  'rate_limits_altered',
  'artifact_mismatch',
  'never_verified',
  'verification_old',
  'person_enrolled_unsigned',
  'person_revoked_unsigned',
  'kept_nowhere',
  'copy_old',
  'person_request_late',
  'person_request_soon',
  'alert',
  'backup_failed',
  'backup_overdue',
  'model_unregistered',
  'account_suspended',
  'invoice_overdue',
  'payout_failed',
  'limit_near',
  'session_revoked',
  'session_expiring',
  'job_failed',
  'card_without_limitations',
  'review_waiting',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** From what weighs most. `bad` is what a verification, a check of rows or of an artifact found, and nothing else. */
export const severities = ['bad', 'warn', 'info'] as const;

export const attentionSchema = z.object({
  kind: z.enum(attentionKinds),
  severity: z.enum(severities),
  since: instantSchema.nullable().meta({ description: 'null where it has no beginning' }),
  object_id: z.string().nullable().meta({ description: 'The thing it is about' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'What people call the thing; of a break the verdict' }),
  job: jobWordsSchema.nullable().meta({ description: 'What a job is called' }),
  rule: watchRuleSchema.nullable().meta({ description: 'What an alert watches' }),
  count: z.int().nullable().meta({ description: 'Findings, or decisions' }),
  share: z.number().nullable().meta({ description: 'Of a limit: 1 is all of it' }),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
});
export type Attention = z.infer<typeof attentionSchema>;

export const figureKinds = [
  'decisions',
  'decisions_recent',
  'decisions_today',
  'decisions_intervened',
  'review_waiting',
  'models',
  'sessions_active',
  'datasets',
  'invoices_pending',
  'invoices_overdue',
  'payouts_pending',
  'payouts_failed',
  'spent',
  'balance',
] as const;
export type FigureKind = (typeof figureKinds)[number];

export const figureSchema = z.object({
  kind: z.enum(figureKinds),
  operation_id: z.string().meta({ description: 'Of the list that the figure stands for' }),
  query: z.record(z.string(), z.string()).meta({
    description: 'Asked with it, the list has as many members as `value`, or comes to that amount',
  }),
  value: z.number(),
  currency: z.string().nullable().meta({ description: 'Of an amount; null for a count' }),
});
export type Figure = z.infer<typeof figureSchema>;

export const overviewDaySchema = z.object({
  date: z.string(),
  total: z.int(),
  hours: z.array(z.int()).length(24),
});
export type OverviewDay = z.infer<typeof overviewDaySchema>;

export const activityKinds = [
  'record',
  'intervention',
  'model',
  'session',
  'invoice',
  'payout',
  'verification',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activitySchema = z.object({
  kind: z.enum(activityKinds),
  at: instantSchema,
  object_id: z.string().meta({ description: 'What opens: of an intervention its record' }),
  name: z.string().nullable().meta({ description: 'Model, purpose, actor’s role' }),
  state: z
    .string()
    .nullable()
    .meta({ description: 'Action, status or verdict, as its area says it' }),
  proposal: z.literal(true).exactOptional().meta({
    description: 'An intervention that waits for a second person, and is not in effect',
  }),
  unsigned: z.literal(true).exactOptional().meta({
    description: 'An intervention that nobody signed',
  }),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

export const overviewSchema = z.object({
  generated_at: instantSchema,
  attention: z.array(attentionSchema).meta({ description: 'What weighs most first' }),
  figures: z.array(figureSchema).meta({ description: 'Only those that the caller may ask for' }),
  days: z
    .array(overviewDaySchema)
    .nullable()
    .meta({ description: 'Thirty UTC days up to that of the newest decision, in order' }),
  activity: z.array(activitySchema).meta({ description: 'Newest first' }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const overviewRoutes = [
  {
    operationId: 'getOverview',
    method: 'GET',
    path: '/overview',
    summary: 'What needs attention, figures with their lists, thirty days, what is new',
    description:
      'Put together from the other operations, asked as the caller: what it may not ask for is absent. Usage and limits are as of the last sweep, a minute ago at most.',
    area: 'workspace',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: overviewSchema,
    errors: [],
  },
] as const satisfies readonly Route[];
