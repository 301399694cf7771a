/** The overview: what needs attention, what is due, what waits, the last days, what is new (extension). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import { jobWordsSchema } from './jobs.ts';
import { personAsks } from '../oversight/request-steps.ts';
import { waitingReasonSchema } from './reviews.ts';
import type { Route } from './route.ts';
import { watchRuleSchema } from './rules.ts';

/** Kinds of attention, each told until its cause is gone, in the order of weight. */
export const attentionKinds = [
  'chain_break',
  'schema_altered',
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
  'alert',
  'person_request_soon',
  'review_late',
  'backup_failed',
  'backup_overdue',
  'model_unregistered',
  'decisions_without_card',
  'issuer_missing',
  'drafts_failed',
  'month_open',
  'month_closing',
  'drafts_held',
  'account_suspended',
  'invoice_overdue',
  'payout_failed',
  'endpoint_disabled',
  'limit_near',
  'grant_near_budget',
  'grant_ending',
  'session_revoked',
  'session_expiring',
  'job_failed',
  'model_without_profile',
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
  count: z.int().nullable().meta({ description: 'Findings, decisions, or drafts' }),
  share: z.number().nullable().meta({ description: 'Of a limit: 1 is all of it' }),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  query: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'Asked with it, the list of decisions has `count`' }),
});
export type Attention = z.infer<typeof attentionSchema>;

/** Kinds of what is due on a day, each until it is done. */
export const dueKinds = ['review', 'person_request', 'invoice'] as const;
export type DueKind = (typeof dueKinds)[number];

export const dueSchema = z.object({
  kind: z.enum(dueKinds),
  due: instantSchema.meta({ description: 'Of several reviews the first' }),
  object_id: z.string().nullable().meta({ description: 'The request, or the invoice' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Number of the request, account of the invoice' }),
  model_id: z.string().nullable().meta({ description: 'Of reviews' }),
  reason: waitingReasonSchema.nullable().meta({ description: 'Why reviews wait' }),
  asks: z.array(z.enum(personAsks)).meta({ description: 'Of a request' }),
  count: z.int().nullable().meta({
    description:
      'Decisions: those of the model that wait for the reason, those chosen for a request',
  }),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
});
export type Due = z.infer<typeof dueSchema>;

/** What waits for people. */
const reviewFiguresSchema = z.object({
  waiting: z.int(),
  escalated: z.int(),
  late: z.int().meta({ description: 'Past due' }),
  oldest_at: instantSchema.nullable().meta({
    description: 'Since when the one waits that is due first',
  }),
});
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

/** Requests of persons. */
const requestFiguresSchema = z.object({
  open: z.int(),
  late: z.int(),
  year: z.int(),
  closed: z.int().meta({ description: 'Of those that came in the year' }),
});
export type RequestFigures = z.infer<typeof requestFiguresSchema>;

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
  'person_request',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activitySchema = z.object({
  kind: z.enum(activityKinds),
  at: instantSchema,
  object_id: z.string().meta({
    description: 'What opens: of decisions their UTC day, of an intervention its record',
  }),
  name: z.string().nullable().meta({ description: 'Model, purpose, actor’s role, number' }),
  count: z.int().nullable().meta({ description: 'Decisions of a day: the list of it has as many' }),
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
  due: z.array(dueSchema).meta({ description: 'The nearest first, a few of each kind' }),
  decisions: z.int().nullable().meta({ description: 'null for whom decisions are not' }),
  reviews: reviewFiguresSchema.nullable().meta({ description: 'null for who does not review' }),
  requests: requestFiguresSchema.nullable().meta({ description: 'null for whom they are not' }),
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
    summary: 'What needs attention, what is due and waits, thirty days, what is new',
    description:
      'Put together from the other operations, asked as the caller: what it may not ask for is absent. Usage and limits are as of the last sweep, a minute ago at most.',
    area: 'workspace',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    status: 200,
    response: overviewSchema,
    errors: [],
  },
] as const satisfies readonly Route[];
