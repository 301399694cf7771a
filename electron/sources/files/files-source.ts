/** Rows of files as a source: what SQL cannot say of them, and what the holder treats, is looked at here. */
import { z } from 'zod';
import { createHmac } from 'node:crypto';
import type { SourceClaim } from '../../../shared/contract/sources.ts';
import { pipelinePaths, type Pipeline } from '../../aggregation/pipeline.ts';
import type { PipelineOptions, PipelineResult } from '../../aggregation/run-pipeline.ts';
import { parseDocument } from '../../datasets/datasets-store.ts';
import { compileTyped } from '../../filters/compile/compile-typed.ts';
import { duckdbDialect } from '../../filters/compile/dialect-duckdb.ts';
import { profileOfFields } from '../../filters/compile/profile-of-fields.ts';
import { sortColumns } from '../../filters/compile/sort-columns.ts';
import type { CompiledFilter } from '../../filters/compile-filter.ts';
import { filterPaths } from '../../filters/filter-paths.ts';
import { LimitError, type Filter } from '../../filters/filter.ts';
import type { PathProfile } from '../../filters/path-profile.ts';
import { firstRows, sortPosition, type SortSpec } from '../../filters/sort-rows.ts';
import type { ViewedSource } from '../../policies/view.ts';
import { AnswerRows } from '../../route-handler.ts';
import type { AskSource } from '../host/source-request.ts';
import type {
  Explanation,
  GivenRow,
  Page,
  PageOrder,
  RowSource,
  SeenDataset,
  ShowRow,
} from '../row-source.ts';
import { SaltedRow, type SeenRow } from '../seen-row.ts';
import { pushPipeline } from '../push-pipeline.ts';
import type { FilesReading, OrderPart, ReadRow } from './files-engine.ts';
import { groupQuery, type GroupQuery } from './group-query.ts';
import { keyText } from './key-text.ts';
import { numberOfRecord } from './positions.ts';

export interface FilesSourceOptions {
  readonly seen: SeenDataset;
  readonly reading: FilesReading;
  readonly claim: SourceClaim;
  /** Of the dataset: salts of rows are made of it. */
  readonly key: Uint8Array;
  readonly ask: AskSource;
}

/** Rows that are read at once where each of them is looked at here. */
const rowsAtOnce = 20_000;
const saltBytes = 16;
/** Behind these a pipeline is about results, whose fields are not those of rows. */
const groupingStages: ReadonlySet<string> = new Set(['group', 'count', 'bucket', 'sortByCount']);
const everyRow: Filter = { kind: 'all', filters: [] };

/** Asked of the source as it is read, the record id is none of its columns. */
const isColumn = (path: string) => path !== 'record_id' && !path.startsWith('record_id.');

export class FilesSource implements RowSource {
  readonly kind = 'files';
  readonly claim: SourceClaim;
  readonly #options: FilesSourceOptions;

  constructor(options: FilesSourceOptions) {
    this.#options = options;
    this.claim = options.claim;
  }

  get snapshot(): string {
    return this.claim.snapshot_sha256;
  }

  async page(order: PageOrder, show: ShowRow): Promise<Page> {
    const shown = new AnswerRows();
    const given: GivenRow[] = [];
    let last: number | undefined;
    for await (const row of this.#ordered(order)) {
      const { text, document } = show(row);
      if (shown.texts.length === order.limit || !shown.take(text)) {
        return { rows: shown, given, last, hasMore: true };
      }
      given.push({ seq: undefined, rowSalt: row.salt, row: document });
      last = row.seq;
    }
    return { rows: shown, given, last, hasMore: false };
  }

  async count(filter: Filter): Promise<number> {
    const compiled = this.#compile(filter);
    const { reading, ask } = this.#options;
    if (compiled.exact) return ask('count', { reading, condition: conditionOf(compiled) });
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
    return pushPipeline(pipeline, matches.length, documentsOf(rows), options);
  }

