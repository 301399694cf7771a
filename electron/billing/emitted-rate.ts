/** The rate that usage is shown with: cost = rate × volume, whatever the rate card. */
import { costPlaces, numberOf, quotientNumber, ratePlaces } from '../../shared/billing/decimal.ts';
import { firstRate } from '../../shared/billing/pricing.ts';
import { volumePlaces, type Dimension } from '../../shared/billing/volume.ts';
import type { RateCard } from './rate-terms.ts';

/**
 * The listed rate where it is the only one, else what the use came to, cost ÷ volume. Per hour,
 * record, GB or operation.
 */
export function emittedRate(
  dimension: Dimension,
  { rules }: RateCard,
  { volume, cost }: { readonly volume: bigint; readonly cost: bigint },
): number {
  const price = rules.prices[dimension];
  if ((price.kind !== 'GRADUATED' && rules.commitment === undefined) || volume === 0n) {
    return numberOf(firstRate(price), ratePlaces);
  }
  return effectiveRate(dimension, { volume, cost });
}

/** Rate that use came to, cost ÷ volume. */
export function effectiveRate(
  dimension: Dimension,
  { volume, cost }: { readonly volume: bigint; readonly cost: bigint },
): number {
  const places = BigInt(volumePlaces[dimension]);
  return quotientNumber(cost * 10n ** places, volume * 10n ** BigInt(costPlaces));
}
