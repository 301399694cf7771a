/** What waits for a person, and what a policy asks of them (extensions; docs/ledger-format.md, "Entry types"). */
import * as z from './when-asked.ts';
import { previousOf } from './previous.ts';
import type { Route } from './route.ts';
import { fault } from './faults.ts';
import { signerMembers, signingCheck, signingErrors, signingMembers } from './signing.ts';

/**
 * Why a record waits: its policy asks for a review and nobody decided yet; it was escalated; or a
 * proposal on it lacks its second person.
 */
export const waitingReasons = ['policy', 'escalated', 'second_actor'] as const;
export const waitingReasonSchema = z.enum(waitingReasons);
export type WaitingReason = z.infer<typeof waitingReasonSchema>;

/** The filter `review` of the list of records: one reason, or any of them. */
export const reviewFilterSchema = z.enum(['waiting', ...waitingReasons], {
  error: fault('review_filter', { values: waitingReasons.join(', ') }),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

/** Rules that a business policy (`policy_id` of records) sets for the people who review its decisions. */
export const reviewRulesSchema = z.strictObject({
  second_actor: z
    .boolean({ error: fault('type_boolean') })
    .meta({ description: 'A decision on its records takes two persons' }),
  review_below: z
    .number({ error: fault('type_number_or_null') })
    .gt(0, fault('above', { minimum: 0 }))
    .max(1, fault('at_most', { maximum: 1 }))
    .nullable()
    .meta({
      description:
        'Its records wait for a review when their confidence is below this, or was not sent; null for none',
    }),
});
export type ReviewRules = z.infer<typeof reviewRulesSchema>;

/** The body of `PUT /review-policies/{policy_id}`. */
export const setReviewPolicySchema = reviewRulesSchema
  .extend({
    signer: signerMembers.signer,
    ...signingMembers,
    if_previous: previousOf(reviewRulesSchema.shape),
  })
  .superRefine(signingCheck)
  .meta({ id: 'SetReviewPolicy', sent: true });

export const reviewPolicySchema = reviewRulesSchema
  .extend({
    policy_id: z.string(),
  })
  .meta({ id: 'ReviewPolicy' });
export type ReviewPolicy = z.infer<typeof reviewPolicySchema>;

export const reviewPolicyListSchema = z.array(reviewPolicySchema).meta({ id: 'ReviewPolicyList' });

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
      'It decides what is asked for from now on, never what was decided. An act that people sign.',
    area: 'records',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: setReviewPolicySchema,
    status: 200,
    response: reviewPolicySchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      ...signingErrors,
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
