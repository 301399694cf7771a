/** Queries over the rows of a session's snapshot: pages, counts, single rows; each against the clock. */
import type { Database, Statement } from 'better-sqlite3';
import { AnswerRows } from '../../route-handler.ts';
import { DatasetsStore, parseDocument } from '../../datasets/datasets-store.ts';
import { rowPosition, rowSeq } from '../../datasets/row-position.ts';
import { validationError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import type { AggregationSource, RowRange } from '../../aggregation/aggregation-source.ts';
import type { Pipeline } from '../../aggregation/pipeline.ts';
import {
  runPipeline,
  type PipelineOptions,
  type PipelineResult,
} from '../../aggregation/run-pipeline.ts';
import type { Column } from '../../columns/column-chunks.ts';
import { ColumnsReader } from '../../columns/columns-reader.ts';
import {
  cellsIn,
  scanColumns,
  type ScannedCells,
  type ScannedRows,
} from '../../columns/scan-columns.ts';
import { OrderBuilder } from '../../columns/sort-columns.ts';
import type { CompiledFilter } from '../../filters/compile/compile.ts';
import { compileDocuments } from '../../filters/compile/dialect-sqlite.ts';
import { registerExpressions } from '../../filters/compile/sqlite-expressions.ts';
import type { Filter } from '../../filters/filter.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import type { PathProfile } from '../../filters/path-profile.ts';
import { sortPosition, type SortSpec } from '../../filters/sort-rows.ts';
import type { ViewedSource } from '../../policies/view.ts';
import { OrderCache } from './order-cache.ts';
import { withinLimitSql, type QueryLimit } from './query-limit.ts';
import type { CellsTaker, GivenRow, Page, PageOrder, SeenDataset, ShowRow } from '../row-source.ts';
import { SaltedRow } from '../seen-row.ts';

/** The SQL expression of a row's document. */
const document = 'r.document';

/** Rows of one statement: enough that its start costs little. */
const mostRowsAtOnce = 1_000;

/** One row in so many, or more, of a chunk are read with those between them. */
const sparse = 8;

/** Of the texts of rows that are read at once. */
const mostTextBytes = 16 * 1024 * 1024;

interface StoredRow {
  position: number;
  text: string;
}
interface SaltedStoredRow extends StoredRow {
  salt: Buffer;
}

/** The same by its number. */
interface SaltedStored {
  readonly seq: number;
  readonly salt: Buffer;
  readonly text: string;
}

/** Behind a row by its number. */
export type NumberedOrder = PageOrder & { readonly after: number };

export class RowQueries {
  readonly #database: Database;
  readonly #limit: QueryLimit;
  readonly #datasets: DatasetsStore;
  readonly #orders = new OrderCache();
  readonly #columns: ColumnsReader;
  readonly #profiles = new Map<
    number,
    { readonly seq: number; readonly erased: number; readonly profile: PathProfile }
  >();
  /** Bytes of the longest row, of so many rows of a dataset. */
  readonly #longest = new Map<number, { readonly seq: number; readonly bytes: number }>();
  readonly #rowAt: Statement<[number], SaltedStoredRow>;
  readonly #longestRow: Statement<[number, number], number>;
  #everyRow: Statement<unknown[], SaltedStoredRow> | undefined;
  readonly #tombstones: Statement<[number, number], number>;

  constructor(database: Database, limit: QueryLimit) {
    this.#database = database;
    this.#limit = limit;
    this.#datasets = new DatasetsStore(database);
    this.#columns = new ColumnsReader(database);
    limit.register(database);
    registerExpressions(database);
    this.#rowAt = database.prepare(
      'SELECT position, salt, json(document) AS text FROM dataset_rows WHERE position = ?',
    );
    this.#tombstones = database
      .prepare<[number, number], number>(
        'SELECT position FROM tombstones WHERE position BETWEEN ? AND ?',
      )
      .pluck();
    this.#longestRow = database
      .prepare<[number, number], number>(
        `SELECT max(bytes) FROM dataset_rows WHERE position > ? AND position <= ? AND ${withinLimitSql}`,
      )
      .pluck();
  }

  /** The rows that follow in an order, as many as an answer has room for. */
  page(snapshot: SeenDataset, order: NumberedOrder, show: ShowRow): Page {
    return this.#read(() => {
      const rows =
        order.sort === undefined
          ? this.#arrivals(snapshot, order)
          : this.#sorted(snapshot, order, order.sort);
      const shown = new AnswerRows();
      const given: GivenRow[] = [];
      for (const row of rows) {
        const { text, document: seen } = show(row);
        if (shown.texts.length === order.limit || !shown.take(text)) {
          return { rows: shown, given, last: given.at(-1)?.seq, hasMore: true };
        }
        given.push({ seq: row.seq, rowSalt: row.salt, row: seen });
      }
      return { rows: shown, given, last: given.at(-1)?.seq, hasMore: false };
    });
  }

  /** How many rows of the snapshot a filter selects. */
  count(snapshot: SeenDataset, filter: Filter): number {
    return this.#read(() => {
      let count = 0;
      for (const part of this.#parts(snapshot, filter)) {
        this.#limit.check();
        if (part.kind === 'cells' && part.rest === undefined) count += cellsIn(part.mask);
        else count += this.#countRows(snapshot, filter, part);
      }
      return count;
    });
  }

  #countRows(snapshot: SeenDataset, filter: Filter, part: ScannedCells | ScannedRows): number {
    const compiled = this.compile(snapshot, filter);
    if (part.kind === 'rows' && compiled.exact) {
      return (
        this.#database
          .prepare<unknown[], number>(`SELECT count(*) ${fromRows(compiled.sql)}`)
          .pluck()
          .get(...this.#bound(snapshot, part, compiled)) ?? 0
      );
    }
    let count = 0;
    const rows = this.#rowsOf(snapshot, filter, part);
    while (rows.next().done !== true) count += 1;
    return count;
  }

  /** Runs a pipeline over all rows of the snapshot. @throws {FilterError} where a stage grows too large */
  aggregate(snapshot: SeenDataset, pipeline: Pipeline, options: PipelineOptions): PipelineResult {
    return this.#read(() => runPipeline(pipeline, this.#sourceOf(snapshot), options));
  }

  /** Goes through every row of the snapshot: as cells where they are taken, else as it is stored. */
  eachRow(
    snapshot: SeenDataset,
    take: (rows: Iterable<ViewedSource>) => void,
    cells?: CellsTaker,
  ): void {
    this.#read(() => {
      if (cells === undefined) {
        take(this.#stored(snapshot, wholeOf(snapshot)));
        return;
      }
      for (const part of this.#parts(snapshot, cells.filter)) {
        this.#limit.check();
        const isTold = part.kind === 'cells' && part.rest === undefined && cells.take(part);
        if (!isTold) take(this.#stored(snapshot, part));
      }
    });
  }

  *#stored(snapshot: SeenDataset, range: RowRange): Generator<ViewedSource> {
    for (const { seq, text } of this.#select(snapshot, everyRow, range)) {
      yield { seq, document: parseDocument(text) };
    }
  }

  /** Reads one state of the rows and their columns, against the clock. */
  #read<Result>(query: () => Result): Result {
    return this.#limit.run(() => this.#database.transaction(query).deferred());
  }

  /** Runs a query of its own against the clock. */
  run<Result>(query: () => Result): Result {
    return this.#limit.run(query);
  }

  /** The row of a record id; undefined where the snapshot has none. */
  row(snapshot: SeenDataset, recordId: string): SaltedRow | undefined {
    this.#limit.check();
    return seenRow(this.#datasets, snapshot, recordId);
  }

  compile(snapshot: SeenDataset, filter: Filter): CompiledFilter {
    const isStored = storedPaths(snapshot);
    return compileDocuments(filter, { document, profile: this.profile(snapshot), isStored });
  }

  /** What the rows of the snapshot hold, and perhaps more. */
  profile(snapshot: SeenDataset): PathProfile {
    const known = this.#profiles.get(snapshot.dataset);
    const isHeld = known !== undefined && known.erased === snapshot.erased;
    if (isHeld && known.seq >= snapshot.seq) return known.profile;
    const profile = this.#datasets.profile(snapshot.dataset);
    const { seq, erased } = snapshot;
    this.#profiles.set(snapshot.dataset, { seq, erased, profile });
    return profile;
  }

  /** How SQLite would find the rows of a compiled filter, one line a step. */
  plan(snapshot: SeenDataset, compiled: CompiledFilter): string[] {
    return this.#database
      .prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT position ${fromRows(compiled.sql)}`,
      )
      .all(...this.#bound(snapshot, wholeOf(snapshot), compiled))
      .map(({ detail }) => detail);
  }

  /** The rows of a range that satisfy a condition, in order of arrival. `atMost`: those that are read at once. */
  *#select(
    snapshot: SeenDataset,
    condition: RowCondition,
    range: RowRange,
    atMost = mostRowsAtOnce,
  ): Generator<SaltedStored> {
    const statement = this.#rowsStatement(condition.sql);
    const atOnce = Math.min(this.#rowsAtOnce(snapshot), atMost);
    let { from } = range;
    for (;;) {
      const bound = this.#bound(snapshot, { from, to: range.to }, condition);
      const rows = statement.all(...bound, atOnce);
      for (const { position, salt, text } of rows) {
        this.#limit.check();
        from = rowSeq(position) + 1;
        yield { seq: from - 1, salt, text };
      }
      if (rows.length < atOnce) return;
    }
  }

  /** The statement of every row is asked for each page of a stream: it is prepared once. */
  #rowsStatement(condition: string): Statement<unknown[], SaltedStoredRow> {
    const prepare = () =>
      this.#database.prepare<unknown[], SaltedStoredRow>(
        `SELECT position, salt, json(document) AS text ${fromRows(condition)} ORDER BY position LIMIT ?`,
      );
    return condition === everyRow.sql ? (this.#everyRow ??= prepare()) : prepare();
  }

  /** The parts of the snapshot behind a row; one part of all rows where nothing is asked of them. */
  #parts(snapshot: SeenDataset, filter: Filter, after = 0): Iterable<ScannedCells | ScannedRows> {
    const { dataset, seq: last } = snapshot;
    return scanColumns({
      chunks: this.#columns.chunks(dataset, after + 1),
      last,
      after,
      filter,
      isStored: storedPaths(snapshot) ?? (() => true),
      erased: (from, to) => (snapshot.erased === 0 ? [] : this.#erased(dataset, from, to)),
    });
  }

  #erased(dataset: number, from: number, to: number): number[] {
    return this.#tombstones.all(rowPosition(dataset, from), rowPosition(dataset, to)).map(rowSeq);
  }

  /** The rows of a part that a filter selects, in order of arrival. `most`: how many are asked for. */
  *#rowsOf(
    snapshot: SeenDataset,
    filter: Filter,
    part: ScannedCells | ScannedRows | RowRange,
    most?: number,
  ): Generator<SaltedRow> {
    if ('kind' in part && part.kind === 'cells') {
      yield* this.#rowsOfCells(snapshot, part, most);
      return;
    }
    const compiled = this.compile(snapshot, filter);
    const { residual } = compiled;
    const limit = compiled.exact ? most : undefined;
    for (const stored of this.#select(snapshot, compiled, part, limit)) {
      const row = new SaltedRow(stored, snapshot.view);
      if (residual === undefined || residual(row.document)) yield row;
    }
  }

  *#rowsOfCells(snapshot: SeenDataset, part: ScannedCells, most?: number): Generator<SaltedRow> {
    const test = part.rest === undefined ? undefined : evaluator(part.rest);
    for (const stored of this.#storedOfCells(snapshot, part, most)) {
      const row = new SaltedRow(stored, snapshot.view);
      if (test === undefined || test(row.document)) yield row;
    }
  }

  *#storedOfCells(
    snapshot: SeenDataset,
    { first, from, to, mask }: ScannedCells,
    most?: number,
  ): Generator<SaltedStored> {
    if (cellsIn(mask) * sparse >= to - from + 1) {
      for (const stored of this.#select(snapshot, everyRow, { from, to }, most)) {
        if (mask[stored.seq - first] === 1) yield stored;
      }
      return;
    }
    for (let cell = mask.indexOf(1); cell !== -1; cell = mask.indexOf(1, cell + 1)) {
      this.#limit.check();
      const stored = this.#rowAt.get(rowPosition(snapshot.dataset, first + cell));
      if (stored !== undefined) yield { ...stored, seq: first + cell };
    }
  }

  /** Every row that a filter selects, in order of arrival. */
  *#all(snapshot: SeenDataset, filter: Filter, after = 0, most?: number): Generator<SaltedRow> {
    if (filter.kind === 'all' && filter.filters.length === 0) {
      yield* this.#rowsOf(snapshot, filter, { from: after + 1, to: snapshot.seq }, most);
      return;
    }
    for (const part of this.#parts(snapshot, filter, after)) {
      yield* this.#rowsOf(snapshot, filter, part, most);
    }
  }

  /** As many rows as together are small enough to hold, whichever they are. */
  #rowsAtOnce({ dataset, seq }: SeenDataset): number {
    let known = this.#longest.get(dataset);
    if (known === undefined || known.seq < seq) {
      const bytes = this.#longestRow.get(rowPosition(dataset, 0), rowPosition(dataset, seq)) ?? 1;
      known = { seq, bytes };
      this.#longest.set(dataset, known);
    }
    return Math.min(mostRowsAtOnce, Math.max(1, Math.floor(mostTextBytes / known.bytes)));
  }

  #sourceOf(snapshot: SeenDataset): AggregationSource {
    return {
      rows: (filter, range) =>
        range === undefined
          ? this.#all(snapshot, filter)
          : this.#rowsOf(snapshot, filter, { from: range.from, to: range.to }),
      scan: (filter) => this.#parts(snapshot, filter),
      isStored: storedPaths(snapshot) ?? (() => true),
      check: () => this.#limit.check(),
    };
  }

  /** Those behind `after`: one more than are asked for, where there is one. */
  #arrivals(snapshot: SeenDataset, { filter, after, limit }: NumberedOrder): Iterable<SaltedRow> {
    return this.#all(snapshot, filter, after, limit + 1);
  }

  /** The same in an order of its own. */
  *#sorted(
    snapshot: SeenDataset,
    { filter, name, after, limit }: NumberedOrder,
    sort: SortSpec,
  ): Generator<SaltedRow> {
    const { seq: last, view, viewName, erased } = snapshot;
    const key = `${view.isWhole ? snapshot.dataset : viewName} ${last} ${erased} ${name}`;
    let order = this.#orders.get(key);
    if (order === undefined && after > 0) {
      order = this.#orders.create(this.#order(snapshot, filter, sort), last);
      this.#orders.set(key, order);
    }
    // Whoever wants the first page alone has no need of the whole order.
    const seqs = order?.seqs ?? this.#order(snapshot, filter, sort, limit + 1);
    const place = after === 0 || order === undefined ? -1 : order.placeOf(after);
    // The row that a page ended with was erased: nobody can tell where the next one begins.
    if (place === undefined) throw validationError([faultAt('cursor', 'cursor_of_erased')]);
    let left = limit + 1;
    for (const seq of seqs.subarray(place + 1)) {
      if (left === 0) return;
      const row = this.#rowAt.get(rowPosition(snapshot.dataset, seq));
      // Erased since its place was found.
      if (row === undefined) continue;
      left -= 1;
      yield new SaltedRow({ seq, text: row.text, salt: row.salt }, view);
    }
  }

  /** The seqs of the rows that a filter selects in the order of a sort: the first of them, or all. */
  #order(snapshot: SeenDataset, filter: Filter, sort: SortSpec, most?: number): Uint32Array {
    const builder = new OrderBuilder(sort, most);
    const isStored = storedPaths(snapshot) ?? (() => true);
    const isSorted = sort.every(({ path }) => isStored(path.text));
    for (const part of this.#parts(snapshot, filter)) {
      this.#limit.check();
      const columns = isSorted ? sortColumns(part, sort) : undefined;
      if (part.kind === 'cells' && columns !== undefined) {
        builder.addCells(part.first, part.mask, columns);
        continue;
      }
      for (const row of this.#rowsOf(snapshot, filter, part)) {
        builder.add(row.seq, sortPosition(row.document, sort, row.seq).keys);
      }
    }
    return builder.order();
  }

  #bound(
    { dataset }: Pick<SeenDataset, 'dataset'>,
    { from, to }: RowRange,
    condition: RowCondition,
  ): unknown[] {
    return [rowPosition(dataset, from), rowPosition(dataset, to), ...condition.parameters];
  }
}

/** A condition on rows, in SQL. */
type RowCondition = Pick<CompiledFilter, 'sql' | 'parameters'>;

const everyRow: RowCondition = { sql: '1', parameters: [] };

function wholeOf({ seq }: SeenDataset): RowRange {
  return { from: 1, to: seq };
}

function fromRows(condition: string): string {
  return `FROM dataset_rows AS r
    WHERE position BETWEEN ? AND ? AND ${withinLimitSql} AND (${condition})`;
}

/** The columns of a sort; undefined where only the rows can tell. */
function sortColumns(
  part: ScannedCells | ScannedRows,
  sort: SortSpec,
): (Column | 'missing')[] | undefined {
  if (part.kind === 'rows' || part.rest !== undefined) return undefined;
  const columns = sort.map(({ path }) => part.column(path.text));
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

/** Tells which paths SQL may ask the stored rows about; undefined where that is every one. */
function storedPaths({ view }: SeenDataset): ((path: string) => boolean) | undefined {
  return view.isWhole ? undefined : (path) => view.stateOf(path) === 'clear';
}

/** The row of a record id as a session knows it; undefined where it sees none. */
export function seenRow(
  datasets: DatasetsStore,
  { dataset, seq: last, view }: Pick<SeenDataset, 'dataset' | 'seq' | 'view'>,
  recordId: string,
): SaltedRow | undefined {
  if (!view.hasOwnIds) {
    const row = datasets.row(dataset, recordId, last);
    return row && new SaltedRow(row, view);
  }
  const seq = view.seqOf(recordId);
  const row = seq === undefined || seq > last ? undefined : datasets.rowAt(dataset, seq);
  return row && new SaltedRow(row, view);
}
