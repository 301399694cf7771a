/** How each field of a dataset leaves under a policy. */
import type { FieldRule, Policy, PolicyMethod } from '../../../shared/contract/policies.ts';

/** How a field leaves: by its own rule, by that of what it is inside of, or as all that no rule names. */
export function methodOf(policy: Policy, path: string): PolicyMethod {
  const rules = new Map<string, FieldRule>(Object.entries(policy.fields));
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const rule = rules.get(path.slice(0, end));
    if (rule !== undefined) return rule.method;
  }
  // A field that rules lie inside of is seen in parts.
  const isOpened = [...rules.keys()].some((each) => each.startsWith(`${path}.`));
  return isOpened ? 'clear' : policy.unlisted;
}

/** Tells whether sessions of rows see nothing of a field. */
export function isWithheld(policy: Policy, path: string): boolean {
  const method = methodOf(policy, path);
  return method === 'withheld' || method === 'statistics';
}
