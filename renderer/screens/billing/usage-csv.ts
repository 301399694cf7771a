/** Usage as rows of a CSV file: what the table shows, with its last row of totals. */
import type { AggregatedUsage, Grouping } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import type { CsvValue } from '../../ui/csv.ts';
import type { UsageGroup } from './usage-groups.ts';

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

export function usageCsv(
  usage: AggregatedUsage,
  groups: readonly UsageGroup[],
  grouping: Grouping,
): CsvTable {
  const { metrics, costs } = usage;
  return {
    columns: [
      grouping,
      'sessions',
      'hours',
      'records',
      'gb',
      'operations',
      ...dimensions.map((each) => `${each}_cost`),
      'total_cost',
      'currency',
    ],
    rows: [
      ...groups.map((each) => [
        each.group,
        each.sessions,
        each.hours,
        each.records,
        each.gb,
        each.operations,
        ...dimensions.map((dimension) => each.costs[dimension]),
        each.cost,
        costs.currency,
      ]),
      [
        'total',
        metrics.total_sessions,
        metrics.total_hours,
        metrics.total_records,
        metrics.total_gb,
        metrics.total_operations,
        ...dimensions.map((dimension) => costs[`${dimension}_cost`]),
        costs.total_cost,
        costs.currency,
      ],
    ],
  };
}
