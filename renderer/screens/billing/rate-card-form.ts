/** The form of a rate card: from what is typed to the body, and back from a card for its next version. */
import type { CreateRateCard, RateTerms, ShownRateCard } from '../../../shared/contract/billing.ts';
import type { PriceModel } from '../../../shared/billing/month-price.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';

/** Texts as typed; `up_to` of the last tier is not asked for. */
export interface TierText {
  readonly up_to: string;
  readonly rate: string;
  /** What the form does not ask for and the next version keeps. */
  readonly flat?: number | undefined;
}

export interface PriceText {
  readonly tiers: readonly TierText[];
  readonly isByVolume: boolean;
  /** What the form does not ask for and the next version keeps. */
  readonly kept?: Pick<RateTerms[Dimension], 'free' | 'package' | 'maximum'> | undefined;
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
  return { tiers: [{ up_to: '', rate }], isByVolume: false };
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
  const { free, package: size, maximum } = price;
  const parts = { free, package: size, maximum };
  const kept = Object.values(parts).some((each) => each !== undefined) ? { kept: parts } : {};
  if ('rate' in price) return { ...flat(numberOut(price.rate)), ...kept };
  return {
    tiers: price.tiers.map(({ up_to, rate, flat: once }) => ({
      up_to: up_to === null ? '' : numberOut(up_to),
      rate: numberOut(rate),
      ...(once === undefined ? {} : { flat: once }),
    })),
    isByVolume: price.mode === 'VOLUME',
    ...kept,
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

function priceOf({ tiers, isByVolume, kept }: PriceText, model: PriceModel): RateTerms[Dimension] {
  const [only] = tiers;
  const parts = model === 'CUSTOM' ? kept : undefined;
  const isTiered = tiers.length > 1 || only?.flat !== undefined;
  if (only === undefined || !isTiered || model === 'PAY_PER_USE') {
    return { rate: numberIn(only?.rate ?? ''), ...parts };
  }
  return {
    tiers: tiers.map(({ up_to, rate, flat: once }, place) => ({
      up_to: place === tiers.length - 1 ? null : numberIn(up_to),
      rate: numberIn(rate),
      ...(once === undefined || model !== 'CUSTOM' ? {} : { flat: once }),
    })),
    ...(isByVolume && model === 'CUSTOM' ? { mode: 'VOLUME' as const } : {}),
    ...parts,
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
