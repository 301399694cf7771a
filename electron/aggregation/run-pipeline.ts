/**
 * Runs a pipeline: the filter in front, then perhaps an unwind and a group or count, over columns where there are some;
 * all else over documents one by one. Both ways give the same results.
 */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { Filter } from '../filters/filter.ts';
import type { AggregationSource, RowRange } from './aggregation-source.ts';
import { Grouper, type PipelineRow } from './group-rows.ts';
import { ColumnGroup, plainGroup, type PlainGroup } from './group-columns.ts';
import { countRow, groupAdder } from './group-stages.ts';
import type { GroupStage, Pipeline, Stage } from './pipeline.ts';
import { placed, runStages, type StageContext } from './run-stages.ts';
import { rowStep } from './shape-rows.ts';

export interface PipelineOptions {
  /** Results at most. */
  readonly limit: number;
  /** Whether there is room for one more result; the first without room is the end. Room for all unless told. */
  readonly take?: (result: JsonObject) => boolean;
}

export interface PipelineResult {
  readonly results: readonly JsonObject[];
  /** There are results beyond the limit, or beyond the room. */
  readonly hasMore: boolean;
  /** What the first stages ran over. */
  readonly execution: 'columns' | 'documents';
}

type Unwind = Extract<Stage, { readonly kind: 'unwind' }>;

/** The stages in front that a filter, an unwind, a group or count are, and what follows them. */
interface Front {
  readonly filter: Filter;
  readonly unwind: Unwind | undefined;
  /** A group, or a count as the group that it is. */
  readonly group: GroupStage | undefined;
  /** The name under which a count is given. */
  readonly countName: string | undefined;
  /** The stage behind the filters. */
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
  const { rows, execution, next } = firstRowsOf(front, source);
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
  const { filter, next } = filterInFront(pipeline);
  const unwind = pipeline[next];
  const isUnwound = unwind?.kind === 'unwind';
  const groupAt = isUnwound ? next + 1 : next;
  const stage = pipeline[groupAt];
  const group = stage && asGroup(stage);
  const countName = stage?.kind === 'count' ? stage.name : undefined;
  return { filter, unwind: isUnwound ? unwind : undefined, group, countName, next, groupAt };
}

/** The filters that a pipeline begins with as one, and the stage behind them. */
export function filterInFront(pipeline: Pipeline): {
  readonly filter: Filter;
  readonly next: number;
} {
  const filters: Filter[] = [];
  for (const stage of pipeline) {
    if (stage.kind !== 'match') break;
    filters.push(stage.filter);
  }
  return { filter: { kind: 'all', filters: filters.flatMap(partsOf) }, next: filters.length };
}

function partsOf(filter: Filter): readonly Filter[] {
  return filter.kind === 'all' ? filter.filters : [filter];
}

function asGroup(stage: Stage): GroupStage | undefined {
  if (stage.kind === 'group') return stage;
  if (stage.kind !== 'count') return undefined;
  const count = { name: stage.name, accumulator: 'count', operand: undefined } as const;
  return { kind: 'group', key: { kind: 'all' }, fields: [count] };
}

interface FirstRows {
  readonly rows: Iterable<PipelineRow>;
  readonly execution: PipelineResult['execution'];
  readonly next: number;
}

function firstRowsOf(front: Front, source: AggregationSource): FirstRows {
  const { filter, unwind, group, groupAt } = front;
  const plain = group && plainGroup(group);
  const read = [...(plain?.paths ?? []), ...(unwind === undefined ? [] : [unwind.path])];
  if (plain === undefined || !read.every(({ text }) => source.isStored(text))) {
    return { rows: documents(filter, source), execution: 'documents', next: front.next };
  }
  const grouper = new Grouper(plain);
  try {
    const isOverColumns = groupScanned(grouper, plain, front, source);
    const execution = isOverColumns ? 'columns' : 'documents';
    return { rows: groupResults(grouper, front), execution, next: groupAt + 1 };
  } catch (error) {
    throw placed(error, `${groupAt}.group`);
  }
}

function groupResults(grouper: Grouper, { countName }: Front): readonly PipelineRow[] {
  const rows = grouper.results();
  if (countName === undefined) return rows;
  return [countRow(countName, Number(rows[0]?.document[countName] ?? 0))];
}

/** As often as they are gone through. */
function documents(
  filter: Filter,
  source: AggregationSource,
  range?: RowRange,
): Iterable<PipelineRow> {
  return {
    *[Symbol.iterator]() {
      for (const { seq, document } of source.rows(filter, range)) yield { document, origin: seq };
    },
  };
}

/** Groups all rows, and answers whether columns told of some of them. */
function groupScanned(
  grouper: Grouper,
  plain: PlainGroup,
  { filter, unwind }: Front,
  source: AggregationSource,
): boolean {
  const columns = new ColumnGroup(grouper, plain, unwind);
  const unwound = unwind && rowStep(unwind);
  const add = groupAdder(grouper, plain);
  let isOverColumns = false;
  for (const part of source.scan(filter)) {
    source.check?.();
    if (part.kind === 'cells' && part.rest === undefined && columns.add(part)) {
      isOverColumns = true;
      continue;
    }
    for (const row of documents(filter, source, part)) {
      if (unwound === undefined) add(row.document);
      else for (const each of unwound(row)) add(each.document);
    }
  }
  return isOverColumns;
}
