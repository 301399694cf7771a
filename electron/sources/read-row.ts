/** Rows as engines read them. */
import type { Fault } from '../../shared/contract/faults.ts';

export interface ReadRow {
  /** Its number in the source, from 1; of a row that is known by its key, its place among those that were asked for. */
  readonly seq: number;
  /** The text of its key, where that names it. */
  readonly key?: string | undefined;
  /** JSON, with `record_id`. */
  readonly text: string;
}

/** Name of a row of a source: its number, or the text of its key. */
export type RowMark = number | string;

export function markOf({ seq, key }: Pick<ReadRow, 'seq' | 'key'>): RowMark {
  return key ?? seq;
}

/** A fault of a source that was looked at, at a member of the request. */
export interface MemberRefusal {
  readonly member: string;
  readonly fault: Fault;
}

/** Rows behind one, in their order. */
export interface RowsPart {
  /** 0 for the first. */
  readonly after: RowMark;
  readonly most: number;
}

/** Rows that are read at once where each is looked at. */
export const rowsAtOnce = 2_000;
