/**
 * Columns of a dataset, in chunks of so many rows: one path of the rows, as typed cells and as the bytes that are kept.
 * Each chunk has a dictionary of its own, so that nothing of an erased row stays in another place.
 */
import type { Scalar } from '../filters/compare-values.ts';

/** Rows of a chunk. */
export const chunkRows = 16_384;

/** Kinds of content of a cell; a string is the number of a text in `texts`. */
export const cellKind = { missing: 0, null: 1, false: 2, true: 3, number: 4, string: 5 } as const;

/** Cells with one scalar each, or with none. */
export interface ScalarCells {
  readonly kinds: Uint8Array;
  /** The number of a number, the place in `texts` of a string. */
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
}

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

/** The value of a cell; undefined for a missing one. */
export function scalarAt({ kinds, numbers, texts }: ScalarCells, cell: number): Scalar | undefined {
  switch (kinds[cell]) {
    case cellKind.null:
      return null;
    case cellKind.false:
      return false;
    case cellKind.true:
      return true;
    case cellKind.number:
      return numbers[cell];
    case cellKind.string:
      return texts[numbers[cell] ?? 0];
    default:
      return undefined;
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

function sizeOfScalars({ kinds, numbers, texts }: ScalarCells): number {
  const characters = texts.reduce((sum, { length }) => sum + length + bytesPerText, 0);
  return kinds.byteLength + numbers.byteLength + characters;
}
