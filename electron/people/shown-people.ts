/** People as the API shows them. */
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { sealedKeySchema, type Person, type SealedKey } from '../../shared/contract/people.ts';
import { People, type StoredPerson } from '../proof/people.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const shownPeopleStatements = {
  sealed: 'SELECT sealed FROM people WHERE person_id = ?',
  makers: `SELECT e.bytes ->> '$.by.id' FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = 'people' AND f.row = ? ORDER BY f.seq`,
} as const;

/** Over one connection. */
export class ShownPeople {
  readonly #people: People;
  readonly #sealed: Statement<[string], string | null>;
  readonly #makers: Statement<[string]>;

  constructor(database: Database) {
    this.#people = new People(database);
    this.#sealed = database.prepare<[string], string | null>(shownPeopleStatements.sealed).pluck();
    this.#makers = database.prepare<[string]>(shownPeopleStatements.makers).pluck();
  }

  find(personId: string): Person | undefined {
    const person = this.#people.find(personId);
    return person && this.#shown(person);
  }

  /** All, in the order of their enrolment. */
  all(): Person[] {
    return this.#people.all().map((person) => this.#shown(person));
  }

  /** The sealed key of a person; undefined where there is none. */
  sealedKey(personId: string): SealedKey | undefined {
    const text = this.#sealed.get(personId) ?? undefined;
    return text === undefined ? undefined : sealedKeySchema.parse(JSON.parse(text));
  }

  #shown(person: StoredPerson): Person {
    const makers = z.array(z.string()).parse(this.#makers.all(person.personId));
    return {
      person_id: person.personId,
      name: person.name,
      role: person.role,
      holder_id: person.holderId,
      account_id: person.accountId,
      key_id: statedKeyId(person.vkey),
      vkey: person.vkey,
      enrolled_at: person.enrolledAt,
      revoked_at: person.revokedAt,
      reason: person.reason,
      is_signed: makers.every((id) => id.startsWith('usr_')),
    };
  }
}
