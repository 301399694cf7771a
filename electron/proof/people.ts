/** People who sign, as their facts have them. */
import type { Database, Statement } from 'better-sqlite3';
import type { PersonRole } from '../../shared/contract/access.ts';
import { roleOf } from '../../shared/ledger/roles.ts';

/** Every statement, by name, so that a test can read the plan of each. */
const columns = `person_id, name, role, holder_id, account_id, vkey, enrolled_at, revoked_at, reason`;
export const peopleStatements = {
  one: `SELECT ${columns} FROM people WHERE person_id = ?`,
  all: `SELECT ${columns} FROM people ORDER BY number`,
  keysEver: `SELECT f.row AS personId, e.bytes ->> '$.set.vkey' AS vkey
    FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = 'people' AND vkey IS NOT NULL`,
  inForce: `SELECT ${columns} FROM people WHERE revoked_at IS NULL ORDER BY number`,
} as const;

interface Row {
  readonly person_id: string;
  readonly name: string;
  /** As entries write it. */
  readonly role: string;
  readonly holder_id: string | null;
  readonly account_id: string | null;
  readonly vkey: string;
  readonly enrolled_at: string;
  readonly revoked_at: string | null;
  readonly reason: string | null;
}

/** A person, revoked or in force. */
export interface StoredPerson {
  readonly personId: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly holderId: string | null;
  readonly accountId: string | null;
  /** Of the key in force. */
  readonly vkey: string;
  readonly enrolledAt: string;
  readonly revokedAt: string | null;
  readonly reason: string | null;
}

/** Over one connection. */
export class People {
  readonly #one: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #inForce: Statement<[], Row>;
  readonly #keysEver: Statement<[], { readonly personId: string; readonly vkey: string }>;

  constructor(database: Database) {
    this.#one = database.prepare(peopleStatements.one);
    this.#all = database.prepare(peopleStatements.all);
    this.#inForce = database.prepare(peopleStatements.inForce);
    this.#keysEver = database.prepare(peopleStatements.keysEver);
  }

  find(personId: string): StoredPerson | undefined {
    const row = this.#one.get(personId);
    return row && personOf(row)[0];
  }

  /** All, in the order of their enrolment. */
  all(): StoredPerson[] {
    return this.#all.all().flatMap(personOf);
  }

  /** Every verifier key that was ever somebody's. */
  keysEver(): { readonly personId: string; readonly vkey: string }[] {
    return this.#keysEver.all();
  }

  /** Those who are not revoked. */
  inForce(): StoredPerson[] {
    return this.#inForce.all().flatMap(personOf);
  }
}

/** A row with a role that there is not was altered: it is nobody's. */
function personOf(row: Row): StoredPerson[] {
  const role = roleOf(row.role);
  if (role === undefined) return [];
  return [
    {
      personId: row.person_id,
      name: row.name,
      role,
      holderId: row.holder_id,
      accountId: row.account_id,
      vkey: row.vkey,
      enrolledAt: row.enrolled_at,
      revokedAt: row.revoked_at,
      reason: row.reason,
    },
  ];
}
