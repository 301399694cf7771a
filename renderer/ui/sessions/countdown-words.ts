/** The time a session has left, in words short enough for a cell. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Milliseconds as their two largest units, rounded down so that it never promises more than is left:
 * `13 d 4 h`, `3 h 12 min`, `4 min 07 s`, `59 s`; nothing left is `0 s`.
 */
export function countdownWords(ms: number): string {
  const left = Math.max(0, Math.floor(ms / second)) * second;
  if (left >= day) return `${Math.floor(left / day)} d ${Math.floor((left % day) / hour)} h`;
  if (left >= hour) return `${Math.floor(left / hour)} h ${Math.floor((left % hour) / minute)} min`;
  if (left >= minute) {
    return `${Math.floor(left / minute)} min ${two(Math.floor((left % minute) / second))} s`;
  }
  return `${left / second} s`;
}
