/** The one order of values in lists, and the one search by words. */

/**
 * Negative where `one` comes first: nothing before something, numbers by value, everything else by the
 * letters of its lower-cased text, code point by code point.
 */
export function compareValues(one: unknown, other: unknown): number {
  const isMissing = (value: unknown) => value === null || value === undefined;
  if (isMissing(one) || isMissing(other)) return Number(isMissing(other)) - Number(isMissing(one));
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareTexts(textOf(one).toLowerCase(), textOf(other).toLowerCase());
}

/** A value as a search and an order read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Code units would put letters beyond the first plane before U+E000. */
function compareTexts(one: string, other: string): number {
  const letters = Array.from(other);
  for (const [place, letter] of Array.from(one).entries()) {
    const against = letters[place];
    if (against === undefined) return 1;
    if (letter !== against) return (letter.codePointAt(0) ?? 0) - (against.codePointAt(0) ?? 0);
  }
  return one.length - other.length;
}

/** True when every word of `text` stands in what the values hold together, in any order and case. */
export function hasWords(values: readonly unknown[], text: string): boolean {
  const held = values.map(textOf).join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}
