/** An intervention being written: what is missing, the body that is sent, and its life across a reload. */
import { z } from 'zod';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { proposalMeaning, type Intervention } from '../../../shared/contract/interventions.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { recordDraftKey } from '../../state/kept-drafts.ts';
import { checkJson } from '../../ui/json/draft.ts';
import { linesOf } from '../../ui/lines-of.ts';
import type { SignerText } from '../../ui/signing/use-signing.ts';
import {
  asksOutcome,
  asksReason,
  decides,
  secondNeededFor,
  type InterventionAction,
} from './standing.ts';

export const draftSchema = z.object({
  reason: z.string(),
  /** JSON text, as it is typed. */
  outcome: z.string(),
  meaning: z.string(),
  /** One of those that the profile has; empty for none. */
  reason_code: z.string(),
  /** One name a line. */
  evidence_viewed: z.string(),
  /** Whether a second person is to complete it. */
  second: z.enum(['none', 'later']),
  idempotencyKey: z.string(),
});
/** Texts that were typed; who signs is chosen anew for every act. */
export type InterveneDraft = z.infer<typeof draftSchema>;

type DraftText = Omit<InterveneDraft, 'idempotencyKey'>;

/** The fields of the dialog, by the API's names. */
export interface InterveneText extends DraftText {
  readonly signer: SignerText;
}

/**
 * An empty draft; an outcome starts as the decision that is in effect, to be changed, or with null as none, to be
 * chosen.
 */
export function newDraft(
  action: InterventionAction,
  output: JsonObject | null,
  idempotencyKey: string,
): InterveneDraft {
  return {
    reason: '',
    outcome: asksOutcome(action) && output !== null ? JSON.stringify(output, null, 2) : '',
    meaning: '',
    reason_code: '',
    evidence_viewed: '',
    second: 'none',
    idempotencyKey,
  };
}

export type DraftField =
  | 'reason'
  | 'reason_code'
  | 'outcome'
  | 'meaning'
  | 'evidence_viewed'
  | 'signer.person_id';
export type DraftProblem =
  | 'required'
  | 'tooLong'
  | 'notJson'
  | 'unchanged'
  | 'samePerson'
  | 'reserved';

export interface DraftContext {
  readonly action: InterventionAction;
  /** Who acts, as it stands in the entry; undefined until somebody is chosen to sign. */
  readonly actor: Actor | undefined;
  /** Nobody is enrolled who could sign. */
  readonly isUnsigned: boolean;
  /** The escalation that waits for a decision. */
  readonly escalation: Intervention | undefined;
  /** Whether a policy takes two persons. */
  readonly second_actor_required: boolean;
  /** Reasons to choose from, in the profile of the model. */
  readonly codes: readonly { readonly code: string; readonly label: string }[];
  /** The output in effect; null where it was erased. */
  readonly output: JsonObject | null;
  /** The proposal that this act completes: its action and outcome are not to be changed. */
  readonly proposal: Intervention | undefined;
}

/** With whom it is done: what was chosen, or what the record asks for at least. */
export function secondWay(draft: DraftText, context: DraftContext): DraftText['second'] {
  const { action, actor, escalation, proposal } = context;
  if (!decides(action) || proposal !== undefined) return 'none';
  if (draft.second !== 'none') return draft.second;
  return secondNeededFor(action, actor?.id, escalation, context) === undefined ? 'none' : 'later';
}

/** Faults that stand in the way of sending it, by field. */
export function draftProblems(
  draft: DraftText,
  context: DraftContext,
): Partial<Record<DraftField, DraftProblem>> {
  const { action, actor, output, proposal } = context;
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  if (actor !== undefined && proposal?.actor.id === actor.id) {
    problems['signer.person_id'] = 'samePerson';
  }
  if (asksReason(action) && draft.reason.trim() === '') problems.reason = 'required';
  else if (draft.reason.length > limits.reasonText) problems.reason = 'tooLong';
  if (draft.meaning.trim() === proposalMeaning) problems.meaning = 'reserved';
  else if (draft.meaning.length > limits.reasonText) problems.meaning = 'tooLong';
  if (asksOutcome(action) && proposal === undefined) {
    const problem = outcomeProblem(draft.outcome, output);
    if (problem !== undefined) problems.outcome = problem;
    if (context.codes.length > 0 && draft.reason_code === '') problems.reason_code = 'required';
  }
  return problems;
}

function outcomeProblem(text: string, output: JsonObject | null): DraftProblem | undefined {
  const check = checkJson(text);
  if (check.kind === 'empty') return 'required';
  if (check.kind !== 'ok') return 'notJson';
  // Deep equality by text: the proposal is that very text.
  return output !== null && text.trim() === JSON.stringify(output, null, 2)
    ? 'unchanged'
    : undefined;
}

/**
 * The body of `POST /records/{id}/interventions`, to be signed where somebody signs; the outcome is the very text
 * that was typed. `previous` is the hash of the newest intervention that was looked at, or the record's without one.
 */
export function bodyOf(
  draft: DraftText,
  context: DraftContext,
  supersedes: string | undefined,
  previous: string,
): string {
  const { action, actor, isUnsigned, proposal } = context;
  const members: string[] = [];
  const add = (name: string, value: unknown) => {
    if (value !== undefined) members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  };
  const said = saidIn(draft, context, supersedes);
  add('action', action);
  if (isUnsigned) add('actor', actor);
  else add('signer', actor?.id);
  add('reason', said.reason);
  add('reason_code', said.reason_code);
  if (asksOutcome(action)) {
    if (proposal === undefined) members.push(`"outcome":${draft.outcome}`);
    else add('outcome', proposal.outcome);
  }
  add('meaning', said.meaning);
  add('evidence_viewed', said.evidence_viewed);
  add('supersedes', said.supersedes);
  add('if_previous', previous);
  return `{${members.join(',')}}`;
}

/** All that an act says besides its outcome; undefined for what it does not. */
export function saidIn(draft: DraftText, context: DraftContext, supersedes: string | undefined) {
  const { proposal } = context;
  const viewed = linesOf(draft.evidence_viewed);
  const orNone = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return {
    reason: orNone(draft.reason),
    reason_code: proposal === undefined ? orNone(draft.reason_code) : undefined,
    meaning: secondWay(draft, context) === 'later' ? proposalMeaning : orNone(draft.meaning),
    evidence_viewed: viewed.length === 0 ? undefined : viewed,
    supersedes: proposal?.id ?? supersedes,
  };
}

/** Problems that are told while somebody types: the others are only once it is sent. */
export function earlyProblems(
  problems: Partial<Record<DraftField, DraftProblem>>,
): Partial<Record<DraftField, DraftProblem>> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, each]) => each !== 'required' && each !== 'unchanged'),
  );
}

/** A draft belongs to one action on one record, or to the intervention that it replaces. */
export function draftKey(
  recordId: string,
  action: InterventionAction,
  supersedes: string | undefined,
): string {
  return recordDraftKey(recordId, action, supersedes ?? '');
}
