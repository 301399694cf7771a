/** The name of a group of usage as a person says it. */
import type { Grouping } from '../../../shared/contract/billing.ts';
import { formatLocale } from '../../i18n/index.ts';
import { formatDay } from '../../ui/format.ts';
import type { BillingTranslate } from './price-words.ts';

const months = {
  long: new Intl.DateTimeFormat(formatLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(formatLocale, {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  }),
};
const shortDay = new Intl.DateTimeFormat(formatLocale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `2026-11` as `November 2026`; text that is no month stays as it is. */
export function monthName(month: string, length: 'long' | 'short' = 'long'): string {
  const at = Date.parse(`${month}-01T00:00:00.000Z`);
  return Number.isNaN(at) ? month : months[length].format(at);
}

export function groupName(
  grouping: Grouping,
  group: string,
  t: BillingTranslate,
  length: 'long' | 'short' = 'long',
): string {
  switch (grouping) {
    case 'month':
      return monthName(group, length);
    case 'day':
      return length === 'short' ? shortDay.format(Date.parse(group)) : formatDay(group);
    case 'week':
      return length === 'short' ? group.slice(5) : group.replace('-W', t('usage.weekJoin'));
    case 'model':
      return group === '' ? t('usage.noModel') : group;
    case 'dataset':
      return group;
  }
}
