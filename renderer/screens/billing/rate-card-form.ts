/** The form of a rate card: from what is typed to the body, and back from a card for its next version. */
import type { CreateRateCard, RateTerms, ShownRateCard } from '../../../shared/contract/billing.ts';
import type { PriceModel } from '../../../shared/billing/pricing.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';

/** Texts as typed; `up_to` of the last tier is not asked for. */
export interface TierText {
  readonly up_to: string;
  readonly rate: string;
}

export interface PriceText {
  readonly tiers: readonly TierText[];
  readonly all_units: boolean;
}

export interface RateCardText extends Readonly<Record<Dimension, PriceText>> {
  readonly rate_card_id: string;
  readonly name: string;
  readonly model: PriceModel;
  readonly commitment: {
    readonly coverage: string;
    readonly discount_percent: string;
    readonly overage_factor: string;
  };
  readonly minimum: string;
  readonly fees: readonly { readonly description: string; readonly amount: string }[];
}

function flat(rate: string): PriceText {
  return { tiers: [{ up_to: '', rate }], all_units: false };
}

export const emptyCard: RateCardText = {
  rate_card_id: '',
  name: '',
  model: 'PAY_PER_USE',
  time: flat(''),
  record: flat(''),
  data: flat(''),
  operation: flat(''),
  commitment: { coverage: '', discount_percent: '', overage_factor: '1' },
  minimum: '',
  fees: [],
};

function priceText(price: RateTerms[Dimension]): PriceText {
  if ('rate' in price) return flat(numberOut(price.rate));
  return {
    tiers: price.tiers.map(({ up_to, rate }) => ({
      up_to: up_to === null ? '' : numberOut(up_to),
      rate: numberOut(rate),
    })),
    all_units: price.all_units === true,
  };
}

/** Texts that the form starts with for the next version of a card. */
export function textOf(card: ShownRateCard): RateCardText {
  const { commitment, minimum } = card;
  return {
    rate_card_id: card.rate_card_id,
    name: card.name,
    model: card.model,
    time: priceText(card.time),
    record: priceText(card.record),
    data: priceText(card.data),
    operation: priceText(card.operation),
    commitment:
      commitment === undefined
        ? emptyCard.commitment
        : {
            coverage: numberOut(commitment.coverage),
            discount_percent: numberOut(commitment.discount_percent),
            overage_factor: numberOut(commitment.overage_factor),
          },
    minimum: minimum === undefined ? '' : numberOut(minimum),
    fees: (card.fees ?? []).map(({ description, amount }) => ({
      description,
      amount: numberOut(amount),
    })),
  };
}

function priceOf({ tiers, all_units }: PriceText, model: PriceModel): RateTerms[Dimension] {
  const [only] = tiers;
  if (only === undefined || tiers.length === 1 || model === 'PAY_PER_USE') {
    return { rate: numberIn(only?.rate ?? '') };
  }
  return {
    tiers: tiers.map(({ up_to, rate }, place) => ({
      up_to: place === tiers.length - 1 ? null : numberIn(up_to),
      rate: numberIn(rate),
    })),
    ...(all_units && model === 'CUSTOM' ? { all_units: true } : {}),
  };
}

/** The body of a form; what its model does not have is left out. */
export function cardBody(text: RateCardText): CreateRateCard {
  const { model, commitment, minimum, fees } = text;
  const isCustom = model === 'CUSTOM';
  return {
    rate_card_id: text.rate_card_id.trim(),
    name: text.name.trim(),
    model,
    time: priceOf(text.time, model),
    record: priceOf(text.record, model),
    data: priceOf(text.data, model),
    operation: priceOf(text.operation, model),
    ...(model === 'COMMITTED' && {
      commitment: {
        coverage: numberIn(commitment.coverage),
        discount_percent: numberIn(commitment.discount_percent),
        overage_factor: numberIn(commitment.overage_factor),
      },
    }),
    ...(isCustom && minimum.trim() !== '' && { minimum: numberIn(minimum) }),
    ...(isCustom &&
      fees.length > 0 && {
        fees: fees.map(({ description, amount }) => ({
          description: description.trim(),
          amount: numberIn(amount),
        })),
      }),
  };
}

/** Tells whether a rate of a price is no number yet. */
export function lacksRate({ tiers }: PriceText): boolean {
  return tiers.some(({ rate }) => Number.isNaN(numberIn(rate)));
}
