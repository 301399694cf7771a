/** Text of a client as a part of a Markdown document: what it says, never what it does to the page. */

/** One line inside a table cell or a list item. */
export function inlineText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`)
    .split('\n')
    .map((line, at, lines) => (at < lines.length - 1 ? line.trimEnd() : line))
    .map((line, at) => (at > 0 ? line.trimStart() : line))
    .filter((line, at, lines) => line !== '' || at === 0 || at === lines.length - 1)
    .join(' ');
}

/** Paragraphs as they are, except that no line can be a heading, a rule or raw HTML. */
export function blockText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replace(/^(\s*)(#{1,6}(\s|$)|={3,}|-{3,}|<)/, '$1\\$2'))
    .join('\n')
    .trim();
}

/** Undoes `blockText`. */
export function plainBlock(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(\s*)\\(#{1,6}(\s|$)|={3,}|-{3,}|<)/, '$1$2'))
    .join('\n')
    .trim();
}

/** A table with a header row. Cells are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
