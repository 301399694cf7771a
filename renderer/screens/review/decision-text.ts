/** A decision on a record that waits, as it is typed: what is missing, what is sent, what its signer is shown. */
import { isJsonObject, jsonOrUndefined, type JsonObject } from '../../../shared/contract/json.ts';
import { proposalMeaning, secondReviewMeaning } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { interventionType } from '../../../shared/ledger/entries.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { isIdOf, type ShownEntry } from '../../signing/shown-entry.ts';
import type { SignerText } from '../../ui/signing/use-signing.ts';

/** The fields of the form, by the API's names. */
export interface DecisionText {
  /** JSON text; empty until an outcome is chosen. */
  readonly outcome: string;
  readonly reason: string;
  readonly reason_code: string;
  /** One name a line. */
  readonly evidence_viewed: string;
  readonly signer: SignerText;
}

export const newDecision: Omit<DecisionText, 'signer'> = {
  outcome: '',
  reason: '',
  reason_code: '',
  evidence_viewed: '',
};

/** An act with what it says. */
export interface Decision {
  readonly action: 'approve' | 'override' | 'annotate';
  readonly meaning: string | undefined;
  readonly outcome: JsonObject | undefined;
  readonly reason: string | undefined;
  readonly reasonCode: string | undefined;
  readonly viewed: readonly string[] | undefined;
}

/** The outcome that is typed; undefined where it is none yet. */
export function typedOutcome({ outcome }: Pick<DecisionText, 'outcome'>): JsonObject | undefined {
  const value = jsonOrUndefined(outcome);
  return isJsonObject(value) ? value : undefined;
}

/** Confirms what the model decided, replaces it, or says to a blind review what this person decides. */
export function decisionOf(text: DecisionText, review: Review): Decision | undefined {
  const outcome = typedOutcome(text);
  if (outcome === undefined) return undefined;
  const orNone = (typed: string) => (typed.trim() === '' ? undefined : typed.trim());
  const viewed = text.evidence_viewed.split('\n').filter((line) => line !== '');
  const said = {
    reason: orNone(text.reason),
    reasonCode: orNone(text.reason_code),
    viewed: viewed.length === 0 ? undefined : viewed,
  };
  if (review.is_blind) {
    return { action: 'annotate', meaning: secondReviewMeaning, outcome, ...said };
  }
  const { output } = review.record;
  const isSame = output !== undefined && canonicalJson(output) === canonicalJson(outcome);
  return {
    action: isSame ? 'approve' : 'override',
    meaning: review.profile?.review?.second_person === true ? proposalMeaning : undefined,
    outcome: isSame ? undefined : outcome,
    ...said,
  };
}

export type DecisionField = 'outcome' | 'reason' | 'reason_code';

/** Fields that stand in the way of sending it. */
export function missingIn(text: DecisionText, review: Review): DecisionField[] {
  const decision = decisionOf(text, review);
  if (decision === undefined) return ['outcome'];
  if (decision.action !== 'override') return [];
  const codes = review.profile?.review?.reason_codes ?? [];
  return [
    ...(decision.reason === undefined ? (['reason'] as const) : []),
    ...(decision.reasonCode === undefined && codes.length > 0 ? (['reason_code'] as const) : []),
  ];
}

/** The body of `POST /records/{id}/interventions`. */
export function bodyOf(
  decision: Decision,
  review: Review,
  who: { readonly actor: Actor | undefined; readonly isUnsigned: boolean },
): string {
  const { action, meaning, outcome, reason, reasonCode, viewed } = decision;
  return JSON.stringify({
    action,
    ...(who.isUnsigned ? { actor: who.actor } : { signer: who.actor?.id }),
    reason,
    reason_code: reasonCode,
    outcome,
    meaning,
    evidence_viewed: viewed,
    if_previous: review.previous_hash,
  });
}

/** The entry as its signer sees it. */
export function shownDecision(
  decision: Decision,
  review: Review,
  actor: Actor | undefined,
): ShownEntry {
  const { action, meaning, outcome, reason, reasonCode, viewed } = decision;
  return {
    members: {
      type: interventionType,
      id: isIdOf('int'),
      action,
      actor: actor === undefined ? null : { ...actor },
      record_id: review.record_id,
      record_hash: review.record.hash,
      n: review.intervention_count + 1,
      previous_hash: review.previous_hash,
      ...(meaning === undefined ? {} : { meaning }),
    },
    values: {
      ...(reason === undefined ? {} : { reason }),
      ...(reasonCode === undefined ? {} : { reason_code: reasonCode }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(viewed === undefined ? {} : { evidence_viewed: [...viewed] }),
    },
  };
}
