/** Roles as entries write them: those of API keys, but for `compliance_officer`. */
import { personRoles, type PersonRole, type Role } from '../contract/access.ts';

/** A role as entries write it. */
export function writtenRole(role: Role): string {
  return role === 'compliance' ? 'compliance_officer' : role;
}

/** The role of a person that an entry names; undefined for what is none. */
export function roleOf(written: string): PersonRole | undefined {
  return personRoles.find((each) => writtenRole(each) === written);
}
