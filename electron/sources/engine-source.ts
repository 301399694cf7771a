/** Rows of an engine as a source: what SQL cannot say of them, and what the holder treats, is looked at here. */
import { z } from 'zod';
import type { SourceClaim } from '../../shared/contract/sources.ts';
import { pipelinePaths, type Pipeline } from '../aggregation/pipeline.ts';
import type { PipelineOptions, PipelineResult } from '../aggregation/run-pipeline.ts';
import { parseDocument } from '../datasets/datasets-store.ts';
import { compileTyped } from '../filters/compile/compile-typed.ts';
import type { CompiledFilter } from '../filters/compile/compile.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import { LimitError, type Filter } from '../filters/filter.ts';
import type { PathProfile } from '../filters/path-profile.ts';
import { firstRows, sortPosition, type SortPosition, type SortSpec } from '../filters/sort-rows.ts';
import type { ViewedSource } from '../policies/view.ts';
import { rowSalts } from '../receipts/leaves.ts';
import { AnswerRows } from '../route-handler.ts';
import type { OrderPart } from './engine-orders.ts';
import type { GroupQuery } from './group-query.ts';
import { pushPipeline } from './push-pipeline.ts';
import { markOf, type ReadRow, type RowMark } from './read-row.ts';
import type {
  Explanation,
  GivenRow,
  Page,
  PageOrder,
  RowSource,
  RowUse,
  SeenDataset,
  ShowRow,
} from './row-source.ts';
import type { RowsEngine } from './rows-engine.ts';
import { SaltedRow, type SeenRow } from './seen-row.ts';

export interface EngineSourceOptions {
  readonly seen: SeenDataset;
  readonly engine: RowsEngine;
  readonly claim: SourceClaim;
  /** Of the dataset: salts of rows are made of it. */
  readonly key: Uint8Array;
}

/** Behind these a pipeline is about results, whose fields are not those of rows. */
const groupingStages: ReadonlySet<string> = new Set(['group', 'count', 'bucket', 'sortByCount']);
const everyRow: Filter = { kind: 'all', filters: [] };

/** Asked of the source as it is read, the record id is none of its columns. */
const isColumn = (path: string) => path !== 'record_id' && !path.startsWith('record_id.');

export class EngineSource implements RowSource {
  readonly kind: RowsEngine['kind'];
  readonly claim: SourceClaim;
  readonly #options: EngineSourceOptions;
  readonly #engine: RowsEngine;
  readonly #saltOf: (recordId: string) => Uint8Array;

  constructor(options: EngineSourceOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#saltOf = rowSalts(options.key);
    this.kind = options.engine.kind;
    this.claim = options.claim;
  }

  get snapshot(): string {
    return this.claim.snapshot_sha256;
  }

  async page(order: PageOrder, show: ShowRow): Promise<Page> {
    const shown = new AnswerRows();
    const given: GivenRow[] = [];
    let last: RowMark | undefined;
    for await (const row of this.#ordered(order)) {
      const { text, document } = show(row);
      if (shown.texts.length === order.limit || !shown.take(text)) {
        return { rows: shown, given, last, hasMore: true };
      }
      given.push({ seq: undefined, rowSalt: row.salt, row: document });
      last = markOf(row);
    }
    return { rows: shown, given, last, hasMore: false };
  }

