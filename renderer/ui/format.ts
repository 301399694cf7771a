/** Numbers, instants and sizes as the console writes them; every formatter is made once. */
import { dayOf } from '../../shared/billing/calendar.ts';
import type { InstantText } from '../../shared/contract/common.ts';
import { perLocale, withoutMarks, writesIso } from '../i18n/locale.ts';
import type { TimeZoneChoice } from '../state/preferences.ts';

const count = perLocale((locale) => new Intl.NumberFormat(locale));
const compact = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);
const thousandths = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
);
const tenths = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const decimals = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));
const significant = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 }),
);
const signed = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { maximumSignificantDigits: 4, signDisplay: 'exceptZero' }),
);
const list = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** `1,234,567` */
export function formatCount(value: number): string {
  return withoutMarks(count().format(value));
}

const exact = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));

/** A number with all its decimals: `0.0005`, `2,592,000`. */
export function formatExact(value: number): string {
  return exact().format(value);
}

/** `#1,234`, the place in the journal; a dash where a server does not tell it. */
export function journalNumber(seq: number | undefined): string {
  return seq === undefined ? '–' : `#${formatCount(seq)}`;
}

/** `1.2M`, where room is short. */
export function formatCompact(value: number): string {
  return withoutMarks(compact().format(value));
}

/** A share from 0 to 1 as `62.5%`. */
export function formatPercent(value: number): string {
  return withoutMarks(percent().format(value));
}

const share = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);

const signedShare = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);

/** A change as a share, with its sign: `+4.1%`. */
export function formatSignedPercent(value: number): string {
  return withoutMarks(signedShare().format(value));
}

/** A rate from 0 to 1 with one decimal in any case, so that rates stand beneath each other: `88.0%`. */
export function formatRate(value: number): string {
  return withoutMarks(share().format(value));
}

/** A confidence with three decimals, as many as fit a column. */
export function formatConfidence(value: number): string {
  return withoutMarks(thousandths().format(value));
}

/** A number with one decimal, as the marks of a scale: `0.5`. */
export function formatTenths(value: number): string {
  return tenths().format(value);
}

/** Bytes in powers of 1,024: `4.2 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits =
    unit > 0 && value < 10 ? withoutMarks(tenths().format(value)) : formatCount(Math.round(value));
  return `${digits} ${units[unit] ?? ''}`;
}

/** A span of milliseconds in its two largest units: `1 h 4 min`, `3.2 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60)
    return `${seconds < 10 ? withoutMarks(tenths().format(seconds)) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A number with four decimal places at most: `12,034.5`. */
export function formatDecimal(value: number): string {
  return withoutMarks(decimals().format(value));
}

/** A number with four significant digits: `0.02413`. */
export function formatSignificant(value: number): string {
  return withoutMarks(significant().format(value));
}

/** A number with four significant digits and its sign: `+0.2413`. */
export function formatSigned(value: number): string {
  return withoutMarks(signed().format(value));
}

/** Several things as one text: `Input, Output and Context`. */
export function formatList(items: readonly string[]): string {
  return list().format(items);
}

export type InstantStyle = 'minute' | 'second' | 'millisecond';

const toMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const toSecond = { ...toMinute, second: '2-digit' } as const;

/** The parts of a day that the locale writes in figures alone, in its order; undefined for `1 Jan 2026`. */
export const dayOrder = perLocale((locale): ('day' | 'month' | 'year')[] | undefined => {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).formatToParts(0);
  const isFigures = parts.some(({ type, value }) => type === 'month' && /^\d+$/.test(value));
  return isFigures
    ? parts.flatMap(({ type }) =>
        type === 'day' || type === 'month' || type === 'year' ? [type] : [],
      )
    : undefined;
});

/** A day in a table: `1 Jan 2026`, or `01.01.2026` where the locale writes figures alone. */
const dayForm = (): Intl.DateTimeFormatOptions =>
  dayOrder() === undefined
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { day: '2-digit', month: '2-digit', year: 'numeric' };

const timeForms: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  minute: toMinute,
  second: toSecond,
  millisecond: { ...toSecond, fractionalSecondDigits: 3 },
};

/** What `Intl` calls the chosen zone; undefined is that of this computer. */
function intlZone(zone: TimeZoneChoice): string | undefined {
  if (zone === 'utc') return 'UTC';
  return zone === 'local' ? undefined : zone;
}

/** One formatter for each locale, zone and style. */
const instantFormats = perLocale((locale) => {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone: TimeZoneChoice, style: InstantStyle): Intl.DateTimeFormat => {
    const key = `${zone} ${style}`;
    let format = made.get(key);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, {
        ...dayForm(),
        ...timeForms[style],
        timeZone: intlZone(zone),
      });
      made.set(key, format);
    }
    return format;
  };
});

