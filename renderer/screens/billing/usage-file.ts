/** Usage as its table and a file hold it: each figure by the name that the API has for it. */
import type { Dimension } from '../../../shared/billing/volume.ts';
import type { UsageGroup } from './usage-groups.ts';

export type UsageRow = Omit<UsageGroup, 'cost' | 'costs'> &
  Readonly<Record<`${Dimension}_cost` | 'total_cost', number>> & { readonly currency: string };

export function usageRows(groups: readonly UsageGroup[], currency: string): UsageRow[] {
  return groups.map(({ costs, cost, ...group }) => ({
    ...group,
    time_cost: costs.time,
    record_cost: costs.record,
    data_cost: costs.data,
    operation_cost: costs.operation,
    total_cost: cost,
    currency,
  }));
}