  async count(filter: Filter): Promise<number> {
    const compiled = this.#compile(filter);
    if (compiled.exact) return this.#engine.count(conditionOf(compiled));
    let count = 0;
    for await (const rows of this.#scan(compiled, filterPaths(filter))) count += rows.length;
    return count;
  }

  async aggregate(pipeline: Pipeline, options: PipelineOptions): Promise<PipelineResult> {
    const first = pipeline.findIndex(({ kind }) => kind !== 'match');
    const matches = pipeline.slice(0, first === -1 ? pipeline.length : first);
    const filter: Filter = {
      kind: 'all',
      filters: matches.flatMap((stage) => (stage.kind === 'match' ? [stage.filter] : [])),
    };
    const compiled = this.#compile(filter);
    const rest = pipeline.slice(matches.length);
    const group = compiled.exact ? this.#groupQuery(rest) : undefined;
    if (group !== undefined)
      return this.#grouped(pipeline, matches.length, { compiled, group }, options);
    const isGrouping = rest.some(({ kind }) => groupingStages.has(kind));
    const rows = this.#scan(compiled, isGrouping ? pipelinePaths(pipeline) : undefined);
    const result = await pushPipeline(pipeline, matches.length, documentsOf(rows), options);
    await this.#engine.settle();
    return result;
  }

  /** Undefined where the engine cannot say the group, or values in it are treated. */
  #groupQuery(stages: Pipeline): GroupQuery | undefined {
    const [first, second] = stages;
    const asked =
      first?.kind === 'unwind' ? [first, ...(second ? [second] : [])] : first && [first];
    if (asked === undefined) return undefined;
    const isStored = pipelinePaths(asked).every((path) => this.#isStored(path));
    return isStored ? this.#engine.groupQuery(asked) : undefined;
  }

  async #grouped(
    pipeline: Pipeline,
    from: number,
    { compiled, group }: { readonly compiled: CompiledFilter; readonly group: GroupQuery },
    options: Omit<PipelineOptions, 'columns'>,
  ): Promise<PipelineResult> {
    const { columns, unwound, groupBy } = group;
    const order = { condition: conditionOf(compiled), columns, unwound, groupBy };
    const found = await this.#engine.group(order, group);
    const at = from + (unwound === '' ? 0 : 1);
    const rows = placed(`${at}.group`, () => group.read(found));
    return pushPipeline(pipeline, at + 1, partsOf(rows), options);
  }

  async eachRow(take: (rows: Iterable<ViewedSource>) => void): Promise<void> {
    for await (const rows of this.#texts(this.#compile(everyRow))) {
      take(rows.map(({ seq, key, text }) => ({ seq, key, document: parseDocument(text) })));
    }
    await this.#engine.settle();
  }

  async withRows<Result>(
    recordIds: readonly string[],
    run: (rows: Iterable<SaltedRow | undefined>) => Result,
    use: RowUse = 'evidence',
  ): Promise<Result> {
    const engine = this.#engine;
    if (!this.#options.seen.view.hasOwnIds) {
      const found = await engine.named(recordIds, use);
      return run(recordIds.map((id) => this.#saltedOf(found.get(id))));
    }
    const marks = recordIds.map((id) => engine.markOfOwn(id));
    const found = await this.#at(
      marks.filter((each) => each !== undefined),
      use,
    );
    return run(marks.map((mark) => (mark === undefined ? undefined : found.get(mark))));
  }

  profile(): PathProfile {
    return this.#engine.profile;
  }

  async explain(filter: Filter, withPlan: boolean): Promise<Explanation> {
    const compiled = this.#compile(filter);
    const { sql, parameters, exact, reasons } = compiled;
    const plan = withPlan ? await this.#engine.plan(conditionOf(compiled)) : [];
    return { dialect: this.#engine.dialectName, sql, parameters, exact, reasons, plan };
  }

  #compile(filter: Filter): CompiledFilter {
    const { dialect, fields, document } = this.#engine;
    return compileTyped(filter, {
      dialect,
      fields,
      document,
      isStored: (path) => this.#isStored(path),
    });
  }

  #isStored(path: string): boolean {
    const { view } = this.#options.seen;
    return isColumn(path) && (view.isWhole || view.stateOf(path) === 'clear');
  }

