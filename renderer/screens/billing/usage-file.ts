/** Usage as the rows of a file: what the table shows, each figure kept by the name that the API has for it. */
import type { TFunction } from 'i18next';
import type { Grouping } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { fileColumn, type FileColumn } from '../../ui/list/table-tools.ts';
import type { BillingTranslate } from '../../ui/money/price-words.ts';
import type { UsageGroup } from './usage-groups.ts';

const sums = ['sessions', 'hours', 'records', 'gb', 'operations'] as const;

/** The columns of a file: `group` is called what is grouped by. */
export function usageFileColumns(
  t: BillingTranslate,
  field: TFunction<'tables', 'file'>,
  grouping: Grouping,
): FileColumn[] {
  return [
    fileColumn('group', t(`grouping.${grouping}`), '/group'),
    ...sums.map((each) => fileColumn(each, t(`usage.${each}`), `/${each}`, 'number')),
    ...dimensions.map((each) =>
      fileColumn(`${each}_cost`, t(`cost.${each}`), `/${each}_cost`, 'number'),
    ),
    fileColumn('total_cost', t('usage.totalCost'), '/total_cost', 'number'),
    fileColumn('currency', field('currency'), '/currency'),
  ];
}

export function usageFileRows(groups: readonly UsageGroup[], currency: string): object[] {
  return groups.map(({ costs, cost, ...group }) => ({
    ...group,
    ...Object.fromEntries(dimensions.map((each) => [`${each}_cost`, costs[each]])),
    total_cost: cost,
    currency,
  }));
}