  /** Undefined where DuckDB cannot say the group, or values in it are treated. */
  #groupQuery(stages: Pipeline): GroupQuery | undefined {
    const { reading, seen } = this.#options;
    const [first, second] = stages;
    const asked =
      first?.kind === 'unwind' ? [first, ...(second ? [second] : [])] : first && [first];
    if (asked === undefined) return undefined;
    const isStored = pipelinePaths(asked).every(
      (path) => seen.view.isWhole || seen.view.stateOf(path) === 'clear',
    );
    return isStored ? groupQuery(asked, reading.fields) : undefined;
  }

  async #grouped(
    pipeline: Pipeline,
    from: number,
    { compiled, group }: { readonly compiled: CompiledFilter; readonly group: GroupQuery },
    options: Omit<PipelineOptions, 'columns'>,
  ): Promise<PipelineResult> {
    const { reading, ask } = this.#options;
    const { columns, unwound, groupBy } = group;
    const order = { condition: conditionOf(compiled), columns, unwound, groupBy };
    const found = await ask('group', { reading, order });
    const at = from + (unwound === '' ? 0 : 1);
    const rows = placed(`${at}.group`, () => group.read(found));
    return pushPipeline(pipeline, at + 1, partsOf(rows), options);
  }

  async eachRow(take: (rows: Iterable<ViewedSource>) => void): Promise<void> {
    for await (const rows of this.#texts(this.#compile(everyRow))) {
      take(rows.map(({ seq, text }) => ({ seq, document: parseDocument(text) })));
    }
  }

  async withRows<Result>(
    recordIds: readonly string[],
    run: (rows: Iterable<SaltedRow | undefined>) => Result,
  ): Promise<Result> {
    const { view } = this.#options.seen;
    if (view.hasOwnIds || this.claim.record_ids === 'position') {
      const seqs = recordIds.map((id) => (view.hasOwnIds ? view.seqOf(id) : numberOfRecord(id)));
      const found = await this.#at(seqs.filter((each) => each !== undefined));
      return run(seqs.map((seq) => (seq === undefined ? undefined : found.get(seq))));
    }
    const found = await this.#byKey(recordIds);
    return run(recordIds.map((id) => found.get(id)));
  }

  profile(): PathProfile {
    return profileOfFields(this.#options.reading.fields);
  }

  async explain(filter: Filter): Promise<Explanation> {
    const { sql, parameters, exact, reasons } = this.#compile(filter);
    return { sql, parameters, exact, reasons, plan: ['DuckDB: a scan of the files'] };
  }

  #compile(filter: Filter): CompiledFilter {
    const { reading, seen } = this.#options;
    const { view } = seen;
    return compileTyped(filter, {
      dialect: duckdbDialect,
      fields: reading.fields,
      isStored: (path) => isColumn(path) && (view.isWhole || view.stateOf(path) === 'clear'),
    });
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
    const { seen, reading } = this.#options;
    const isStored = sort.every(
      ({ path }) =>
        isColumn(path.text) && (seen.view.isWhole || seen.view.stateOf(path.text) === 'clear'),
    );
    return isStored ? sortColumns(sort, reading.fields) : undefined;
  }

  async *#inOrder(
    { filter, after: begin, limit }: PageOrder,
    order: readonly OrderPart[],
  ): AsyncGenerator<SaltedRow> {
    const compiled = this.#compile(filter);
    const condition = conditionOf(compiled);
    const { reading, ask } = this.#options;
    const atOnce = compiled.exact ? limit + 1 : rowsAtOnce;
    for (let after = begin; ;) {
      const found = await ask('rows', {
        reading,
        order: { condition, order, after, limit: atOnce },
      });
      for (const each of found) {
        const row = this.#salted(each);
        if (compiled.residual?.(row.document) !== false) yield row;
      }
      const last = found.at(-1);
      if (last === undefined) return;
      after = last.seq;
    }
  }

  /** What SQL cannot sort: treated values, and paths through lists. Every row is looked at for each page. */
  async *#sortedHere(
    { filter, after, limit }: PageOrder,
    sort: SortSpec,
  ): AsyncGenerator<SaltedRow> {
    const [begin] = after === 0 ? [] : [...(await this.#at([after])).values()];
    const behind = begin && sortPosition(begin.document, sort, begin.seq);
    let kept: {
      readonly seq: number;
      readonly document: SaltedRow['document'];
      readonly row: SaltedRow;
    }[] = [];
    for await (const rows of this.#scan(this.#compile(filter))) {
      const more = rows.map((row) => ({ seq: row.seq, document: row.document, row }));
      const first = firstRows([...kept, ...more], sort, { limit: limit + 1, after: behind });
      kept = first.map(({ row }) => row);
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
    const { reading: whole, ask, seen } = this.#options;
    const names = new Set(paths?.map((path) => path.split('.')[0]));
    const isPart = paths !== undefined && seen.view.isWhole;
    const reading = isPart
      ? { ...whole, fields: whole.fields.filter(({ name }) => names.has(name)) }
      : whole;
    const condition = conditionOf(compiled);
    for (let after = 0; ;) {
      const order = { condition, order: [], after, limit: rowsAtOnce };
      const found = await ask('rows', { reading, order });
      const last = found.at(-1);
      if (last === undefined) return;
      yield found;
      after = last.seq;
    }
  }

  async #at(seqs: readonly number[]): Promise<Map<number, SaltedRow>> {
    const { reading, ask } = this.#options;
    const found = seqs.length === 0 ? [] : await ask('at', { reading, seqs });
    return new Map(found.map((each) => [each.seq, this.#salted(each)]));
  }

  async #byKey(recordIds: readonly string[]): Promise<Map<string, SaltedRow>> {
    const { reading, ask } = this.#options;
    const { key = '' } = reading;
    const ids = [...new Set(recordIds)].filter((id) => id.startsWith('rec_'));
    const found = new Map<string, SaltedRow>();
    if (ids.length === 0) return found;
    const condition = {
      sql: `${keyText(key)} IN (${ids.map(() => '?').join(', ')})`,
      values: ids.map((id) => id.slice('rec_'.length)),
    };
    for (let after = 0; ;) {
      const order = { condition, order: [], after, limit: ids.length };
      const rows = await ask('rows', { reading, order });
      const last = rows.at(-1);
      if (last === undefined) return found;
      for (const each of rows) {
        const row = this.#salted(each);
        const id = parseDocument(each.text)['record_id'];
        if (typeof id === 'string') found.set(id, row);
      }
      after = last.seq;
    }
  }

  #salted({ seq, text }: ReadRow): SaltedRow {
    const { key, seen } = this.#options;
    const salt = () => rowSalt(key, recordIdIn(text));
    return new SaltedRow({ seq, text, salt, isHeld: false }, seen.view);
  }
}

/** The text of a row begins with its record id. */
function recordIdIn(text: string): string {
  const [, id = ''] = /^\{"record_id":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return z.string().parse(JSON.parse(`"${id}"`));
}

/** In place of a stored salt, which rows that the ledger does not hold have none of. */
export function rowSalt(datasetKey: Uint8Array, recordId: string): Uint8Array {
  return createHmac('sha256', datasetKey)
    .update('receipt.row-salt/v1')
    .update(recordId)
    .digest()
    .subarray(0, saltBytes);
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
