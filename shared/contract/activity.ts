/** What was done with data, told to both sides without a row of it: nothing here is metered (extension). */
import * as z from './when-asked.ts';
import { fault } from './faults.ts';
import { grantActions } from './grants.ts';
import { limits } from './limits.ts';
import { dateSchema, instantSchema, queryInteger } from './common.ts';
import type { Route } from './route.ts';

export const activityTypes = ['opened', 'access', 'ended', 'grant'] as const;
export type ActivityType = (typeof activityTypes)[number];

/** Ways in which data is used, as they are metered. */
export const accessKinds = ['read', 'filter', 'transform', 'train', 'analyze', 'validate'] as const;
export type AccessKind = (typeof accessKinds)[number];

export const sessionEnds = ['closed', 'expired', 'revoked'] as const;

const happened = {
  at: instantSchema,
  account_id: z.string(),
};

const openedSchema = z.object({
  type: z.literal('opened'),
  ...happened,
  session_id: z.string(),
  purpose: z.string(),
  by: z.object({
    kind: z.enum(['operator', 'api_key']),
    key_id: z.string().nullable(),
    name: z.string().nullable(),
  }),
});
const accessSchema = z.object({
  type: z.literal('access'),
  ...happened,
  session_id: z.string(),
  n: z.int().meta({ description: '1, 2, 3… within the session' }),
  kind: z.enum(accessKinds),
  rows: z.int().meta({ description: 'Given out: rows, or results of an aggregation' }),
  bytes: z.int(),
  cost: z.number().nullable().meta({
    description:
      'As it was charged, without the time of the session; null where a correction moved it',
  }),
  currency: z.string(),
  evidence_id: z.string().nullable(),
});
const endedSchema = z.object({
  type: z.literal('ended'),
  ...happened,
  session_id: z.string(),
  how: z.enum(sessionEnds),
});
const grantedSchema = z.object({
  type: z.literal('grant'),
  ...happened,
  grant_id: z.string(),
  n: z.int().meta({ description: '1, 2, 3… within the grant' }),
  action: z.enum(grantActions),
});

export const activityEventSchema = z
  .union([openedSchema, accessSchema, endedSchema, grantedSchema])
  .meta({ id: 'ActivityEvent' });
export type ActivityEvent = z.infer<typeof activityEventSchema>;

export const activitySchema = z
  .object({
    data: z.array(activityEventSchema),
    next_cursor: z.string().optional().meta({ description: 'Only while there is more' }),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activitySchema>;

export const activityQuerySchema = z.strictObject({
  limit: queryInteger(1, limits.activity.maximumLimit).default(limits.activity.defaultLimit),
  cursor: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.shortString)
    .optional()
    .meta({ description: 'next_cursor of the page before' }),
});

export const datasetAccessQuerySchema = z.strictObject({
  from: dateSchema.optional().meta({ description: 'First day, UTC' }),
  to: dateSchema.optional().meta({ description: 'Last day, UTC' }),
});

/** How one account used a dataset. */
export const datasetAccessSchema = z
  .object({
    data: z.array(
      z
        .object({
          account_id: z.string(),
          name: z.string(),
          grants: z.int().meta({ description: 'That it ever had, whatever became of them' }),
          active_grants: z.int(),
          sessions: z.int().meta({ description: 'That were used in the days asked for' }),
          rows_delivered: z.int().meta({
            description: 'Each time a row, or a result of an aggregation, was given out',
          }),
          bytes: z.int(),
          accesses: z.int(),
          transformations: z.int(),
          earned: z.number().meta({
            description: 'The holder’s share of what the use cost, before an invoice rounds it',
          }),
          currency: z.string(),
          last_at: instantSchema.nullable().meta({ description: 'The last access, on any day' }),
        })
        .meta({ id: 'AccountAccess' }),
    ),
    rows_in_dataset: z.int(),
  })
  .meta({ id: 'DatasetAccess' });
export type DatasetAccessReport = z.infer<typeof datasetAccessSchema>;

const reading = {
  method: 'GET',
  access: 'read',
  errorShape: 'sessions',
  extension: true,
  status: 200,
  errors: ['validation_error', 'not_found'],
} as const;

export const activityRoutes = [
  {
    ...reading,
    operationId: 'getSessionActivity',
    path: '/sessions/{session_id}/activity',
    summary: 'What was done in a session, newest first, without a value of any row',
    description: 'Looking at it is metered to nobody.',
    area: 'sessions',
    query: activityQuerySchema,
    response: activitySchema,
  },
  {
    ...reading,
    operationId: 'getDatasetActivity',
    path: '/datasets/{dataset_id}/activity',
    summary: 'What was done with a dataset, newest first, without a value of any row',
    description: 'A lab is told its own sessions and grants.',
    area: 'datasets',
    query: activityQuerySchema,
    response: activitySchema,
  },
  {
    ...reading,
    operationId: 'getDatasetAccess',
    path: '/datasets/{dataset_id}/access',
    summary: 'Who used a dataset, by account',
    description: 'A lab is told of itself alone.',
    area: 'datasets',
    query: datasetAccessQuerySchema,
    response: datasetAccessSchema,
  },
] as const satisfies readonly Route[];
