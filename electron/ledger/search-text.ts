/**
 * The text of a record that the search index reads. Of a long record it is a part: to put a word into the index
 * takes the writer's time, and to take it out again at an erasure more of it, however many words one body may hold.
 */
import { limits } from '../../shared/contract/limits.ts';

const { words: mostWords, characters: mostCharacters, longValue } = limits.searchIndex;

/**
 * A word that stands behind what is left of a record that was cut, so that the index tells which were. A
 * character for private use, and never in what is indexed of a record itself.
 */
export const cutMark = '\u{10fffd}';

/** Text of a record that the index holds: all of its text, or of a long one a part and the mark. */
export function searchText(input: string, output: string): string {
  const text = `${input}\n${output}`;
  const isShort = text.length <= mostCharacters && endOfWords(text) === text.length;
  if (isShort) return readable(text).replaceAll(cutMark, ' ');
  const part = readable(`${withShortValues(input)}\n${withShortValues(output)}`);
  const kept = part.replaceAll(cutMark, ' ').slice(0, mostCharacters);
  return `${kept.slice(0, endOfWords(kept))}\n${cutMark}`;
}

/** Text of a record as an index held it when no record was cut. */
export function wholeSearchText(input: string, output: string): string {
  return readable(`${input}\n${output}`);
}

/** The tokenizer drops JSON punctuation by itself; only escapes would split or join words, so they are undone. */
function readable(text: string): string {
  return text.includes('\\') ? text.replaceAll(escapes, unescape) : text;
}

/** `\u00e9` and the two-character escapes, all of which stand for what no word contains. */
const escapes = /\\(?:u([0-9a-f]{4})|.)/g;

function unescape(_escape: string, code: string | undefined): string {
  return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
}

/** Where the last word ends that there is room for; the length of the text where there is room for all. */
function endOfWords(text: string): number {
  // Between two words is at least one character.
  if (text.length < 2 * mostWords) return text.length;
  const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
  let end = 0;
  for (let count = 0; word.test(text); count += 1) {
    if (count === mostWords) return end;
    end = word.lastIndex;
  }
  return text.length;
}

/** JSON in which each long text is cut, so that what stands behind a picture or a document is found too. */
function withShortValues(json: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = json.indexOf('"'); start >= 0; start = json.indexOf('"', from)) {
    const end = endOfText(json, start + 1);
    const isLong = end - start > longValue;
    parts.push(json.slice(from, isLong ? endOfWord(json, start, start + longValue) : end + 1));
    if (isLong) parts.push('"');
    from = end + 1;
  }
  parts.push(json.slice(from));
  return parts.join('');
}

/** The place of the quotation mark that ends a text. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapesBefore = 0;
    while (json[at - 1 - escapesBefore] === '\\') escapesBefore += 1;
    if (escapesBefore % 2 === 0) return at;
  }
  return json.length;
}

/** The last place before `end` at which no word is cut through; `end` where there is none. */
function endOfWord(json: string, start: number, end: number): number {
  let at = end;
  while (at > start && /[\p{L}\p{N}\p{M}\p{Co}\\\uD800-\uDFFF]/u.test(json[at - 1] ?? '')) at -= 1;
  return at > start + 1 ? at : end;
}
