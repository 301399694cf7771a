/** A day as a person types it. */
import { dateSchema } from '../../shared/contract/common.ts';
import { perLocale, writesAsSystem } from '../i18n/locale.ts';
import { dayOrder } from './format.ts';

/** The first letters of a month's name, by which it is told: `nov`, `mär`. */
const stem = (name: string) => name.toLowerCase().replaceAll('.', '').slice(0, 3);

function monthStems(locale: string, length: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, {
    month: length,
    day: 'numeric',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1));
    return stem(parts.find((part) => part.type === 'month')?.value ?? '');
  });
}

/** The number of a month by its stem, in the language of the formats and in English. */
const monthNumbers = perLocale((locale) => {
  const numbers = new Map<string, number>();
  for (const names of [
    monthStems(locale, 'short'),
    monthStems(locale, 'long'),
    monthStems('en', 'long'),
  ]) {
    for (const [place, name] of names.entries()) {
      if (name.length === 3 && !numbers.has(name)) numbers.set(name, place + 1);
    }
  }
  return numbers;
});

/** A real day of three whole numbers, or null. */
function dayOf(year: string, month: number, day: string): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dateSchema.safeParse(text).success ? text : null;
}

type DayPart = 'day' | 'month' | 'year';

/** The order of a day in figures, also where days are usually written with the name of the month. */
const figureOrder = perLocale((locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short' })
    .formatToParts(0)
    .flatMap(({ type }): DayPart[] =>
      type === 'day' || type === 'month' || type === 'year' ? [type] : [],
    ),
);

/** `16/11/2026`, `11/16/2026` and `11/11/2026` can be meant in one way only. */
function orderOfFigures([first, second, third]: readonly string[]): DayPart[] | undefined {
  const [one, other] = [Number(first), Number(second)];
  if (third?.length !== 4) return undefined;
  if (one > 12 || one === other) return ['day', 'month', 'year'];
  return other > 12 ? ['month', 'day', 'year'] : undefined;
}

/**
 * `2026-11-21`, `21 Nov 2026`, `21. November 2026`, and where days are written in figures alone,
 * `21.11.2026`, as `2026-11-21`. Elsewhere figures count where they can be meant in one way only.
 * Null for anything else.
 */
export function readDay(text: string): string | null {
  const plain = text.trim();
  if (dateSchema.safeParse(plain).success) return plain;
  const named = /^(\d{1,2})\.? (\p{L}{3,9})\.? (\d{4})$/u.exec(plain);
  if (named !== null) {
    const [, day = '', name = '', year = ''] = named;
    const month = monthNumbers().get(stem(name));
    return month === undefined ? null : dayOf(year, month, day);
  }
  const figures = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(plain)?.slice(1);
  if (figures === undefined) return null;
  const order =
    dayOrder() ?? (writesAsSystem() ? figureOrder() : undefined) ?? orderOfFigures(figures);
  if (order === undefined) return null;
  const part = (type: DayPart) => figures[order.indexOf(type)] ?? '';
  const year = part('year');
  return year.length === 4 ? dayOf(year, Number(part('month')), part('day')) : null;
}
