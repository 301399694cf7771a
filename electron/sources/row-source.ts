/** Rows of a dataset as a session sees them, wherever they are: the one interface that the routes of sessions speak to. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { SqlDialect } from '../../shared/contract/sessions.ts';
import type { SourceClaim, SourceKind } from '../../shared/contract/sources.ts';
import type { Pipeline } from '../aggregation/pipeline.ts';
import type { PipelineOptions, PipelineResult } from '../aggregation/run-pipeline.ts';
import type { ScannedCells } from '../columns/scan-columns.ts';
import type { Filter } from '../filters/filter.ts';
import type { PathProfile } from '../filters/path-profile.ts';
import type { SqlValue } from '../filters/sql.ts';
import type { SortSpec } from '../filters/sort-rows.ts';
import type { View, ViewedSource } from '../policies/view.ts';
import type { DeliveredRow } from '../receipts/leaves.ts';
import type { AnswerRows } from '../route-handler.ts';
import type { RowMark } from './read-row.ts';
import type { SaltedRow, SeenRow } from './seen-row.ts';

export interface PageOrder {
  readonly filter: Filter;
  /** Names filter and sort: equal names, equal rows in equal order. */
  readonly name: string;
  /** Undefined: in the source's own order. */
  readonly sort: SortSpec | undefined;
  /** What names the row before the page; 0 for the first. */
  readonly after: RowMark;
  readonly limit: number;
}

/** Use of rows: they are given out alone, or something is evidenced of them. */
export type RowUse = 'reading' | 'evidence';

/** A row, or a result of an aggregation, as it is given out. */
export interface GivenRow extends DeliveredRow {
  /** Its number in the dataset; undefined for a result, and for a row that the ledger does not hold. */
  readonly seq: number | undefined;
}

/** The rows of an answer: fewer than were asked for where it has no room for them. */
export interface Page {
  readonly rows: AnswerRows;
  /** The same as they are given out, with what their leaves are made of. */
  readonly given: readonly GivenRow[];
  /** What names the last row; undefined where there is none. */
  readonly last: RowMark | undefined;
  readonly hasMore: boolean;
}

/** Shows a row as it is given out: its JSON text, and the same as a value. */
export type ShowRow = (row: SeenRow) => { readonly text: string; readonly document: JsonObject };

/** How a filter would run. */
export interface Explanation {
  readonly dialect: SqlDialect;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Whether the SQL says all of the filter. */
  readonly exact: boolean;
  /** What SQL could not say, in sentences. */
  readonly reasons: readonly string[];
  /** How the engine would find the rows, one line a step; empty where it was not asked for. */
  readonly plan: readonly string[];
}

/** A dataset as a session sees it, through the view of its grant. */
export interface SeenDataset {
  /** The dataset's number. */
  readonly dataset: number;
  /** The number of the last row that the ledger holds of it. */
  readonly seq: number;
  readonly view: View;
  /** Rows of the dataset that were erased so far: nothing that is kept of rows outlives one. */
  readonly erased: number;
  /** Names the view: equal names, equal rows. */
  readonly viewName: string;
}

/** Takes cells of columns in place of the rows that they are of. */
export interface CellsTaker {
  /** Of the cells, those that are wanted. */
  readonly filter: Filter;
  /** Answers false where the cells do not tell all: then all rows of the chunk follow. */
  readonly take: (part: ScannedCells) => boolean;
}

/**
 * The rows that one session sees. Every call ends with `query_timeout` past its limit; rows that are elsewhere also with
 * `source_changed`, `source_unavailable` or `source_value_out_of_range`.
 */
export interface RowSource {
  readonly kind: SourceKind;
  /** What names the rows in cursors and ids of batches: equal names, equal rows. */
  readonly snapshot: number | string;
  /** What evidence and receipts say of the source; undefined where the ledger holds the rows. */
  readonly claim: SourceClaim | undefined;
  /** The rows that follow in an order, as many as an answer has room for. */
  page(order: PageOrder, show: ShowRow): Promise<Page>;
  /** How many rows a filter selects. */
  count(filter: Filter): Promise<number>;
  /** Runs a pipeline over all rows. @throws {FilterError} where a stage grows too large */
  aggregate(pipeline: Pipeline, options: PipelineOptions): Promise<PipelineResult>;
  /**
   * Goes through every row as it is stored, some at a time, in their order. Where the source has columns, the cells of
   * a chunk are offered first.
   */
  eachRow(take: (rows: Iterable<ViewedSource>) => void, cells?: CellsTaker): Promise<void>;
  /**
   * Runs over the rows of record ids, in the order of the ids; undefined for one that the session does not see.
   * They may be read as they are taken: `run` keeps none of them without need. Rows that are elsewhere are compared with
   * the snapshot first, unless they are only read (`use`): then they were at most a minute ago.
   */
  withRows<Result>(
    recordIds: readonly string[],
    run: (rows: Iterable<SaltedRow | undefined>) => Result,
    use?: RowUse,
  ): Promise<Result>;
  /** What the rows hold by path, and perhaps more. */
  profile(): PathProfile;
  /** @param withPlan also asks the engine how it would find the rows */
  explain(filter: Filter, withPlan: boolean): Promise<Explanation>;
}
