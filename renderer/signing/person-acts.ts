/** What the dialogs about people show of the entries that they append. */
import type { Role } from '../../shared/contract/access.ts';
import type { Person } from '../../shared/contract/people.ts';
import { factType } from '../../shared/ledger/facts.ts';
import { writtenRole } from '../../shared/ledger/roles.ts';
import { isAboutNow, type ShownEntry, type ShownMembers } from './shown-entry.ts';

/** Who acts, as entries write it; the person at the machine where nobody signs. */
export function actorOf(person: Pick<Person, 'person_id' | 'role'> | undefined): {
  readonly id: string;
  readonly role: string;
} {
  if (person === undefined) return { id: 'operator', role: 'operator' };
  return { id: person.person_id, role: writtenRole(person.role) };
}

type Acting = Pick<Person, 'person_id' | 'role'> | undefined;

function factOf(
  id: string,
  by: Acting,
  set: ShownMembers,
  values: ShownEntry['values'] = {},
): ShownEntry {
  return { members: { type: factType, table: 'people', id, by: actorOf(by), set }, values };
}

export interface Enrolment {
  readonly person_id: string;
  readonly name: string;
  readonly role: Role;
  readonly holder_id?: string;
  readonly account_id?: string;
  readonly vkey: string;
}

export function shownEnrolment(enrolment: Enrolment, by: Acting, now: number): ShownEntry {
  const { person_id: id, name, role, vkey, holder_id: holder, account_id: account } = enrolment;
  const set = {
    role: writtenRole(role),
    vkey,
    enrolled_at: isAboutNow(now),
    ...(holder === undefined ? {} : { holder_id: holder }),
    ...(account === undefined ? {} : { account_id: account }),
  };
  return factOf(id, by, set, { name });
}

export function shownNewKey(person: Pick<Person, 'person_id' | 'role'>, vkey: string): ShownEntry {
  return factOf(person.person_id, person, { vkey });
}

export function shownRevocation(
  personId: string,
  reason: string,
  by: Acting,
  now: number,
): ShownEntry {
  return factOf(personId, by, { revoked_at: isAboutNow(now) }, { reason });
}
