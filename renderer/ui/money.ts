/** Amounts of money as text, digit for digit as the API gave them: no arithmetic, no rounding. */
import { formatLocale } from '../i18n/index.ts';

/** Places that money has at least; usage costs have up to nine. */
const leastPlaces = 2;

/**
 * A number's decimal digits in its shortest form, without an exponent: `1e-9` is `0.000000001`.
 * The shortest form is what the API wrote.
 */
export function plainDigits(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Decimal places that a number has, at least two. */
export function placesOf(value: number): number {
  return Math.max(leastPlaces, plainDigits(value).split('.')[1]?.length ?? 0);
}

/** Decimal places that every one of the numbers fits in; what a column of them is padded to. */
export function placesOfAll(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, placesOf(value)), leastPlaces);
}

/** `1,234.50`, with as many places as it has, or more zeros where `places` asks for them. */
export function formatAmount(value: number, places: number = leastPlaces): string {
  const [whole = '0', fraction = ''] = plainDigits(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}.${fraction.padEnd(Math.max(places, leastPlaces), '0')}`;
}

const signs = new Map<string, string>();

/** The sign of a currency, `$`; its three letters where it has none. */
export function currencySign(currency: string): string {
  let sign = signs.get(currency);
  if (sign === undefined) {
    try {
      sign =
        new Intl.NumberFormat(formatLocale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        })
          .formatToParts(0)
          .find((part) => part.type === 'currency')?.value ?? '';
    } catch {
      // Not three letters: it is named after the amount all the same.
      sign = '';
    }
    if (sign === currency) sign = '';
    signs.set(currency, sign);
  }
  return sign;
}

/** `$1,234.50 USD`, `-$50.00 USD`. */
export function formatMoney(value: number, currency: string, places?: number): string {
  const text = formatAmount(value, places);
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  return `${sign}${currencySign(currency)}${digits} ${currency}`;
}

/** A volume with its digits as they are and thousands apart: `1,250`, `2.516944`. */
export function formatVolume(value: number): string {
  const [whole = '0', fraction] = plainDigits(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
