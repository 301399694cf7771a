/** What waits for a person, and what a policy asks of them (extensions; ledger.md, "Intervention"). */
import { z } from 'zod';
import type { Route } from './route.ts';

/**
 * Why a record waits: its policy asks for a review and nobody decided yet; it was escalated; or a
 * proposal on it lacks its second person.
 */
export const waitingReasons = ['policy', 'escalated', 'second_actor'] as const;
export const waitingReasonSchema = z.enum(waitingReasons);
export type WaitingReason = z.infer<typeof waitingReasonSchema>;

/** The filter `review` of the list of records: one reason, or any of them. */
export const reviewFilterSchema = z.enum(['waiting', ...waitingReasons], {
  error: `must be waiting, ${waitingReasons.join(', ')}`,
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

/** What a business policy (`policy_id` of records) asks of the people who review its decisions. */
export const reviewRulesSchema = z.strictObject({
  second_actor: z
    .boolean({ error: 'must be true or false' })
    .meta({ description: 'A decision on its records takes two persons' }),
  review_below: z
    .number({ error: 'must be a number or null' })
    .gt(0, 'must be above 0')
    .max(1, 'must be at most 1')
    .nullable()
    .meta({
      description:
        'Its records wait for a review when their confidence is below this, or was not sent; null for none',
    }),
});
export type ReviewRules = z.infer<typeof reviewRulesSchema>;

export const reviewPolicySchema = reviewRulesSchema.extend({
  policy_id: z.string(),
});
export type ReviewPolicy = z.infer<typeof reviewPolicySchema>;

export const reviewPolicyListSchema = z.array(reviewPolicySchema);

export const reviewRoutes = [
  {
    operationId: 'listReviewPolicies',
    method: 'GET',
    path: '/review-policies',
    summary: 'What policies ask of reviews, by policy_id',
    description: 'A policy that is not in the list asks for nothing.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: reviewPolicyListSchema,
    errors: [],
  },
  {
    operationId: 'setReviewPolicy',
    method: 'PUT',
    path: '/review-policies/{policy_id}',
    summary: 'Set what a policy asks of reviews',
    description:
      'A setting of this workspace, not an entry of the journal: it decides what is asked for from now on, never what was decided.',
    area: 'records',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: reviewRulesSchema,
    status: 200,
    response: reviewPolicySchema,
    errors: ['validation_error', 'malformed_json', 'payload_too_large', 'unsupported_media_type'],
  },
] as const satisfies readonly Route[];
