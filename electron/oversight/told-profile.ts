/** Profiles as the figures tell them. */
import type { Oversight, ProfileBeingApplied } from '../../shared/contract/oversight.ts';
import { outcomeClasses } from '../../shared/contract/profiles.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import type { AppliedProfile } from './applied-profiles.ts';
import type { ReadingProfile } from './model-columns.ts';

/** The profile that figures are by; to a lab without groups. */
export function toldProfile(
  { profileId, n, document }: ReadingProfile,
  {
    showsGroups,
    filling,
  }: { readonly showsGroups: boolean; readonly filling: AppliedProfile['filling'] },
): Oversight['profile'] {
  const { outcome, groups, columns, amount, small_group } = document;
  return {
    profile_id: profileId,
    n,
    outcomes:
      outcome &&
      outcomeClasses.flatMap((name) => outcome[name].map((value) => ({ value, class: name }))),
    groups: showsGroups
      ? groups.map(({ name }) => ({ name, field: `${groupPrefix}${name}` }))
      : null,
    columns: columns.map(({ name, kind }) => ({ name, kind, field: `${columnPrefix}${name}` })),
    currency: amount?.currency ?? null,
    small_group,
    being_applied: toldProgress(filling),
  };
}

/** How far the facts of a newer profile are; null where there is none. */
export function toldProgress(filling: AppliedProfile['filling']): ProfileBeingApplied | null {
  if (filling === undefined) return null;
  const { profileId, n, done, total } = filling;
  return { profile_id: profileId, n, done, all: total };
}
