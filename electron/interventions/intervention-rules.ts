/** What an intervention must keep to besides its own form: the interventions before it, and its policy. */
import {
  deciding,
  proposalMeaning,
  type CreateIntervention,
} from '../../shared/contract/interventions.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import type { ReviewRules } from '../../shared/contract/reviews.ts';
import { isProposal, lastWord } from '../../shared/decision-in-effect.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { InterventionRow } from '../ledger/intervention-texts.ts';

/** What an intervention follows on. */
export interface Precedents {
  /** The interventions on the record, in their order. */
  readonly before: readonly InterventionRow[];
  /** What the record's policy asks for. */
  readonly rules: ReviewRules | undefined;
  /** The canonical outcome of an earlier intervention; undefined where it has none any more. */
  readonly outcomeOf: (seq: number) => string | undefined;
}

/**
 * Refuses what does not follow from the interventions on the record, in their order.
 * @throws {ApiError} `validation_error` for a `supersedes` that names none of them and for a lone
 *   decision where the policy takes two persons; `conflict` for one that no longer stands, for a
 *   decision on an escalation by who escalated alone, and for a second person who decides otherwise
 */
export function checkIntervention(body: CreateIntervention, precedents: Precedents): void {
  const target = checkSuperseded(body, precedents.before);
  if (!deciding.includes(body.action)) return;
  checkSecondActor(body, precedents.rules);
  if (target !== undefined) checkProposal(body, target, precedents);
  if (body.meaning !== proposalMeaning) checkEscalation(body, precedents.before);
}

function checkSuperseded(
  { supersedes }: CreateIntervention,
  before: readonly InterventionRow[],
): InterventionRow | undefined {
  if (supersedes === undefined) return undefined;
  const target = before.find((each) => each.id === supersedes);
  if (target === undefined) {
    throw validationError([
      { field: 'supersedes', message: 'must be the id of an earlier intervention on this record' },
    ]);
  }
  if (target.action === 'retract') {
    throw validationError([{ field: 'supersedes', message: 'must not be a retraction' }]);
  }
  const later = before.find((each) => each.supersedes === supersedes);
  if (later !== undefined) {
    throw new ApiError(
      'conflict',
      `Intervention ${supersedes} no longer stands: ${later.id} replaced it.`,
      { fields: [{ field: 'supersedes', message: `was replaced by ${later.id}` }] },
    );
  }
  return target;
}

/** Where the policy takes two persons, one alone can only propose. */
function checkSecondActor(body: CreateIntervention, rules: ReviewRules | undefined): void {
  if (rules?.second_actor !== true) return;
  if (body.second_actor !== undefined || body.meaning === proposalMeaning) return;
  throw validationError([
    {
      field: 'second_actor',
      message: `is required by the record’s policy; or send the meaning ${proposalMeaning} and wait for one`,
    },
  ]);
}

/** Who is named as the second person proposed just this: nobody seconds what he did not see. */
function checkProposal(
  body: CreateIntervention,
  target: InterventionRow,
  { outcomeOf }: Precedents,
): void {
  if (!isProposal(target) || body.second_actor?.id !== target.actor_id) return;
  const fields = [
    ...(body.second_actor.role === target.actor_role
      ? []
      : [{ field: 'second_actor.role', message: `must be ${target.actor_role}, as proposed` }]),
    ...(body.action === target.action
      ? []
      : [{ field: 'action', message: `must be ${target.action}, as proposed` }]),
    ...(outcomeText(body) === outcomeOf(target.seq)
      ? []
      : [{ field: 'outcome', message: 'must be the outcome that was proposed' }]),
  ];
  if (fields.length === 0) return;
  const message = `Intervention ${target.id} proposes another decision than this one.`;
  throw new ApiError('conflict', message, { fields });
}

function outcomeText({ outcome }: CreateIntervention): string | undefined {
  return outcome === undefined ? undefined : canonicalJson(outcome);
}

/** What was escalated takes a second pair of eyes. */
function checkEscalation(body: CreateIntervention, before: readonly InterventionRow[]): void {
  const last = lastWord([...before, { ...standIn, supersedes: body.supersedes ?? null }]);
  if (last?.action !== 'escalate' || !('actor_id' in last)) return;
  const escalatedBy = last.actor_id;
  const others = [body.actor.id, body.second_actor?.id].filter(
    (id) => id !== undefined && id !== escalatedBy,
  );
  if (others.length > 0) return;
  throw new ApiError(
    'conflict',
    `The record was escalated by ${escalatedBy}: somebody else must decide it, or second the decision.`,
    { fields: [{ field: 'second_actor', message: `must be another person than ${escalatedBy}` }] },
  );
}

/** The intervention that is asked for, as far as it replaces another one. */
const standIn = { id: '', action: 'annotate' } as const;
