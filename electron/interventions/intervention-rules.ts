/** What an intervention must keep to besides its own form: the interventions before it, and the model's profile. */
import {
  deciding,
  needsOutcome,
  proposalMeaning,
  secondReviewMeaning,
} from '../../shared/contract/interventions.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { ReviewRules } from '../../shared/contract/reviews.ts';
import { isProposal, lastWord, standingSteps } from '../../shared/decision-in-effect.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { PreparedIntervention } from '../../shared/ledger/prepared.ts';
import type { InterventionRow } from '../ledger/intervention-texts.ts';

/** An intervention with who acts. */
export type JudgedIntervention = PreparedIntervention & { readonly actor: Actor };

/** Facts that an intervention is judged against. */
export interface Precedents {
  /** `sha256:<hex>`. */
  readonly recordHash: string;
  /** The interventions on the record, in their order. */
  readonly before: readonly InterventionRow[];
  /** What the profile of the record's model asks for. */
  readonly rules: ReviewRules | null | undefined;
  /** Whether it is signed by another person, and with another key, than an earlier intervention. */
  readonly isSecond: (earlier: InterventionRow) => boolean;
  /** The canonical outcome of an earlier intervention; undefined where it has none any more. */
  readonly outcomeOf: (seq: number) => string | undefined;
}

/**
 * Refuses what does not follow from the interventions on the record, in their order.
 * @throws {ApiError} `validation_error` for a `supersedes` that names none of them and for a lone
 *   decision where the profile takes two persons; `conflict` for one that no longer stands, for a
 *   decision on an escalation by who escalated, and for a second person who decides otherwise;
 *   `same_person` where nobody else signs a proposal; `conflict` above all for one that was decided
 *   upon less than there is
 */
export function checkIntervention(body: JudgedIntervention, precedents: Precedents): void {
  checkPrevious(body, precedents);
  const target = checkSuperseded(body, precedents.before);
  if (body.meaning === secondReviewMeaning) checkSecondReview(body, precedents);
  if (!deciding.includes(body.action)) return;
  if (target === undefined || !isProposal(target)) checkReasonCode(body, precedents.rules);
  if (body.meaning === proposalMeaning) return;
  if (target !== undefined && isProposal(target)) checkProposal(body, target, precedents);
  else refuseLone(precedents.rules);
  checkEscalation(body, precedents.before);
}

/** Refuses what was decided before the newest interventions were there; each is named. */
function checkPrevious(
  { if_previous: known }: JudgedIntervention,
  { before, recordHash }: Precedents,
): void {
  if (known === undefined) return;
  const hashes = [recordHash, ...before.map(({ hash }) => `sha256:${hash}`)];
  const place = hashes.indexOf(known);
  if (place < 0) {
    throw validationError([faultAt('if_previous', 'hash_on_record')]);
  }
  const since = before.slice(place);
  if (since.length === 0) return;
  throw new ApiError(
    'conflict',
    'Somebody else has acted on the record since. Look at what came, and decide again.',
    {
      fields: since.map(({ id, action, actor_id: person, actor_role: role, created_at }) =>
        faultAt('if_previous', 'came_since', {
          intervention: id,
          action,
          person,
          role,
          instant: created_at,
        }),
      ),
    },
  );
}

function checkSuperseded(
  { supersedes }: JudgedIntervention,
  before: readonly InterventionRow[],
): InterventionRow | undefined {
  if (supersedes === undefined) return undefined;
  const target = before.find((each) => each.id === supersedes);
  if (target === undefined) {
    throw validationError([faultAt('supersedes', 'earlier_intervention')]);
  }
  if (target.action === 'retract') {
    throw validationError([faultAt('supersedes', 'not_a_retraction')]);
  }
  const later = before.find((each) => each.supersedes === supersedes);
  if (later !== undefined) {
    throw new ApiError(
      'conflict',
      `Intervention ${supersedes} no longer stands: ${later.id} replaced it.`,
      { fields: [faultAt('supersedes', 'replaced_by', { intervention: later.id })] },
    );
  }
  return target;
}

/** Where the profile takes two persons, one alone can only propose. */
function refuseLone(rules: ReviewRules | null | undefined): void {
  if (rules?.second_person !== true) return;
  throw validationError([faultAt('meaning', 'two_persons', { meaning: proposalMeaning })]);
}

/** A proposal is decided by a second person, who makes the same decision: nobody seconds what he did not see. */
function checkProposal(
  body: JudgedIntervention,
  target: InterventionRow,
  { outcomeOf, isSecond }: Precedents,
): void {
  const fields = [
    ...(body.action === target.action
      ? []
      : [faultAt('action', 'as_proposed', { value: target.action })]),
    ...(body.outcome === outcomeOf(target.seq) ? [] : [faultAt('outcome', 'outcome_as_proposed')]),
  ];
  if (fields.length > 0) {
    const message = `Intervention ${target.id} proposes another decision than this one.`;
    throw new ApiError('conflict', message, { fields });
  }
  if (isSecond(target)) return;
  throw new ApiError(
    'same_person',
    `A second person has to sign what ${target.actor_id} proposed and signed, with a key of their own.`,
    { fields: [faultAt('signer', 'another_person', { person: target.actor_id })] },
  );
}

/** A second review is of what somebody else decided. */
function checkSecondReview(body: JudgedIntervention, { before, isSecond }: Precedents): void {
  const last = lastWord(before);
  if (last === undefined || last.action === 'escalate' || isProposal(last)) {
    throw new ApiError(
      'conflict',
      'Nobody has decided the record yet: there is nothing to review again.',
      {
        fields: [faultAt('meaning', 'nothing_decided')],
      },
    );
  }
  const own = standingSteps(before).find(
    (each) =>
      deciding.includes(each.action) &&
      (each.signature === null ? each.actor_id === body.actor.id : !isSecond(each)),
  );
  if (own === undefined) return;
  throw new ApiError(
    'same_person',
    `${own.actor_id} decided the record: somebody else reviews it again.`,
    {
      fields: [faultAt('signer', 'another_person', { person: own.actor_id })],
    },
  );
}

/** Where a profile has reasons to choose from, what changes a decision gives one of them. */
function checkReasonCode(
  { action, reason_code: code }: JudgedIntervention,
  rules: ReviewRules | null | undefined,
): void {
  const codes = rules?.reason_codes.map((each) => each.code) ?? [];
  if (codes.length === 0) return;
  if (code === undefined && !needsOutcome.includes(action)) return;
  if (code === undefined) throw validationError([faultAt('reason_code', 'required')]);
  if (codes.includes(code)) return;
  throw validationError([faultAt('reason_code', 'one_of', { values: codes.join(', ') })]);
}

/** What was escalated takes a second pair of eyes. */
function checkEscalation(body: JudgedIntervention, before: readonly InterventionRow[]): void {
  const last = lastWord([...before, { ...standIn, supersedes: body.supersedes ?? null }]);
  if (last?.action !== 'escalate' || !('actor_id' in last)) return;
  const escalatedBy = last.actor_id;
  if (body.actor.id !== escalatedBy) return;
  throw new ApiError(
    'conflict',
    `The record was escalated by ${escalatedBy}: somebody else must decide it.`,
    { fields: [faultAt('signer', 'another_person', { person: escalatedBy })] },
  );
}

/** The intervention that is asked for, as far as it replaces another one. */
const standIn = { id: '', action: 'annotate' } as const;
