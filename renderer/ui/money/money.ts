/** Amounts of money as text, digit for digit as the API gave them: no arithmetic, no rounding. */
import { currencyDecimals } from '../../../shared/billing/currency.ts';
import { usualCurrency } from '../../../shared/billing/money.ts';
import { plainDigits } from '../../../shared/plain-digits.ts';
import { perLocale, withoutMarks } from '../../i18n/locale.ts';

/** The currency of the workspace. */
let billed = usualCurrency;

/** From now on amounts that name no currency are in this one. */
export function billIn(currency: string): void {
  billed = currency;
}

/** In which everything is billed, three letters; that of a new workspace until it is known. */
export function workspaceCurrency(): string {
  return billed;
}

/** Decimals of a currency; two of one that is not known. */
export function placesIn(currency: string): number {
  return currencyDecimals(currency) ?? 2;
}

/** Decimals of the workspace's currency; costs of use have up to nine. */
export function workspacePlaces(): number {
  return placesIn(billed);
}

/** Decimal places that a number has, at least those of the currency. */
export function placesOf(value: number): number {
  return Math.max(workspacePlaces(), plainDigits(value).split('.')[1]?.length ?? 0);
}

/** Decimal places that every one of the numbers fits in; what a column of them is padded to. */
export function placesOfAll(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, placesOf(value)), workspacePlaces());
}

/** Formatters that write a number's digits as they are, by the places it has at least. */
const exactFormats = perLocale((locale) => {
  const made = new Map<number, Intl.NumberFormat>();
  return (least: number): Intl.NumberFormat => {
    let format = made.get(least);
    if (format === undefined) {
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: least,
        maximumFractionDigits: 100,
        useGrouping: true,
      });
      made.set(least, format);
    }
    return format;
  };
});

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Decimal digits (`-1234.5`), none lost, as the locale parts them; `places` zeros at least. */
export function formatDigits(digits: string, places = 0): string {
  // A decimal text is taken digit for digit, a number would be rounded to its own accuracy.
  return isDecimal(digits) ? withoutMarks(exactFormats()(places).format(digits)) : digits;
}

/** What stands before the decimals, `.`, and what parts the thousands, `,`. */
const parts = perLocale((locale) => {
  const made = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-12_345.6);
  const of = (type: Intl.NumberFormatPartTypes) =>
    withoutMarks(made.find((part) => part.type === type)?.value ?? '');
  return { decimal: of('decimal'), group: of('group'), minus: of('minusSign') };
});

/** The signs that a number is written with where this person is. */
export function numberSigns(): {
  readonly decimal: string;
  readonly group: string;
  readonly minus: string;
} {
  return parts();
}

/** `1,234.50`, with as many places as it has, or more zeros where `places` asks for them. */
export function formatAmount(value: number, places = 0, least = workspacePlaces()): string {
  return formatDigits(plainDigits(value), Math.max(places, least));
}

/** The signs of currencies; empty where there is none, or where it would follow the amount. */
const signs = perLocale((locale) => {
  const made = new Map<string, string>();
  return (currency: string): string => {
    let sign = made.get(currency);
    if (sign === undefined) {
      sign = leadingSign(locale, currency);
      made.set(currency, sign);
    }
    return sign;
  };
});

function leadingSign(locale: string, currency: string): string {
  try {
    const written = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0);
    const at = written.findIndex((part) => part.type === 'currency');
    const sign = withoutMarks(written[at]?.value ?? '');
    const leads = at < written.findIndex((part) => part.type === 'integer');
    return leads && sign !== currency ? sign : '';
  } catch {
    // Not three letters: it is named after the amount all the same.
    return '';
  }
}

/**
 * The sign that stands before an amount, `$`. Empty for a currency without one, and in languages
 * that write it behind the amount: there the three letters say it, `1.234,50 USD`.
 */
export function currencySign(currency: string): string {
  return signs()(currency);
}

/** An amount's text with its currency: `$1,234.50 USD`, `-$50.00 USD`. */
export function withCurrency(text: string, currency: string): string {
  const { minus } = numberSigns();
  const [sign, digits] =
    minus !== '' && text.startsWith(minus) ? [minus, text.slice(minus.length)] : ['', text];
  return `${sign}${currencySign(currency)}${digits} ${currency}`;
}

/** `$1,234.50 USD`, `-$50.00 USD`. */
export function formatMoney(value: number, currency: string, places?: number): string {
  return withCurrency(formatAmount(value, places, placesIn(currency)), currency);
}

/** A volume with its digits as they are and thousands apart: `1,250`, `2.516944`. */
export function formatVolume(value: number): string {
  return formatDigits(plainDigits(value));
}
