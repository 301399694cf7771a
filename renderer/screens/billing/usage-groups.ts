/** The rows of a usage breakdown as the chart and the table show them. */
import type { AggregatedUsage, Grouping } from '../../../shared/contract/billing.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import { addDays, isoWeek, monthOf } from '../../../shared/billing/calendar.ts';
import type { Days } from './periods.ts';

export interface UsageGroup {
  readonly group: string;
  readonly sessions: number;
  readonly hours: number;
  readonly records: number;
  readonly gb: number;
  readonly operations: number;
  readonly cost: number;
  readonly costs: Readonly<Record<Dimension, number>>;
}

/** Columns that a chart draws; more would be thinner than a pixel. */
const mostColumns = 400;

/** The groups of an answer; datasets and models the dearest first, periods in their order. */
export function groupsOf(usage: AggregatedUsage, grouping: Grouping): UsageGroup[] {
  const groups = (usage.breakdown ?? []).map((each) => ({
    ...each,
    costs: {
      time: each.time_cost,
      record: each.record_cost,
      data: each.data_cost,
      operation: each.operation_cost,
    },
  }));
  const isPeriod = grouping === 'day' || grouping === 'week' || grouping === 'month';
  return groups.toSorted((one, other) => {
    if (!isPeriod) return other.cost - one.cost;
    return one.group < other.group ? -1 : 1;
  });
}

function emptyGroup(group: string): UsageGroup {
  return {
    group,
    sessions: 0,
    hours: 0,
    records: 0,
    gb: 0,
    operations: 0,
    cost: 0,
    costs: { time: 0, record: 0, data: 0, operation: 0 },
  };
}

function periodOf(grouping: Grouping, day: string): string {
  if (grouping === 'week') return isoWeek(day);
  return grouping === 'month' ? monthOf(day).slice(0, 7) : day;
}

/** Periods without usage too, so that a chart's axis has no gaps; other groups as they are. */
export function wholeAxis(
  groups: readonly UsageGroup[],
  grouping: Grouping,
  days: Days,
): readonly UsageGroup[] {
  if (grouping === 'dataset' || grouping === 'model') return groups;
  const known = new Map(groups.map((each) => [each.group, each]));
  const axis: UsageGroup[] = [];
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    const name = periodOf(grouping, day);
    if (axis.at(-1)?.group === name) continue;
    axis.push(known.get(name) ?? emptyGroup(name));
    if (axis.length > mostColumns) return groups.slice(-mostColumns);
  }
  return axis;
}
