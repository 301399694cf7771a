/** What holds among people who sign: who enrols, who is the only one, what the person at the machine may do alone. */
import type { Person } from '../../../../shared/contract/people.ts';
import { isAdmin } from '../../../ui/signing/who-may.ts';

export function isInForce({ revoked_at: revoked }: Person): boolean {
  return revoked === null;
}

/** The administrators in force. */
export function adminsOf(people: readonly Person[]): readonly Person[] {
  return people.filter((person) => isInForce(person) && isAdmin(person));
}

/**
 * Tells whether the person at the machine may revoke somebody without a signature: while there is no
 * administrator, and the only one; so nobody is locked out by a lost passphrase.
 */
export function mayRevokeUnsigned(person: Person, people: readonly Person[]): boolean {
  const admins = adminsOf(people);
  return admins.length === 0 || (admins.length === 1 && admins[0]?.person_id === person.person_id);
}
