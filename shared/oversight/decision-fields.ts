/** Names of what a filter over decisions can ask for (docs/oversight.md, "Filter"). */
import { columnPrefix, groupPrefix } from './field-names.ts';

/** Fields that mean the same of every model. */
export const commonFields = [
  'amount',
  'changed',
  'confidence',
  'created_at',
  'decided_at',
  'decided_from',
  'effect_class',
  'model_id',
  'outcome_class',
  'policy_id',
  'reviewed',
  'sampled',
  'transaction_id',
] as const;
/** Fields whose values mean something within a profile. */
export const profileFields = ['effect', 'outcome', 'version'] as const;

export function isGroup(field: string): boolean {
  return field.startsWith(groupPrefix);
}

/** Tells whether a field means something only within one model. */
export function isOfProfile(field: string): boolean {
  return (
    isGroup(field) || field.startsWith(columnPrefix) || profileFields.some((each) => each === field)
  );
}

/** Tells whether a filter or an order can name a field at all. */
export function isDecisionField(field: string): boolean {
  return commonFields.some((each) => each === field) || isOfProfile(field);
}
