/** A page to write documents on: embedded fonts, fixed dates, the same bytes every time. */
import PdfDocument from 'pdfkit';
import { nameHiddenInLines } from '../../shared/hidden-text.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { embeddedFont, type EmbeddedFont } from './embedded-font.ts';
import type { EastAsianScript } from './machine-fonts.ts';
import { makeArchive, type AttachedFile } from './pdf-a3.ts';
import { documentFonts, type DocumentFont, type FontWeight } from './pdf-fonts.ts';
import { linesOf, unwrittenIn, type DrawnLine, type TextFonts } from './text-runs.ts';

export const ink = '#1a1d24';
export const dim = '#5b616d';
export const faint = '#e1e4ea';
const ribbonGround = '#fcefc9';
const ribbonInk = '#6a4800';
/** Points within a frame. */
const framePadding = 9;
const lineGap = 2;
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

/** The paper, and how much of it stays empty around what is written; points. */
export interface PageLayout {
  readonly size: 'A4' | 'A3';
  readonly landscape: boolean;
  readonly margin: number;
  /** PDF 1.7 with the statements that an archive has (PDF/A-3b); its title is to be free of markup. */
  readonly isArchive?: boolean;
}

const upright: PageLayout = { size: 'A4', landscape: false, margin: 56 };

/** How letters are set: always by features, without which the library turns no run from right to left round. */
function settingOf(font: DocumentFont, isPlain: boolean): PDFKit.Mixins.TextOptions {
  const options: PDFKit.Mixins.TextOptions = {
    lineBreak: false,
    baseline: 'alphabetic',
    features: font.isUsual ? [...figures] : [],
  };
  // Its type does not know that a feature can be turned off.
  if (isPlain && font.isUsual) Reflect.set(options, 'features', plainFigures);
  return options;
}

/** A font that the document knows. */
interface KnownFont extends DocumentFont {
  readonly embedded: EmbeddedFont;
}

/** A text as it is drawn, with the height that its lines take. */
interface SetText {
  readonly style: TextStyle;
  readonly lines: readonly DrawnLine[];
  readonly height: number;
}

