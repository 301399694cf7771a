/** The terms of a spending limit in words. */
import { useTranslation } from 'react-i18next';
import { type ChangeLimit, type SpendingLimit } from '../../../shared/contract/billing.ts';
import type { StateLine } from '../../ui/form/use-meanwhile.ts';
import { formatMoney, workspaceCurrency } from '../../ui/money/money.ts';

/** Members of a limit that can be changed. */
export function termsOf(limit: SpendingLimit): ChangeLimit {
  const { period, mode, amount, alert_thresholds, auto_suspend } = limit;
  return { period, mode, amount, alert_thresholds, auto_suspend };
}

/** Every term with its name, always in the same order. */
export function useLimitWords(): (terms: ChangeLimit) => StateLine[] {
  const { t } = useTranslation(['billing', 'common']);
  return (terms) => [
    { label: t('limitForm.period'), text: t(`span.${terms.period}`) },
    {
      label: t('limitForm.amount', { currency: workspaceCurrency() }),
      text: formatMoney(terms.amount, workspaceCurrency()),
    },
    { label: t('limitForm.mode'), text: t(`mode.${terms.mode}`) },
    {
      label: t('limitForm.alerts'),
      text: terms.alert_thresholds.join(', ') || t('meanwhile.none', { ns: 'common' }),
    },
    {
      label: t('limitForm.suspend'),
      text: t(terms.auto_suspend ? 'yes' : 'no', { ns: 'common' }),
    },
  ];
}
