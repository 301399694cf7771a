/** Text of a file that tells a time, in one of the forms that a profile reads. */
import { timeOf } from './profile-reader.ts';

/** A number that stands for an earlier time counts something else. */
const earliest = Date.UTC(1990, 0, 1);

/** Tells whether a cell of a file is a number as people and programs write one. */
export function isNumeric(text: string): boolean {
  return /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
}

/** A day, an instant with its offset, or a number of seconds or milliseconds since 1970. */
export function isTimeText(text: string): boolean {
  if (timeOf(text, 'iso') !== undefined) return true;
  if (!isNumeric(text)) return false;
  return (['unix_s', 'unix_ms'] as const).some(
    (format) => (timeOf(Number(text), format) ?? -Infinity) >= earliest,
  );
}
