/** The prices that an account has: its rate card in words, and the one that comes next. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AssignedRateCard } from '../../../shared/contract/billing-prices.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAccountRateCard, useWithdrawRateCard } from '../../api/billing-prices.ts';
import { formatMonth } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import classes from '../../ui/money/billing.module.css';
import { CardPairs, Pair } from './card-pairs.tsx';
import { useMay } from '../../api/capabilities.ts';
import { notify } from '../../state/notices.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';

export function PricesOfAccount({ account }: { readonly account: string }) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const query = useAccountRateCard(account);
  const withdrawing = useWithdrawRateCard();
  const withdraw = (month: string) =>
    withdrawing.mutate(
      { account, month },
      {
        onSuccess: () => notify({ title: t('month.withdrawn', { month: formatMonth(month) }) }),
        onError: (error) => notifyFailure(t('month.withdrawFailed'), error),
      },
    );
  return (
    <Section title={t('month.prices')}>
      <Loaded query={query} failed={t('month.pricesFailed')}>
        {({ in_force: inForce, next }) => (
          <div className="pd-stack pd-slim pd-gap-12">
            <Assigned assigned={inForce} />
            {next === null ? (
              <p className="pd-note">{t('month.noNext')}</p>
            ) : (
              <>
                <h3 className="pd-lower-heading">
                  {t('month.next', { month: formatMonth(next.from_month ?? '', 'long') })}
                </h3>
                <Assigned assigned={next} />
                {may('withdrawRateCard') && (
                  <div>
                    <Button
                      loading={withdrawing.isPending}
                      onClick={() => withdraw(next.from_month ?? '')}
                    >
                      {t('month.withdraw')}
                    </Button>
                  </div>
                )}
              </>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Assigned({ assigned }: { readonly assigned: AssignedRateCard }) {
  const { t } = useTranslation('billing');
  const { rate_card: card, discount_percent: discount } = assigned;
  return (
    <dl className={classes.pairs}>
      <Pair label={t('account.card')}>
        {showHidden(card.name)}
        <small>
          {t(`model.${card.model}`)} · {t('rates.versionOf', { version: card.version })}
        </small>
      </Pair>
      <CardPairs card={card} />
      {discount > 0 && (
        <Pair label={t('month.discount')}>
          {t('month.discountOf', { percent: formatVolume(discount) })}
        </Pair>
      )}
    </dl>
  );
}
