/** A rate card's terms as they were sent, read as exact numbers. */
import { rateTermsSchema, type RateTerms } from '../../shared/contract/billing.ts';
import { moneyPlaces, nanosPerMinor, ratePlaces, unitsOf } from '../../shared/billing/decimal.ts';
import type { DimensionPrice, PriceModel, PriceRules } from '../../shared/billing/month-price.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { SharableKind } from './invoice-sums.ts';
import { dimensions, volumePlaces, type Dimension } from '../../shared/billing/volume.ts';

export interface RateCardKey {
  readonly rateCardId: string;
  readonly version: number;
}

/** A version of a rate card; amounts in minor units. */
export interface RateCard extends RateCardKey {
  readonly name: string;
  readonly model: PriceModel;
  readonly createdAt: string;
  readonly terms: RateTerms;
  readonly rules: PriceRules;
  readonly fees: readonly { readonly description: string; readonly amount: bigint }[];
  readonly minimum: bigint | undefined;
  /** Lines that it adds and holders share. */
  readonly sharedExtras: readonly SharableKind[];
}

/** A decimal that was validated when it came in. */
function exactly(value: number, places: number): bigint {
  const units = unitsOf(value, places);
  if (units === undefined) throw new RangeError(`${value} has more than ${places} decimals.`);
  return units;
}

/** An amount of money in minor units. */
export function minorOf(value: number): bigint {
  return exactly(value, moneyPlaces);
}

/** A percentage or factor in units of 10^-places. */
export function scaledOf(value: number, places: number): bigint {
  return exactly(value, places);
}

export function readTerms(
  text: string,
): Pick<RateCard, 'terms' | 'rules' | 'fees' | 'minimum' | 'sharedExtras'> {
  const terms = rateTermsSchema.parse(inPresentWords(parseStrictJson(text)));
  const { commitment, fees = [], minimum, shared_extras: sharedExtras = [] } = terms;
  const price = (dimension: Dimension) => priceOf(terms[dimension], volumePlaces[dimension]);
  return {
    terms,
    rules: {
      prices: {
        time: price('time'),
        record: price('record'),
        data: price('data'),
        operation: price('operation'),
      },
      commitment: commitment && {
        coverage: minorOf(commitment.coverage) * nanosPerMinor,
        discountBps: exactly(commitment.discount_percent, 2),
        overageBps: exactly(commitment.overage_factor, 4),
      },
      discountBps: 0n,
    },
    fees: fees.map(({ description, amount }) => ({ description, amount: minorOf(amount) })),
    minimum: minimum === undefined ? undefined : minorOf(minimum),
    sharedExtras,
  };
}

/** Terms of before there were modes of tiers said `all_units` where they meant `VOLUME`. */
function inPresentWords(terms: JsonValue): JsonValue {
  if (!isJsonObject(terms)) return terms;
  const prices = dimensions.map((dimension) => {
    const price = terms[dimension];
    if (!isJsonObject(price) || !('all_units' in price)) return [dimension, price ?? null] as const;
    const { all_units: isVolume, ...others } = price;
    return [dimension, isVolume === true ? { ...others, mode: 'VOLUME' } : others] as const;
  });
  return { ...terms, ...Object.fromEntries(prices) };
}

function priceOf(price: RateTerms[Dimension], places: number): DimensionPrice {
  const { free = 0, package: size, maximum } = price;
  const counted = size === undefined ? places : 0;
  const tiers =
    'rate' in price ? [{ up_to: null, rate: price.rate, flat: undefined }] : price.tiers;
  return {
    free: exactly(free, places),
    unitsInPackage: size === undefined ? null : exactly(size, places),
    mode: 'rate' in price ? 'GRADUATED' : (price.mode ?? 'GRADUATED'),
    tiers: tiers.map(({ up_to: end, rate, flat = 0 }) => ({
      upTo: end === null ? null : exactly(end, counted),
      rate: exactly(rate, ratePlaces),
      flat: minorOf(flat) * nanosPerMinor,
    })),
    maximum: maximum === undefined ? null : minorOf(maximum) * nanosPerMinor,
  };
}