/** A document that grows downwards. */
export class DocumentPage {
  readonly #document: PDFKit.PDFDocument;
  /** Registered when a character first needs them: most documents are written in one subset. */
  readonly #fonts = new Map<string, KnownFont>();
  readonly #footer: string;
  readonly #margin: number;
  readonly #bytes: Promise<Uint8Array>;
  #headPage: (() => void) | undefined;
  #ribbon: string | undefined;

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
      ...(layout.isArchive === true ? { pdfVersion: '1.7' as const } : {}),
      font: '',
      lang: language,
      displayTitle: true,
      info: { Title: title, Producer: 'Proofdesk', Creator: 'Proofdesk', CreationDate: date },
    });
    this.#document = document;
    this.#bytes = collect(document);
  }

  /** Makes the document an archive that brings files along. */
  archive(date: Date, files: readonly AttachedFile[]): void {
    makeArchive(this.#document, date, files);
  }

  /** What is written at the top of every page from the next one on. */
  headPages(write: (() => void) | undefined): void {
    this.#headPage = write;
  }

  /** Texts side by side, whole on one page; the next ones come below the longest. Returns their top. */
  row(cells: readonly (readonly [string, TextStyle])[]): number {
    const document = this.#document;
    const texts = cells.map(([text, style]) => this.#set(text, style));
    const height = Math.max(...texts.map((each) => each.height * each.lines.length));
    if (height > this.#room()) return this.#longRow(texts);
    this.#makeRoom(height);
    const top = document.y;
    for (const each of texts) {
      for (const [index, line] of each.lines.entries()) {
        this.#draw(line, each.style, top + index * each.height);
      }
    }
    document.y = top + height;
    return top;
  }

  text(text: string, style: TextStyle = {}): void {
    this.row([[text, style]]);
  }

  /** Text of any length, over as many pages as it takes. */
  prose(text: string, style: TextStyle = {}): void {
    this.#longRow([this.#set(text, style)]);
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

  /** A word in a frame at the left of what comes next, slightly turned; it takes no room. */
  stamp(word: string, color: string): void {
    const document = this.#document;
    const [width, height] = [150, 42];
    const [x, y] = [this.#margin + 8, document.y + 6];
    document.save();
    document.rotate(-6, { origin: [x + width / 2, y + height / 2] });
    document.roundedRect(x, y, width, height, 5).lineWidth(2).stroke(color);
    const kept = { x: document.x, y: document.y };
    const [line] = this.#set(word, { weight: 'bold', size: 20 }).lines;
    const from = (x + (width - (line?.width ?? 0)) / 2 - this.#margin) / this.#width();
    if (line !== undefined) this.#draw(line, { weight: 'bold', size: 20, color, from }, y + 10);
    document.restore();
    document.x = kept.x;
    document.y = kept.y;
  }

  /** A ribbon across the upper right corner of every page. */
  ribbon(text: string): void {
    this.#ribbon = text;
  }

  /** What is written within a frame, whole on one page: it takes no more than `room` points. */
  framed(write: () => void, room = 110): void {
    this.#makeRoom(room);
    const document = this.#document;
    const top = document.y;
    document.y += framePadding;
    write();
    document.y += framePadding;
    document
      .roundedRect(this.#margin, top, this.#width(), document.y - top, 4)
      .lineWidth(0.5)
      .stroke(faint);
  }

  /** The bytes of the document, with the footer and the number on every page. */
  async finish(footer = this.#footer): Promise<Uint8Array> {
    const document = this.#document;
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      document.switchToPage(index);
      document.page.margins.bottom = 0;
      if (this.#ribbon !== undefined) this.#drawRibbon(this.#ribbon);
      const y = document.page.height - this.#margin + 14;
      const small = { size: 7.5, color: dim };
      for (const [place, text] of footer.split('\n').entries()) {
        this.#line(text, { ...small, to: 0.85 }, y + place * 11);
      }
      this.#line(`${index + 1} / ${count}`, { ...small, from: 0.86, align: 'right' }, y);
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

  #drawRibbon(text: string): void {
    const document = this.#document;
    const [length, wide] = [200, 16];
    const [x, y] = [document.page.width - 52, 52];
    document.save();
    document.rotate(45, { origin: [x, y] });
    document.rect(x - length / 2, y - wide / 2, length, wide).fill(ribbonGround);
    const style = { weight: 'bold', size: 7.4, color: ribbonInk } as const;
    const [line] = this.#set(text, style).lines;
    const from = (x - (line?.width ?? 0) / 2 - this.#margin) / this.#width();
    if (line !== undefined) this.#draw(line, { ...style, from }, y - 4.5);
    document.restore();
  }

  /** Points between the margins, of a page's height. */
  #room(): number {
    const { height, margins } = this.#document.page;
    return height - margins.top - margins.bottom;
  }

  #width(): number {
    return this.#document.page.width - 2 * this.#margin;
  }

  #place({ from = 0, to = 1 }: TextStyle): { x: number; width: number } {
    const width = this.#width();
    return { x: this.#margin + width * from, width: width * (to - from) };
  }

  /** Texts side by side, line by line over as many pages as they take. */
  #longRow(texts: readonly SetText[]): number {
    const document = this.#document;
    const first = document.y;
    const height = Math.max(...texts.map((each) => each.height));
    const count = Math.max(...texts.map((each) => each.lines.length));
    for (let index = 0; index < count; index += 1) {
      this.#makeRoom(height);
      for (const { lines, style } of texts) {
        const line = lines[index];
        if (line !== undefined) this.#draw(line, style, document.y);
      }
      document.y += height;
    }
    return first;
  }

  /** The first line of a text at a height of the page. */
  #line(text: string, style: TextStyle, top: number): void {
    const [line] = this.#set(text, style).lines;
    if (line !== undefined) this.#draw(line, style, top);
  }

  #set(text: string, style: TextStyle): SetText {
    const { weight = 'regular', size = 10 } = style;
    const document = this.#document;
    const shown = nameHiddenInLines(text);
    const lines = linesOf(shown, this.#place(style).width, this.#textFonts(shown, style));
    document.font(this.#usual(weight).name).fontSize(size);
    return { style, lines, height: document.currentLineHeight(true) + lineGap };
  }

  #draw(line: DrawnLine, style: TextStyle, top: number): void {
    const { weight = 'regular', size = 10, align, isPlain = false } = style;
    const document = this.#document;
    const { x: left, width } = this.#place(style);
    // One baseline for all fonts: that of the usual one.
    const baseline = top + (this.#usual(weight).embedded.ascender / 1_000) * size;
    const kept = { x: document.x, y: document.y };
    let x = align === 'right' ? left + width - line.width : left;
    document.fontSize(size).fillColor(style.color ?? ink);
    for (const { font, text, width: wide } of line.runs) {
      const known = this.#fonts.get(font) ?? this.#usual(weight);
      document.font(font).text(text, x, baseline, settingOf(known, isPlain));
      x += wide;
    }
    document.x = kept.x;
    document.y = kept.y;
  }

  #usual(weight: FontWeight): KnownFont {
    const [usual] = documentFonts(weight);
    if (usual === undefined) throw new Error('There is no font for documents.');
    return this.#register(usual);
  }

  /** The fonts of one text: which of several for Han it is, its other letters say. */
  #textFonts(
    text: string,
    { weight = 'regular', size = 10, isPlain = false }: TextStyle,
  ): TextFonts {
    const usual = this.#usual(weight);
    const fonts = inOrderFor(text, documentFonts(weight));
    const has = (font: DocumentFont, character: string) =>
      font.scripts.test(character) &&
      this.#register(font).embedded.has(character.codePointAt(0) ?? 0);
    return {
      usual: usual.name,
      fontFor: (character, before) => {
        const last = before === undefined ? undefined : this.#fonts.get(before);
        // Blanks and marks stay with what they follow.
        if (last !== undefined && /[\s\p{M}]/u.test(character) && has(last, character))
          return before;
        return fonts.find((each) => has(each, character))?.name;
      },
      widthOf: (name, part) => {
        const font = this.#fonts.get(name) ?? usual;
        this.#document.font(font.name).fontSize(size);
        return this.#document.widthOfString(part, settingOf(font, isPlain));
      },
    };
  }

  /** Characters of a text that no font has, each once: they are written as `[U+1F600]`. */
  unwritten(text: string): string[] {
    return unwrittenIn(text, this.#textFonts(text, {}));
  }

  /** Has the document know a font: most documents are written in one subset. */
  #register(font: DocumentFont): KnownFont {
    const { name, bytes, face } = font;
    const known = this.#fonts.get(name);
    if (known !== undefined) return known;
    this.#document.registerFont(name, bytes(), face);
    this.#document.font(name);
    const registered = { ...font, embedded: embeddedFont(this.#document, name) };
    this.#fonts.set(name, registered);
    return registered;
  }
}

/** Fonts with those of East Asia in the order that a text asks for. */
function inOrderFor(text: string, fonts: readonly DocumentFont[]): readonly DocumentFont[] {
  if (!/\p{Script=Han}/u.test(text)) return fonts;
  const rank = (name: string) => order.indexOf(name.replace('machine-', ''));
  const order: readonly string[] = orderOf(text);
  return fonts.toSorted((one, other) => rank(one.name) - rank(other.name));
}

function orderOf(text: string): readonly EastAsianScript[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return ['japanese', 'chinese', 'korean'];
  if (/\p{Script=Hangul}/u.test(text)) return ['korean', 'chinese', 'japanese'];
  return ['chinese', 'japanese', 'korean'];
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
