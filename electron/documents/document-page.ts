/** A page to write documents on: embedded fonts, fixed dates, the same bytes every time. */
import PdfDocument from 'pdfkit';
import { nameHiddenInLines } from '../../shared/hidden-text.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { documentFonts, type FontWeight } from './pdf-fonts.ts';
import { plainFont } from './plain-font.ts';

export const ink = '#1a1d24';
export const dim = '#5b616d';
export const faint = '#e1e4ea';
const lineGap = 2;
/** Texts of a font kept as they are set, of a document that may have a hundred thousand. */
const keptTexts = 1_000;
/** Digits of one width, so that amounts stand below each other. */
const figures = ['kern', 'tnum'] as const;
/** The same without what a font does to letters by their neighbours: a tenth of the time. */
const plainFigures = {
  tnum: true,
  kern: false,
  calt: false,
  ccmp: false,
  clig: false,
  liga: false,
};

export interface TextStyle {
  readonly weight?: FontWeight;
  readonly size?: number;
  readonly color?: string;
  /** Shares of the width between the margins. */
  readonly from?: number;
  readonly to?: number;
  readonly align?: 'right';
  /** Letters one by one as they are: for thousands of short texts. */
  readonly isPlain?: boolean;
}

type DocumentFont = ReturnType<typeof documentFonts>[number];

let knownFonts: readonly DocumentFont[] | undefined;

/** Decoded and unpacked once. */
function fonts(): readonly DocumentFont[] {
  knownFonts ??= documentFonts().map((each) => ({ ...each, bytes: plainFont(each.bytes) }));
  return knownFonts;
}

/** The paper, and how much of it stays empty around what is written; points. */
export interface PageLayout {
  readonly size: 'A4' | 'A3';
  readonly landscape: boolean;
  readonly margin: number;
}

const upright: PageLayout = { size: 'A4', landscape: false, margin: 56 };

/** How letters are set. Its type does not know that a feature can be turned off. */
function settingOf({ isPlain = false }: TextStyle): PDFKit.Mixins.TextOptions {
  const options: PDFKit.Mixins.TextOptions = { lineGap, features: [...figures] };
  if (isPlain) Reflect.set(options, 'features', plainFigures);
  return options;
}

/** A document that grows downwards. */
export class DocumentPage {
  readonly #document: PDFKit.PDFDocument;
  /** Registered when a character first needs them: most documents are written in one subset. */
  readonly #covers = new Map<string, (code: number) => boolean>();
  readonly #footer: string;
  readonly #margin: number;
  readonly #bytes: Promise<Uint8Array>;
  #headPage: (() => void) | undefined;

  constructor(
    title: string,
    date: Date,
    footer: string,
    layout: PageLayout = upright,
    language: LanguageCode = 'en',
  ) {
    this.#footer = footer;
    this.#margin = layout.margin;
    const document = new PdfDocument({
      size: layout.size,
      layout: layout.landscape ? 'landscape' : 'portrait',
      margin: layout.margin,
      bufferPages: true,
      font: '',
      lang: language,
      displayTitle: true,
      info: { Title: title, Producer: 'Proofdesk', Creator: 'Proofdesk', CreationDate: date },
    });
    this.#document = document;
    this.#bytes = collect(document);
  }

  /** What is written at the top of every page from the next one on. */
  headPages(write: (() => void) | undefined): void {
    this.#headPage = write;
  }

