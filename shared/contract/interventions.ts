/** Human interventions on records: what is sent, what is returned, the decision in effect. */
import * as z from './when-asked.ts';
import { interventionActions } from '../ledger/entries.ts';
import { hashSchema, identifier, instantSchema, jsonObjectSchema, listOf } from './common.ts';
import { limits } from './limits.ts';
import { waitingReasonSchema } from './reviews.ts';
import { fault, type FaultText } from './faults.ts';
import { checkSigning, personSignatureSchema, signerMembers, signingMembers } from './signing.ts';

const shortText = z
  .string({
    error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
  })
  .refine((text) => text.trim() !== '', fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));
const longText = z
  .string({ error: fault('type_string') })
  .refine((text) => text.trim() !== '', fault('not_empty'))
  .max(limits.reasonText, fault('at_most_characters', { maximum: limits.reasonText }));

/** Who acts: the id and role stand in the entry; a name is committed to, so that it can be erased. */
export const actorSchema = z.strictObject({
  id: identifier(shortText),
  role: identifier(shortText),
});

export const needsReason: readonly string[] = ['modify', 'override', 'reverse', 'escalate'];
/** The actions that put another output in effect. */
export const needsOutcome: readonly string[] = ['modify', 'override', 'reverse'];

/** The actions that decide, as opposed to asking, remarking or taking back. */
export const deciding: readonly string[] = ['approve', ...needsOutcome];
/**
 * The `meaning` of a decision that waits for a second person: it is on record, and not in effect
 * until a second person signs the same decision with `supersedes` naming it.
 */
export const proposalMeaning = 'proposal';
/**
 * The `meaning` of an annotation with an outcome: a second person reviewed what was decided, without having been told
 * the first answer. It decides nothing; where its outcome is another one, the record waits again.
 */
export const secondReviewMeaning = 'second_review';
/** Meaning of an escalation: the person whom the decision is about objected to it. */
export const objectionMeaning = 'objection';

/** Fields that an intervention commits to. */
export const interventionFields = [
  'actor_name',
  'evidence_viewed',
  'outcome',
  'reason',
  'reason_code',
] as const;
export type InterventionField = (typeof interventionFields)[number];

/** The body of `POST /records/{id}/interventions`. */
export const createInterventionSchema = z
  .strictObject({
    action: z.enum(interventionActions, {
      error: fault('one_of', { values: interventionActions.join(', ') }),
    }),
    actor: actorSchema.extend({ name: shortText.optional() }).optional().meta({
      description: 'Who acts, where nobody signs; with a signer it is that person',
    }),
    reason: longText.optional(),
    reason_code: identifier(shortText).optional().meta({
      description:
        'One of those in the profile of the model; to change a decision it is required where there are any',
    }),
    outcome: jsonObjectSchema.optional(),
    evidence_viewed: listOf(shortText, limits.evidenceViewed, {
      error: fault('type_strings'),
      none: fault('not_empty'),
      tooMany: fault('at_most_elements', { maximum: limits.evidenceViewed }),
    }).optional(),
    meaning: longText.optional(),
    supersedes: shortText.optional(),
    signer: signerMembers.signer,
    ...signingMembers,
    if_previous: hashSchema.optional().meta({
      description:
        'What it was decided upon: the hash of the newest intervention, or the record’s without one. Another one since then is a conflict that names what came. Not part of the entry.',
    }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: FaultText) =>
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    const { action } = body;
    checkSigning(body, refuse);
    if (body.actor === undefined && body.signer === undefined) refuse('actor', fault('required'));
    if (body.actor !== undefined && body.signer !== undefined) {
      refuse('actor', fault('not_with', { other: 'signer' }));
    }
    if (needsReason.includes(action) && body.reason === undefined) {
      refuse('reason', fault('required_to', { action }));
    }
    if (needsOutcome.includes(action) && body.outcome === undefined) {
      refuse('outcome', fault('required_to_outcome', { action }));
    }
    const isSecondReview = body.meaning === secondReviewMeaning;
    if (isSecondReview && action !== 'annotate') {
      refuse('meaning', fault('meaning_of_annotation', { meaning: secondReviewMeaning }));
    }
    if (isSecondReview && body.outcome === undefined) {
      refuse('outcome', fault('required_to_outcome', { action: secondReviewMeaning }));
    }
    if (!needsOutcome.includes(action) && !isSecondReview && body.outcome !== undefined) {
      refuse('outcome', fault('not_with_action', { action }));
    }
    if (action === 'retract' && body.supersedes === undefined) {
      refuse('supersedes', fault('required_to_retract'));
    }
    if (body.meaning === proposalMeaning && !deciding.includes(action)) {
      refuse('meaning', fault('meaning_decides_nothing', { meaning: proposalMeaning, action }));
    }
  })
  .meta({ id: 'CreateIntervention', sent: true });
export type CreateIntervention = z.infer<typeof createInterventionSchema>;

/** One intervention: the decoded entry, what it commits to as far as it is stored, and its hash. */
export const interventionSchema = z
  .object({
    id: z.string().meta({ description: 'Prefix int_' }),
    action: z.enum(interventionActions),
    actor: z.object({ id: z.string(), role: z.string() }),
    created_at: instantSchema,
    hash: hashSchema,
    record_id: z.string().exactOptional(),
    record_hash: hashSchema.exactOptional(),
    n: z.int().exactOptional().meta({ description: '1, 2, 3… on its record' }),
    previous_hash: hashSchema.exactOptional().meta({
      description: 'The record’s hash for n = 1, else that of the intervention before',
    }),
    meaning: z.string().exactOptional(),
    signature: personSignatureSchema.exactOptional(),
    supersedes: z.string().exactOptional(),
    actor_name: z.string().exactOptional(),
    reason: z.string().exactOptional(),
    reason_code: z.string().exactOptional(),
    outcome: jsonObjectSchema.exactOptional(),
    evidence_viewed: z.array(z.string()).exactOptional(),
    omitted: z.partialRecord(z.enum(interventionFields), z.int()).exactOptional().meta({
      description:
        'In a list of records in brief, and of interventions whose answer has no room: bytes of each value that is left out. The record has it',
    }),
  })
  .meta({ id: 'Intervention' });
export type Intervention = z.infer<typeof interventionSchema>;

/** Decision that counts now: the fold of the interventions over the model's output. */
export const decisionInEffectSchema = z.object({
  status: z.enum(['model', 'approved', 'changed', 'escalated']),
  output: jsonObjectSchema.nullable().meta({ description: 'null where it was erased' }),
  intervention_id: z.string().nullable().meta({
    description: 'Which intervention put the output in effect; null for the model’s own',
  }),
  waiting: waitingReasonSchema.nullable().meta({
    description: 'Why the record is in the review queue; null when it is not',
  }),
  proposal_id: z.string().nullable().meta({
    description: 'The intervention that waits for a second person',
  }),
  second_actor_required: z.boolean().meta({
    description: 'Whether the profile of the record’s model takes two persons for a decision',
  }),
});
export type DecisionInEffect = z.infer<typeof decisionInEffectSchema>;

export const interventionListSchema = z.object({
  data: z.array(interventionSchema),
  decision_in_effect: decisionInEffectSchema,
  not_blind: z.array(z.string()).meta({
    description:
      'Second reviews by somebody who, as the audit log has it, had asked for the interventions before',
  }),
});
export type InterventionList = z.infer<typeof interventionListSchema>;
