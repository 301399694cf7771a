/** A rate card in sentences, in English as everything that the service says by itself. */
import type { RateTerms } from '../contract/billing.ts';
import { plainDigits } from '../plain-digits.ts';
import type { Money } from './money.ts';
import { dimensions, type Dimension } from './volume.ts';

type Price = RateTerms[Dimension];

const names: Readonly<Record<Dimension, string>> = {
  time: 'Access time',
  record: 'Records',
  data: 'Data',
  operation: 'Operations',
};
const units: Readonly<Record<Dimension, readonly [one: string, many: string]>> = {
  time: ['hour', 'hours'],
  record: ['record', 'records'],
  data: ['GB', 'GB'],
  operation: ['operation', 'operations'],
};

/**
 * Sentences of what a card asks, part by part.
 * @param discountPercent of the account
 */
export function cardWords(
  terms: RateTerms,
  { code, places }: Money,
  discountPercent: number,
): string[] {
  const money = (amount: number) => `${grouped(amount, places)} ${code}`;
  const { commitment, fees = [], minimum } = terms;
  const list = dimensions.flatMap((each) => priceSentences(terms[each], each, money));
  return [
    ...list,
    ...(commitment === undefined
      ? []
      : [
          `${money(commitment.coverage)} of use at these prices are committed to each month, at ${grouped(commitment.discount_percent)} % off; what is not used is asked for all the same. Use beyond costs ${grouped(commitment.overage_factor)} times its price.`,
        ]),
    ...fees.map(({ description, amount }) => `${description}: ${money(amount)} a month.`),
    ...(minimum === undefined ? [] : [`At least ${money(minimum)} is asked for each month.`]),
    ...(discountPercent === 0
      ? []
      : [`The account has a discount of ${grouped(discountPercent)} % on each price.`]),
  ];
}

function priceSentences(
  price: Price,
  dimension: Dimension,
  money: (amount: number) => string,
): string[] {
  const { free, package: size, maximum } = price;
  const count = (volume: number) => `${grouped(volume)} ${units[dimension][volume === 1 ? 0 : 1]}`;
  const per = size === undefined ? units[dimension][0] : `package of ${count(size)}`;
  const rate = ({ rate: of, flat = 0 }: { rate: number; flat?: number | undefined }) =>
    `${money(of)} per ${per}${flat === 0 ? '' : ` and ${money(flat)}`}`;
  const end = (upTo: number) =>
    size === undefined ? count(upTo) : `${grouped(upTo)} ${upTo === 1 ? 'package' : 'packages'}`;
  const asked =
    'rate' in price
      ? `${rate(price)}.`
      : `${price.tiers
          .map((tier) =>
            tier.up_to === null
              ? `beyond, ${rate(tier)}`
              : `up to ${end(tier.up_to)}, ${rate(tier)}`,
          )
          .join('; ')}. ${
          price.mode === 'VOLUME'
            ? 'All of a month is at the tier that it reaches.'
            : 'Each unit of a month is at its own tier.'
        }`;
  const parts = [
    `${names[dimension]}: ${asked}`,
    ...(free === undefined ? [] : [`The first ${count(free)} of a month are free.`]),
    ...(size === undefined ? [] : ['A package that is begun counts whole.']),
    ...(maximum === undefined ? [] : [`No more than ${money(maximum)} a month.`]),
  ];
  return [parts.join(' ')];
}

/** `1,250`, `0.05`; with so many decimals at least. */
function grouped(value: number, least = 0): string {
  const [whole = '', fraction = ''] = plainDigits(value).split('.');
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const decimals = fraction.padEnd(least, '0');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}
