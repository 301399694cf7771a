/** The name of a group of usage as a person says it. */
import type { Grouping } from '../../../shared/contract/billing.ts';
import { formatDay, formatMonth, formatShortDay } from '../../ui/format.ts';
import type { BillingTranslate } from '../../ui/money/price-words.ts';

export function groupName(
  grouping: Grouping,
  group: string,
  t: BillingTranslate,
  length: 'long' | 'short' = 'long',
): string {
  switch (grouping) {
    case 'month':
      return formatMonth(group, length);
    case 'day':
      return length === 'short' ? formatShortDay(group) : formatDay(group);
    case 'week':
      return length === 'short' ? group.slice(5) : group.replace('-W', t('usage.weekJoin'));
    case 'model':
      return group === '' ? t('usage.noModel') : group;
    case 'dataset':
      return group;
  }
}
