/** A rate card's terms as they were sent, read as exact numbers. */
import { rateTermsSchema, type RateTerms } from '../../shared/contract/billing.ts';
import { ratePlaces, unitsOf } from '../../shared/billing/decimal.ts';
import type { DimensionPrice, PriceModel, PriceRules } from '../../shared/billing/month-price.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { SharableKind } from './invoice-sums.ts';
import { dimensions, volumePlaces, type Dimension } from '../../shared/billing/volume.ts';
import { type Money } from '../../shared/billing/money.ts';

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

/** A percentage or factor in units of 10^-places. */
export function scaledOf(value: number, places: number): bigint {
  return exactly(value, places);
}

export function readTerms(
  text: string,
  money: Money,
): Pick<RateCard, 'terms' | 'rules' | 'fees' | 'minimum' | 'sharedExtras'> {
  const terms = rateTermsSchema.parse(inPresentWords(parseStrictJson(text)));
  const { commitment, fees = [], minimum, shared_extras: sharedExtras = [] } = terms;
  const price = (dimension: Dimension) => priceOf(terms[dimension], volumePlaces[dimension], money);
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
        coverage: money.minor(commitment.coverage) * money.nanosPerMinor,
        discountBps: exactly(commitment.discount_percent, 2),
        overageBps: exactly(commitment.overage_factor, 4),
      },
      discountBps: 0n,
    },
    fees: fees.map(({ description, amount }) => ({ description, amount: money.minor(amount) })),
    minimum: minimum === undefined ? undefined : money.minor(minimum),
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

function priceOf(price: RateTerms[Dimension], places: number, money: Money): DimensionPrice {
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
      flat: money.minor(flat) * money.nanosPerMinor,
    })),
    maximum: maximum === undefined ? null : money.minor(maximum) * money.nanosPerMinor,
  };
}

/** Amounts of a card, by their members: what it has to have in the decimals of its currency. */
export function amountsOfCard(
  terms: RateTerms,
): readonly (readonly [path: string, value: number | undefined])[] {
  const { commitment, fees = [], minimum } = terms;
  return [
    ...dimensions.flatMap((dimension) => {
      const price = terms[dimension];
      const tiers = 'rate' in price ? [] : price.tiers;
      return [
        [`${dimension}.maximum`, price.maximum] as const,
        ...tiers.map(({ flat }, place) => [`${dimension}.tiers.${place}.flat`, flat] as const),
      ];
    }),
    ['commitment.coverage', commitment?.coverage],
    ...fees.map(({ amount }, place) => [`fees.${place}.amount`, amount] as const),
    ['minimum', minimum],
  ];
}
