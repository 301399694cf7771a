/** Roles as entries write them: those of API keys, but for `compliance_officer`. */
import { roles, type Role } from '../contract/access.ts';

/** A role as entries write it. */
export function writtenRole(role: Role): string {
  return role === 'compliance' ? 'compliance_officer' : role;
}

/** The role that an entry names; undefined for what is none. */
export function roleOf(written: string): Role | undefined {
  return roles.find((each) => writtenRole(each) === written);
}
