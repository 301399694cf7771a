/**
 * The document library's font with what it lacks: each text is set once, and every glyph says what was written with
 * it. The library keeps one text for a glyph, but fonts draw several letters with the same parts.
 */

/** Texts of a font kept as they are set, of a document that may have a hundred thousand. */
const keptTexts = 1_000;

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

interface SetRun {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly object[];
}

/** The library's font of a document, as far as it is changed here. */
interface LibraryFont {
  readonly ascender: number;
  readonly scale: number;
  readonly font: {
    hasGlyphForCodePoint(code: number): boolean;
    getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  };
  readonly subset: { includeGlyph(id: number): number; readonly glyphs: number[] };
  /** By glyph of the subset. */
  readonly widths: (number | undefined)[];
  readonly unicode: (readonly number[] | undefined)[];
  layoutRun(text: string, features: unknown): SetRun;
  layout(text: string, features: unknown): SetRun;
  encode(text: string, features: unknown): [readonly string[], readonly object[]];
}

export interface EmbeddedFont {
  /** Above the baseline; thousandths of the size. */
  readonly ascender: number;
  has(code: number): boolean;
}

/** By font, features and text: what was set for one document is the same in the next. */
const setTexts = new Map<string, Map<string, SetRun>>();

/** The document's current font, changed; `name` is the same in every document. */
export function embeddedFont(document: PDFKit.PDFDocument, name: string): EmbeddedFont {
  const font: unknown = Reflect.get(document, '_font');
  if (!isLibraryFont(font)) throw new Error('The fonts of the document library are others.');
  keepSetTexts(font, name);
  tellGlyphs(font);
  tellWritten(font);
  return { ascender: font.ascender, has: (code) => font.font.hasGlyphForCodePoint(code) };
}

/** Setting keeps no text that is set with features, and every word is measured and written several times. */
function keepSetTexts(font: LibraryFont, name: string): void {
  const set = font.layoutRun.bind(font);
  const known = setTexts.get(name) ?? new Map<string, SetRun>();
  setTexts.set(name, known);
  font.layoutRun = (text, features) => {
    const key = JSON.stringify([features, text]);
    const run = known.get(key) ?? set(text, features);
    if (known.size >= keptTexts) known.clear();
    known.set(key, run);
    return run;
  };
}

/** The library knows each glyph once, with what it was first drawn for; here with what it is drawn for now. */
function tellGlyphs({ font }: LibraryFont): void {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = glyphOf(id, codePoints);
    if (isSame(glyph.codePoints, codePoints)) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints } });
  };
}

/** A glyph that was written for another text is embedded once more, so that what is copied is what was written. */
function tellWritten(font: LibraryFont): void {
  const again = new Map<string, number>();
  const place = ({ id, codePoints, advanceWidth }: Glyph): number => {
    const first = font.subset.includeGlyph(id);
    const told = font.unicode[first];
    if (told === undefined || isSame(told, codePoints)) {
      return keep(font, first, codePoints, advanceWidth);
    }
    const key = `${id} ${codePoints.join(' ')}`;
    const known = again.get(key) ?? font.subset.glyphs.push(id) - 1;
    again.set(key, known);
    return keep(font, known, codePoints, advanceWidth);
  };
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features);
    return [glyphs.map((each) => place(each).toString(16).padStart(4, '0')), positions];
  };
}

function keep(
  font: LibraryFont,
  place: number,
  written: readonly number[],
  advanceWidth: number,
): number {
  font.widths[place] ??= advanceWidth * font.scale;
  font.unicode[place] ??= written;
  return place;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((code, index) => code === other[index]);
}

function isLibraryFont(value: unknown): value is LibraryFont {
  const methods = ['layoutRun', 'layout', 'encode'] as const;
  return (
    isObject(value) &&
    methods.every((each) => typeof Reflect.get(value, each) === 'function') &&
    Array.isArray(Reflect.get(value, 'widths')) &&
    Array.isArray(Reflect.get(value, 'unicode')) &&
    isObject(Reflect.get(value, 'subset')) &&
    isObject(Reflect.get(value, 'font')) &&
    typeof Reflect.get(value, 'ascender') === 'number'
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
