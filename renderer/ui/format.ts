/** Numbers, instants and sizes as the console writes them; every formatter is made once. */
import { formatLocale } from '../i18n/index.ts';
import type { TimeZoneChoice } from '../state/preferences.ts';

const count = new Intl.NumberFormat(formatLocale);
const compact = new Intl.NumberFormat(formatLocale, {
  notation: 'compact',
  maximumFractionDigits: 1,
});
const percent = new Intl.NumberFormat(formatLocale, {
  style: 'percent',
  maximumFractionDigits: 1,
});

/** `1,234,567` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `#1,234`, the place in the journal; a dash where a server does not tell it. */
export function journalNumber(seq: number | undefined): string {
  return seq === undefined ? '–' : `#${formatCount(seq)}`;
}

/** `1.2M`, where room is short. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** A share from 0 to 1 as `62.5%`. */
export function formatPercent(value: number): string {
  return percent.format(value);
}

/** A confidence with three decimals, as many as fit a column. */
export function formatConfidence(value: number): string {
  return value.toFixed(3);
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
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit] ?? ''}`;
}

/** A span of milliseconds in its two largest units: `1 h 4 min`, `3.2 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

type InstantStyle = 'date' | 'second' | 'millisecond';

const styles: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  second: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  millisecond: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  },
};

const instantFormats = new Map<string, Intl.DateTimeFormat>();

function instantFormat(zone: TimeZoneChoice, style: InstantStyle): Intl.DateTimeFormat {
  const key = `${zone} ${style}`;
  let format = instantFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(formatLocale, {
      ...styles[style],
      ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
    });
    instantFormats.set(key, format);
  }
  return format;
}

/** An instant (ISO 8601 text or ms) in the chosen zone: `1 Jan 2026, 00:41:41`. Text that is no instant stays as it is. */
export function formatInstant(
  instant: string | number,
  zone: TimeZoneChoice,
  style: InstantStyle = 'second',
): string {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  return Number.isNaN(ms) ? String(instant) : instantFormat(zone, style).format(ms);
}

/** A calendar day (`YYYY-MM-DD`), which belongs to no zone: `1 Jan 2026`. */
export function formatDay(day: string): string {
  return formatInstant(`${day}T00:00:00.000Z`, 'utc', 'date');
}

/** The name of the zone that instants are shown in. */
export function zoneName(zone: TimeZoneChoice): string {
  return zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const relative = new Intl.RelativeTimeFormat(formatLocale, { numeric: 'auto', style: 'short' });
const relativeSteps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago an instant was: `5 min ago`; under a minute `now`. */
export function formatAgo(instant: string | number, now: number): string {
  const ms = (typeof instant === 'number' ? instant : Date.parse(instant)) - now;
  for (const [unit, size] of relativeSteps) {
    if (Math.abs(ms) >= size) return relative.format(Math.round(ms / size), unit);
  }
  return relative.format(0, 'second');
}

/** The first digits of a hash, without its `sha256:`. */
export function shortHash(hash: string, digits = 12): string {
  return hash.slice(hash.indexOf(':') + 1, hash.indexOf(':') + 1 + digits);
}
