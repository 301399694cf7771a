/** Has what protected data in a replaced ledger hold in the one that was restored: policies, and ε that was spent. */
import { jsonObjectOf } from '../../shared/contract/json.ts';
import { policySchema, type Policy } from '../../shared/contract/policies.ts';
import type { CreateId } from '../../shared/ids.ts';
import { comparePolicies } from '../../shared/policies/compare.ts';
import { clockActor } from '../access/acting.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import type { Facts } from '../proof/facts.ts';
import type { LostProtection } from './restore-marker.ts';

export interface ProtectingMeans {
  readonly database: WriterDatabase;
  readonly facts: Facts;
  readonly createId: CreateId;
}

/**
 * Withdraws what was withdrawn, publishes at once whatever was tighter, ends the grants whose answers the ledger does not
 * know, with their sessions, and keeps the ε that they spent. Nobody signs that. The caller holds the transaction.
 * @param now an instant: from then on it holds
 */
export function protectAgain(means: ProtectingMeans, lost: LostProtection, now: string): void {
  withdrawAgain(means, lost);
  tighten(means, lost, now);
  endAnswered(means, lost, now);
  const isThere = means.database.prepare<[string]>('SELECT 1 FROM datasets WHERE dataset_id = ?');
  for (const { dataset_id: id, replaced_micro: micro } of lost.replaced_epsilon) {
    if (isThere.get(id) === undefined) continue;
    means.facts.write('datasets', id, { by: clockActor, set: { replaced_micro: micro } });
  }
}

function withdrawAgain({ database, facts }: ProtectingMeans, lost: LostProtection): void {
  const isHeld = database.prepare<[string]>(
    'SELECT 1 FROM policies WHERE policy_id = ? AND withdrawn_at IS NULL',
  );
  for (const { policy_id: id, withdrawn_at: at } of lost.withdrawn_policies) {
    if (isHeld.get(id) === undefined) continue;
    facts.write('policies', id, { by: clockActor, set: { withdrawn_at: at } });
  }
}

/** What is looser in the replaced ledger stays as it is here: it is to be published again, with its notice. */
function tighten(
  { database, facts, createId }: ProtectingMeans,
  lost: LostProtection,
  now: string,
) {
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  for (const { dataset_id: id, policy } of lost.held_policies) {
    const dataset = datasets.find(id);
    const held = dataset && policies.inForce(dataset, now);
    if (dataset === undefined || held === undefined) continue;
    const tighter = tighterOf(held.policy, policySchema.parse(JSON.parse(policy)));
    if (tighter === undefined) continue;
    facts.write('policies', createId('pol'), {
      by: clockActor,
      set: {
        dataset_id: id,
        version: policies.latest(dataset) + 1,
        policy: jsonObjectOf(tighter),
        published_at: now,
        effective_at: now,
      },
    });
  }
}

function tighterOf(held: Policy, replaced: Policy): Policy | undefined {
  return comparePolicies(held, replaced).atOnce;
}

/** Their noise would be drawn again, over rows that may be others: the difference of two such answers has none. */
function endAnswered(
  { database, facts }: ProtectingMeans,
  lost: LostProtection,
  now: string,
): void {
  const isOpen = database.prepare<[string]>(
    "SELECT 1 FROM grants WHERE grant_id = ? AND action IN ('request', 'grant')",
  );
  const sessions = database
    .prepare<[string, string], string>(
      `SELECT s.session_id FROM sessions AS s JOIN grants AS g ON g.number = s."grant"
       WHERE g.grant_id = ? AND s.closed_at IS NULL AND s.revoked_at IS NULL AND s.expires_at > ?
       ORDER BY s.number`,
    )
    .pluck();
  for (const id of lost.answered_grants) {
    if (isOpen.get(id) !== undefined) {
      facts.write('grants', id, { by: clockActor, set: { action: 'revoke' } });
    }
    for (const session of sessions.all(id, now)) {
      facts.write('sessions', session, { by: clockActor, set: { revoked_at: now } });
    }
  }
}
