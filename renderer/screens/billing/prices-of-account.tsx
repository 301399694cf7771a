/** The prices that an account has: its rate card in words, and the one that comes next. */
import { useTranslation } from 'react-i18next';
import type { AssignedRateCard } from '../../../shared/contract/billing-prices.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAccountRateCard } from '../../api/billing-prices.ts';
import { formatMonth } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import classes from '../../ui/money/billing.module.css';
import { CardPairs, Pair } from './card-pairs.tsx';

export function PricesOfAccount({ account }: { readonly account: string }) {
  const { t } = useTranslation('billing');
  const query = useAccountRateCard(account);
  return (
    <Section title={t('month.prices')}>
      <Loaded query={query} failed={t('month.pricesFailed')}>
        {({ in_force: inForce, next }) => (
          <div className={classes.stack}>
            <Assigned assigned={inForce} />
            {next === null ? (
              <p className="pd-note">{t('month.noNext')}</p>
            ) : (
              <>
                <h3 className="pd-lower-heading">
                  {t('month.next', { month: formatMonth(next.from_month ?? '', 'long') })}
                </h3>
                <Assigned assigned={next} />
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
