/** Characters that are unseen or reorder their neighbours, made visible wherever text of others is shown. */

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu;

const mark = (found: string) => '▯'.repeat(found.length);

/** Text with characters that would be unseen or reorder their neighbours replaced unit by unit by ▯. */
export function showHidden(text: string): string {
  return text.replaceAll(hidden, mark);
}

/** The same for text of several lines: tabs and line breaks stay. */
export function showHiddenInLines(text: string): string {
  return text.replaceAll(hidden, (found) => (/[\t\r\n]/.test(found) ? found : mark(found)));
}

/** The same for text of several lines where no font may have ▯: each by its number, `[U+202E]`. */
export function nameHiddenInLines(text: string): string {
  return text.replaceAll(hidden, (found) => {
    if (/[\t\r\n]/.test(found)) return found;
    return `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** How many characters `showHidden` replaces. */
export function countHidden(text: string): number {
  return text.match(hidden)?.length ?? 0;
}
