/** Where datasets ask for rows that are elsewhere: implemented by sources, passed in where both are put together. */
import type { NewSource } from '../../shared/contract/sources.ts';

/** A source that was looked at: all that its dataset is made with. */
export interface PreparedSource {
  /** Paths that its rows hold, with their types. */
  readonly paths: readonly (readonly [path: string, types: number])[];
  /** Writes it. The caller holds the transaction in which the dataset is made. */
  keep(datasetId: string, now: string): void;
}

export interface Sourcing {
  /**
   * @param holders whose connections to servers may be named, null for those of nobody in particular
   * @throws {ApiError} `forbidden`, `validation_error`, `source_value_out_of_range`, `source_unavailable`
   */
  prepare(source: NewSource, holders: readonly (string | null)[]): Promise<PreparedSource>;
  /** @throws {ApiError} `source_read_only` for a dataset whose rows are elsewhere */
  refuseRows(datasetId: string): void;
}
