/** What waits for a person, and what a decision profile asks of them (extensions; docs/oversight.md, "Reviews"). */
import * as z from './when-asked.ts';
import { identifier, listOf } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';

/**
 * Why a record waits: the profile of its model asks for a review and nobody decided yet; its sample has the
 * record; it was escalated; a proposal on it lacks its second person; it is drawn for a second, blind review; or that
 * one decided otherwise.
 */
export const waitingReasons = [
  'policy',
  'sample',
  'escalated',
  'second_actor',
  'second_review',
  'disagreement',
] as const;
export const waitingReasonSchema = z.enum(waitingReasons);
export type WaitingReason = z.infer<typeof waitingReasonSchema>;

/** The filter `review` of the list of records: one reason, or any of them. */
export const reviewFilterSchema = z.enum(['waiting', ...waitingReasons], {
  error: fault('review_filter', { values: waitingReasons.join(', ') }),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

const most = limits.profile;

const percentSchema = z
  .number({ error: fault('type_number') })
  .min(0, fault('at_least', { minimum: 0 }))
  .max(100, fault('at_most', { maximum: 100 }));

const codeText = (characters: number) =>
  z
    .string({ error: fault('type_string') })
    .refine((text) => text.trim() !== '', fault('not_empty'))
    .max(characters, fault('at_most_characters', { maximum: characters }));

const reasonCodeSchema = z.strictObject({
  code: identifier(codeText(most.nameCharacters)),
  label: codeText(most.valueCharacters),
});

/** Rules of a decision profile for the people who review: its member `review`. */
export const reviewRulesSchema = z.strictObject({
  below: z
    .number({ error: fault('type_number_or_null') })
    .gt(0, fault('above', { minimum: 0 }))
    .max(1, fault('at_most', { maximum: 1 }))
    .nullable()
    .meta({
      description:
        'Records wait for a review when their confidence is below this, or was not sent; null for none',
    }),
  undecided: z
    .boolean({ error: fault('type_boolean') })
    .meta({ description: 'Records wait whose outcome is undecided' }),
  second_person: z
    .boolean({ error: fault('type_boolean') })
    .meta({ description: 'A decision on the records takes two persons' }),
  sample_percent: percentSchema.meta({
    description: 'So many of a hundred records wait, drawn by their hash; 0 for none',
  }),
  blind_percent: percentSchema.meta({
    description:
      'So many of a hundred reviewed records are reviewed by a second person who does not see the first answer; 0 for none',
  }),
  due_hours: z
    .int({ error: fault('type_integer') })
    .min(1, fault('at_least', { minimum: 1 }))
    .max(most.dueHours, fault('at_most', { maximum: most.dueHours }))
    .nullable()
    .meta({
      description: 'Hours from when a record began to wait until it is late; null for none',
    }),
  reason_codes: listOf(reasonCodeSchema, most.reasonCodes, { error: fault('type_objects') })
    .superRefine((codes, context) => {
      const seen = new Set<string>();
      for (const [place, { code }] of codes.entries()) {
        if (seen.has(code)) {
          context.addIssue({
            code: 'custom',
            path: [place, 'code'],
            message: fault('named_twice'),
          });
        }
        seen.add(code);
      }
    })
    .meta({ description: 'What an act that changes a decision gives as its reason, one of these' }),
});
export type ReviewRules = z.infer<typeof reviewRulesSchema>;
