/** SQL of this program as PostgreSQL has it: its values are numbered. */

/** Names and texts stay as they are, whatever they hold; every other `?` stands for a value. */
const part = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g;

/** `?` becomes `$1`, `$2` and so on. */
export function numbered(text: string): string {
  let count = 0;
  return text.replace(part, (found) => (found === '?' ? `$${(count += 1)}` : found));
}
