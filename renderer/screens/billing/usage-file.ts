/** Usage as the rows of a file: what the table shows, each figure under the name that the API has for it. */
import { dimensions } from '../../../shared/billing/volume.ts';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';
import type { UsageGroup } from './usage-groups.ts';

const figures = [
  'sessions',
  'hours',
  'records',
  'gb',
  'operations',
  ...dimensions.map((each) => `${each}_cost` as const),
  'total_cost',
] as const;

/** Names of the columns, and what they hold; `group` is called what is grouped by. */
export const usageFileColumns: readonly (readonly [string, ExportColumnKind])[] = [
  ['group', 'text'],
  ...figures.map((each) => [each, 'number'] as const),
  ['currency', 'text'],
];

export function usageFileRows(groups: readonly UsageGroup[], currency: string): object[] {
  return groups.map(({ costs, cost, ...group }) => ({
    ...group,
    ...Object.fromEntries(dimensions.map((each) => [`${each}_cost`, costs[each]])),
    total_cost: cost,
    currency,
  }));
}
