/** A rate card's terms as they were sent, read as exact numbers. */
import { rateTermsSchema, type RateTerms } from '../../shared/contract/billing.ts';
import { moneyPlaces, nanosPerMinor, ratePlaces, unitsOf } from '../../shared/billing/decimal.ts';
import type { DimensionPrice, PriceModel, PriceRules } from '../../shared/billing/pricing.ts';
import { volumePlaces, type Dimension } from '../../shared/billing/volume.ts';

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

export function readTerms(text: string): Pick<RateCard, 'terms' | 'rules' | 'fees' | 'minimum'> {
  const terms = rateTermsSchema.parse(JSON.parse(text));
  const { commitment, fees = [], minimum } = terms;
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
    },
    fees: fees.map(({ description, amount }) => ({ description, amount: minorOf(amount) })),
    minimum: minimum === undefined ? undefined : minorOf(minimum),
  };
}

function priceOf(price: RateTerms[Dimension], places: number): DimensionPrice {
  if ('rate' in price) return { kind: 'FLAT', rate: exactly(price.rate, ratePlaces) };
  return {
    kind: price.all_units === true ? 'ALL_UNITS' : 'GRADUATED',
    tiers: price.tiers.map(({ up_to: end, rate }) => ({
      upTo: end === null ? null : exactly(end, places),
      rate: exactly(rate, ratePlaces),
    })),
  };
}
