/** What protected data in a ledger that a restore replaces, and would be looser or unspent in the copy. */
import type { Database } from 'better-sqlite3';
import { hasTable, reading } from '../database/ledger-facts.ts';
import { heldVersion } from '../policies/held-version.ts';
import type { LostProtection } from './restore-marker.ts';

export const nothingProtected: LostProtection = {
  held_policies: [],
  withdrawn_policies: [],
  replaced_epsilon: [],
  answered_grants: [],
};

/**
 * The policies that hold in `present`, those that were withdrawn there, the ε that answers spent there beyond the copy, and
 * the grants that gave these answers.
 * @param now an instant
 * @throws {DatabaseError} where either cannot be read
 */
export function lostProtection(present: string, copy: string, now: string): LostProtection {
  return reading(present, (here) =>
    reading(copy, (there) => ({ ...policiesOf(here, now), ...spentBetween(here, there) })),
  );
}

type Policies = Pick<LostProtection, 'held_policies' | 'withdrawn_policies'>;

function policiesOf(present: Database, now: string): Policies {
  if (!hasTable(present, 'policies')) return { held_policies: [], withdrawn_policies: [] };
  const held = present
    .prepare<[string], { dataset_id: string; policy: string }>(
      `SELECT d.dataset_id, p.policy FROM datasets AS d
         JOIN policies AS p ON p.number = ${heldVersion('number', 'd.number', '?')} ORDER BY d.number`,
    )
    .all(now);
  const withdrawn = present
    .prepare<[], Policies['withdrawn_policies'][number]>(
      `SELECT policy_id, withdrawn_at FROM policies WHERE withdrawn_at IS NOT NULL ORDER BY number`,
    )
    .all();
  return { held_policies: held, withdrawn_policies: withdrawn };
}

interface Spent {
  readonly grant_id: string;
  readonly dataset_id: string;
  readonly spent: number;
}

/** By grant; none where grants have no ε yet. */
function spentIn(database: Database): Spent[] {
  if (!hasColumn(database, 'grants', 'spent_micro')) return [];
  return database
    .prepare<[], Spent>(
      `SELECT g.grant_id, d.dataset_id, g.spent_micro AS spent FROM grants AS g
         JOIN datasets AS d ON d.number = g.dataset WHERE g.kind = 'statistics' ORDER BY g.number`,
    )
    .all();
}

/** What restores took before, by dataset. */
function replacedIn(database: Database): Map<string, number> {
  if (!hasColumn(database, 'datasets', 'replaced_micro')) return new Map();
  return new Map(
    database
      .prepare<[], [string, number]>(
        'SELECT dataset_id, replaced_micro FROM datasets WHERE replaced_micro IS NOT NULL',
      )
      .raw()
      .all(),
  );
}

function hasColumn(database: Database, table: string, column: string): boolean {
  const found = database.prepare<[string, string], number>(
    'SELECT 1 FROM pragma_table_info(?) WHERE name = ?',
  );
  return found.get(table, column) !== undefined;
}

type SpentBetween = Pick<LostProtection, 'replaced_epsilon' | 'answered_grants'>;

function spentBetween(present: Database, copy: Database): SpentBetween {
  const held = new Map(spentIn(copy).map((each) => [each.grant_id, each.spent]));
  const answered = spentIn(present).filter(
    ({ grant_id: id, spent }) => spent > (held.get(id) ?? 0),
  );
  const [before, there] = [replacedIn(present), replacedIn(copy)];
  const lost = new Map<string, number>();
  const add = (id: string, micro: number) => lost.set(id, (lost.get(id) ?? 0) + micro);
  for (const { grant_id: id, dataset_id: dataset, spent } of answered) {
    add(dataset, spent - (held.get(id) ?? 0));
  }
  for (const [id, micro] of before) add(id, Math.max(0, micro - (there.get(id) ?? 0)));
  return {
    replaced_epsilon: [...lost]
      .filter(([, micro]) => micro > 0)
      .map(([id, micro]) => ({ dataset_id: id, replaced_micro: micro + (there.get(id) ?? 0) })),
    answered_grants: answered.map((each) => each.grant_id),
  };
}
