/** The queue of what waits for a person: its rows, one review, and who does it (extensions; docs/oversight.md, "Reviews"). */
import * as z from './when-asked.ts';
import { identifier, instantSchema, jsonObjectSchema, queryBoolean } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { documentMembers, outcomeClasses, scalarSchema } from './profiles.ts';
import { waitingReasons, waitingReasonSchema } from './reviews.ts';
import { page, type Route } from './route.ts';

const idText = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

/** Orders of the queue: by when a review is due, the first one first; what is never due comes last. */
export const listReviewsQuerySchema = z.strictObject({
  ...page(limits.records),
  review: z
    .enum(waitingReasons, { error: fault('one_of', { values: waitingReasons.join(', ') }) })
    .optional()
    .meta({ description: 'Only what waits for this reason' }),
  model_id: idText.optional(),
  assignee: idText.optional().meta({ description: 'Only what this one means to review' }),
  is_assigned: queryBoolean
    .optional()
    .meta({ description: 'Only what somebody, or nobody, means to review' }),
  is_late: queryBoolean.optional().meta({ description: 'Only what is past due, or is not' }),
});
export type ListReviewsQuery = z.output<typeof listReviewsQuerySchema>;
/** Members that narrow the queue. */
export type ReviewQueueFilter = Omit<ListReviewsQuery, 'limit' | 'offset'>;

const standingSchema = z.object({
  record_id: z.string(),
  model_id: z.string(),
  created_at: instantSchema,
  confidence: z.number().exactOptional(),
  outcome: scalarSchema.nullable().meta({
    description:
      'What the model decided, by the profile; null where nothing is there, or it was erased',
  }),
  outcome_class: z.enum([...outcomeClasses, 'unknown']).nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  assignee: z.string().nullable().meta({ description: 'A person, an API key, or `operator`' }),
});

/** One record that waits. */
export const reviewRowSchema = standingSchema
  .extend({
    reason: waitingReasonSchema,
    since: instantSchema.meta({
      description:
        'Of the record, the escalation, the proposal, the decision or the second review that it waits since',
    }),
    due_at: instantSchema.nullable().meta({ description: 'null where the profile sets no time' }),
  })
  .meta({ id: 'ReviewRow' });
export type ReviewRow = z.infer<typeof reviewRowSchema>;

export const reviewListSchema = z
  .object({
    data: z.array(reviewRowSchema),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    late: z.int().meta({ description: 'How many of all these are past due' }),
  })
  .meta({ id: 'ReviewList' });
export type ReviewList = z.infer<typeof reviewListSchema>;

/** One record as a reviewer reads it: nothing of what people decided before. */
export const reviewSchema = standingSchema
  .extend({
    reason: waitingReasonSchema.nullable(),
    since: instantSchema.nullable(),
    due_at: instantSchema.nullable(),
    is_blind: z.boolean().meta({
      description: 'Whether it waits for a second person who is not told the first answer',
    }),
    previous_hash: z.string().meta({
      description:
        'Hash of the newest intervention, or of the record: `if_previous` of what is decided upon this',
    }),
    intervention_count: z.int().meta({ description: 'What was done on it, whatever it was' }),
    record: z
      .object({
        hash: z.string(),
        policy_id: z.string().exactOptional(),
        transaction_id: z.string().exactOptional(),
        input: jsonObjectSchema.exactOptional(),
        output: jsonObjectSchema.exactOptional(),
        explanation: jsonObjectSchema.exactOptional(),
        context: jsonObjectSchema.exactOptional(),
      })
      .meta({ description: 'As far as its values were not erased' }),
    profile_id: z.string().nullable(),
    profile: documentMembers.pick({ outcome: true, amount: true, review: true }).nullable(),
    choices: z
      .array(
        z.object({
          value: scalarSchema,
          class: z.enum(outcomeClasses),
          count: z.int(),
        }),
      )
      .meta({
        description: 'Outcomes of the profile, with how many of the newest records have each',
      }),
    counted: z.int().meta({ description: 'How many of the newest records were counted' }),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof reviewSchema>;

/** The body of `PUT /reviews/{id}/assignment`. */
export const assignReviewSchema = z
  .strictObject({
    assignee: identifier(idText).nullable().meta({
      description: 'A person who may review, `operator`, or the API key that asks; null for nobody',
    }),
    if_previous: previousOf({ assignee: z.string().nullable() }),
  })
  .meta({ id: 'AssignReview', sent: true });

export const assignmentSchema = z
  .object({ record_id: z.string(), assignee: z.string().nullable() })
  .meta({ id: 'ReviewAssignment' });

export const reviewRoutes = [
  {
    operationId: 'listReviews',
    method: 'GET',
    path: '/reviews',
    summary: 'What waits for a person, by when it is due',
    description: 'What people decided before is no part of it.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    offline: true,
    query: listReviewsQuerySchema,
    status: 200,
    response: reviewListSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getReview',
    method: 'GET',
    path: '/reviews/{id}',
    summary: 'A record as its reviewer reads it',
    description:
      'Values, the profile of its model and what may be decided; nothing of what people decided before.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    status: 200,
    response: reviewSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'assignReview',
    method: 'PUT',
    path: '/reviews/{id}/assignment',
    summary: 'Say who means to review a record',
    description:
      'A working setting and no fact: it goes as somebody acts on the record, and decides nothing about who may.',
    area: 'records',
    access: 'write',
    errorShape: 'records',
    extension: true,
    body: assignReviewSchema,
    status: 200,
    response: assignmentSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
