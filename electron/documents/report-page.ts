/** A report or card page by page: titles, sections, facts, tables, bars, on the page of every document. */
import { dim, DocumentPage, faint, ink, type TextStyle } from './document-page.ts';

const accent = '#4453c7';
/** Word that is written, dimmed, where nothing is stated. */
export const unknown = 'unknown';
const cell = { size: 9 } as const;
const prose = { size: 10.5 } as const;

/** A column of a table; `from` and `to` are shares of the page's width between its margins. */
export interface Column {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly dimmed?: boolean;
}

function toneOf(value: string): string {
  return value === unknown ? dim : ink;
}

/** A document that grows downwards. */
export class ReportPage {
  readonly #page: DocumentPage;

  constructor(title: string, date: Date, footer: string) {
    this.#page = new DocumentPage(title, date, footer);
  }

  /** A mark across a corner of every page. */
  ribbon(text: string): void {
    this.#page.ribbon(text);
  }

  title(title: string, subtitle: string): void {
    this.#page.text(title, { weight: 'bold', size: 20 });
    this.#page.text(subtitle, { color: dim, size: 11 });
    this.#page.space(14);
  }

  /** A heading that stays on the page of what follows it: `room` points, with itself. */
  heading(text: string, room = 72): void {
    this.#page.keepRoom(room);
    this.#page.space(14);
    this.#page.text(text, { weight: 'bold', size: 13 });
    this.#page.space(4);
  }

  paragraph(text: string): void {
    this.#page.prose(text, prose);
    this.#page.space(5);
  }

  section(title: string, text: string | undefined): void {
    this.heading(title);
    if (text === undefined || text.trim() === '')
      this.#page.text(unknown, { ...prose, color: dim });
    else this.#page.prose(text.trim(), prose);
  }

  /** Names on the left, values on the right. */
  facts(rows: readonly (readonly [string, string])[]): void {
    for (const [name, value] of rows) {
      this.#row([
        [name, { color: dim, from: 0, to: 0.4 }],
        [value, { color: toneOf(value), from: 0.42, to: 1 }],
      ]);
    }
  }

  /** A table: texts, and the share of the width at which each column starts. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const row = (texts: readonly string[], tone: (text: string) => string) =>
      this.#row(
        columns.map(({ from, to, dimmed }, index) => {
          const text = texts[index] ?? '';
          return [text, { color: dimmed === true ? dim : tone(text), from, to }];
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
    if (rows.length === 0) this.#page.text(unknown, { ...prose, color: dim });
    const place = { from: 0.4, to: 0.8 };
    for (const [name, value] of rows) {
      const top = this.#page.row([
        [name, { ...cell, from: 0, to: 0.38 }],
        [String(value), { ...cell, from: 0.82, to: 1 }],
      ]);
      if (value >= 0 && value <= 1) {
        this.#page.bar(1, place, top, faint);
        if (value > 0) this.#page.bar(value, place, top, accent);
      }
      this.#page.space(4);
    }
  }

  finish(): Promise<Uint8Array> {
    return this.#page.finish();
  }

  /** Cells side by side with a line below. */
  #row(cells: readonly (readonly [string, TextStyle])[]): void {
    this.#page.row(cells.map(([text, style]) => [text, { ...cell, ...style }]));
    this.#page.rule(2, 3);
  }
}