const isoParts = new Map<string, Intl.DateTimeFormat>();

/** ISO 8601 in a zone, with a space for the T that only machines want: `2026-01-01 00:41:41.123`. */
function isoInstant(ms: number, zone: TimeZoneChoice, style: InstantStyle): string {
  let format = isoParts.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', {
      ...timeForms.millisecond,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: intlZone(zone),
    });
    isoParts.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const day = `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}`;
  const minute = `${day} ${part['hour']}:${part['minute']}`;
  if (style === 'minute') return minute;
  const second = `${minute}:${part['second']}`;
  return style === 'second' ? second : `${second}.${part['fractionalSecond']}`;
}

/**
 * An instant (ISO 8601 text or ms) in the chosen zone: `1 Jan 2026, 00:41:41`. Never its day alone, which
 * would be another one in another zone. Text that is no instant stays as it is.
 */
export function formatInstant(
  instant: InstantText | number,
  zone: TimeZoneChoice,
  style: InstantStyle = 'second',
): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  if (Number.isNaN(ms)) return String(instant);
  if (writesIso()) return isoInstant(ms, zone, style);
  return withoutMarks(instantFormats()(zone, style).format(ms));
}

const days = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...dayForm(), timeZone: 'UTC' }),
);

/** A day (`YYYY-MM-DD`, or as answers write it), which belongs to no zone: `1 Jan 2026`. Other text stays as it is. */
export function formatDay(day: string): string {
  const date = dayOf(day);
  const at = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(at)) return day;
  return writesIso() ? date : withoutMarks(days().format(at));
}

const weekdays = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
);

/** The day of the week of a calendar day: `Monday`. */
export function formatWeekday(day: string): string {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(at) ? day : weekdays().format(at);
}

const months = {
  long: perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ),
  middle: perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  ),
  short: perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' }),
  ),
};

/** A month (`YYYY-MM`) as `November 2026`, `Nov 2026` or `Nov 26`; text that is no month stays as it is. */
export function formatMonth(month: string, length: keyof typeof months = 'long'): string {
  const at = Date.parse(`${month}-01T00:00:00.000Z`);
  return Number.isNaN(at) || writesIso() ? month : withoutMarks(months[length]().format(at));
}

const dayAndMonth = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** A calendar day without its year, where room is short: `21 Nov`. */
export function formatShortDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(at)) return day;
  return writesIso() ? day.slice(5) : withoutMarks(dayAndMonth().format(at));
}

const dayParts = {
  day: perLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' })),
  month: perLocale(
    (locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
  ),
};

/** A calendar day in two words, as a leaf of a calendar has them: `24` and `Nov`. */
export function monthAndDay(day: string): { readonly day: string; readonly month: string } {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(at)) return { day, month: '' };
  if (writesIso()) return { day: day.slice(8), month: day.slice(0, 7) };
  const partOf = (format: Intl.DateTimeFormat, type: Intl.DateTimeFormatPartTypes) =>
    format.formatToParts(at).find((part) => part.type === type)?.value ?? '';
  return { day: partOf(dayParts.day(), 'day'), month: partOf(dayParts.month(), 'month') };
}

const wordedDay = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** A calendar day in full, in which its short form stands: `21 Nov 2026`. */
export function formatWordedDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(at)) return day;
  return writesIso() ? day : withoutMarks(wordedDay().format(at));
}

/** The name of the zone that instants are shown in, one that `Intl` knows. */
export function zoneName(zone: TimeZoneChoice): string {
  return intlZone(zone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** An instant in the chosen zone, with the zone named: `1 Jan 2026, 00:41:41 UTC`. */
export function formatInstantIn(
  instant: InstantText | number,
  zone: TimeZoneChoice,
  style?: InstantStyle,
): string {
  return `${formatInstant(instant, zone, style)} ${zoneName(zone)}`;
}

/** The zone of instants where room is short: `Los Angeles` of `America/Los_Angeles`. */
export function zonePlace(zone: TimeZoneChoice): string {
  const name = zoneName(zone);
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

const relative = perLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
);
const relativeSteps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago an instant was: `5 min ago`; under a minute `now`. */
export function formatAgo(instant: string | number, now: number): string {
  const ms = (typeof instant === 'number' ? instant : Date.parse(instant)) - now;
  for (const [unit, size] of relativeSteps) {
    if (Math.abs(ms) >= size) return withoutMarks(relative().format(Math.round(ms / size), unit));
  }
  return withoutMarks(relative().format(0, 'second'));
}

/** The first digits of a hash, without its `sha256:`. */
export function shortHash(hash: string, digits = 12): string {
  return hash.slice(hash.indexOf(':') + 1, hash.indexOf(':') + 1 + digits);
}
