/** The entries that publishing or withdrawing a policy appends, as their dialogs show them. */
import { jsonObjectOf } from '../../../../shared/contract/json.ts';
import type { Policy } from '../../../../shared/contract/policies.ts';
import type { PolicyVersion } from '../../../../shared/contract/policy-routes.ts';
import type { Actor } from '../../../../shared/ledger/entry-members.ts';
import { factType } from '../../../../shared/ledger/facts.ts';
import { comparePolicies, type Change } from '../../../../shared/policies/compare.ts';
import { isAboutNow, isIdOf, type ShownEntry } from '../../../signing/shown-entry.ts';

const hourMs = 3_600_000;

/** A publication: changes with their direction, versions with the hours until they hold. */
export interface Publication {
  readonly changes: readonly Change[];
  readonly versions: readonly {
    readonly version: number;
    readonly policy: Policy;
    readonly hours: number;
  }[];
}

/** The same split that the engine makes; `held` is in force, undefined for a draft. */
export function publicationOf(
  policy: Policy,
  { held, latest }: { readonly held: Policy | undefined; readonly latest: number },
): Publication {
  if (held === undefined) return { changes: [], versions: [{ version: 1, policy, hours: 0 }] };
  const { changes, atOnce, announced } = comparePolicies(held, policy);
  const hours = held.notice_hours;
  // Without notice there is one version and not two.
  const first = hours === 0 && announced !== undefined ? undefined : atOnce;
  const parts = [
    ...(first === undefined ? [] : [{ policy: first, hours: 0 }]),
    ...(announced === undefined ? [] : [{ policy: announced, hours }]),
  ];
  return { changes, versions: parts.map((each, at) => ({ ...each, version: latest + 1 + at })) };
}

/** The entries of a publication: what was announced before gives way, then each version. */
export function shownPublication(
  datasetId: string,
  { versions }: Publication,
  {
    actor,
    now,
    announced,
  }: {
    readonly actor: Actor;
    readonly now: number;
    readonly announced: PolicyVersion | null;
  },
): ShownEntry[] {
  const published = versions.map(({ version, policy, hours }) => ({
    members: {
      type: factType,
      table: 'policies',
      id: isIdOf('pol'),
      by: { ...actor },
      set: {
        dataset_id: datasetId,
        version,
        policy: jsonObjectOf(policy),
        published_at: isAboutNow(now),
        effective_at: isAboutNow(now + hours * hourMs),
      },
    },
    values: {},
  }));
  return [...(announced === null ? [] : [shownWithdrawal(announced, actor, now)]), ...published];
}

/** The entry of a withdrawal. */
export function shownWithdrawal(
  { policy_id: id }: PolicyVersion,
  actor: Actor,
  now: number,
): ShownEntry {
  return {
    members: {
      type: factType,
      table: 'policies',
      id,
      by: { ...actor },
      set: { withdrawn_at: isAboutNow(now) },
    },
    values: {},
  };
}
