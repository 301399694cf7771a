/** The month in three numbers: so far, foreseen, and what the nearest limit leaves. */
import { useTranslation } from 'react-i18next';
import type { SpendingLimit } from '../../../shared/contract/billing.ts';
import type { UpcomingInvoice } from '../../../shared/contract/billing-prices.ts';
import { useLimits } from '../../api/billing.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { formatCount, formatMonth } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { formatMoney } from '../../ui/money/money.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { shortText } from '../../ui/money/nanos-text.ts';
import { Figure } from './figure.tsx';
import { limitEffect } from './limit-effect.ts';
import classes from '../../ui/money/billing.module.css';

export function MonthFigures({ upcoming }: { readonly upcoming: UpcomingInvoice }) {
  const { t } = useTranslation('billing');
  const { account_id: account, month, subtotal, total, tax, currency, forecast } = upcoming;
  const limit = nearestOf(useLimits().data ?? [], account);
  return (
    <dl className={classes.figures}>
      <Figure
        label={t('month.soFar', { month: formatMonth(month, 'long') })}
        value={<MoneyText value={subtotal} currency={currency} headline short />}
      >
        {tax === 0 ? t('month.untaxed') : t('month.taxed', { total: formatMoney(total, currency) })}
      </Figure>
      <Figure
        label={t('month.forecast')}
        value={
          forecast === null ? (
            '–'
          ) : (
            <MoneyText value={forecast.subtotal} currency={currency} headline short />
          )
        }
      >
        {forecast === null
          ? t('month.noForecast')
          : t('month.basis', { count: forecast.days, days: formatCount(forecast.days) })}
      </Figure>
      <Figure
        label={t('month.limit')}
        value={limit === undefined ? '–' : shortText(leftOf(limit), currency)}
      >
        {limit === undefined ? (
          t('month.noLimit')
        ) : (
          <>
            <PlaceLink
              className={classes.link}
              href={billingAddress({ tab: 'limits', mark: limit.limit_id })}
            >
              {t('month.ofLimit', {
                amount: formatMoney(limit.amount, currency),
                mode: t(`mode.${limit.mode}`),
              })}
            </PlaceLink>
            <span className="pd-block">
              {t('month.resets')} <Instant at={limit.reset_at} precision="minute" withZone />
            </span>
          </>
        )}
      </Figure>
    </dl>
  );
}

/** Of the limits on all use of an account, the one that leaves least. */
function nearestOf(limits: readonly SpendingLimit[], account: string): SpendingLimit | undefined {
  const counting = limits.filter(
    (each) => each.dataset_id === null && (each.account_id === null || each.account_id === account),
  );
  return counting.toSorted((one, other) => (leftOf(one) < leftOf(other) ? -1 : 1))[0];
}

function leftOf({ amount, spent }: SpendingLimit): bigint {
  return limitEffect(amount, spent, []).left;
}
