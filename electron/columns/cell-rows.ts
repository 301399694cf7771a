/** Cells of a chunk as rows of a pipeline: those of its mask, each element of an unwound array on its own. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type { Scalar } from '../filters/compare-values.ts';
import type { FieldPath } from '../filters/filter.ts';
import { listKind, scalarAt, valueAt, type Column, type ListCells } from './column-chunks.ts';
import type { ScannedCells } from './scan-columns.ts';

/** An array that is taken apart: a row for each of its elements. */
export interface Unwinding {
  readonly path: FieldPath;
  /** Whether a row without elements stays. */
  readonly keepsEmpty: boolean;
}

/** Reads a value of a cell; `element` is that of an array that was unwound. */
type ReadCell = (cell: number, element: number) => JsonValue | undefined;

/** In place of an element: the cell holds no array. */
const noElement = -1;
/** In place of the place of a value. */
const notThere = -1;

/** Values of a path by the different ones of their chunk. */
interface ValuesOfPath {
  readonly values: readonly (Scalar | undefined)[];
  /** The place in `values` of a row's value; below zero where it has another one. */
  readonly at: (cell: number, element: number) => number;
}

export class CellRows {
  readonly #part: ScannedCells;
  readonly #columns: ReadonlyMap<string, Column | 'missing'>;
  readonly #unwinding: Unwinding | undefined;

  private constructor(
    part: ScannedCells,
    columns: ReadonlyMap<string, Column | 'missing'>,
    unwinding: Unwinding | undefined,
  ) {
    this.#part = part;
    this.#columns = columns;
    this.#unwinding = unwinding;
  }

  /** The rows as far as some paths tell of them; undefined where columns cannot tell of each. */
  static of(
    part: ScannedCells,
    paths: readonly FieldPath[],
    unwinding: Unwinding | undefined,
  ): CellRows | undefined {
    const columns = new Map<string, Column | 'missing'>();
    for (const { text } of unwinding === undefined ? paths : [...paths, unwinding.path]) {
      const column = part.column(text);
      if (column === undefined) return undefined;
      columns.set(text, column);
    }
    return new CellRows(part, columns, unwinding);
  }

  /** Goes through the rows in their order. */
  each(take: (cell: number, element: number) => void): void {
    const { mask } = this.#part;
    const unwound = this.#unwinding && this.#columnOf(this.#unwinding.path);
    for (let cell = 0; cell < mask.length; cell += 1) {
      if (mask[cell] === 0) continue;
      if (unwound === undefined) take(cell, noElement);
      else this.#elements(unwound, cell, take);
    }
  }

  #elements(
    unwound: Column | 'missing',
    cell: number,
    take: (cell: number, element: number) => void,
  ): void {
    if (unwound !== 'missing' && unwound.kind === 'lists') {
      const { kinds, offsets } = unwound.cells;
      const [from, end] = [offsets[cell] ?? 0, offsets[cell + 1] ?? 0];
      if (kinds[cell] === listKind.array && end > from) {
        for (let element = from; element < end; element += 1) take(cell, element);
        return;
      }
    }
    const value = unwound === 'missing' ? undefined : valueAt(unwound, cell);
    const isEmpty = value === undefined || value === null || Array.isArray(value);
    if (!isEmpty || this.#unwinding?.keepsEmpty === true) take(cell, noElement);
  }

  /** Reads a path of each row. */
  reader(path: FieldPath): ReadCell {
    const column = this.#columnOf(path);
    if (column === 'missing') return () => undefined;
    if (column.kind === 'scalars') {
      const { cells } = column;
      return (cell) => scalarAt(cells, cell);
    }
    return this.#isUnwound(path) ? elementReader(column.cells) : (cell) => valueAt(column, cell);
  }

  /** Finds what the value of a path stands for: once for each of the values that repeat in the chunk. */
  finder<Result>(
    path: FieldPath,
    find: (value: JsonValue | undefined) => Result,
  ): (cell: number, element: number) => Result {
    const read = this.reader(path);
    const repeated = this.#values(path);
    if (repeated === undefined) return (cell, element) => find(read(cell, element));
    const { values, at } = repeated;
    const found: Result[] = [];
    return (cell, element) => {
      const place = at(cell, element);
      return place < 0 ? find(read(cell, element)) : (found[place] ??= find(values[place]));
    };
  }

  /** The different values of a path; undefined where they are many, or may be whole arrays. */
  #values(path: FieldPath): ValuesOfPath | undefined {
    const column = this.#columnOf(path);
    if (column === 'missing') return undefined;
    if (column.kind === 'scalars') {
      const { cells } = column;
      if (cells.kind !== 'codes') return undefined;
      return { values: cells.values, at: (cell) => cells.codes[cell] ?? notThere };
    }
    const { elements } = column.cells;
    if (!this.#isUnwound(path) || elements.kind !== 'codes') return undefined;
    return { values: elements.values, at: (_, element) => elements.codes[element] ?? notThere };
  }

  #columnOf(path: FieldPath): Column | 'missing' {
    return this.#columns.get(path.text) ?? 'missing';
  }

  #isUnwound(path: FieldPath): boolean {
    return path.text === this.#unwinding?.path.text;
  }
}

/** Of an array that is empty nothing is left where its row stays. */
function elementReader(cells: ListCells): ReadCell {
  return (cell, element) => {
    if (element !== noElement) return scalarAt(cells.elements, element);
    return cells.kinds[cell] === listKind.scalar
      ? scalarAt(cells.elements, cells.offsets[cell] ?? 0)
      : undefined;
  };
}
