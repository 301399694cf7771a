/** What an intervention must keep to besides its own form: the interventions before it. */
import type { CreateIntervention } from '../../shared/contract/interventions.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import type { InterventionRow } from '../ledger/intervention-texts.ts';

/** The actions that decide what was escalated. */
const deciding: readonly string[] = ['approve', 'modify', 'override', 'reverse'];

/**
 * Refuses what does not follow from the interventions on the record, in their order.
 * @throws {ApiError} `validation_error` for a `supersedes` that names none of them, `conflict` for
 *   one that no longer stands, or for a decision on an escalation by who escalated alone
 */
export function checkIntervention(
  body: CreateIntervention,
  before: readonly InterventionRow[],
): void {
  checkSuperseded(body, before);
  if (deciding.includes(body.action)) checkFourEyes(body, before);
}

function checkSuperseded({ supersedes }: CreateIntervention, before: readonly InterventionRow[]) {
  if (supersedes === undefined) return;
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
}

/** What was escalated takes a second pair of eyes. */
function checkFourEyes(body: CreateIntervention, before: readonly InterventionRow[]): void {
  const replaced = new Set([...before.map((each) => each.supersedes), body.supersedes]);
  const standing = before.filter((each) => !replaced.has(each.id));
  const last = standing.findLast(
    (each) => each.action === 'escalate' || deciding.includes(each.action),
  );
  if (last?.action !== 'escalate') return;
  const others = [body.actor.id, body.second_actor?.id].filter(
    (id) => id !== undefined && id !== last.actor_id,
  );
  if (others.length > 0) return;
  throw new ApiError(
    'conflict',
    `The record was escalated by ${last.actor_id}: somebody else must decide it, or second the decision.`,
    {
      fields: [{ field: 'second_actor', message: `must be another person than ${last.actor_id}` }],
    },
  );
}
