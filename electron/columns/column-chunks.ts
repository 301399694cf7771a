/**
 * Columns of a dataset, in chunks of so many rows: one path of the rows, as typed cells and as the bytes that are kept.
 * Each chunk has a dictionary of its own, so that nothing of an erased row stays in another place.
 */
import type { Scalar } from '../filters/compare-values.ts';

/** Rows of a chunk. */
export const chunkRows = 16_384;

/** Kinds of content of a cell of numbers. */
export const cellKind = { missing: 0, null: 1, false: 2, true: 3, number: 4 } as const;

export type NumberArray = Int8Array | Int16Array | Int32Array | Float64Array;

/** Cells of numbers, and where `kinds` tells so, of something else that is no text. */
export interface NumberCells {
  readonly kind: 'numbers';
  readonly numbers: NumberArray;
  /** Undefined where every cell has a number. */
  readonly kinds: Uint8Array | undefined;
}

/** Cells of whatever repeats: the place in `values` of each. */
export interface CodeCells {
  readonly kind: 'codes';
  readonly codes: Uint16Array;
  /** Undefined, for a missing cell, and then all different ones. */
  readonly values: readonly (Scalar | undefined)[];
}

/** Cells of texts; undefined for a missing one. */
export interface TextCells {
  readonly kind: 'texts';
  readonly texts: readonly (string | undefined)[];
}

/** Cells with one scalar each, or with none. */
export type ScalarCells = NumberCells | CodeCells | TextCells;

/** Kinds of content of a cell that may hold an array of scalars. */
export const listKind = { missing: 0, scalar: 1, array: 2 } as const;

/** Cells with an array of scalars each, with one scalar, or with nothing. */
export interface ListCells {
  readonly kinds: Uint8Array;
  /** One more than there are cells: the elements of cell `n` are those from `offsets[n]` to before `offsets[n + 1]`. */
  readonly offsets: Uint32Array;
  readonly elements: ScalarCells;
}

export type Column =
  | { readonly kind: 'scalars'; readonly cells: ScalarCells }
  | { readonly kind: 'lists'; readonly cells: ListCells };

/** Whole numbers of so many bits, doubles, numbers of a dictionary, texts one after another, lists of any of these. */
export const encodings = ['i8', 'i16', 'i32', 'f64', 'code', 'text', 'list'] as const;
export type Encoding = (typeof encodings)[number];

/** A column as it is kept. */
export interface EncodedColumn {
  readonly encoding: Encoding;
  readonly data: Buffer;
}

/** The content of a cell of a kind that is no number. */
export function contentOf(kind: number | undefined): boolean | null | undefined {
  switch (kind) {
    case cellKind.null:
      return null;
    case cellKind.false:
      return false;
    case cellKind.true:
      return true;
    default:
      return undefined;
  }
}

/** The value of a cell; undefined for a missing one. */
export function scalarAt(cells: ScalarCells, cell: number): Scalar | undefined {
  switch (cells.kind) {
    case 'numbers': {
      const kind = cells.kinds?.[cell] ?? cellKind.number;
      return kind === cellKind.number ? cells.numbers[cell] : contentOf(kind);
    }
    case 'codes':
      return cells.values[cells.codes[cell] ?? 0];
    case 'texts':
      return cells.texts[cell];
    default:
      return cells satisfies never;
  }
}

export function countOf(cells: ScalarCells): number {
  switch (cells.kind) {
    case 'numbers':
      return cells.numbers.length;
    case 'codes':
      return cells.codes.length;
    case 'texts':
      return cells.texts.length;
    default:
      return cells satisfies never;
  }
}

/** The value of a cell that may hold an array; undefined for a missing one. */
export function listAt(cells: ListCells, cell: number): Scalar | Scalar[] | undefined {
  const kind = cells.kinds[cell];
  if (kind === undefined || kind === listKind.missing) return undefined;
  const from = cells.offsets[cell] ?? 0;
  if (kind === listKind.scalar) return scalarAt(cells.elements, from);
  const values: Scalar[] = [];
  const end = cells.offsets[cell + 1] ?? from;
  for (let at = from; at < end; at += 1) values.push(scalarAt(cells.elements, at) ?? null);
  return values;
}

/** The value of a cell, whichever column it is of. */
export function valueAt(column: Column, cell: number): Scalar | Scalar[] | undefined {
  return column.kind === 'scalars' ? scalarAt(column.cells, cell) : listAt(column.cells, cell);
}

/** Bytes that a column takes in memory, about. */
export function sizeOf(column: Column): number {
  if (column.kind === 'scalars') return sizeOfScalars(column.cells);
  const { kinds, offsets, elements } = column.cells;
  return kinds.byteLength + offsets.byteLength + sizeOfScalars(elements);
}

/** Bytes that a text takes in memory beside its characters. */
const bytesPerText = 24;

function sizeOfScalars(cells: ScalarCells): number {
  switch (cells.kind) {
    case 'numbers':
      return cells.numbers.byteLength + (cells.kinds?.byteLength ?? 0);
    case 'codes':
      return cells.codes.byteLength + sizeOfValues(cells.values);
    case 'texts':
      return sizeOfValues(cells.texts);
    default:
      return cells satisfies never;
  }
}

function sizeOfValues(values: readonly (Scalar | undefined)[]): number {
  const of = (value: Scalar | undefined) => (typeof value === 'string' ? value.length : 0);
  return values.reduce<number>((sum, value) => sum + of(value) + bytesPerText, 0);
}
