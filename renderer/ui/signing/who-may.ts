/** Whose signature an act takes, by the permissions of roles: the people who are offered to sign it. */
import type { Person } from '../../../shared/contract/people.ts';

/** People who sign interventions and what policies ask of reviews. */
export function isReviewer({ role }: Person): boolean {
  return role === 'compliance' || role === 'admin';
}

/** People who sign erasures, and what is done with people. */
export function isAdmin({ role }: Person): boolean {
  return role === 'admin';
}
