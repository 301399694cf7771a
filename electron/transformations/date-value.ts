/** Dates as data holds them: read in a named format, moved by whole days, written in the same format. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type { DateFormat, DatePart } from '../../shared/contract/transformations.ts';

/** A calendar date found in a value. Month and day are undefined where the value does not say them. */
export interface DateValue {
  readonly year: number;
  readonly month: number | undefined;
  readonly day: number | undefined;
  /** The value with another date in it, all else as it was; undefined where the format cannot say it. */
  readonly moved: (days: number) => JsonValue | undefined;
}

const millisecondsOfDay = 86_400_000;

interface Layout {
  readonly pattern: RegExp;
  readonly write: (year: string, month: string, day: string, rest: string) => string;
}

/** Date, then optionally a time of day with or without an offset; what follows the date is kept as text. */
const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?<rest>(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?)$/;

const layouts: Readonly<Record<Exclude<DateFormat, 'epoch_s' | 'epoch_ms'>, Layout>> = {
  iso: { pattern: iso, write: (year, month, day, rest) => `${year}-${month}-${day}${rest}` },
  'DD.MM.YYYY': {
    pattern: /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/,
    write: (year, month, day) => `${day}.${month}.${year}`,
  },
  'DD/MM/YYYY': {
    pattern: /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/,
    write: (year, month, day) => `${day}/${month}/${year}`,
  },
  'MM/DD/YYYY': {
    pattern: /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
    write: (year, month, day) => `${month}/${day}/${year}`,
  },
  YYYYMMDD: {
    pattern: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
    write: (year, month, day) => `${year}${month}${day}`,
  },
};

/** The date in a value; undefined where there is none in this format, or none that exists. */
export function readDate(value: JsonValue, format: DateFormat = 'iso'): DateValue | undefined {
  if (format === 'epoch_s') return readEpoch(value, 1_000);
  if (format === 'epoch_ms') return readEpoch(value, 1);
  if (typeof value !== 'string') return undefined;
  const { pattern, write } = layouts[format];
  const groups = pattern.exec(value)?.groups;
  if (groups === undefined) return format === 'iso' ? readPartialDate(value) : undefined;
  const { month: monthDigits = '', day: dayDigits = '' } = groups;
  const year = Number(groups['year']);
  const month = Number(monthDigits);
  const day = Number(dayDigits);
  const rest = groups['rest'] ?? '';
  const date = civilDate(year, month, day);
  if (date === undefined) return undefined;
  return {
    year,
    month,
    day,
    moved(days) {
      const target = new Date(date.getTime() + days * millisecondsOfDay);
      if (!isWritable(target)) return undefined;
      return write(
        String(target.getUTCFullYear()).padStart(4, '0'),
        // As it was written: 3/4/1950 has no zeros in front of it.
        String(target.getUTCMonth() + 1).padStart(monthDigits.length, '0'),
        String(target.getUTCDate()).padStart(dayDigits.length, '0'),
        rest,
      );
    },
  };
}

/** `YYYY` and `YYYY-MM`: enough to be generalized, not to be moved by days. */
function readPartialDate(value: string): DateValue | undefined {
  const match = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(value);
  if (match === null || match[1] === '0000') return undefined;
  const month = match[2] === undefined ? undefined : Number(match[2]);
  return { year: Number(match[1]), month, day: undefined, moved: () => undefined };
}

/** Seconds or milliseconds since 1970, UTC; whole or with a fraction. */
function readEpoch(value: JsonValue, milliseconds: number): DateValue | undefined {
  if (typeof value !== 'number') return undefined;
  const date = new Date(Math.floor(value * milliseconds));
  if (!isWritable(date)) return undefined;
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    moved: (days) => value + (days * millisecondsOfDay) / milliseconds,
  };
}

function civilDate(year: number, month: number, day: number): Date | undefined {
  const date = new Date(0);
  // Not Date.UTC: it takes the years 0…99 for 1900…1999.
  date.setUTCFullYear(year, month - 1, day);
  return isWritable(date) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date
    : undefined;
}

/** Years of four digits, 0001…9999. */
function isWritable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** The date cut to a part: `2026`, `2026-Q1`, `2026-03`, `2026-03-14`; undefined where it does not say it. */
export function datePart({ year, month, day }: DateValue, part: DatePart): string | undefined {
  const text = String(year).padStart(4, '0');
  if (part === 'year') return text;
  if (month === undefined) return undefined;
  if (part === 'quarter') return `${text}-Q${Math.ceil(month / 3)}`;
  const toMonth = `${text}-${String(month).padStart(2, '0')}`;
  if (part === 'month') return toMonth;
  return day === undefined ? undefined : `${toMonth}-${String(day).padStart(2, '0')}`;
}
