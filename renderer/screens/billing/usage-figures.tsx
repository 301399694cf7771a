/** The four costs of a period and their sum, each with its volume and its price in words. */
import { useTranslation } from 'react-i18next';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { Account, AggregatedUsage, ShownRateCard } from '../../../shared/contract/billing.ts';
import { dimensions, type Dimension } from '../../../shared/billing/volume.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { priceLines } from '../../ui/money/price-words.ts';
import { Figure } from './figure.tsx';
import classes from '../../ui/money/billing.module.css';

const volumeOf: Readonly<Record<Dimension, keyof AggregatedUsage['metrics']>> = {
  time: 'total_hours',
  record: 'total_records',
  data: 'total_gb',
  operation: 'total_operations',
};

/** The four costs and their sum, each as rate × volume in words. */
export function UsageFigures({
  usage,
  account,
  cards,
}: {
  usage: AggregatedUsage;
  account: Account | undefined;
  cards: readonly ShownRateCard[];
}) {
  const { t } = useTranslation('billing');
  const { metrics, costs } = usage;
  const { currency } = costs;
  const card = cards.find(
    (each) =>
      each.rate_card_id === account?.rate_card.rate_card_id &&
      each.version === account.rate_card.version,
  );
  return (
    <dl className={classes.figures} data-five>
      <Figure
        label={t('usage.totalCost')}
        value={<MoneyText value={costs.total_cost} currency={currency} headline />}
        strong
      >
        {t('usage.inSessions', {
          count: metrics.total_sessions,
          formatted: formatCount(metrics.total_sessions),
        })}
        {card === undefined ? (
          <span className="pd-block">{t('usage.byOwnRates')}</span>
        ) : (
          <>
            <br />
            <PlaceLink
              className={classes.link}
              href={billingAddress({ tab: 'rates', card: `${card.rate_card_id}@${card.version}` })}
            >
              {showHidden(card.name)}
            </PlaceLink>
          </>
        )}
      </Figure>
      {dimensions.map((dimension) => (
        <Figure
          key={dimension}
          label={t(`dimension.${dimension}`)}
          value={<MoneyText value={costs[`${dimension}_cost`]} currency={currency} headline />}
        >
          {t(`price.volume.${dimension}`, {
            count: metrics[volumeOf[dimension]],
            volume: formatVolume(metrics[volumeOf[dimension]]),
          })}
          {card !== undefined && <PriceNote card={card} dimension={dimension} />}
        </Figure>
      ))}
    </dl>
  );
}

/** One rate as a factor, tiers as they are on the card. */
function PriceNote({ card, dimension }: { card: ShownRateCard; dimension: Dimension }) {
  const { t } = useTranslation('billing');
  const lines = priceLines(card[dimension], dimension, card.currency, t);
  const [only] = lines;
  return (
    <>
      {lines.map((line) => (
        <span key={line} className="pd-block">
          {lines.length === 1 && only !== undefined ? t('price.times', { rate: only }) : line}
        </span>
      ))}
      {card.commitment !== undefined && <span className="pd-block">{t('price.list')}</span>}
    </>
  );
}
