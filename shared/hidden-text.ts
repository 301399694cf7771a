/** Characters that are unseen or reorder their neighbours, made visible wherever text of others is shown. */

/** Control and format characters, parters of lines, all that no font draws, and the blank of Braille. */
const unseen = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Signs of which there are several forms: a selector behind one of them chooses its form, and is no secret. */
const varied = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{So}\p{Sm}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Mong}\p{sc=Mymr}\p{sc=Phag}]`;
const selector = String.raw`[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;
/** The keys of telephones as pictures: 1, a selector, a frame. */
const key = String.raw`[0-9#*]\uFE0F(?=\u20E3)`;

const hidden = new RegExp(`${unseen}(?<!${varied}${selector}|${key})`, 'gu');

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
