/** Goes through the rows of a dataset chunk by chunk: over columns where they can tell, else over the rows. */
import type { Filter } from '../filters/filter.ts';
import { isStoredWhole } from '../filters/filter-paths.ts';
import type { FoundColumn, ReadableChunk } from './columns-reader.ts';
import { isColumnar, narrow } from './column-mask.ts';

/** Cells of a chunk that satisfy what columns can tell of a filter. */
export interface ScannedCells {
  readonly kind: 'cells';
  /** The seq of cell 0. */
  readonly first: number;
  /** The rows that it is about, both included. */
  readonly from: number;
  readonly to: number;
  /** 1 for each cell that is left. */
  readonly mask: Uint8Array;
  /** What is left to be asked of their rows; undefined where nothing is. */
  readonly rest: Filter | undefined;
  readonly column: (path: string) => FoundColumn;
}

/** Rows from one to another that have no chunk, or of which columns can tell nothing. */
export interface ScannedRows {
  readonly kind: 'rows';
  readonly from: number;
  readonly to: number;
}

export interface ScanOptions {
  readonly chunks: readonly ReadableChunk[];
  /** The last row that is seen, and the one behind which to begin. */
  readonly last: number;
  readonly after: number;
  readonly filter: Filter;
  /** Tells of a path whether rows are seen there as they are stored. */
  readonly isStored: (path: string) => boolean;
  /** Numbers of erased rows from one to another. */
  readonly erased: (from: number, to: number) => readonly number[];
}

/** In the order of the rows. Runs of rows without columns are one part. */
export function* scanColumns(options: ScanOptions): Generator<ScannedCells | ScannedRows> {
  const { chunks, last, after } = options;
  let next = after + 1;
  for (const chunk of chunks) {
    const end = Math.min(last, chunk.first + chunk.rows - 1);
    if (end < next || chunk.first > last) continue;
    const cells = scanned(chunk, Math.max(next, chunk.first), end, options);
    if (cells === undefined) continue;
    if (chunk.first > next) yield { kind: 'rows', from: next, to: chunk.first - 1 };
    yield cells;
    next = end + 1;
  }
  if (next <= last) yield { kind: 'rows', from: next, to: last };
}

/** Undefined where columns can tell nothing of a filter that asks something. */
function scanned(
  chunk: ReadableChunk,
  from: number,
  to: number,
  { filter, isStored, erased }: ScanOptions,
): ScannedCells | undefined {
  const parts = filter.kind === 'all' ? filter.filters : [filter];
  const isTold = (part: Filter): boolean =>
    isStoredWhole(part, isStored) && isColumnar(part, chunk.column);
  const told = parts.filter(isTold);
  const others = parts.filter((part) => !told.includes(part));
  if (told.length === 0 && others.length > 0) return undefined;
  const mask = new Uint8Array(chunk.rows);
  mask.fill(1, from - chunk.first, to - chunk.first + 1);
  for (const seq of erased(from, to)) mask[seq - chunk.first] = 0;
  narrow(mask, { kind: 'all', filters: told }, chunk.column);
  const rest: Filter | undefined =
    others.length === 0 ? undefined : { kind: 'all', filters: others };
  return { kind: 'cells', first: chunk.first, from, to, mask, rest, column: chunk.column };
}

/** How many cells a mask has. */
export function cellsIn(mask: Uint8Array): number {
  let count = 0;
  for (let cell = 0; cell < mask.length; cell += 1) count += mask[cell] ?? 0;
  return count;
}
