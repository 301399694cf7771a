/** The rows that a pipeline runs over, as their owner gives them. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { ScannedCells, ScannedRows } from '../columns/scan-columns.ts';
import type { Filter } from '../filters/filter.ts';

/** A row as it is seen. */
export interface SourceRow {
  readonly seq: number;
  readonly document: JsonObject;
}

/** Rows from one to another, both included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export interface AggregationSource {
  /** All rows that a filter selects, or those of a range, in order of seq. */
  readonly rows: (filter: Filter, range?: RowRange) => Iterable<SourceRow>;
  /** The same rows chunk by chunk, over columns where there are some. */
  readonly scan: (filter: Filter) => Iterable<ScannedCells | ScannedRows>;
  /** Tells of a path whether rows are seen there as they are stored: else no column tells of it. */
  readonly isStored: (path: string) => boolean;
  /** Looks at the time, and throws where it is over. */
  readonly check?: (() => void) | undefined;
}
