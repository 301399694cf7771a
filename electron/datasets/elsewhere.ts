/** Where the analysis of a dataset asks for rows that are elsewhere: implemented by sources, passed in where both are put together. */
import type { ViewedSource } from '../policies/view.ts';

/** Rows of a source as they were when they were asked for. */
export interface RowsElsewhere {
  /** How many there are. */
  readonly total: number;
  /**
   * The first of them in their order, some at a time.
   * @throws {ApiError} `source_changed` once they are others, `source_unavailable`, `source_value_out_of_range`
   */
  first(most: number): AsyncIterable<readonly ViewedSource[]>;
}

/**
 * Undefined where the ledger holds the rows.
 * @throws {ApiError} `source_schema_changed`, `source_value_out_of_range`, `source_unavailable`, `query_timeout`
 */
export type FindElsewhere = (datasetId: string) => Promise<RowsElsewhere | undefined>;
