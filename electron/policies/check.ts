/** What is refused of a policy, and of the fields of a grant, before anything is published or asked for. */
import type { FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import {
  policyLimits,
  type FieldRule,
  type GrantKind,
  type Policy,
  type RuleOf,
} from '../../shared/contract/policies.ts';
import { addressAbove, addressesAbove, isInsideOne } from '../../shared/policies/addresses.ts';
import { isMultipleOf, stepsFrom } from '../transformations/number-ranges.ts';
import type { Addresses } from './address.ts';
import { placesOf, stateOfPath } from './places.ts';

const recordId = 'record_id';

export interface PublishedBefore {
  /** Every address that rows of the dataset have. */
  readonly addresses: Addresses;
  /** Every version that was published, withdrawn ones too. */
  readonly versions: readonly Policy[];
}

/** Faults of a policy that its schema takes, each at `fields.<address>` or at another member; empty where it may be. */
export function policyFaults(
  policy: Policy,
  { addresses, versions }: PublishedBefore,
): FieldError[] {
  const named = Object.keys(policy.fields);
  if (addresses.isEmpty) {
    const members = [
      ...(named.length > 0 ? ['fields'] : []),
      ...(policy.entity === null ? [] : ['entity']),
    ];
    return members.map((member) => faultAt(member, 'rows_first'));
  }
  const entity = policy.entity === null ? undefined : addresses.faultOf(policy.entity, 'entity');
  const rules = new Map(Object.entries(policy.fields));
  return [
    ...(entity === undefined ? [] : [entity]),
    ...[...rules].flatMap(
      ([address, rule]) =>
        addressFault(address, rules, addresses) ?? [
          ...ruleFaults(`fields.${address}`, rule),
          ...scaleFaults(address, rule, versions),
        ],
    ),
  ];
}

function addressFault(
  address: string,
  rules: ReadonlyMap<string, FieldRule>,
  addresses: Addresses,
): FieldError | undefined {
  const field = `fields.${address}`;
  if (address === recordId || address.startsWith(`${recordId}.`)) {
    return faultAt(field, 'record_id_rule');
  }
  const above = addressAbove(address, rules);
  return above === undefined
    ? addresses.faultOf(address, field)
    : faultAt(field, 'inside_named', { field: above });
}

function ruleFaults(field: string, rule: FieldRule): FieldError[] {
  return rule.method === 'statistics' ? boundsFaults(field, rule) : [];
}

/** Bounds that a sum can be counted in whole steps between. */
function boundsFaults(field: string, rule: RuleOf<'statistics'>): FieldError[] {
  const { min, max, step } = rule;
  if (min === undefined || max === undefined || step === undefined) {
    const given = (['min', 'max', 'step'] as const).filter((name) => rule[name] !== undefined);
    if (given.length === 0) return [];
    return (['min', 'max', 'step'] as const)
      .filter((name) => !given.includes(name))
      .map((name) => faultAt(`${field}.${name}`, 'required'));
  }
  if (min >= max) return [faultAt(`${field}.max`, 'greater_than_field', { other: 'min' })];
  const uneven = (['min', 'max'] as const).filter((name) => !isMultipleOf(rule[name] ?? 0, step));
  if (uneven.length > 0) {
    return uneven.map((name) => faultAt(`${field}.${name}`, 'multiple_of', { step }));
  }
  const { steps: most } = policyLimits;
  return stepsFrom(min, max, step) > BigInt(most)
    ? [faultAt(`${field}.step`, 'at_most_steps', { maximum: most })]
    : [];
}

/** A field keeps its scale for ever, whichever rule it comes under: two draws of one value would be averaged. */
function scaleFaults(address: string, rule: FieldRule, versions: readonly Policy[]): FieldError[] {
  if (rule.method !== 'noise') return [];
  const scales = versions.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([each, published]) =>
      published.method === 'noise' && overlap(each, address) ? [published.scale] : [],
    ),
  );
  const other = scales.find((scale) => scale !== rule.scale);
  if (other === undefined) return [];
  return [faultAt(`fields.${address}.scale`, 'noise_scale_kept', { value: String(other) })];
}

function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** Faults of the fields that a grant asks for, each at its place: what nobody has, and what the holder withholds. */
export function grantFieldFaults(
  fields: readonly string[],
  policy: Policy,
  kind: GrantKind,
  addresses: Addresses,
): FieldError[] {
  const places = placesOf(policy, kind);
  const isSeen = (address: string) =>
    address === recordId ? kind === 'rows' : stateOfPath(places, address.split('.')) !== 'withheld';
  const offered = addresses.all().filter(isSeen);
  return fields.flatMap((address, index) => {
    const field = `fields.${index}`;
    const unknown = addresses.faultOf(address, field, offered);
    if (unknown !== undefined) return [unknown];
    return isSeen(address) ? [] : [faultAt(field, 'field_withheld', { field: address })];
  });
}

/** Fields that no rule decides about, and which are treated as all that is unlisted: those of values. */
export function undecidedFields({ fields }: Policy, addresses: Addresses): string[] {
  const rules = new Map(Object.entries(fields));
  const all = addresses.all();
  const outer = new Set(all.flatMap((address) => [...addressesAbove(address)]));
  return all.filter(
    (address) =>
      address !== recordId &&
      !outer.has(address) &&
      !rules.has(address) &&
      !isInsideOne(address, rules),
  );
}
