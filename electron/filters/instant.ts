/** Instants: what `$date` names, and what ISO 8601 texts in rows stand for. Days and times are those of UTC. */

/** A moment, exact to what was written: whole seconds since 1970 and the digits behind them. */
export interface Instant {
  readonly seconds: number;
  /** Digits of the fraction of a second, without zeros at the end; empty for a whole second. */
  readonly fraction: string;
}

export const secondsPerDay = 86_400;

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/;

/**
 * The instant of a text that is a full ISO 8601 date (its first moment) or a date-time with `Z` or an offset, of a day
 * and time that there are; undefined for any other text.
 */
export function instantOf(text: string): Instant | undefined {
  const parts = form.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return undefined;
  const [hour, minute, second] = [partOf(parts[4]), partOf(parts[5]), partOf(parts[6])];
  const [offsetHour, offsetMinute] = [partOf(parts[9]), partOf(parts[10])];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) {
    return undefined;
  }
  const offset = (offsetHour * 60 + offsetMinute) * 60 * (parts[8] === '-' ? -1 : 1);
  const ofDay = (hour * 60 + minute) * 60 + second;
  return {
    seconds: dayNumber(year, month, day) * secondsPerDay + ofDay - offset,
    fraction: (parts[7] ?? '').replace(/0+$/, ''),
  };
}

/** The instant of a value that is such a text; undefined for any other, and for a missing one. */
export function instantIn(value: unknown): Instant | undefined {
  return typeof value === 'string' ? instantOf(value) : undefined;
}

function partOf(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Days since 1970-01-01 of a day of the Gregorian calendar; months and days are counted from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  // Years that begin in March end with the leap day.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
}

/** The day of the Gregorian calendar, so many days after 1970-01-01. */
export function calendarDay(days: number): CalendarDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const ofEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const ofYear = dayOfEra - (365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: ofEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}

/** Negative, zero or positive as `left` is before, at or after `right`. */
export function compareInstants(left: Instant, right: Instant): number {
  if (left.seconds !== right.seconds) return left.seconds - right.seconds;
  return left.fraction < right.fraction ? -1 : left.fraction > right.fraction ? 1 : 0;
}

/** A text that is the same for the same instant alone. */
export function instantKey({ seconds, fraction }: Instant): string {
  return `${seconds}.${fraction}`;
}

/** `2024-01-07T00:00:00.000Z`; undefined for a second outside of the years 0 to 9999. */
export function secondText(seconds: number): string | undefined {
  const days = Math.floor(seconds / secondsPerDay);
  const ofDay = seconds - days * secondsPerDay;
  const { year, month, day } = calendarDay(days);
  if (year < 0 || year > 9999) return undefined;
  const time = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60];
  return `${dayText({ year, month, day })}T${time.map(twoDigits).join(':')}.000Z`;
}

/** `2024-01-07`. */
export function dayText({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
