/** Queries over the rows of a session's snapshot: pages, counts, single rows; each against the clock. */
import type { Database, Statement } from 'better-sqlite3';
import { AnswerRows } from '../../route-handler.ts';
import { DatasetsStore, parseDocument } from '../../datasets/datasets-store.ts';
import { rowPosition, rowSeq } from '../../datasets/row-position.ts';
import { validationError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import {
  everyRow,
  inChunks,
  mostRowsAtOnce,
  type AggregationSource,
  type RowCondition,
} from '../../aggregation/aggregation-source.ts';
import { ColumnStore } from '../../aggregation/column-store.ts';
import type { Pipeline } from '../../aggregation/pipeline.ts';
import {
  countColumns,
  runPipeline,
  type PipelineOptions,
  type PipelineResult,
} from '../../aggregation/run-pipeline.ts';
import { compileFilter, type CompiledFilter } from '../../filters/compile-filter.ts';
import type { Filter } from '../../filters/filter.ts';
import { filterPaths } from '../../filters/filter-paths.ts';
import { compileSort } from '../../filters/compile-sort.ts';
import type { PathProfile } from '../../filters/path-profile.ts';
import { comparePositions, sortPosition, type SortSpec } from '../../filters/sort-rows.ts';
import type { ViewedSource } from '../../policies/view.ts';
import { OrderCache, type RowOrder } from './order-cache.ts';
import { withinLimitSql, type QueryLimit } from './query-limit.ts';
import type { GivenRow, Page, PageOrder, SeenDataset, ShowRow } from '../row-source.ts';
import { SaltedRow, SeenRow } from '../seen-row.ts';

/** The SQL expression of a row's document. */
const document = 'r.document';

/** Of columns that are kept for grouping; a data thread has one dataset's. */
const mostColumnBytes = 64 * 1024 * 1024;

/** Of the texts of rows that are read at once. */
const mostTextBytes = 16 * 1024 * 1024;

/** Columns in memory, and the paths that a count has named already. */
interface DatasetColumns {
  readonly dataset: number;
  readonly store: ColumnStore;
  readonly counted: Set<string>;
}

interface StoredRow {
  position: number;
  text: string;
}
interface SaltedStoredRow extends StoredRow {
  salt: Buffer;
}

export class RowQueries {
  readonly #database: Database;
  readonly #limit: QueryLimit;
  readonly #datasets: DatasetsStore;
  readonly #orders = new OrderCache();
  #columns: DatasetColumns | undefined;
  readonly #profiles = new Map<
    number,
    { readonly seq: number; readonly erased: number; readonly profile: PathProfile }
  >();
  /** Bytes of the longest row, of so many rows of a dataset. */
  readonly #longest = new Map<number, { readonly seq: number; readonly bytes: number }>();
  readonly #rowAt: Statement<[number], SaltedStoredRow>;
  readonly #longestRow: Statement<[number, number], number>;

  constructor(database: Database, limit: QueryLimit) {
    this.#database = database;
    this.#limit = limit;
    this.#datasets = new DatasetsStore(database);
    limit.register(database);
    this.#rowAt = database.prepare(
      'SELECT position, salt, json(document) AS text FROM dataset_rows WHERE position = ?',
    );
    this.#longestRow = database
      .prepare<[number, number], number>(
        `SELECT max(bytes) FROM dataset_rows WHERE position > ? AND position <= ? AND ${withinLimitSql}`,
      )
      .pluck();
  }

  /** The rows that follow in an order, as many as an answer has room for. */
  page(snapshot: SeenDataset, order: PageOrder, show: ShowRow): Page {
    return this.#limit.run(() => {
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
    return this.#limit.run(() => {
      const counted = this.#countHot(snapshot, filter);
      if (counted !== undefined) return counted;
      const compiled = this.compile(snapshot, filter);
      if (compiled.exact) {
        return (
          this.#database
            .prepare<unknown[], number>(`SELECT count(*) ${fromRows(compiled.sql)}`)
            .pluck()
            .get(...this.#bound(snapshot, 0, compiled)) ?? 0
        );
      }
      let count = 0;
      const rows = this.#all(snapshot, compiled);
      while (rows.next().done !== true) count += 1;
      return count;
    });
  }

  /** Runs a pipeline over all rows of the snapshot. @throws {FilterError} where a stage grows too large */
  aggregate(
    snapshot: SeenDataset,
    pipeline: Pipeline,
    options: Omit<PipelineOptions, 'columns'>,
  ): PipelineResult {
    return this.#limit.run(() =>
      runPipeline(pipeline, this.#sourceOf(snapshot), {
        ...options,
        columns: this.#columnsOf(snapshot)?.store,
      }),
    );
  }

  /** Runs over every row of the snapshot as it is stored, whatever it looks for. */
  eachRow<Result>(snapshot: SeenDataset, run: (rows: Iterable<ViewedSource>) => Result): Result {
    return this.#limit.run(() => run(this.#stored(snapshot)));
  }

  *#stored(snapshot: SeenDataset): Generator<ViewedSource> {
    for (const [seq, text] of this.#select(snapshot, [`json(${document})`], everyRow)) {
      yield { seq: Number(seq), document: parseDocument(String(text)) };
    }
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
    return compileFilter(filter, { document, profile: this.profile(snapshot), isStored });
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
      .all(...this.#bound(snapshot, 0, compiled))
      .map(({ detail }) => detail);
  }

  *#select(
    snapshot: SeenDataset,
    columns: readonly string[],
    condition: RowCondition,
    after = 0,
  ): Generator<readonly unknown[]> {
    const seq = `position - ${rowPosition(snapshot.dataset, 0)}`;
    const statement = this.#database
      .prepare<unknown[], unknown[]>(
        `SELECT ${[seq, ...columns].join(', ')} ${fromRows(condition.sql)} ORDER BY position LIMIT ?`,
      )
      .raw();
    const rows = inChunks(
      (last, limit) => statement.all(...this.#bound(snapshot, last, condition), limit),
      after,
      this.#rowsAtOnce(snapshot),
    );
    for (const row of rows) {
      this.#limit.check();
      yield row;
    }
  }

  /** Every row that a filter selects, in order of arrival. */
  *#all(snapshot: SeenDataset, compiled: CompiledFilter): Generator<SeenRow> {
    for (const [seq, text] of this.#select(snapshot, [`json(${document})`], compiled)) {
      const row = new SeenRow({ seq: Number(seq), text: String(text) }, snapshot.view);
      if (compiled.residual?.(row.document) === false) continue;
      yield row;
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

  /**
   * Over columns, once all paths of the filter were counted by before: whoever tries one value after
   * another has them read once. Undefined where SQL does as well.
   */
  #countHot(snapshot: SeenDataset, filter: Filter): number | undefined {
    const held = this.#columnsOf(snapshot);
    if (held === undefined) return undefined;
    const { store, counted } = held;
    const paths = filterPaths(filter);
    const isHot = paths.length > 0 && paths.every((path) => counted.has(path));
    for (const path of paths) counted.add(path);
    return isHot ? countColumns(filter, this.#sourceOf(snapshot), store) : undefined;
  }

  #sourceOf(snapshot: SeenDataset): AggregationSource {
    return {
      document,
      profile: this.profile(snapshot),
      isStored: storedPaths(snapshot),
      rowCount: snapshot.seq,
      check: () => this.#limit.check(),
      readDocument: (text, seq) => new SeenRow({ seq, text }, snapshot.view).document,
      select: (columns, condition, after) => this.#select(snapshot, columns, condition, after),
    };
  }

  /** The columns of the dataset that was grouped or counted last; none of one with gaps, whose rows are read. */
  #columnsOf({ dataset, erased }: SeenDataset): DatasetColumns | undefined {
    if (erased > 0) {
      if (this.#columns?.dataset === dataset) this.#columns = undefined;
      return undefined;
    }
    if (this.#columns?.dataset !== dataset) {
      this.#columns = { dataset, store: new ColumnStore(mostColumnBytes), counted: new Set() };
    }
    return this.#columns;
  }

  /** Those behind `after`: one more than are asked for, where there is one. */
  #arrivals(snapshot: SeenDataset, { filter, after, limit }: PageOrder): Iterable<SaltedRow> {
    return this.#scan(snapshot, after, this.compile(snapshot, filter), limit + 1);
  }

  *#scan(
    snapshot: SeenDataset,
    after: number,
    compiled: CompiledFilter,
    limit: number,
  ): Generator<SaltedRow> {
    const most = compiled.exact ? `LIMIT ${limit}` : '';
    const rows = this.#database
      .prepare<unknown[], SaltedStoredRow>(
        `SELECT position, salt, json(document) AS text ${fromRows(compiled.sql)} ORDER BY position ${most}`,
      )
      .iterate(...this.#bound(snapshot, after, compiled));
    for (const { position, text, salt } of rows) {
      this.#limit.check();
      const row = new SaltedRow({ seq: rowSeq(position), text, salt }, snapshot.view);
      if (compiled.residual?.(row.document) === false) continue;
      yield row;
    }
  }

  /** The same in an order of its own. */
  *#sorted(
    snapshot: SeenDataset,
    { filter, name, after, limit }: PageOrder,
    sort: SortSpec,
  ): Generator<SaltedRow> {
    const { seq: last, view, viewName, erased } = snapshot;
    const key = `${view.isWhole ? snapshot.dataset : viewName} ${last} ${erased} ${name}`;
    let order = this.#orders.get(key);
    if (order === undefined) {
      order = this.#order(snapshot, this.compile(snapshot, filter), sort);
      this.#orders.set(key, order);
    }
    const place = after === 0 ? -1 : order.placeOf(after);
    // The row that a page ended with was erased: nobody can tell where the next one begins.
    if (place === undefined) throw validationError([faultAt('cursor', 'cursor_of_erased')]);
    let left = limit + 1;
    for (const seq of order.seqs.subarray(place + 1)) {
      if (left === 0) return;
      const row = this.#rowAt.get(rowPosition(snapshot.dataset, seq));
      // Erased since its place was found.
      if (row === undefined) continue;
      left -= 1;
      yield new SaltedRow({ seq, text: row.text, salt: row.salt }, view);
    }
  }

  #order(snapshot: SeenDataset, compiled: CompiledFilter, sort: SortSpec): RowOrder {
    const isStored = storedPaths(snapshot);
    const bySql = sort.every(({ path }) => isStored?.(path.text) ?? true)
      ? compileSort(sort, { document, seq: 'position', profile: this.profile(snapshot) })
      : undefined;
    const seqs =
      bySql === undefined
        ? this.#sortedHere(snapshot, compiled, sort)
        : this.#sortedThere(snapshot, compiled, bySql.orderBy);
    return this.#orders.create(seqs, snapshot.seq);
  }

  #sortedThere(snapshot: SeenDataset, compiled: CompiledFilter, orderBy: string): number[] {
    const { residual } = compiled;
    const text = residual === undefined ? "''" : `json(${document})`;
    const rows = this.#database
      .prepare<unknown[], StoredRow>(
        `SELECT position, ${text} AS text ${fromRows(compiled.sql)} ORDER BY ${orderBy}`,
      )
      .iterate(...this.#bound(snapshot, 0, compiled));
    const seqs: number[] = [];
    for (const row of rows) {
      this.#limit.check();
      const seen = new SeenRow({ seq: rowSeq(row.position), text: row.text }, snapshot.view);
      if (residual === undefined || residual(seen.document)) seqs.push(seen.seq);
    }
    return seqs;
  }

  /** What SQL cannot sort: paths that lead through arrays, or to treated values. */
  #sortedHere(snapshot: SeenDataset, compiled: CompiledFilter, sort: SortSpec): number[] {
    const positions = [];
    for (const row of this.#all(snapshot, compiled)) {
      positions.push(sortPosition(row.document, sort, row.seq));
    }
    return positions
      .toSorted((left, right) => comparePositions(left, right, sort))
      .map(({ seq }) => seq);
  }

  #bound(
    { dataset, seq }: Pick<SeenDataset, 'dataset' | 'seq'>,
    after: number,
    condition: RowCondition,
  ): unknown[] {
    return [rowPosition(dataset, after), rowPosition(dataset, seq), ...condition.parameters];
  }
}

function fromRows(condition: string): string {
  return `FROM dataset_rows AS r
    WHERE position > ? AND position <= ? AND ${withinLimitSql} AND (${condition})`;
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
