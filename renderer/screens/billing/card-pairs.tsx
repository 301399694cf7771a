/** What a rate card asks, part by part, as pairs of a list. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownRateCard } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { keyed } from '../../ui/keyed.ts';
import { formatMoney, formatVolume } from '../../ui/money/money.ts';
import { priceLines, tierRule } from '../../ui/money/price-words.ts';

export function CardPairs({ card }: { readonly card: ShownRateCard }) {
  const { t } = useTranslation('billing');
  const { currency, commitment, minimum, fees, examples = [] } = card;
  return (
    <>
      {dimensions.map((dimension) => {
        const rule = tierRule(card[dimension], t);
        return (
          <Pair key={dimension} label={t(`dimension.${dimension}`)}>
            {priceLines(card[dimension], dimension, currency, t).map((line) => (
              <span key={line} className="pd-block">
                {line}
              </span>
            ))}
            {rule !== undefined && <small>{rule}</small>}
          </Pair>
        );
      })}
      {commitment !== undefined && (
        <Pair label={t('rates.commitment')}>
          {t('rates.commitmentText', {
            coverage: formatMoney(commitment.coverage, currency),
            discount: formatVolume(commitment.discount_percent),
            factor: formatVolume(commitment.overage_factor),
          })}
        </Pair>
      )}
      {minimum !== undefined && (
        <Pair label={t('rates.minimum')}>{formatMoney(minimum, currency)}</Pair>
      )}
      {fees !== undefined && fees.length > 0 && (
        <Pair label={t('rates.fees')}>
          {fees.map((fee) => (
            <span key={fee.description} className="pd-block">
              {showHidden(fee.description)}: {formatMoney(fee.amount, currency)}
            </span>
          ))}
        </Pair>
      )}
      {examples.length > 0 && (
        <Pair label={t('rates.examples')}>
          {keyed(examples, ({ usage }) => JSON.stringify(usage)).map(({ key, item }) => (
            <span key={key} className="pd-block">
              {dimensions
                .flatMap((each) => {
                  const count = item.usage[each];
                  return count === undefined
                    ? []
                    : [t(`price.volume.${each}`, { count, volume: formatVolume(count) })];
                })
                .join(', ')}{' '}
              → {formatMoney(item.amount, currency)}
            </span>
          ))}
        </Pair>
      )}
    </>
  );
}

export function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
