/** What a role is called; one of a newer server as it says it. */
import type { TFunction } from 'i18next';
import { roles } from '../../shared/contract/access.ts';
import { showHidden } from '../../shared/hidden-text.ts';

export function roleWord(role: string, t: TFunction<'access'>): string {
  const known = roles.find((each) => each === role);
  return known === undefined ? showHidden(role) : t(`role.${known}`);
}
