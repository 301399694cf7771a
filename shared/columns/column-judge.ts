/** What a column is, by all its cells: one type for the whole column, and the cells that kept it from another. */
import type { ImportColumn } from '../contract/imports.ts';
import { cellKind, type CellKind } from './cell-value.ts';

/** Exceptions that are shown of a column. */
const shownExceptions = 5;
/** Words for nothing that are told apart. */
const shownWords = 8;
const longestText = 40;

/** Findings about a column, without its name. */
export type ColumnVerdict = Omit<ImportColumn, 'column' | 'header' | 'target' | 'chosen'>;

interface Found {
  count: number;
  readonly first: { readonly line: number; readonly text: string }[];
}

/** Takes the cells of one column, in order. */
export class ColumnJudge {
  readonly #nullTexts: ReadonlySet<string>;
  readonly #found = new Map<CellKind, Found>();
  readonly #words = new Map<string, number>();
  #empty = 0;

  /** @param nullTexts cells that the mapping takes as absent */
  constructor(nullTexts: ReadonlySet<string>) {
    this.#nullTexts = nullTexts;
  }

  add(text: string, line: number): void {
    if (text === '') {
      this.#empty += 1;
      return;
    }
    if (this.#nullTexts.has(text)) {
      this.#countWord(text);
      return;
    }
    const kind = cellKind(text);
    if (kind === 'missing') this.#countWord(text);
    const found = this.#found.get(kind) ?? { count: 0, first: [] };
    this.#found.set(kind, found);
    found.count += 1;
    if (found.first.length < shownExceptions) found.first.push({ line, text: shorten(text) });
  }

  verdict(): ColumnVerdict {
    const numbers = this.#count('number');
    const booleans = this.#count('boolean');
    const zeros = this.#count('leading_zeros');
    const digits = this.#count('many_digits');
    const texts = this.#count('text');
    const values = numbers + booleans + zeros + digits + texts;
    if (values === 0) return this.#of('empty', null, []);
    if (numbers === values) return this.#of('number', null, []);
    if (booleans === values) return this.#of('boolean', null, []);
    if (texts === values) return this.#of('string', null, []);
    if (zeros > 0 && texts + booleans === 0) {
      return this.#of('string', 'leading_zeros', ['leading_zeros']);
    }
    if (digits > 0 && texts + booleans === 0) {
      return this.#of('string', 'many_digits', ['many_digits']);
    }
    // The fewer ones are the exceptions.
    const fewer: CellKind[] =
      numbers + zeros + digits > texts + booleans
        ? ['text', 'boolean']
        : booleans > numbers + zeros + digits + texts
          ? ['text', 'number', 'leading_zeros', 'many_digits']
          : ['number', 'boolean', 'leading_zeros', 'many_digits'];
    return this.#of('string', 'mixed', fewer);
  }

  #of(
    type: ColumnVerdict['type'],
    reason: ColumnVerdict['reason'],
    kinds: readonly CellKind[],
  ): ColumnVerdict {
    const found = kinds.flatMap((kind) => this.#found.get(kind) ?? []);
    return {
      type,
      reason,
      empty: this.#empty,
      missing: Array.from(this.#words, ([text, count]) => ({
        text,
        count,
        taken: type !== 'string' || this.#nullTexts.has(text),
      })),
      exceptions_total: found.reduce((total, { count }) => total + count, 0),
      exceptions: found
        .flatMap(({ first }) => first)
        .toSorted((one, other) => one.line - other.line)
        .slice(0, shownExceptions),
    };
  }

  #count(kind: CellKind): number {
    return this.#found.get(kind)?.count ?? 0;
  }

  #countWord(text: string): void {
    const word = shorten(text);
    const count = this.#words.get(word);
    if (count !== undefined || this.#words.size < shownWords) {
      this.#words.set(word, (count ?? 0) + 1);
    }
  }
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
