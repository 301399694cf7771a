/**
 * Hot paths as columns in memory: rows never change, so a column is only ever extended. Filters, counts
 * and groups over scalar paths then read typed arrays instead of documents.
 */
import type { Scalar } from '../filters/compare-values.ts';
import { everyRow, type AggregationSource } from './aggregation-source.ts';
import { scalarColumn, type ScalarColumn } from './scalar-column.ts';

/** Kinds of content of a cell; a string is the number of a text in the column's dictionary. */
export const cellKind = { missing: 0, null: 1, false: 2, true: 3, number: 4, string: 5 } as const;

const firstCapacity = 1_024;
const bytesPerCell = 9;
/** Different texts of one column: what has more is no category, and is read from the documents. */
const mostTexts = 65_536;
const bytesPerText = 96;

/** One path of all rows: row 1 is cell 0. */
export class Column {
  kinds = new Uint8Array(firstCapacity);
  /** The number of a number, the place in `texts` of a string. */
  numbers = new Float64Array(firstCapacity);
  readonly texts: string[] = [];
  length = 0;
  /** Whether there are too many texts; then the cells mean nothing. */
  isOverfull = false;
  readonly #codes = new Map<string, number>();

  append(value: Scalar | undefined): void {
    if (this.isOverfull) return;
    this.reserve(this.length + 1);
    const cell = this.length;
    this.length += 1;
    switch (typeof value) {
      case 'undefined':
        return;
      case 'number':
        this.kinds[cell] = cellKind.number;
        this.numbers[cell] = value;
        return;
      case 'boolean':
        this.kinds[cell] = value ? cellKind.true : cellKind.false;
        return;
      case 'string':
        this.numbers[cell] = this.#code(value);
        this.kinds[cell] = cellKind.string;
        return;
      default:
        this.kinds[cell] = cellKind.null;
    }
  }

  read(cell: number): Scalar | undefined {
    switch (this.kinds[cell]) {
      case cellKind.null:
        return null;
      case cellKind.false:
        return false;
      case cellKind.true:
        return true;
      case cellKind.number:
        return this.numbers[cell];
      case cellKind.string:
        return this.texts[this.numbers[cell] ?? 0];
      default:
        return undefined;
    }
  }

  get bytes(): number {
    return this.kinds.length * bytesPerCell + this.texts.length * bytesPerText;
  }

  #code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    if (this.texts.length >= mostTexts) {
      this.#release();
      return 0;
    }
    this.#codes.set(text, this.texts.length);
    this.texts.push(text);
    return this.texts.length - 1;
  }

  #release(): void {
    this.isOverfull = true;
    this.kinds = new Uint8Array();
    this.numbers = new Float64Array();
    this.texts.length = 0;
    this.#codes.clear();
  }

  /** Makes room for `cells`, and where it must for a quarter more than there was. */
  reserve(cells: number): void {
    if (this.isOverfull || cells <= this.kinds.length) return;
    const capacity = Math.max(cells, Math.ceil(this.kinds.length * 1.25));
    const kinds = new Uint8Array(capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const numbers = new Float64Array(capacity);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}

/** The columns of one dataset, as long as they fit; the ones not used for longest go first. */
export class ColumnStore {
  readonly #mostBytes: number;
  readonly #columns = new Map<string, Column>();

  /** `mostBytes`: what all columns together may take in memory. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /**
   * The columns of `paths` for all rows of `source`, by their dotted text; what is not there yet is read
   * in one pass. Undefined where one of them cannot be a column.
   */
  columns(
    paths: readonly (readonly string[])[],
    source: AggregationSource,
  ): ReadonlyMap<string, Column> | undefined {
    const asked = new Map<string, { readonly column: Column; readonly shape: ScalarColumn }>();
    for (const segments of paths) {
      const name = segments.join('.');
      const shape = scalarColumn(segments, source);
      const column = this.#columns.get(name) ?? new Column();
      if (shape === undefined || column.isOverfull) return undefined;
      asked.set(name, { column, shape });
    }
    if (asked.size * source.rowCount * bytesPerCell > this.#mostBytes) return undefined;
    extend([...asked.values()], source);
    for (const [name, { column }] of asked) {
      this.#columns.delete(name);
      this.#columns.set(name, column);
    }
    this.#forget();
    const columns = new Map([...asked].map(([name, { column }]) => [name, column]));
    return [...columns.values()].some(({ isOverfull }) => isOverfull) ? undefined : columns;
  }

  /** What the columns take, in bytes. */
  get bytes(): number {
    return [...this.#columns.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #forget(): void {
    let { bytes } = this;
    for (const [name, column] of this.#columns) {
      if (bytes <= this.#mostBytes) return;
      // An overfull column stays (it takes nothing), so that it is not read again and again.
      if (column.isOverfull) continue;
      bytes -= column.bytes;
      this.#columns.delete(name);
    }
  }
}

interface Extension {
  readonly column: Column;
  readonly shape: ScalarColumn;
}

/** Reads the rows that columns lack; columns of equal length share one pass. */
function extend(asked: readonly Extension[], source: AggregationSource): void {
  const behind = asked.filter(({ column }) => column.length < source.rowCount);
  for (const length of new Set(behind.map(({ column }) => column.length))) {
    const together = behind.filter(({ column }) => column.length === length);
    for (const { column } of together) column.reserve(source.rowCount);
    const expressions = together.flatMap(({ shape }) => shape.expressions);
    for (const row of source.select(expressions, everyRow, length)) {
      let at = 1;
      for (const { column, shape } of together) {
        column.append(shape.read(row, at));
        at += shape.expressions.length;
      }
    }
  }
}
