/** The fields of the dataset that a session can name, with their types. */
import { useMemo } from 'react';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { useDatasetFields } from '../../api/datasets.ts';
import { useDatasetPolicy } from '../../api/policies.ts';
import { readableFields } from './session-fields.ts';

const noFields: readonly DatasetField[] = [];

/** The same array as long as neither the profile nor the policy changes; empty while unknown. */
export function useSessionFields({ dataset_id: id }: Session): readonly DatasetField[] {
  const { data: fields = noFields } = useDatasetFields(id);
  const policy = useDatasetPolicy(id).data?.in_force.policy;
  return useMemo(() => readableFields(fields, policy), [fields, policy]);
}
