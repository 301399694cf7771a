/** Prices of a rate card in words. */
import type { TFunction } from 'i18next';
import type { RateTerms } from '../../../shared/contract/billing.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import { formatMoney, formatVolume, placesOf } from './money.ts';

export type BillingTranslate = TFunction<'billing'>;
type Price = RateTerms[Dimension];

/** `$12.50 USD per hour`. */
export function rateWords(
  rate: number,
  dimension: Dimension,
  currency: string,
  t: BillingTranslate,
): string {
  return t(`price.per.${dimension}`, { rate: formatMoney(rate, currency) });
}

/** Places that a rate of a card has at most; more are of a rate that tiers mix. */
const ratePlaces = 6;

/** A rate in words; one that tiers mix is told to six places, as what it is. */
export function sessionRateWords(
  rate: number,
  dimension: Dimension,
  currency: string,
  t: BillingTranslate,
): string {
  if (placesOf(rate) <= ratePlaces) return rateWords(rate, dimension, currency, t);
  return t('price.mixed', {
    rate: rateWords(Number(rate.toFixed(ratePlaces)), dimension, currency, t),
  });
}

/** One line a tier: `up to 5 h: $14.00 USD per hour`, `above: $11.50 USD per hour`; before them what is free, last the most. */
export function priceLines(
  price: Price,
  dimension: Dimension,
  currency: string,
  t: BillingTranslate,
): string[] {
  const { free, package: size, maximum } = price;
  const units = (volume: number) =>
    t(`price.volume.${dimension}`, { count: volume, volume: formatVolume(volume) });
  const rateOf = (rate: number, flat = 0) => {
    const words =
      size === undefined
        ? rateWords(rate, dimension, currency, t)
        : t('price.package', { rate: formatMoney(rate, currency), units: units(size) });
    return flat === 0 ? words : t('price.flat', { rate: words, flat: formatMoney(flat, currency) });
  };
  const tiers =
    'rate' in price
      ? [rateOf(price.rate)]
      : price.tiers.map(({ up_to: upTo, rate, flat }, place) => {
          const words = rateOf(rate, flat);
          if (upTo === null) return place === 0 ? words : t('price.above', { rate: words });
          const end =
            size === undefined
              ? units(upTo)
              : t('price.packages', { count: upTo, formatted: formatVolume(upTo) });
          return t(place === 0 ? 'price.first' : 'price.upTo', { end, rate: words });
        });
  return [
    ...(free === undefined ? [] : [t('price.free', { end: units(free) })]),
    ...tiers,
    ...(maximum === undefined
      ? []
      : [t('price.maximum', { amount: formatMoney(maximum, currency) })]),
  ];
}

/** How the tiers of a price count: each part at its own rate, or all at the last one reached. */
export function tierRule(price: Price, t: BillingTranslate): string | undefined {
  if ('rate' in price) return undefined;
  return t(price.mode === 'VOLUME' ? 'price.byVolume' : 'price.graduated');
}
