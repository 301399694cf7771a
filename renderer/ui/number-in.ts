/** A number as a person types it, and as it stands in a field to be changed. */
import { plainDigits } from '../../shared/plain-digits.ts';
import { numberSigns } from './money/money.ts';

/** Thousands that are parted by `sign`, or undefined: `1,234`, `-12,345`. */
function withoutGroups(whole: string, sign: string): string | undefined {
  const [first = '', ...threes] = whole.split(sign);
  const isGrouped =
    threes.length > 0 &&
    /^-?[1-9]\d{0,2}$/.test(first) &&
    threes.every((each) => /^\d{3}$/.test(each));
  return isGrouped ? first + threes.join('') : undefined;
}

/** A number whose decimal point is `sign`, told by its place: `0.00025`, `1.5`; else undefined. */
function withForeignPoint(text: string, sign: string): string | undefined {
  const [whole = '', fraction = '', ...more] = text.split(sign);
  const isPoint = /^-?0?$/.test(whole) || (/^-?\d+$/.test(whole) && fraction.length < 3);
  return isPoint && more.length === 0 && /^\d+$/.test(fraction)
    ? `${whole}.${fraction}`
    : undefined;
}

/** A power of ten at the end, `1.5e-7`: no field needs one, but values of data have them. */
const powerPattern = /^(.+)[eE]([+-]?\d{1,3})$/;

/**
 * A typed number, in the signs of this person's language; NaN for none, which the rules refuse at
 * its field. The other sign may be a decimal point where it can part no thousands: `0.5` is a half
 * in German too, `1.500` is fifteen hundred there, and `1.0000` is refused.
 */
export function numberIn(text: string): number {
  const [, mantissa, power] = powerPattern.exec(text.trim()) ?? [];
  if (mantissa === undefined) return plainNumberIn(text);
  const number = Number(`${plainDigits(plainNumberIn(mantissa))}e${power}`);
  return Number.isFinite(number) ? number : Number.NaN;
}

function plainNumberIn(text: string): number {
  const { decimal } = numberSigns();
  const other = decimal === ',' ? '.' : ',';
  // Spaces and marks part thousands in some languages and mean nothing in the others.
  const plain = text.replaceAll(/[\s\u00A0\u202F’']/g, '').replace('\u2212', '-');
  const [whole = '', fraction, ...more] = plain.split(decimal);
  if (more.length > 0) return Number.NaN;
  if (fraction === undefined && plain.includes(other)) {
    const read = withoutGroups(plain, other) ?? withForeignPoint(plain, other);
    return read === undefined ? Number.NaN : Number(read);
  }
  const digits = [withoutGroups(whole, other) ?? whole, fraction ?? ''].join('.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN;
}

/**
 * Reading of a text that another language would read otherwise, as this one writes it
 * without parting thousands: `1234` of `1.234` in German; undefined where nothing is in doubt.
 */
export function readingOf(text: string): string | undefined {
  const { decimal } = numberSigns();
  if (text.includes(decimal) || !/[.,]/.test(text)) return undefined;
  const number = numberIn(text);
  return Number.isNaN(number) ? undefined : numberOut(number);
}

/** A number as a field holds it to be changed: all its digits, not grouped, `0,00025` in German. */
export function numberOut(value: number): string {
  return plainDigits(value).replace('.', numberSigns().decimal);
}
