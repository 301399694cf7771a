/** People as words: names with what cannot be seen made visible, roles, initials. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../shared/contract/people.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { roleOf } from '../../../shared/ledger/roles.ts';
import { usePeople } from '../../api/people.ts';

export function usePersonWords(): (person: Pick<Person, 'name' | 'role'>) => {
  readonly name: string;
  readonly role: string;
} {
  const { t } = useTranslation('signing');
  return ({ name, role }) => ({ name: showHidden(name), role: t(`role.${role}`) });
}

/** The name of a person by their id; undefined for who is not enrolled, or for who may not read the names. */
function usePersonNames(): (id: string) => string | undefined {
  const people = usePeople().data?.data;
  return useCallback((id) => people?.find(({ person_id: each }) => each === id)?.name, [people]);
}

/** Calls somebody who acted by the name of a person, else by the id as it stands in the entry. */
export function useActorNames(): (id: string) => string {
  const { t } = useTranslation('signing');
  const nameOf = usePersonNames();
  return useCallback(
    (id) => (id === 'operator' ? t('atMachine') : showHidden(nameOf(id) ?? id)),
    [nameOf, t],
  );
}

/** Calls the role of somebody who acted by its word; one that a program made up as it stands in the entry. */
export function useActorRoles(): (written: string) => string {
  const { t } = useTranslation('signing');
  return (written) => {
    const role = written === 'operator' ? written : roleOf(written);
    return role === undefined ? showHidden(written) : t(`role.${role}`);
  };
}

/** Up to two letters of a name: of its first and its last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word = '') => [...word.matchAll(/\p{L}|\p{N}/gu)][0]?.[0] ?? '');
  return letters.join('').toUpperCase();
}
