/** What the holder of a dataset is deciding about its fields: the policy as it would be published, and the fields one by one. */
import type { DatasetAnalysis, FieldAnalysis } from '../../../../shared/contract/analysis.ts';
import type { DatasetField } from '../../../../shared/contract/datasets.ts';
import { jsonObjectOf } from '../../../../shared/contract/json.ts';
import { policySchema, type FieldRule, type Policy } from '../../../../shared/contract/policies.ts';
import type { DatasetPolicy } from '../../../../shared/contract/policy-routes.ts';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import { addressAbove } from '../../../../shared/policies/addresses.ts';

/** A policy that is being written, upon the latest version. */
export interface PolicyDraft {
  readonly policy: Policy;
  /** The latest version when it was begun; 0 of a dataset without one. */
  readonly basedOn: number;
}

/** Begins with what will hold: the version that is announced, or the one in force; nothing is decided before. */
export function draftOf(published: DatasetPolicy | undefined): PolicyDraft {
  if (published === undefined) return { policy: policySchema.parse({}), basedOn: 0 };
  const { in_force: held, announced, latest } = published;
  return { policy: (announced ?? held).policy, basedOn: latest };
}

export function isSamePolicy(one: Policy, other: Policy): boolean {
  return canonicalJson(jsonObjectOf(one)) === canonicalJson(jsonObjectOf(other));
}

/** The policy with another rule for a field; without a rule nothing is decided about it. */
export function withRule(policy: Policy, address: string, rule: FieldRule | undefined): Policy {
  const rules = new Map(Object.entries(policy.fields));
  if (rule === undefined) rules.delete(address);
  else rules.set(address, rule);
  return { ...policy, fields: Object.fromEntries(rules) };
}

/** The policy with what is proposed for fields that nobody decided about; what was decided stays. */
export function withProposals(policy: Policy, { fields, entity }: DatasetAnalysis): Policy {
  const rules = new Map(Object.entries(policy.fields));
  for (const { address, proposal } of fields) {
    const isOpened = [...rules.keys()].some((each) => each.startsWith(`${address}.`));
    const isDecided = rules.has(address) || addressAbove(address, rules) !== undefined;
    if (!isDecided && !isOpened) rules.set(address, proposal);
  }
  return { ...policy, entity: policy.entity ?? entity, fields: Object.fromEntries(rules) };
}

/** A field, or several together that one rule names. */
export interface FieldRow {
  readonly address: string;
  readonly rule: FieldRule | undefined;
  /** The field that it lies inside of, whose rule covers it. */
  readonly inside: string | undefined;
  /** What the analysis found; undefined for a rule of several fields, and before an analysis. */
  readonly found: FieldAnalysis | undefined;
}

const recordId = 'record_id';

/** Every field of values, and every rule that names another; as the rows have them, those of rules alone in front. */
export function fieldRows(
  { fields }: Policy,
  analysis: DatasetAnalysis | null,
  known: readonly DatasetField[],
): FieldRow[] {
  const rules = new Map(Object.entries(fields));
  const found = new Map(analysis?.fields.map((each) => [each.address, each]));
  const ofRows = known
    .filter(({ types }) => types.some((type) => type !== 'object' && type !== 'array'))
    .map(({ path }) => path);
  const addresses = new Set([...found.keys(), ...ofRows]);
  const ofRules = [...rules.keys()].filter((address) => !addresses.has(address));
  return [...ofRules, ...addresses]
    .filter((address) => address !== recordId)
    .map((address) => ({
      address,
      rule: rules.get(address),
      inside: addressAbove(address, rules),
      found: found.get(address),
    }));
}

/** Nobody decided about it: it is treated as all that is unlisted. */
export function isUndecided({ rule, inside }: FieldRow): boolean {
  return rule === undefined && inside === undefined;
}

/** Tells whether its treatment is another than before. */
export function isChanged({ address, rule }: FieldRow, before: Policy): boolean {
  const was = new Map(Object.entries(before.fields)).get(address);
  const textOf = (each: FieldRule | undefined) =>
    each === undefined ? '' : canonicalJson(jsonObjectOf(each));
  return textOf(rule) !== textOf(was);
}

const quasiClasses: ReadonlySet<string> = new Set(['age', 'date', 'place', 'postcode']);

/** Fields that others could know a person by, as far as what they are tells. */
export function likelyKnown({ asked, fields }: DatasetAnalysis): string[] {
  if (asked.quasi_identifiers.length > 0) return asked.quasi_identifiers;
  return fields.filter((each) => quasiClasses.has(each.class ?? '')).map(({ address }) => address);
}
