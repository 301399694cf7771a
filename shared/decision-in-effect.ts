/** Which decision counts: the fold of the interventions on a record over the model's own output. */
import type { DecisionInEffect, Intervention } from './contract/interventions.ts';
import type { JsonObject } from './contract/json.ts';

/**
 * The decision in effect after `interventions`, in their order. One that a later one retracts or
 * supersedes does not count; an escalation leaves the output as it is until somebody decides.
 * @param output what the model decided; null where it was erased
 */
export function decisionInEffect(
  output: JsonObject | null,
  interventions: readonly Intervention[],
): DecisionInEffect {
  const replaced = new Set(interventions.map((each) => each.supersedes));
  let inEffect: DecisionInEffect = { status: 'model', output, intervention_id: null };
  for (const each of interventions) {
    if (replaced.has(each.id)) continue;
    switch (each.action) {
      case 'approve':
        inEffect = { ...inEffect, status: 'approved' };
        break;
      case 'modify':
      case 'override':
      case 'reverse':
        inEffect = {
          status: 'changed',
          output: each.outcome ?? null,
          intervention_id: each.id,
        };
        break;
      case 'escalate':
        inEffect = { ...inEffect, status: 'escalated' };
        break;
      case 'annotate':
      case 'retract':
        break;
      default:
        each.action satisfies never;
    }
  }
  return inEffect;
}
