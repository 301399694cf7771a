/**
 * Members of a decision that can be asked for: the one list that the filter menu, chips, "Filter by" of a row, saved
 * views, columns and exports go by.
 */
import type { FactValue } from '../contract/oversight.ts';
import type { Profile } from '../contract/profiles.ts';
import { pointer } from '../json-pointer.ts';
import { isOfProfile } from './decision-fields.ts';
import { columnPrefix, groupPrefix } from './field-names.ts';

export interface DecisionMember {
  /** As filters name it. */
  readonly field: string;
  readonly kind: 'values' | 'number' | 'time' | 'text';
  /** JSON Pointer to it in a row of the list of decisions. */
  readonly path: string;
}

/** Members of a profile that are told of each decision; a lab is not told of groups. */
export type ToldProfile = Partial<Pick<Profile['profile'], 'outcome' | 'amount'>> & {
  readonly groups?: readonly { readonly name: string }[] | undefined;
  readonly columns?:
    | readonly { readonly name: string; readonly kind: 'number' | 'text' }[]
    | undefined;
};

const fact = (field: string, kind: DecisionMember['kind']): DecisionMember => ({
  field,
  kind,
  path: `/facts/${field}`,
});
const own = (field: string, kind: DecisionMember['kind']): DecisionMember => ({
  field,
  kind,
  path: `/${field}`,
});
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** In the order that they are offered; with the groups and columns of a profile where one is given. */
export function decisionMembers({ groups = [], columns = [] }: ToldProfile = {}): DecisionMember[] {
  return [
    fact('outcome', 'values'),
    fact('outcome_class', 'values'),
    fact('effect', 'values'),
    fact('effect_class', 'values'),
    fact('version', 'values'),
    ...groups.map(({ name }): DecisionMember => ({
      field: `${groupPrefix}${name}`,
      kind: 'values',
      path: `/facts/groups/${escaped(name)}`,
    })),
    fact('amount', 'number'),
    ...columns.map(({ name, kind }): DecisionMember => ({
      field: `${columnPrefix}${name}`,
      kind: kind === 'number' ? 'number' : 'values',
      path: `/facts/columns/${escaped(name)}`,
    })),
    fact('decided_at', 'time'),
    own('confidence', 'number'),
    own('policy_id', 'values'),
    fact('changed', 'values'),
    fact('reviewed', 'values'),
    own('transaction_id', 'text'),
  ];
}

/** Members that a filter over all models, or over one, can ask for: without its profile nothing is known of its outcomes. */
export function askableMembers(profile: ToldProfile | undefined): DecisionMember[] {
  const hasOutcome = profile !== undefined && profile.outcome !== null;
  const hasAmount = profile === undefined || profile.amount !== null;
  return decisionMembers(profile).filter(({ field }) => {
    if (field === 'amount') return hasAmount;
    if (field === 'outcome' || field === 'effect') return hasOutcome;
    return profile !== undefined || !isOfProfile(field);
  });
}

const readers = new Map<string, (value: unknown) => unknown>();

/** The value of a member in a row; undefined where it has none. */
export function memberValue(row: object, { path }: DecisionMember): FactValue | undefined {
  const read = readers.get(path) ?? pointer(path);
  readers.set(path, read);
  const value = read(row);
  if (value === null || typeof value === 'object') {
    return value === null ? null : { other: true };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