  /** Texts side by side, whole on one page; the next ones come below the longest. Returns their top. */
  row(cells: readonly (readonly [string, TextStyle])[]): number {
    const document = this.#document;
    const shown = cells.map(([text, style]) => [nameHiddenInLines(text), style] as const);
    const heights = shown.map(([text, style]) => {
      document.font(this.#fontOf(style.weight ?? 'regular')).fontSize(style.size ?? 10);
      return document.heightOfString(text, {
        width: this.#place(style).width,
        ...settingOf(style),
      });
    });
    this.#makeRoom(Math.max(...heights));
    const top = document.y;
    const ends = shown.map(([text, style]) => {
      this.#write(text, style, { ...this.#place(style), y: top });
      return document.y;
    });
    document.x = this.#margin;
    document.y = Math.max(...ends);
    return top;
  }

  text(text: string, style: TextStyle = {}): void {
    this.row([[text, style]]);
  }

  /** Text of any length, over as many pages as it takes. */
  prose(text: string, style: TextStyle = {}): void {
    this.#write(nameHiddenInLines(text), style, { ...this.#place(style), y: this.#document.y });
    this.#document.x = this.#margin;
  }

  /** Goes on to the next page where less than this is left of one; points. */
  keepRoom(points: number): void {
    this.#makeRoom(points);
  }

  /** A bar from the left of a place, as long as a share of it; `top` as `row` returns it. */
  bar(share: number, place: Pick<TextStyle, 'from' | 'to'>, top: number, color: string): void {
    const { x, width } = this.#place(place);
    this.#document.rect(x, top + 3, width * share, 6).fill(color);
  }

  space(points: number): void {
    this.#document.y += points;
  }

  /** A line across; points above and below it. */
  rule(above = 3, below = 5): void {
    const document = this.#document;
    const y = document.y + above;
    document
      .moveTo(this.#margin, y)
      .lineTo(document.page.width - this.#margin, y)
      .lineWidth(0.5)
      .stroke(faint);
    document.y = y + below;
  }

  /** A word in a frame at the top right of the first page, slightly turned. */
  stamp(word: string, color: string): void {
    const document = this.#document;
    const [width, height] = [150, 42];
    const [x, y] = [document.page.width - this.#margin - width, this.#margin - 4];
    document.save();
    document.rotate(-6, { origin: [x + width / 2, y + height / 2] });
    document.roundedRect(x, y, width, height, 5).lineWidth(2).stroke(color);
    document.font(this.#fontOf('bold')).fontSize(20).fillColor(color);
    const kept = { x: document.x, y: document.y };
    document.text(word, x, y + 10, { width, align: 'center' });
    document.restore();
    document.x = kept.x;
    document.y = kept.y;
  }

  /** The bytes of the document, with the footer and the number on every page. */
  async finish(footer = this.#footer): Promise<Uint8Array> {
    const document = this.#document;
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      document.switchToPage(index);
      document.page.margins.bottom = 0;
      const y = document.page.height - this.#margin + 18;
      const small = { size: 7.5, color: dim };
      this.#write(nameHiddenInLines(footer), small, { ...this.#place({ to: 0.85 }), y });
      const number = `${index + 1} / ${count}`;
      this.#write(number, { ...small, align: 'right' }, { ...this.#place({ from: 0.86 }), y });
    }
    document.end();
    return this.#bytes;
  }

  #makeRoom(height: number): void {
    const document = this.#document;
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage();
      this.#headPage?.();
    }
  }

  #place({ from = 0, to = 1 }: TextStyle): { x: number; width: number } {
    const width = this.#document.page.width - 2 * this.#margin;
    return { x: this.#margin + width * from, width: width * (to - from) };
  }

  #fontOf(weight: FontWeight): string {
    const usual = fonts().find((each) => each.weight === weight);
    if (usual === undefined) throw new Error('There is no font for documents.');
    this.#register(usual);
    return usual.name;
  }

  /** The first font of a weight that has a character. */
  #fontFor(code: number, weight: FontWeight): string | undefined {
    return fonts().find((each) => each.weight === weight && this.#register(each)(code))?.name;
  }

  #register({ name, bytes }: DocumentFont): (code: number) => boolean {
    const known = this.#covers.get(name);
    if (known !== undefined) return known;
    this.#document.registerFont(name, bytes);
    this.#document.font(name);
    keepSetTexts(this.#document, name);
    const covers = coverageOf(this.#document);
    this.#covers.set(name, covers);
    return covers;
  }

  /** Writes text in as many fonts as its characters need. */
  #write(
    text: string,
    style: TextStyle,
    place: { readonly x: number; readonly y: number; readonly width: number },
  ): void {
    const document = this.#document;
    const runs = this.#runs(text, style.weight ?? 'regular');
    document.fontSize(style.size ?? 10).fillColor(style.color ?? ink);
    for (const [index, run] of runs.entries()) {
      document.font(run.font);
      const options = {
        width: place.width,
        ...settingOf(style),
        continued: index < runs.length - 1,
        ...(style.align === undefined ? {} : { align: style.align }),
      };
      if (index === 0) document.text(run.text, place.x, place.y, options);
      else document.text(run.text, options);
    }
  }

  #runs(text: string, weight: FontWeight): { font: string; text: string }[] {
    const usual = this.#fontOf(weight);
    const runs: { font: string; text: string }[] = [];
    for (const character of text.replaceAll('\r\n', '\n').replaceAll('\t', ' ')) {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20 && character !== '\n') continue;
      const covering = character === '\n' ? usual : this.#fontFor(code, weight);
      // Shown by its number where no font has it: left out, it would change what is said.
      const shown = covering === undefined ? `[U+${code.toString(16).toUpperCase()}]` : character;
      const font = covering ?? usual;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs.length === 0 ? [{ font: usual, text: '' }] : runs;
  }
}

/** Which characters the document's current font has. Its type does not say how to ask. */
function coverageOf(document: PDFKit.PDFDocument): (code: number) => boolean {
  const embedded: unknown = Reflect.get(document, '_font');
  const font: unknown = isObject(embedded) ? Reflect.get(embedded, 'font') : undefined;
  const ask: unknown = isObject(font) ? Reflect.get(font, 'hasGlyphForCodePoint') : undefined;
  if (typeof ask !== 'function') throw new Error('A font does not tell which characters it has.');
  return (code) => ask.call(font, code) === true;
}

/** By font, features and text: what was set for one document is the same in the next. */
const setTexts = new Map<string, Map<string, unknown>>();

/**
 * Makes the document's current font set each text once. It keeps no text that is set with features,
 * and every word is measured and written several times: most of what a document costs.
 */
function keepSetTexts(document: PDFKit.PDFDocument, name: string): void {
  const font: unknown = Reflect.get(document, '_font');
  const set: unknown = isObject(font) ? Reflect.get(font, 'layoutRun') : undefined;
  if (!isObject(font) || typeof set !== 'function') throw new Error('A font does not set texts.');
  const known = setTexts.get(name) ?? new Map<string, unknown>();
  setTexts.set(name, known);
  Reflect.set(font, 'layoutRun', (text: string, features: unknown) => {
    const key = JSON.stringify([features, text]);
    const run: unknown = known.get(key) ?? set.call(font, text, features);
    if (known.size >= keptTexts) known.clear();
    known.set(key, run);
    return run;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
