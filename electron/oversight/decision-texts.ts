/** Facts of one decision as texts and numbers: from its record, its profile and what people did. */
import { deciding, needsOutcome } from '../../shared/contract/interventions.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { isProposal, standingSteps, type Step } from '../../shared/decision-in-effect.ts';
import type { ProfileReader, RecordFacts } from '../../shared/oversight/profile-reader.ts';

/** An intervention as far as facts are concerned. */
export interface ReviewStep extends Step {
  readonly created_at: string;
  /** The output that it put in effect; null where it was erased. */
  readonly outcome: () => JsonObject | null;
}

/** Result of people's reviews. */
export interface Review {
  /** When the first decision was made of those that stand; milliseconds since 1970. */
  readonly firstMs: number | null;
  /** Whether what is in effect is theirs. */
  readonly isChanged: boolean;
  /** Output in effect where it is theirs, null where it was erased; undefined: as the model gave it. */
  readonly output: JsonObject | null | undefined;
}

export const notReviewed: Review = { firstMs: null, isChanged: false, output: undefined };

/** Result of the interventions on a record, in their order. */
export function reviewOf(steps: readonly ReviewStep[]): Review {
  const standing = standingSteps(steps).filter((step) => !isProposal(step));
  const decided = standing.filter(({ action }) => deciding.includes(action));
  const [first] = decided;
  const last = standing.findLast(
    ({ action }) => action === 'escalate' || deciding.includes(action),
  );
  const changing = decided.findLast(({ action }) => needsOutcome.includes(action));
  return {
    firstMs: first === undefined ? null : millisecondsOf(first.created_at),
    isChanged: last !== undefined && needsOutcome.includes(last.action),
    output: changing?.outcome(),
  };
}

/** Facts of a decision, as they stand in a row by the ids of their texts. */
export interface DecisionTexts extends Omit<RecordFacts, 'decidedMs'> {
  readonly effect: string | null;
  readonly decidedMs: number;
  readonly decidedFrom: 0 | 1;
  readonly firstReviewMs: number | null;
  readonly changed: 0 | 1;
}

/** Around the members of a record. */
export interface Around {
  readonly createdAt: string;
  /** Version of the card in force when it was recorded, as canonical JSON. */
  readonly card: () => string | null;
  readonly review: Review;
}

export function decisionTexts(
  reader: ProfileReader,
  record: JsonObject,
  { createdAt, card, review }: Around,
): DecisionTexts {
  const facts = reader.read(record);
  return {
    ...facts,
    effect: effectOf(reader, facts.outcome, review),
    version: reader.hasVersion ? facts.version : card(),
    decidedMs: facts.decidedMs ?? millisecondsOf(createdAt) ?? 0,
    decidedFrom: facts.decidedMs === null ? 0 : 1,
    firstReviewMs: review.firstMs,
    changed: review.isChanged ? 1 : 0,
  };
}

/** The outcome in effect. */
export function effectOf(
  reader: ProfileReader,
  outcome: string | null,
  { output }: Review,
): string | null {
  if (output === undefined) return outcome;
  return output === null ? null : reader.outcome({ output });
}

/** null for what is no instant. */
function millisecondsOf(instant: string): number | null {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
