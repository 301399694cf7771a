/** Text as a page draws it: lines that fit a width, each in runs of one font and one direction (UAX #9). */
import bidiFactory from 'bidi-js';

/** Part of a line that is drawn at once, from left to right; points. */
export interface DrawnRun {
  readonly font: string;
  readonly text: string;
  readonly width: number;
}

export interface DrawnLine {
  readonly runs: readonly DrawnRun[];
  readonly width: number;
}

/** The fonts of a text. */
export interface TextFonts {
  /** Writes what no font has: `[U+1F600]`. */
  readonly usual: string;
  /** The font that writes a character; undefined where none does. `before` is that of the character before it. */
  fontFor(character: string, before: string | undefined): string | undefined;
  /** Points. */
  widthOf(font: string, text: string): number;
}

/** A piece of the text in reading order: one font, one level. Odd levels run from right to left. */
interface Piece {
  readonly font: string;
  readonly level: number;
  readonly text: string;
}

const bidi = bidiFactory();
/** Scripts that are written from right to left, and controls of direction. */
const needsLevels =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that leave no blank between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF01-\uFF60]/u;
/** What begins no line, and what ends none, among ideographs (JIS X 4051). */
const neverFirst =
  /^[、。，．・：；？！‐ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ）］｝〕〉》」』】”’)\]},.:;!?]/u;
const neverLast = /[（［｛〔〈《「『【“‘([{]$/u;
const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Text as fonts set it: composed, without controls, and with Thai SARA AM apart where marks come before it, since
 * its ring belongs below them (Unicode §16.2).
 */
export function settable(text: string): string {
  return Array.from(text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').normalize('NFC'))
    .filter((each) => each === '\n' || each >= ' ')
    .join('')
    .replaceAll(/([\u0E48-\u0E4B]+)\u0E33/g, '\u0E4D$1\u0E32');
}

/** The lines of a text, broken where it may be, and in the middle of a word that is wider than a line. */
export function linesOf(text: string, width: number, fonts: TextFonts): DrawnLine[] {
  return settable(text)
    .split('\n')
    .flatMap((paragraph) => paragraphLines(written(paragraph, fonts), width, fonts));
}

/** Characters of a text that no font writes, each once, in their order. */
export function unwrittenIn(text: string, fonts: TextFonts): string[] {
  let before: string | undefined;
  const unwritten = new Set<string>();
  for (const character of settable(text).replaceAll('\n', '')) {
    const covering = fonts.fontFor(character, before);
    if (covering === undefined) unwritten.add(character);
    before = covering ?? fonts.usual;
  }
  return [...unwritten];
}

/** Each character and the font that writes it. */
interface Written {
  readonly text: string;
  /** By UTF-16 unit. */
  readonly fonts: readonly string[];
}

function written(paragraph: string, fonts: TextFonts): Written {
  const names: string[] = [];
  let text = '';
  let before: string | undefined;
  for (const character of paragraph) {
    const covering = fonts.fontFor(character, before);
    // Shown by its number where no font has it: left out, it would change what is said.
    const shown =
      covering === undefined
        ? `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`
        : character;
    before = covering ?? fonts.usual;
    text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) names.push(before);
  }
  return { text, fonts: names };
}

function paragraphLines(paragraph: Written, width: number, fonts: TextFonts): DrawnLine[] {
  const { text } = paragraph;
  // Its direction is that of its first letter that has one (P2): names are of their own language.
  const levels = needsLevels.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined;
  const drawn = (start: number, end: number) => {
    const line = text.slice(start, end).trimEnd();
    const pieces = piecesOf(paragraph, levels, start, start + line.length);
    const runs = inVisualOrder(pieces).map(({ font, level, text: piece }): DrawnRun => {
      const shown = level % 2 === 0 ? piece : reversed(piece);
      return { font, text: shown, width: fonts.widthOf(font, shown) };
    });
    return { runs, width: runs.reduce((sum, each) => sum + each.width, 0) };
  };
  const whole = drawn(0, text.length);
  if (whole.width <= width) return [whole];
  const widthOf = (start: number, end: number) =>
    piecesOf(paragraph, levels, start, end).reduce(
      (sum, each) => sum + fonts.widthOf(each.font, each.text),
      0,
    );
  return brokenLines(text, width, widthOf).map(([start, end]) => drawn(start, end));
}

/** Where the lines of a text begin and end. */
function brokenLines(
  text: string,
  width: number,
  widthOf: (start: number, end: number) => number,
): (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = [];
  let start = 0;
  let used = 0;
  let place = 0;
  for (const part of unbreakable(text)) {
    const end = place + part.length;
    const needed = widthOf(place, place + part.trimEnd().length);
    if (used + needed > width && place > start) {
      lines.push([start, place]);
      [start, used] = [place, 0];
    }
    if (needed > width) {
      // A word that no line has room for, a hash for one, goes on wherever the line ends.
      for (const { segment } of graphemes.segment(part)) {
        const more = widthOf(place, place + segment.length);
        if (used + more > width && place > start) {
          lines.push([start, place]);
          [start, used] = [place, 0];
        }
        used += more;
        place += segment.length;
      }
    } else {
      used += widthOf(place, end);
    }
    place = end;
  }
  lines.push([start, text.length]);
  return lines;
}

/** The parts of a text between which a line may end, each with the blanks behind it. */
function unbreakable(text: string): string[] {
  const parts: string[] = [];
  for (const word of text.match(/\s*\S+(?:\s+(?=\S))?|\s+$/gu) ?? []) {
    if (ideographic.test(word) || unspaced.test(word)) parts.push(...unspacedParts(word));
    // Behind a hyphen between letters a line may end.
    else parts.push(...word.split(/(?<=\p{L}[-‐–])(?=\p{L})/u));
  }
  return parts;
}

function unspacedParts(word: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(word)) {
    const pieces = ideographic.test(segment) ? Array.from(segment) : [segment];
    for (const piece of pieces) {
      const last = parts.at(-1);
      if (
        last === undefined ||
        (!neverFirst.test(piece) && !neverLast.test(last) && piece.trim() !== '')
      )
        parts.push(piece);
      else parts[parts.length - 1] = last + piece;
    }
  }
  return parts;
}

function piecesOf(
  { text, fonts }: Written,
  levels: Uint8Array | undefined,
  start: number,
  end: number,
): Piece[] {
  const pieces: Piece[] = [];
  let from = start;
  for (let index = start; index < end; index += 1) {
    const [font, level] = [fonts[index] ?? '', levels?.[index] ?? 0];
    const isLast = index + 1 === end;
    if (!isLast && fonts[index + 1] === font && (levels?.[index + 1] ?? 0) === level) continue;
    pieces.push({ font, level, text: text.slice(from, index + 1) });
    from = index + 1;
  }
  return pieces;
}

/** From left to right: from the highest level down, what stands at it or above is turned round (UAX #9, L2). */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map((each) => each.level));
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start += 1;
        continue;
      }
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

/** A run from right to left with its brackets mirrored (L4); fonts turn letters round by their script, nothing else. */
function reversed(text: string): string {
  const mirrored = Array.from(text, (each) => bidi.getMirroredCharacter(each) ?? each);
  return rightToLeft.test(text) ? mirrored.join('') : mirrored.toReversed().join('');
}
