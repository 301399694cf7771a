/** A PDF document page by page: embedded fonts, fixed dates, the same bytes for the same contents. */
import PdfDocument from 'pdfkit';
import { documentFonts, type FontWeight } from './pdf-fonts.ts';

const margin = 56;
const ink = '#1a1d24';
const dim = '#5b616d';
const line = '#e1e4ea';
const accent = '#4453c7';
/** What is written, dimmed, for what is not stated. */
export const unknown = 'unknown';
/** Points. */
const cellSize = 9;
const lineGap = 2;

/** A column of a table; `from` and `to` are shares of the page's width between its margins. */
export interface Column {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly dimmed?: boolean;
}

/** Text of a table; `from` and `to` are shares of the page's width between its margins. */
interface Cell {
  readonly text: string;
  readonly color: string;
  readonly from: number;
  readonly to: number;
}

function toneOf(value: string): string {
  return value === unknown ? dim : ink;
}

/** A document that grows downwards. */
export class Page {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: readonly {
    name: string;
    weight: FontWeight;
    covers: (code: number) => boolean;
  }[];
  readonly #footer: string;
  readonly #bytes: Promise<Uint8Array>;

  constructor(title: string, date: Date, footer: string) {
    const fonts = documentFonts();
    const first = fonts[0];
    if (first === undefined) throw new Error('There is no font for documents.');
    this.#footer = footer;
    const document = new PdfDocument({
      size: 'A4',
      margin,
      bufferPages: true,
      font: '',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Producer: 'Proofdesk', Creator: 'Proofdesk', CreationDate: date },
    });
    this.#document = document;
    this.#bytes = collect(document);
    this.#fonts = fonts.map(({ name, weight, bytes }) => {
      document.registerFont(name, bytes);
      document.font(name);
      return { name, weight, covers: coverageOf(document) };
    });
  }

  title(title: string, subtitle: string): void {
    this.#write(title, { weight: 'bold', size: 20 });
    this.#write(subtitle, { color: dim, size: 11 });
    this.#document.moveDown(1);
  }

  /** A heading that stays on the page of what follows it: `room` points, with itself. */
  heading(text: string, room = 72): void {
    this.#makeRoom(room);
    this.#document.moveDown(1);
    this.#write(text, { weight: 'bold', size: 13 });
    this.#document.moveDown(0.3);
  }

  paragraph(text: string): void {
    this.#write(text, {});
    this.#document.moveDown(0.4);
  }

  section(title: string, text: string | undefined): void {
    this.heading(title);
    if (text === undefined || text.trim() === '') this.#write(unknown, { color: dim });
    else this.#write(text.trim(), {});
  }

  /** Names on the left, values on the right. */
  facts(rows: readonly (readonly [string, string])[]): void {
    for (const [name, value] of rows) {
      this.#row([
        { text: name, color: dim, from: 0, to: 0.4 },
        { text: value, color: toneOf(value), from: 0.42, to: 1 },
      ]);
    }
  }

  /** A table: texts, and the share of the width at which each column starts. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const row = (texts: readonly string[], tone: (text: string) => string) =>
      this.#row(
        columns.map(({ from, to, dimmed }, index) => {
          const text = texts[index] ?? '';
          return { text, color: dimmed === true ? dim : tone(text), from, to };
        }),
      );
    row(
      columns.map((each) => each.title),
      () => dim,
    );
    for (const texts of rows) row(texts, toneOf);
  }

  /** Bars for values from 0 to 1; other values have none, as there is no scale to draw them on. */
  bars(title: string, values: Readonly<Record<string, number>> | undefined): void {
    this.heading(title);
    const rows = Object.entries(values ?? {});
    if (rows.length === 0) this.#write(unknown, { color: dim });
    const document = this.#document;
    const { left, width } = this.#column();
    for (const [name, value] of rows) {
      const top = this.#cells([
        { text: name, color: ink, from: 0, to: 0.38 },
        { text: String(value), color: ink, from: 0.82, to: 1 },
      ]);
      if (value >= 0 && value <= 1) {
        const bar = { x: left + width * 0.4, width: width * 0.4 };
        document.rect(bar.x, top + 3, bar.width, 6).fill(line);
        if (value > 0) document.rect(bar.x, top + 3, bar.width * value, 6).fill(accent);
      }
      document.y += 4;
    }
  }

  async finish(): Promise<Uint8Array> {
    const document = this.#document;
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      document.switchToPage(index);
      document.page.margins.bottom = 0;
      const y = document.page.height - margin + 18;
      const { width } = this.#column();
      this.#write(this.#footer, { size: 7.5, color: dim, x: margin, y, width: width - 50 });
      const number = `${index + 1} / ${count}`;
      const x = margin + width - 40;
      this.#write(number, { size: 7.5, color: dim, x, y, width: 40, align: 'right' });
    }
    document.end();
    return this.#bytes;
  }

  #makeRoom(height: number): void {
    const document = this.#document;
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage();
    }
  }

  #column(): { left: number; width: number } {
    return { left: margin, width: this.#document.page.width - 2 * margin };
  }

  /** Cells side by side, whole on one page, with a line below. */
  #row(cells: readonly Cell[]): void {
    this.#cells(cells);
    const document = this.#document;
    const { left, width } = this.#column();
    const y = document.y + 2;
    document
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(line);
    document.y = y + 3;
  }

  /** Writes cells side by side, whole on one page; returns their top and leaves the place below. */
  #cells(cells: readonly Cell[]): number {
    const document = this.#document;
    const { left, width } = this.#column();
    const places = cells.map(({ text, color, from, to }) => ({
      text,
      style: { color, size: cellSize, x: left + width * from, width: width * (to - from) },
    }));
    document.font(this.#usual()).fontSize(cellSize);
    const heights = places.map(({ text, style }) =>
      document.heightOfString(text, { width: style.width, lineGap }),
    );
    this.#makeRoom(Math.max(...heights) + 6);
    const top = document.y;
    const ends = places.map(({ text, style }) => {
      this.#write(text, { ...style, y: top });
      return document.y;
    });
    document.x = left;
    document.y = Math.max(...ends);
    return top;
  }

  #usual(): string {
    return this.#fonts.find((each) => each.weight === 'regular')?.name ?? '';
  }

  /** Writes text in as many fonts as its characters need. */
  #write(
    text: string,
    style: {
      readonly weight?: FontWeight;
      readonly size?: number;
      readonly color?: string;
      readonly x?: number;
      readonly y?: number;
      readonly width?: number;
      readonly align?: 'right';
    },
  ): void {
    const document = this.#document;
    const { weight = 'regular', size = 10.5, color = ink, x, y, width, align } = style;
    const runs = this.#runs(text, weight);
    document.fontSize(size).fillColor(color);
    for (const [index, run] of runs.entries()) {
      document.font(run.font);
      const options = {
        continued: index < runs.length - 1,
        lineGap,
        ...(width === undefined ? {} : { width }),
        ...(align === undefined ? {} : { align }),
      };
      if (index === 0 && x !== undefined && y !== undefined) {
        document.text(run.text, x, y, options);
      } else {
        document.text(run.text, options);
      }
    }
  }

  #runs(text: string, weight: FontWeight): { font: string; text: string }[] {
    const fonts = this.#fonts.filter((each) => each.weight === weight);
    const usual = fonts[0]?.name ?? '';
    const runs: { font: string; text: string }[] = [];
    for (const character of text.replaceAll('\r\n', '\n').replaceAll('\t', ' ')) {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20 && character !== '\n') continue;
      const covering = character === '\n' ? usual : fonts.find((each) => each.covers(code))?.name;
      // Shown by its number where no font has it: left out, it would change what the card says.
      const shown =
        covering === undefined
          ? `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
          : character;
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
