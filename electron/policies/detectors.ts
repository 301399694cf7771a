/** Values that tell by their form what they are: an e-mail address, a card number, a date, a picture. */
import { isIP } from 'node:net';
import { foundKinds, type FoundKind } from '../../shared/contract/analysis.ts';
import type { DateFormat } from '../../shared/contract/transformations.ts';
import { readDate } from '../transformations/date-value.ts';

/** In the order in which they are asked: what is of two kinds is of the first. */
const detectors: Readonly<Record<FoundKind, (text: string) => boolean>> = {
  image: (text) => /^data:[\w/+.-]*[;,]/i.test(text) || /^[\w+/-]{200,}={0,2}$/.test(text),
  email: (text) => /[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+/.test(text),
  url: (text) => /(?:https?|ftp):\/\/\S|(?:^|\s)www\.\S+\.\S/i.test(text),
  ip: (text) => isIP(text) !== 0,
  ssn: (text) => /^(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}$/.test(text),
  iban: isIban,
  card: (text) => /^\d(?:[ -]?\d){12,18}$/.test(text) && isLuhn(digitsOf(text)),
  coordinates: isCoordinates,
  handle: (text) => /^@\w[\w.]{0,49}$/.test(text),
  phone: isPhone,
};

/** The kind of a value; undefined for one of no such kind. */
export function kindOf(value: boolean | number | string): FoundKind | undefined {
  if (typeof value === 'boolean') return undefined;
  // A number has no signs of its own: only what checks itself can be told.
  if (typeof value === 'number') {
    const digits = String(value);
    return /^\d{13,19}$/.test(digits) && isLuhn(digits) ? 'card' : undefined;
  }
  const text = value.trim();
  if (text.length < shortest || !/[\d@/.]|^data:|^[A-Za-z+-]{200}/.test(text)) return undefined;
  return foundKinds.find((kind) => detectors[kind](text));
}

/** The shortest of all is a handle. */
const shortest = 2;

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** ISO 7812: every second digit from the right doubled. */
function isLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, place) => {
      const weighed = place % 2 === 0 ? digit : digit * 2;
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: the whole as a number, letters as 10…35, leaves 1 after 97. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(plain)) return false;
  const moved = plain.slice(4) + plain.slice(0, 4);
  const remainder = Array.from(moved).reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return remainder === 1;
}

function isCoordinates(text: string): boolean {
  const match = /^(-?\d{1,3}\.\d+)\s*[,; ]\s*(-?\d{1,3}\.\d+)$/.exec(text);
  if (match === null) return false;
  return Math.abs(Number(match[1])) <= 180 && Math.abs(Number(match[2])) <= 180;
}

/** 7 to 15 digits with a plus or with something between them; no date, and no number with decimals. */
function isPhone(text: string): boolean {
  if (!/^\+?[\d\s()./-]+$/.test(text) || !/[+\s()./-]/.test(text)) return false;
  const { length } = digitsOf(text);
  if (length < 7 || length > 15 || /^\d+\.\d+$/.test(text)) return false;
  return !/^-?\d+$/.test(text) && dateFormatsOf(text).length === 0;
}

/** Forms in which dates are written as text, those with an order of their own first. */
const written: readonly DateFormat[] = [
  'iso',
  'DD.MM.YYYY',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
];

/** Every form in which a text is a whole date. */
export function dateFormatsOf(text: string): DateFormat[] {
  return written.filter((format) => readDate(text, format)?.day !== undefined);
}

/** Seconds or milliseconds since 1970, of a year in which somebody lives who is in a record. */
export function epochFormatOf(value: number): DateFormat | undefined {
  const size = Math.abs(value);
  if (size >= 1e8 && size < 1e10) return 'epoch_s';
  return size >= 1e11 && size < 1e13 ? 'epoch_ms' : undefined;
}
