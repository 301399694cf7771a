/** How the interventions on a record stand to one another: what still counts, and what it waits for. */
import {
  deciding,
  needsOutcome,
  needsReason,
  type CreateIntervention,
  type DecisionInEffect,
  type Intervention,
} from '../../../shared/contract/interventions.ts';
import { isProposal as isProposed, standingSteps } from '../../../shared/decision-in-effect.ts';

export type InterventionAction = CreateIntervention['action'];

/** Actions on a record itself; a retraction is done with an intervention. */
export const recordActions = [
  'approve',
  'override',
  'escalate',
  'annotate',
  'modify',
  'reverse',
] as const satisfies readonly InterventionAction[];
export type RecordAction = (typeof recordActions)[number];

export function asksReason(action: InterventionAction): boolean {
  return needsReason.includes(action);
}

export function asksOutcome(action: InterventionAction): boolean {
  return needsOutcome.includes(action);
}

/** Tells whether an action decides: approves, or puts another output in effect. */
export function decides(action: InterventionAction): boolean {
  return deciding.includes(action);
}

/** A decision on record that waits for a second person, and is not in effect. */
export function isProposal(each: Pick<Intervention, 'action' | 'meaning'>): boolean {
  return decides(each.action) && isProposed(each);
}

/** The words of what an intervention is: a decision that waits for a second person is proposed, not done. */
export function wordOfAct(each: Pick<Intervention, 'action' | 'meaning'>) {
  const { action } = each;
  const isDeciding = action === 'approve' || action === 'modify' || action === 'override';
  return isProposed(each) && (isDeciding || action === 'reverse')
    ? (`proposed.${action}` as const)
    : (`done.${action}` as const);
}

/** The intervention that took another one back, replaced it, or made its proposal the decision. */
export interface Replaced {
  readonly by: Intervention;
  readonly kind: 'retracted' | 'corrected' | 'completed';
}

/** Which interventions no longer count, by id. */
export function replacedOnes(
  interventions: readonly Intervention[],
): ReadonlyMap<string, Replaced> {
  const replaced = new Map<string, Replaced>();
  for (const by of interventions) {
    if (by.supersedes === undefined) continue;
    const target = interventions.find(({ id }) => id === by.supersedes);
    let kind: Replaced['kind'] = by.action === 'retract' ? 'retracted' : 'corrected';
    if (kind === 'corrected' && target !== undefined && isProposal(target) && !isProposal(by)) {
      kind = 'completed';
    }
    replaced.set(by.supersedes, { by, kind });
  }
  return replaced;
}

/**
 * The escalation that waits for a decision; undefined where none does.
 * @param without the intervention that is about to be replaced
 */
export function openEscalation(
  interventions: readonly Intervention[],
  without?: string,
): Intervention | undefined {
  const last = standingSteps(interventions).findLast(
    (each) =>
      each.id !== without &&
      (each.action === 'escalate' || (decides(each.action) && !isProposal(each))),
  );
  return last?.action === 'escalate' ? last : undefined;
}

/** Why an act takes a second person; undefined where one is enough, as far as is known here. */
export function secondNeededFor(
  action: InterventionAction,
  actorId: string | undefined,
  escalation: Intervention | undefined,
  inEffect: Pick<DecisionInEffect, 'second_actor_required'>,
): 'escalation' | 'policy' | undefined {
  if (!decides(action)) return undefined;
  if (inEffect.second_actor_required) return 'policy';
  return escalation !== undefined && actorId === escalation.actor.id ? 'escalation' : undefined;
}

/** The two persons behind a decision: who signed its proposal, or escalated it, counts as the first. */
export function eyesOf(
  each: Intervention,
  before: readonly Intervention[],
): { readonly first: string; readonly second: string } | undefined {
  if (!decides(each.action) || isProposal(each)) return undefined;
  const proposal = before.find(({ id }) => id === each.supersedes);
  if (proposal !== undefined && isProposal(proposal)) return signedByTwo(proposal, each);
  const escalation = openEscalation(before);
  return escalation === undefined || escalation.actor.id === each.actor.id
    ? undefined
    : { first: escalation.actor.id, second: each.actor.id };
}

/** The two who signed, where both did and they are two. */
function signedByTwo(one: Intervention, other: Intervention) {
  const [first, second] = [one.signature?.by, other.signature?.by];
  const areTwo = first !== undefined && second !== undefined && first !== second;
  return areTwo ? { first, second } : undefined;
}
