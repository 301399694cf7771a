/** A text as it is typed, one thing a line. */

/** The lines of a text that say something, without blanks around them. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
