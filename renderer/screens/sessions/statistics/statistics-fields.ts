/** What a session of statistics may ask about: fields of its grant that the policy does not withhold, and those with bounds. */
import type { DatasetField } from '../../../../shared/contract/datasets.ts';
import type { Grant } from '../../../../shared/contract/grants.ts';
import type { Policy } from '../../../../shared/contract/policies.ts';
import { boundsOf, methodOf } from '../../../ui/policies/field-methods.ts';

export interface StatisticsFields {
  readonly all: readonly DatasetField[];
  /** Fields that groups are made by. */
  readonly keys: readonly string[];
  /** Fields that are summed: between bounds of the policy. */
  readonly measured: readonly string[];
}

export function statisticsFields(
  fields: readonly DatasetField[],
  policy: Policy,
  given: Grant['terms']['fields'],
): StatisticsFields {
  const isGiven = (path: string) =>
    given === null || given.some((each) => path === each || path.startsWith(`${each}.`));
  const all = fields.filter(
    ({ path }) => path !== 'record_id' && isGiven(path) && methodOf(policy, path) !== 'withheld',
  );
  const keys = all
    .filter(({ types }) => types.some((type) => type !== 'object'))
    .map(({ path }) => path);
  return { all, keys, measured: keys.filter((path) => boundsOf(policy, path) !== undefined) };
}
