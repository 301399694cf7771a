/** The fields that a session can name: those of the dataset without what its policy withholds. */
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { Policy } from '../../../shared/contract/policies.ts';
import { isWithheld } from '../../ui/policies/field-methods.ts';

/** @param policy the one in force; undefined while it is not known */
export function readableFields(
  fields: readonly DatasetField[],
  policy: Policy | undefined,
): DatasetField[] {
  if (policy === undefined) return [...fields];
  // Each row has its id, whatever the policy says of fields.
  return fields.filter(({ path }) => path === 'record_id' || !isWithheld(policy, path));
}
