/** People who were lately enrolled or revoked by somebody at the machine or by an API key: no person signed that. */
import type { Database } from 'better-sqlite3';

export interface UnsignedAct {
  readonly personId: string;
  readonly name: string;
  /** When it was done; RFC 3339. */
  readonly at: string;
  readonly isRevocation: boolean;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const unsignedPeopleStatements = {
  lately: `SELECT p.person_id AS personId, p.name, e.bytes ->> '$.created_at' AS at,
      e.bytes ->> '$.set.revoked_at' IS NOT NULL AS isRevocation
    FROM facts AS f JOIN entries AS e ON e.seq = f.seq JOIN people AS p ON p.person_id = f.row
    WHERE f.table_name = 'people' AND at >= ?
      AND (e.bytes ->> '$.by.id' = 'operator' OR e.bytes ->> '$.by.id' GLOB 'key_*')`,
} as const;

/** Over one connection: those since an instant. The answered function finds them, in no order. */
export function unsignedPeople(database: Database): (since: string) => UnsignedAct[] {
  const lately = database.prepare<
    [string],
    Omit<UnsignedAct, 'isRevocation'> & { readonly isRevocation: 0 | 1 }
  >(unsignedPeopleStatements.lately);
  return (since) =>
    lately.all(since).map((each) => ({ ...each, isRevocation: each.isRevocation === 1 }));
}
