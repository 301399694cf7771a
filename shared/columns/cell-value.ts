/** What the text of a cell says: a number, true or false, nothing, or itself. */

/** Words for a missing value, in any case: proposed as such among numbers. */
const missingWords = new Set(['na', 'n/a', 'null', 'nan', '.']);

/** No digit can be read in two ways: what is nearly a number is refused in one go. */
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** So many digits every number keeps. */
const keptDigits = 15;
/** Digits beyond which no text of a number is compared. */
const mostDigits = 99;

export type CellKind = 'number' | 'boolean' | 'leading_zeros' | 'many_digits' | 'missing' | 'text';

/** Kind of value that a cell that is not empty looks like. Blanks around a number, a word or nothing are no part of it. */
export function cellKind(text: string): CellKind {
  const word = text.trim();
  if (numberPattern.test(word)) {
    if (hasLeadingZeros(word)) return 'leading_zeros';
    return keepsDigits(word) ? 'number' : 'many_digits';
  }
  if (booleanOf(text) !== undefined) return 'boolean';
  return word === '' || missingWords.has(word.toLowerCase()) ? 'missing' : 'text';
}

/** The number that a text of kind `number` says. */
export function numberOf(text: string): number {
  // Minus nothing is nothing.
  return Number(text) + 0;
}

/** `true` and `false`, in the spellings of programs. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim();
  if (word === 'true' || word === 'TRUE' || word === 'True') return true;
  if (word === 'false' || word === 'FALSE' || word === 'False') return false;
  return undefined;
}

/** Tells whether a text of digits is a number that JSON keeps, though perhaps rounded. */
export function isRoundable(text: string): boolean {
  const word = text.trim();
  if (!numberPattern.test(word) || hasLeadingZeros(word)) return false;
  const number = Number(word);
  const vanishes = number === 0 && /[1-9]/.test(mantissaOf(word));
  return isPlain(number) && !vanishes;
}

function hasLeadingZeros(word: string): boolean {
  return /^[+-]?0\d/.test(word);
}

/** Whether writing the number with as many digits gives the same digits back. */
function keepsDigits(word: string): boolean {
  const number = Number(word);
  if (!isPlain(number)) return false;
  const digits = mantissaOf(word).replace('.', '').replace(/^0+/, '');
  if (digits === '') return true;
  if (number === 0) return false;
  // The smallest numbers of all have fewer digits than others.
  if (digits.length <= keptDigits && Math.abs(number) >= smallestWhole) return true;
  if (digits.length > mostDigits) return false;
  const written = (count: number) =>
    mantissaOf(Math.abs(number).toExponential(count - 1)).replace('.', '');
  // Half way between two texts, programs write the even one, and this one the larger.
  return written(digits.length) === digits || written(digits.length + 1) === `${digits}5`;
}

/** The smallest number with all its digits. */
const smallestWhole = 2 ** -1022;

/** The digits before an exponent, with their point. */
function mantissaOf(word: string): string {
  const unsigned = word.replace(/^[+-]/, '');
  return unsigned.slice(0, Math.max(unsigned.search(/[eE]/), 0) || undefined);
}

/** Finite, and no integer beyond ±(2^53−1) (docs/ledger-format.md, "Values"). */
function isPlain(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
