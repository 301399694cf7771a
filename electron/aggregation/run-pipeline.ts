/**
 * Runs a pipeline: the filter in front, then a group or count, over columns in memory or over values that
 * SQL extracts; all else over documents one by one. The three ways give the same results.
 */
import type { JsonObject } from '../../shared/contract/json.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { FilterError, LimitError, type FieldPath, type Filter } from '../filters/filter.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import type { AggregationSource, RowCondition } from './aggregation-source.ts';
import { columnFilter } from './column-filter.ts';
import { cellKind, type Column, type ColumnStore } from './column-store.ts';
import { Grouper, type Group, type PipelineRow } from './group-rows.ts';
import { keyParts, type GroupStage, type Pipeline, type Stage } from './pipeline.ts';
import { runStages, type StageContext } from './run-stages.ts';
import { scalarColumn } from './scalar-column.ts';

export interface PipelineOptions {
  /** Results at most. */
  readonly limit: number;
  /** Whether there is room for one more result; the first without room is the end. Room for all unless told. */
  readonly take?: (result: JsonObject) => boolean;
  /** Of the dataset whose rows `source` gives; without it, nothing is kept between two pipelines. */
  readonly columns?: ColumnStore | undefined;
}

export interface PipelineResult {
  readonly results: readonly JsonObject[];
  /** There are results beyond the limit, or beyond the room. */
  readonly hasMore: boolean;
  /** What the first stages ran over. */
  readonly execution: 'columns' | 'sql' | 'documents';
}

type Execution = PipelineResult['execution'];

/** The stages in front that a filter, group or count are, and what follows them. */
interface Front {
  readonly filter: Filter;
  /** A group, or a count as the group that it is. */
  readonly group: GroupStage | undefined;
  /** The name under which a count is given. */
  readonly countName: string | undefined;
  /** Where the stages begin that run over documents. */
  readonly next: number;
  readonly groupAt: number;
}

/** @throws {FilterError} where a stage grows beyond its limits */
export function runPipeline(
  pipeline: Pipeline,
  source: AggregationSource,
  options: PipelineOptions,
): PipelineResult {
  const context: StageContext = { limit: options.limit, check: source.check };
  const front = frontOf(pipeline);
  const { rows, execution, next } = firstRowsOf(front, source, options);
  const results: JsonObject[] = [];
  let hasMore = false;
  for (const { document } of runStages(rows, pipeline, context, next)) {
    hasMore = results.length === options.limit || options.take?.(document) === false;
    if (hasMore) break;
    results.push(document);
  }
  return { results, hasMore, execution };
}

function frontOf(pipeline: Pipeline): Front {
  const filters: Filter[] = [];
  let next = 0;
  for (const stage of pipeline) {
    if (stage.kind !== 'match') break;
    filters.push(stage.filter);
    next += 1;
  }
  const filter: Filter = { kind: 'all', filters };
  const stage = pipeline[next];
  const group = stage && asGroup(stage);
  const countName = stage?.kind === 'count' ? stage.name : undefined;
  return { filter, group, countName, next, groupAt: next };
}

function asGroup(stage: Stage): GroupStage | undefined {
  if (stage.kind === 'group') return stage;
  if (stage.kind !== 'count') return undefined;
  const count = { name: stage.name, accumulator: 'count', operand: undefined } as const;
  return { kind: 'group', key: { kind: 'all' }, fields: [count] };
}

/** A group whose key and operands are paths, or the same number for each row. */
interface PlainGroup extends GroupStage {
  readonly keyPaths: readonly FieldPath[];
  readonly operands: readonly (FieldPath | number | undefined)[];
}

/** Undefined where something is computed. */
function plainGroup(group: GroupStage): PlainGroup | undefined {
  const keyPaths: FieldPath[] = [];
  for (const part of keyParts(group.key)) {
    if (part.kind !== 'path') return undefined;
    keyPaths.push(part.path);
  }
  const operands: (FieldPath | number | undefined)[] = [];
  for (const { operand } of group.fields) {
    if (operand === undefined) operands.push(undefined);
    else if (operand.kind === 'path') operands.push(operand.path);
    else if (operand.kind === 'constant' && typeof operand.value === 'number') {
      operands.push(operand.value);
    } else return undefined;
  }
  return { ...group, keyPaths, operands };
}

/** The paths that a group reads: those of its key, then those of its fields. */
function groupPaths({ keyPaths, operands }: PlainGroup): FieldPath[] {
  return [...keyPaths, ...operands.flatMap((each) => (typeof each === 'object' ? [each] : []))];
}

interface FirstRows {
  readonly rows: Iterable<PipelineRow>;
  readonly execution: Execution;
  readonly next: number;
}

function firstRowsOf(front: Front, source: AggregationSource, options: PipelineOptions): FirstRows {
  const { group, filter } = front;
  const plain = group && plainGroup(group);
  if (plain !== undefined) {
    const grouper = new Grouper(plain);
    const execution = placed(front, () =>
      groupColumns(grouper, plain, filter, source, options.columns)
        ? 'columns'
        : groupSelected(grouper, plain, filter, source)
          ? 'sql'
          : undefined,
    );
    if (execution !== undefined) {
      return { rows: groupResults(grouper, front), execution, next: front.next + 1 };
    }
  }
  const rows = { [Symbol.iterator]: () => documents(filter, source) };
  return { rows, execution: 'documents', next: front.next };
}

function placed<Result>({ groupAt }: Front, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FilterError) || error.path !== '') throw error;
    const place = `${groupAt}.group`;
    throw error instanceof LimitError ? error.at(place) : new FilterError(place, error.fault);
  }
}

