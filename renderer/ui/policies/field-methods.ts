/** How each field of a dataset leaves under a policy. */
import type { FieldRule, Policy, PolicyMethod } from '../../../shared/contract/policies.ts';
import { addressAbove } from '../../../shared/policies/addresses.ts';

/** How a field leaves: by its own rule, by that of what it is inside of, or as all that no rule names. */
export function methodOf(policy: Policy, path: string): PolicyMethod {
  const rule = ruleAt(policy, path);
  if (rule !== undefined) return rule.method;
  // A field that rules lie inside of is seen in parts.
  const isOpened = Object.keys(policy.fields).some((each) => each.startsWith(`${path}.`));
  return isOpened ? 'clear' : policy.unlisted;
}

/** The rule of a field, or of what it is inside of. */
function ruleAt({ fields }: Policy, path: string): FieldRule | undefined {
  const rules = new Map(Object.entries(fields));
  return rules.get(path) ?? rules.get(addressAbove(path, rules) ?? path);
}

/** The bounds between which a field is summed in statistics; undefined of one that is not. */
export function boundsOf(
  policy: Policy,
  path: string,
): { readonly min: number; readonly max: number; readonly step: number } | undefined {
  const rule = ruleAt(policy, path);
  if (rule?.method !== 'statistics') return undefined;
  const { min, max, step } = rule;
  return min === undefined || max === undefined || step === undefined
    ? undefined
    : { min, max, step };
}

/** Tells whether sessions of rows see nothing of a field. */
export function isWithheld(policy: Policy, path: string): boolean {
  const method = methodOf(policy, path);
  return method === 'withheld' || method === 'statistics';
}
