/** Which decision counts and what is still waited for: the fold of the interventions on a record. */
import {
  deciding,
  needsOutcome,
  proposalMeaning,
  secondReviewMeaning,
  type DecisionInEffect,
  type Intervention,
} from './contract/interventions.ts';
import type { JsonObject } from './contract/json.ts';
import type { ReviewRules, WaitingReason } from './contract/reviews.ts';
import { isSampled, isSampledBlind } from './oversight/sample.ts';

/** Members of an intervention that decide where a record stands. */
export interface Step {
  readonly id: string;
  readonly action: string;
  readonly meaning?: string | null | undefined;
  readonly supersedes?: string | null | undefined;
}

/** Tells whether a person asked for a second one before the decision is to count. */
export function isProposal({ meaning }: Pick<Step, 'meaning'>): boolean {
  return meaning === proposalMeaning;
}

/** Tells whether somebody reviewed a decision a second time. */
export function isSecondReview({ meaning }: Pick<Step, 'meaning'>): boolean {
  return meaning === secondReviewMeaning;
}

/** The interventions that no later one replaces or takes back, in their order. */
export function standingSteps<Each extends Step>(interventions: readonly Each[]): Each[] {
  const replaced = new Set(interventions.map((each) => each.supersedes));
  return interventions.filter((each) => !replaced.has(each.id));
}

/** The last standing step that decides or asks for a decision. */
export function lastWord<Each extends Step>(interventions: readonly Each[]): Each | undefined {
  return standingSteps(interventions).findLast(
    ({ action }) => action === 'escalate' || deciding.includes(action),
  );
}

/** A record as far as a profile may ask for a review of it. */
export interface ReviewedRecord {
  readonly confidence?: number | undefined;
  /** Hexadecimal; without it nothing is known of samples. */
  readonly hash?: string | undefined;
  /** Set where its outcome is one of those that the profile calls undecided. */
  readonly isUndecided?: boolean | undefined;
}

/** A record with what its profile asks for. */
export interface AskedRecord extends ReviewedRecord {
  readonly rules?: ReviewRules | null | undefined;
  /** Tells whether a second review decides otherwise than what is in effect; without it nothing is known of that. */
  readonly differs?:
    | ((pair: { readonly second: string; readonly changedBy: string | null }) => boolean)
    | undefined;
}

/** Why the rules of a profile ask for a review of a record; undefined where they do not. */
export function reviewAsked(
  rules: ReviewRules | null | undefined,
  { confidence, hash, isUndecided }: ReviewedRecord,
): 'policy' | 'sample' | undefined {
  if (rules === null || rules === undefined) return undefined;
  const { below, undecided, sample_percent: percent } = rules;
  const isBelow = below !== null && (confidence === undefined || confidence < below);
  if (isBelow || (undecided && isUndecided === true)) return 'policy';
  return hash !== undefined && isSampled(hash, percent) ? 'sample' : undefined;
}

/**
 * The decision in effect after `interventions`, in their order. One that a later one retracts or
 * supersedes does not count, nor does a proposal; an escalation leaves the output as it is until
 * somebody decides.
 * @param record its output as the model decided (null where it was erased), and what the profile of its
 *   model asks of whom for it
 */
export function decisionInEffect(
  record: AskedRecord & { readonly output: JsonObject | null },
  interventions: readonly Intervention[],
): DecisionInEffect {
  type Decision = Pick<DecisionInEffect, 'status' | 'output' | 'intervention_id'>;
  let decision: Decision = { status: 'model', output: record.output, intervention_id: null };
  for (const each of standingSteps(interventions)) {
    if (isProposal(each)) continue;
    switch (each.action) {
      case 'approve':
        decision = { ...decision, status: 'approved' };
        break;
      case 'modify':
      case 'override':
      case 'reverse':
        decision = { status: 'changed', output: each.outcome ?? null, intervention_id: each.id };
        break;
      case 'escalate':
        decision = { ...decision, status: 'escalated' };
        break;
      case 'annotate':
      case 'retract':
        break;
      default:
        each.action satisfies never;
    }
  }
  return { ...decision, ...openQuestion(record, interventions) };
}

/** What the last word on a record leaves to be done. */
function openQuestion(
  record: AskedRecord,
  interventions: readonly Intervention[],
): Pick<DecisionInEffect, 'waiting' | 'proposal_id' | 'second_actor_required'> {
  const waiting = waitingReason(record, interventions);
  return {
    waiting,
    proposal_id: waiting === 'second_actor' ? (lastWord(interventions)?.id ?? null) : null,
    second_actor_required: record.rules?.second_person ?? false,
  };
}

/** Why a record waits for a person after `steps`, in their order; null where it does not. */
export function waitingReason(record: AskedRecord, steps: readonly Step[]): WaitingReason | null {
  const last = lastWord(steps);
  if (last === undefined) return reviewAsked(record.rules, record) ?? null;
  if (isProposal(last)) return 'second_actor';
  if (last.action === 'escalate') return 'escalated';
  const standing = standingSteps(steps);
  const second = standing.findLast(isSecondReview);
  if (second === undefined) {
    const percent = record.rules?.blind_percent ?? 0;
    const isDrawn = record.hash !== undefined && isSampledBlind(record.hash, percent);
    return isDrawn ? 'second_review' : null;
  }
  // Whoever decides after a second review has seen both.
  if (standing.indexOf(second) < standing.indexOf(last)) return null;
  const changedBy = standing.findLast(
    (each) => needsOutcome.includes(each.action) && !isProposal(each),
  );
  const pair = { second: second.id, changedBy: changedBy?.id ?? null };
  return record.differs?.(pair) === true ? 'disagreement' : null;
}
