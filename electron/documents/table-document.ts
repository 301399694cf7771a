/** A table as a PDF: what it is of at the top, its head on every page, long cells wrapped. */
import type { LanguageCode } from '../../shared/languages.ts';
import { demoMark } from '../../shared/ledger/demo-origin.ts';
import { dim, DocumentPage, ink, type PageLayout, type TextStyle } from './document-page.ts';
import { tableWords } from './table-words.ts';

/** Contents of the page before the table. */
export interface TableContents {
  readonly title: string;
  /** ISO 8601; the document is dated by it. */
  readonly date: string;
  /** Of the words around the table. */
  readonly language: LanguageCode;
  /** Name and value: rows, moment, time zone, filters. */
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly TableColumn[];
  /** Whether it is of an example. */
  readonly isDemo: boolean;
}

export interface TableColumn {
  readonly title: string;
  readonly align?: 'right';
}

/** Characters that a column is made for: fewer have this room all the same, more are wrapped. */
const smallest = 4;
const widest = 30;
/** Characters of room beyond its text, so that no short one is broken. */
const spare = 3;
/** Characters of a cell; how many more there are is said. */
const cellLength = 400;
/** Of the page's width, between two columns. */
const gap = 0.006;
const size = 7.5;

const narrow: PageLayout = { size: 'A4', landscape: true, margin: 40 };
const wide: PageLayout = { size: 'A3', landscape: true, margin: 40 };
/** Columns that a sheet of A4 has room for. */
const narrowColumns = 9;

/** A table that is written row by row; `sample` are its first rows, by which columns get their width. */
export class TableDocument {
  readonly #page: DocumentPage;
  readonly #title: string;
  readonly #styles: readonly TextStyle[];
  readonly #columns: readonly TableColumn[];
  readonly #language: LanguageCode;

  constructor(contents: TableContents, sample: readonly (readonly string[])[]) {
    const { title, date, language, facts, columns } = contents;
    const layout = columns.length > narrowColumns ? wide : narrow;
    this.#title = `${title}  ${date}`;
    this.#page = new DocumentPage(title, new Date(date), this.#title, layout, language);
    if (contents.isDemo) this.#page.ribbon(demoMark);
    this.#language = language;
    this.#columns = columns;
    this.#styles = placesOf(columns, sample);
    this.#page.text(title, { weight: 'bold', size: 16 });
    this.#page.space(6);
    for (const [name, value] of facts) {
      this.#page.row([
        [name, { size: 8.5, color: dim, from: 0, to: 0.12 }],
        [value, { size: 8.5, color: ink, from: 0.13, to: 1 }],
      ]);
    }
    this.#page.space(8);
    this.#head();
    this.#page.headPages(() => this.#head());
  }

  row(texts: readonly string[]): void {
    this.#page.row(
      this.#styles.map((style, index) => [
        cut(texts[index] ?? '', this.#language),
        { ...style, color: ink },
      ]),
    );
    this.#page.rule(1, 2);
  }

  /** The bytes of the document; `footer` goes below every page, beside its number. */
  finish(footer: string): Promise<Uint8Array> {
    return this.#page.finish(`${this.#title}  ${footer}`);
  }

  #head(): void {
    this.#page.row(
      this.#columns.map(({ title }, index) => [
        title,
        { ...this.#styles[index], weight: 'bold', color: dim },
      ]),
    );
    this.#page.rule(1, 3);
  }
}

function cut(text: string, language: LanguageCode): string {
  if (text.length <= cellLength) return text;
  const rest = text.length - cellLength;
  return `${text.slice(0, cellLength)}… ${tableWords[language].more(rest)}`;
}

/** Shares of the width by what the columns hold. */
function placesOf(
  columns: readonly TableColumn[],
  sample: readonly (readonly string[])[],
): TextStyle[] {
  const weights = columns.map(({ title }, index) => {
    const lengths = sample.map((row) => row[index]?.length ?? 0);
    const longestWord = Math.max(...title.split(' ').map((word) => word.length));
    return spare + Math.min(widest, Math.max(smallest, longestWord, ...lengths));
  });
  const whole = weights.reduce((sum, each) => sum + each, 0);
  let from = 0;
  return columns.map(({ align }, index) => {
    const to = from + (weights[index] ?? smallest) / whole;
    const style: TextStyle = {
      size,
      isPlain: true,
      from,
      to: to - gap,
      ...(align === undefined ? {} : { align }),
    };
    from = to;
    return style;
  });
}
