/** Where the texts of instants lie among all texts: what narrows rows before their texts are read. */
import type { ComparisonOperator } from './filter.ts';
import { calendarDay, dayText, secondsPerDay, type Instant } from './instant.ts';

/** Texts from one on and before another, by their UTF-8 bytes; undefined where there is no such end. */
export interface TextRange {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

/** Offsets are less than a day: a text of an instant begins with its day in UTC, or with one beside it. */
const daysBeside = 1;

/** Where every text lies that is one of `instants`. */
export function daysOfInstants(instants: readonly Instant[]): TextRange {
  const seconds = instants.map((each) => each.seconds);
  return {
    from: dayBefore(seconds.reduce((least, each) => Math.min(least, each), Infinity)),
    before: dayBehind(seconds.reduce((most, each) => Math.max(most, each), -Infinity)),
  };
}

/** Where every text lies whose instant compares so. */
export function daysOfComparison(operator: ComparisonOperator, { seconds }: Instant): TextRange {
  return operator === '$gt' || operator === '$gte'
    ? { from: dayBefore(seconds), before: undefined }
    : { from: undefined, before: dayBehind(seconds) };
}

function dayBefore(seconds: number): string | undefined {
  return dayAt(Math.floor(seconds / secondsPerDay) - daysBeside);
}

function dayBehind(seconds: number): string | undefined {
  return dayAt(Math.floor(seconds / secondsPerDay) + daysBeside + 1);
}

function dayAt(days: number): string | undefined {
  const day = calendarDay(days);
  return day.year < 0 || day.year > 9999 ? undefined : dayText(day);
}
