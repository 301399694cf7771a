/** Erasures that a restore would undo: those of the replaced ledger of what is in the backup, too. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { hasTable, reading } from '../database/ledger-facts.ts';
import type { LostErasure } from './restore-marker.ts';

interface ErasureRow {
  readonly target_id: string;
  readonly fields: string;
  readonly legal_basis: string;
  readonly actor_id: string;
  readonly actor_role: string;
}

const fieldsSchema = z.array(z.string());

/**
 * The erasures in the ledger `present`, in their order, that came after the first `common` entries,
 * with those of their fields that the backup still holds.
 * @throws {DatabaseError} where either cannot be read
 */
export function lostErasures(present: string, copy: string, common: number): LostErasure[] {
  return reading(present, (here) => reading(copy, (there) => lostBetween(here, there, common)));
}

/** How many there are. */
export function countLostErasures(present: Database, copy: Database, common: number): number {
  return lostBetween(present, copy, common).length;
}

function lostBetween(present: Database, copy: Database, common: number): LostErasure[] {
  if (!hasTable(present, 'erasures')) return [];
  const rows = present
    .prepare<[number], ErasureRow>(
      `SELECT target_id, fields, legal_basis, actor_id, actor_role FROM erasures
       WHERE seq >= ? ORDER BY seq`,
    )
    .all(common);
  if (rows.length === 0) return [];
  const held = fieldsHeldIn(copy);
  return rows.flatMap(({ target_id, fields, legal_basis, actor_id: id, actor_role: role }) => {
    const stored = held(target_id);
    const left = fieldsIn(fields).filter((each) => stored.includes(each));
    if (left.length === 0) return [];
    return [{ target_id, fields: left, legal_basis, actor: { id, role } }];
  });
}

/** None where the row was damaged: that is for verification to tell. */
function fieldsIn(text: string): string[] {
  try {
    return fieldsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** What a copy holds of the values of a record or of an intervention. */
function fieldsHeldIn(copy: Database): (id: string) => string[] {
  const tables = ['records', 'interventions'].filter((name) => hasTable(copy, name));
  const queries = tables.map((table) =>
    copy
      .prepare<[string], string>(
        `SELECT field FROM payloads WHERE seq = (SELECT seq FROM ${table} WHERE id = ?)`,
      )
      .pluck(),
  );
  return (id) => queries.flatMap((query) => query.all(id));
}