function groupResults(grouper: Grouper, { countName }: Front): readonly PipelineRow[] {
  const rows = grouper.results();
  if (countName === undefined) return rows;
  if (rows.length === 0) {
    return [{ document: countDocument(countName, 0), origin: 0 }];
  }
  return rows.map((row) => ({
    ...row,
    document: countDocument(countName, Number(row.document[countName])),
  }));
}

function countDocument(name: string, count: number): JsonObject {
  const document: JsonObject = Object.create(null);
  document[name] = count;
  return document;
}

function* documents(filter: Filter, source: AggregationSource): Generator<PipelineRow> {
  const compiled = compileFilter(filter, source);
  const condition = { sql: compiled.sql, parameters: compiled.parameters };
  for (const [seq, text] of source.select([`json(${source.document})`], condition)) {
    const document = source.readDocument(String(text), Number(seq));
    if (compiled.residual?.(document) === false) continue;
    yield { document, origin: Number(seq) };
  }
}

/** Over the values of the paths in the group; answers false where SQL cannot say filter or values. */
function groupSelected(
  grouper: Grouper,
  group: PlainGroup,
  filter: Filter,
  source: AggregationSource,
): boolean {
  const compiled = compileFilter(filter, source);
  if (!compiled.exact) return false;
  const readers: ((row: readonly unknown[]) => ReturnType<Column['read']>)[] = [];
  const expressions: string[] = [];
  for (const { segments } of groupPaths(group)) {
    const column = scalarColumn(segments, source);
    if (column === undefined) return false;
    const at = 1 + expressions.length;
    readers.push((row) => column.read(row, at));
    expressions.push(...column.expressions);
  }
  const { keyReaders, operands } = partsOf(group, readers);
  const condition: RowCondition = { sql: compiled.sql, parameters: compiled.parameters };
  for (const row of source.select(expressions, condition)) {
    const found = grouper.groupOf(keyReaders.map((read) => read(row)));
    for (const [index, operand] of operands.entries()) {
      found.accumulators[index]?.add(typeof operand === 'function' ? operand(row) : operand);
    }
  }
  return true;
}

/** Over columns; answers false where there are none for the filter or the group. */
function groupColumns(
  grouper: Grouper,
  group: PlainGroup,
  filter: Filter,
  source: AggregationSource,
  store: ColumnStore | undefined,
): boolean {
  const ofGroup = groupPaths(group).map(({ segments }) => segments);
  const ofFilter = filterPaths(filter).map((text) => text.split('.'));
  const columns = store?.columns([...ofGroup, ...ofFilter], source);
  if (columns === undefined) return false;
  const matches = columnFilter(filter, columns);
  if (matches === undefined) return false;
  const readers = ofGroup.map((segments) => {
    const column = columns.get(segments.join('.'));
    if (column === undefined) throw new TypeError('A column is missing.');
    return (cell: number) => column.read(cell);
  });
  const { keyReaders, operands } = partsOf(group, readers);
  const groupAt = cellGroups(grouper, group, columns, keyReaders);
  for (let cell = 0; cell < source.rowCount; cell += 1) {
    if (!matches(cell)) continue;
    const found = groupAt(cell);
    for (let index = 0; index < operands.length; index += 1) {
      const operand = operands[index];
      found.accumulators[index]?.add(typeof operand === 'function' ? operand(cell) : operand);
    }
  }
  return true;
}

/** How many rows a filter selects, over columns; undefined where they cannot say. */
export function countColumns(
  filter: Filter,
  source: AggregationSource,
  store: ColumnStore,
): number | undefined {
  const paths = filterPaths(filter).map((text) => text.split('.'));
  const columns = store.columns(paths, source);
  const matches = columns && columnFilter(filter, columns);
  if (matches === undefined) return undefined;
  let count = 0;
  for (let cell = 0; cell < source.rowCount; cell += 1) if (matches(cell)) count += 1;
  return count;
}

/** Finds the group of a cell; one of a text by the number of the text. */
function cellGroups(
  grouper: Grouper,
  { key, keyPaths }: PlainGroup,
  columns: ReadonlyMap<string, Column>,
  keyReaders: readonly ((cell: number) => ReturnType<Column['read']>)[],
): (cell: number) => Group {
  if (key.kind === 'all') {
    let all: Group | undefined;
    return () => (all ??= grouper.groupOf([]));
  }
  const column = key.kind === 'value' ? columns.get(keyPaths[0]?.text ?? '') : undefined;
  if (column === undefined) return (cell) => grouper.groupOf(keyReaders.map((read) => read(cell)));
  const { kinds, numbers } = column;
  const ofTexts: Group[] = [];
  return (cell) => {
    if (kinds[cell] !== cellKind.string) return grouper.groupOfOne(column.read(cell));
    const code = numbers[cell] ?? 0;
    return (ofTexts[code] ??= grouper.groupOfOne(column.read(cell)));
  };
}

/** Splits what reads the paths of a group (in the order of `groupPaths`) into key and operands. */
function partsOf<Read>(
  { keyPaths, operands }: PlainGroup,
  readers: readonly Read[],
): {
  readonly keyReaders: readonly Read[];
  readonly operands: readonly (Read | number | undefined)[];
} {
  const rest = readers.slice(keyPaths.length).values();
  return {
    keyReaders: readers.slice(0, keyPaths.length),
    operands: operands.map((each) => (typeof each === 'object' ? rest.next().value : each)),
  };
}
