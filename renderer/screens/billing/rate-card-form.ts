/** The form of a rate card: from what is typed to the body, and back from a card for its next version. */
import type { ReactNode } from 'react';
import type { CreateRateCard, RateTerms, ShownRateCard } from '../../../shared/contract/billing.ts';
import type { PriceModel } from '../../../shared/billing/pricing.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import type { Faults } from '../../ui/form-faults.ts';

/** Texts as typed; `upTo` of the last tier is not asked for. */
export interface TierText {
  readonly upTo: string;
  readonly rate: string;
}

export interface PriceText {
  readonly tiers: readonly TierText[];
  readonly allUnits: boolean;
}

export interface FeeText {
  readonly description: string;
  readonly amount: string;
}

export interface RateCardText {
  readonly id: string;
  readonly name: string;
  readonly model: PriceModel;
  readonly prices: Readonly<Record<Dimension, PriceText>>;
  readonly coverage: string;
  readonly discount: string;
  readonly overage: string;
  readonly minimum: string;
  readonly fees: readonly FeeText[];
}

function flat(rate: string): PriceText {
  return { tiers: [{ upTo: '', rate }], allUnits: false };
}

export const emptyCard: RateCardText = {
  id: '',
  name: '',
  model: 'PAY_PER_USE',
  prices: { time: flat(''), record: flat(''), data: flat(''), operation: flat('') },
  coverage: '',
  discount: '',
  overage: '1',
  minimum: '',
  fees: [],
};

function priceText(price: RateTerms[Dimension]): PriceText {
  if ('rate' in price) return flat(numberOut(price.rate));
  return {
    tiers: price.tiers.map(({ up_to: upTo, rate }) => ({
      upTo: upTo === null ? '' : numberOut(upTo),
      rate: numberOut(rate),
    })),
    allUnits: price.all_units === true,
  };
}

/** Texts that the form starts with for the next version of a card. */
export function textOf(card: ShownRateCard): RateCardText {
  const { commitment } = card;
  return {
    id: card.rate_card_id,
    name: card.name,
    model: card.model,
    prices: {
      time: priceText(card.time),
      record: priceText(card.record),
      data: priceText(card.data),
      operation: priceText(card.operation),
    },
    coverage: commitment === undefined ? '' : numberOut(commitment.coverage),
    discount: commitment === undefined ? '' : numberOut(commitment.discount_percent),
    overage: commitment === undefined ? '1' : numberOut(commitment.overage_factor),
    minimum: card.minimum === undefined ? '' : numberOut(card.minimum),
    fees: (card.fees ?? []).map(({ description, amount }) => ({
      description,
      amount: numberOut(amount),
    })),
  };
}

function priceOf({ tiers, allUnits }: PriceText, model: PriceModel): RateTerms[Dimension] {
  const [only] = tiers;
  if (only === undefined || tiers.length === 1 || model === 'PAY_PER_USE') {
    return { rate: numberIn(only?.rate ?? '') };
  }
  return {
    tiers: tiers.map(({ upTo, rate }, place) => ({
      up_to: place === tiers.length - 1 ? null : numberIn(upTo),
      rate: numberIn(rate),
    })),
    ...(allUnits && model === 'CUSTOM' ? { all_units: true } : {}),
  };
}

/** The body of a form; what its model does not have is left out. */
export function cardBody(text: RateCardText): CreateRateCard {
  const { model, prices } = text;
  return {
    rate_card_id: text.id.trim(),
    name: text.name.trim(),
    model,
    time: priceOf(prices.time, model),
    record: priceOf(prices.record, model),
    data: priceOf(prices.data, model),
    operation: priceOf(prices.operation, model),
    ...(model === 'COMMITTED'
      ? {
          commitment: {
            coverage: numberIn(text.coverage),
            discount_percent: numberIn(text.discount),
            overage_factor: numberIn(text.overage),
          },
        }
      : {}),
    ...(model === 'CUSTOM' && text.minimum.trim() !== ''
      ? { minimum: numberIn(text.minimum) }
      : {}),
    ...(model === 'CUSTOM' && text.fees.length > 0
      ? {
          fees: text.fees.map(({ description, amount }) => ({
            description: description.trim(),
            amount: numberIn(amount),
          })),
        }
      : {}),
  };
}

/** Tells whether a rate of a price is no number yet. */
export function lacksRate({ tiers }: PriceText): boolean {
  return tiers.some(({ rate }) => Number.isNaN(numberIn(rate)));
}

/** The fault of a price, wherever in it the rules found it. */
export function priceFault(faults: Faults, dimension: Dimension): ReactNode {
  const name = Object.keys(faults).find(
    (each) =>
      each === dimension || each.startsWith(`${dimension}.`) || each.startsWith(`${dimension}[`),
  );
  return name === undefined ? undefined : faults[name];
}