  /** The rows behind one, in an order. */
  #ordered(order: PageOrder): AsyncIterable<SaltedRow> {
    const { sort } = order;
    if (sort === undefined) return this.#inOrder(order, []);
    const columns = this.#sortable(sort);
    return columns === undefined ? this.#sortedHere(order, sort) : this.#inOrder(order, columns);
  }

  /** Undefined where what is sorted by is not what is stored. */
  #sortable(sort: SortSpec): readonly OrderPart[] | undefined {
    const isStored = sort.every(({ path }) => this.#isStored(path.text));
    return isStored ? this.#engine.sortColumns(sort) : undefined;
  }

  async *#inOrder(
    { filter, after: begin, limit }: PageOrder,
    order: readonly OrderPart[],
  ): AsyncGenerator<SaltedRow> {
    const compiled = this.#compile(filter);
    const condition = conditionOf(compiled);
    const engine = this.#engine;
    const atOnce = compiled.exact ? limit + 1 : engine.rowsAtOnce;
    for (let after = begin; ;) {
      const found = await engine.rows({ condition, order, after, limit: atOnce });
      for (const each of found) {
        const row = this.#salted(each);
        if (compiled.residual?.(row.document) !== false) yield row;
      }
      const last = found.at(-1);
      if (last === undefined) return;
      after = markOf(last);
    }
  }

  /** What SQL cannot sort: treated values, and paths through lists. Every row is looked at for each page. */
  async *#sortedHere(
    { filter, after, limit }: PageOrder,
    sort: SortSpec,
  ): AsyncGenerator<SaltedRow> {
    const begin = after === 0 ? undefined : (await this.#at([after], 'reading')).get(after);
    let behind: SortPosition | undefined = begin && {
      ...sortPosition(begin.document, sort, begin.seq),
      // Of equal rows those stand behind it that are read behind it.
      seq: begin.key === undefined ? begin.seq : Number.POSITIVE_INFINITY,
    };
    let kept: SequencedRow[] = [];
    const take = (rows: readonly SequencedRow[]) => {
      kept = firstRows([...kept, ...rows], sort, { limit: limit + 1, after: behind }).map(
        ({ row }) => row,
      );
    };
    let read = 0;
    for await (const rows of this.#scan(this.#compile(filter))) {
      const more = rows.map((row) => ({
        seq: row.key === undefined ? row.seq : (read += 1),
        document: row.document,
        row,
      }));
      const at = more.findIndex(({ row }) => row.key !== undefined && row.key === after);
      take(at === -1 ? more : more.slice(0, at));
      if (at === -1 || behind === undefined) continue;
      behind = { ...behind, seq: more[at]?.seq ?? read };
      take(more.slice(at));
    }
    for (const { row } of kept) yield row;
  }

  /** Every row that a filter selects, some at a time. @param paths of all that is looked at; everything unless told */
  async *#scan(compiled: CompiledFilter, paths?: readonly string[]): AsyncGenerator<SaltedRow[]> {
    for await (const texts of this.#texts(compiled, paths)) {
      const rows = texts.map((each) => this.#salted(each));
      yield rows.filter((row) => compiled.residual?.(row.document) !== false);
    }
  }

  async *#texts(compiled: CompiledFilter, paths?: readonly string[]): AsyncGenerator<ReadRow[]> {
    const engine = this.#engine;
    const isPart = paths !== undefined && this.#options.seen.view.isWhole;
    const names = isPart ? [...new Set(paths.map((path) => path.split('.')[0] ?? ''))] : undefined;
    const condition = conditionOf(compiled);
    for (let after: RowMark = 0, seq = 0; ;) {
      const found = await engine.rows({
        condition,
        order: [],
        after,
        limit: engine.rowsAtOnce,
        names,
      });
      const last = found.at(-1);
      if (last === undefined) return;
      // Rows that are known by their keys are numbered as they come.
      yield found.map((row) => (row.key === undefined ? row : { ...row, seq: (seq += 1) }));
      after = markOf(last);
    }
  }

  async #at(marks: readonly RowMark[], use: RowUse): Promise<Map<RowMark, SaltedRow>> {
    const found = marks.length === 0 ? [] : await this.#engine.at(marks, use);
    return new Map(found.map((each) => [markOf(each), this.#salted(each)]));
  }

  #saltedOf(row: ReadRow | undefined): SaltedRow | undefined {
    return row && this.#salted(row);
  }

  #salted(row: ReadRow): SaltedRow {
    const salt = () => this.#saltOf(recordIdIn(row.text));
    return new SaltedRow({ ...row, salt, isHeld: false }, this.#options.seen.view);
  }
}

interface SequencedRow {
  readonly seq: number;
  readonly document: SaltedRow['document'];
  readonly row: SaltedRow;
}

/** The record id of a row, with which its text begins. */
export function recordIdIn(text: string): string {
  const [, id = ''] = /^\{"record_id":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return id.includes('\\') ? z.string().parse(JSON.parse(`"${id}"`)) : id;
}

/** Errors of a stage have its place. */
function placed<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof LimitError ? error.at(place) : error;
  }
}

async function* partsOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

function conditionOf({ sql, parameters }: CompiledFilter) {
  return { sql, values: parameters };
}

async function* documentsOf(
  chunks: AsyncIterable<readonly SeenRow[]>,
): AsyncGenerator<{ document: SeenRow['document']; origin: number }[]> {
  for await (const rows of chunks) {
    yield rows.map((row) => ({ document: row.document, origin: row.seq }));
  }
}
