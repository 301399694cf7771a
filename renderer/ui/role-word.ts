/** What a role is called; one of a newer server as it says it. */
import { roles, type Role } from '../../shared/contract/access.ts';
import { showHidden } from '../../shared/hidden-text.ts';

export function roleWord(role: string, t: (key: `role.${Role}`) => string): string {
  const known = roles.find((each) => each === role);
  return known === undefined ? showHidden(role) : t(`role.${known}`);
}
