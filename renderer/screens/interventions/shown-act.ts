/** What the dialogs show of the entries that they append: compared with the texts to sign, member by member. */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../../shared/ledger/canonical-json.ts';
import { erasureType, interventionType, isEvidenceId } from '../../../shared/ledger/entries.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { isIdOf, type ShownEntry } from '../../signing/shown-entry.ts';
import { saidIn, type DraftContext, type InterveneDraft } from './intervene-draft.ts';
import { asksOutcome } from './standing.ts';

/** The place that an act takes on its record, as the dialog has it in view. */
export interface ActPlace {
  readonly record: { readonly id: string; readonly hash: string };
  /** Interventions on the record that were looked at. */
  readonly seen: number;
  /** Hash of the newest of them, or of the record. */
  readonly previous: string;
}

/** The outcome from now on; undefined where the act has none. */
export function outcomeOf(
  { outcome }: Pick<InterveneDraft, 'outcome'>,
  { action, proposal }: Pick<DraftContext, 'action' | 'proposal'>,
): JsonObject | undefined {
  if (proposal !== undefined) return proposal.outcome;
  if (!asksOutcome(action)) return undefined;
  const value = parseStrictJson(outcome);
  return isJsonObject(value) ? value : undefined;
}

export function shownAct(
  draft: Omit<InterveneDraft, 'idempotencyKey'>,
  context: DraftContext,
  supersedes: string | undefined,
  { record, seen, previous }: ActPlace,
): ShownEntry {
  const {
    reason,
    reason_code: code,
    meaning,
    evidence_viewed: viewed,
    supersedes: replaced,
  } = saidIn(draft, context, supersedes);
  const outcome = outcomeOf(draft, context);
  return {
    members: {
      type: interventionType,
      id: isIdOf('int'),
      action: context.action,
      actor: context.actor === undefined ? null : { ...context.actor },
      record_id: record.id,
      record_hash: record.hash,
      n: seen + 1,
      previous_hash: previous,
      ...(meaning === undefined ? {} : { meaning }),
      ...(replaced === undefined ? {} : { supersedes: replaced }),
    },
    values: {
      ...(reason === undefined ? {} : { reason }),
      ...(code === undefined ? {} : { reason_code: code }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(viewed === undefined ? {} : { evidence_viewed: viewed }),
    },
  };
}

/** The record that is erased from, or the intervention on it. */
export interface ErasureTarget {
  readonly id: string;
  readonly hash: string;
}

export function shownErasure(
  {
    fields,
    legal_basis: basis,
  }: { readonly fields: readonly string[]; readonly legal_basis: string },
  target: ErasureTarget,
  actor: Actor,
): ShownEntry {
  return {
    members: {
      type: erasureType,
      targets: (value) => isTarget(value, target, fields),
      legal_basis: basis,
      actor: { ...actor },
    },
    values: {},
  };
}

/** Nothing else is erased but what figures and alerts tell of it; the order in which fields are named says nothing. */
function isTarget(value: JsonValue, { id, hash }: ErasureTarget, fields: readonly string[]) {
  const [target, ...others] = Array.isArray(value) ? value : [];
  if (target === undefined || !isJsonObject(target) || !others.every(isOfEvidence)) return false;
  const { fields: named, ...rest } = target;
  if (canonicalJson(rest) !== canonicalJson({ id, hash })) return false;
  return canonicalJson(named ?? null) === canonicalJson(fields.toSorted());
}

function isOfEvidence(target: JsonValue): boolean {
  return isJsonObject(target) && typeof target['id'] === 'string' && isEvidenceId(target['id']);
}
