/** The stages of a pipeline over documents one by one: memory does not grow with their number. */
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { roomBehind } from '../filters/expressions/computed-size.ts';
import { FilterError, LimitError } from '../filters/filter.ts';
import { firstRows, type SortSpec } from '../filters/sort-rows.ts';
import type { PipelineRow } from './group-rows.ts';
import { groupSink, type RowSink } from './group-stages.ts';
import {
  mostFacetResults,
  mostSortedRows,
  type FacetStage,
  type Pipeline,
  type Stage,
} from './pipeline.ts';
import { rowStep, type RowStep } from './shape-rows.ts';

export interface StageContext {
  /** Results that are asked for in the end. */
  readonly limit: number;
  /** In front of the places of errors: that of the facet which the stages stand in. */
  readonly place?: string;
  /** Looks at the time, and throws where it is over: one row may become very many. */
  readonly check?: (() => void) | undefined;
}

/** Rows of a step between two looks at the time. */
const rowsPerLook = 64;

/** Characters of the results of one `facet`. */
const mostFacetSize = 4 * 1024 * 1024;

/**
 * Runs `pipeline` from stage `from` on. `rows` are gone through once, and once more for each pipeline of a `facet` that
 * is not a group: they have to be there again.
 * @throws {FilterError} where a stage grows beyond its limits, with its place as path
 */
export function runStages(
  rows: Iterable<PipelineRow>,
  pipeline: Pipeline,
  context: StageContext,
  from = 0,
): Iterable<PipelineRow> {
  let current = rows;
  for (const [index, stage] of pipeline.entries()) {
    if (index < from) continue;
    const before = current;
    const place = placeOf(index, stage, context);
    current = {
      [Symbol.iterator]: () =>
        atPlace(place, () => runStage(before, stage, { index, pipeline, context, place })),
    };
  }
  return current;
}

function placeOf(index: number, { kind }: Stage, { place = '' }: StageContext): string {
  return `${place}${index}.${kind}`;
}

function* atPlace(place: string, run: () => Iterable<PipelineRow>): Generator<PipelineRow> {
  try {
    yield* run();
  } catch (error) {
    throw placed(error, place);
  }
}

/** The error at the place of its stage, if it has none yet. */
export function placed(error: unknown, place: string): unknown {
  return error instanceof FilterError && error.path === '' ? error.at(place) : error;
}

interface StagePlace {
  readonly index: number;
  readonly pipeline: Pipeline;
  readonly context: StageContext;
  readonly place: string;
}

function runStage(
  rows: Iterable<PipelineRow>,
  stage: Stage,
  at: StagePlace,
): Iterable<PipelineRow> {
  switch (stage.kind) {
    case 'sort':
      return sorted(rows, stage.sort, rowsNeeded(at.pipeline, at.index, at.context.limit));
    case 'limit':
      return limited(rows, stage.count);
    case 'skip':
      return skipped(rows, stage.count);
    case 'facet':
      return faceted(rows, stage, at);
    default: {
      const step = rowStep(stage);
      if (step !== undefined) return stepped(rows, step, at.context);
      const sink = groupSink(stage);
      if (sink === undefined) throw new TypeError(`The stage ${stage.kind} has no way to run.`);
      return collected(rows, sink);
    }
  }
}

function* stepped(
  rows: Iterable<PipelineRow>,
  step: RowStep,
  { check }: StageContext,
): Generator<PipelineRow> {
  let looked = 0;
  for (const row of rows) {
    for (const each of step(row)) {
      looked += 1;
      if (looked % rowsPerLook === 0) check?.();
      yield each;
    }
  }
}

function* collected(rows: Iterable<PipelineRow>, sink: RowSink): Generator<PipelineRow> {
  for (const { document } of rows) sink.add(document);
  yield* sink.results();
}

function* sorted(
  rows: Iterable<PipelineRow>,
  sort: SortSpec,
  needed: number | undefined,
): Generator<PipelineRow> {
  const limit = needed ?? mostSortedRows;
  const first = firstRows(numbered(rows), sort, { limit: needed ?? limit + 1 });
  if (needed === undefined && first.length > limit) {
    throw new LimitError('', faultOf('pipeline_sorts', { maximum: limit }), limit);
  }
  for (const { row } of first) yield row.row;
}

function* numbered(
  rows: Iterable<PipelineRow>,
): Generator<{ seq: number; document: JsonObject; row: PipelineRow }> {
  let seq = 0;
  for (const row of rows) {
    yield { seq, document: row.document, row };
    seq += 1;
  }
}

/** How many rows of a sort the stages behind it can use; undefined where they use all of them. */
function rowsNeeded(pipeline: Pipeline, index: number, limit: number): number | undefined {
  let skipping = 0;
  for (const stage of pipeline.slice(index + 1)) {
    if (stage.kind === 'limit') return cappedRows(skipping + stage.count);
    if (stage.kind === 'skip') skipping += stage.count;
    else if (!keepsNumber(stage)) return undefined;
  }
  return cappedRows(skipping + limit + 1);
}

/** Whether a stage makes one row of each. */
function keepsNumber({ kind }: Stage): boolean {
  return kind === 'project' || kind === 'unset' || kind === 'addFields';
}

function cappedRows(count: number): number | undefined {
  return count <= mostSortedRows ? count : undefined;
}

function* limited(rows: Iterable<PipelineRow>, count: number): Generator<PipelineRow> {
  let left = count;
  for (const row of rows) {
    yield row;
    left -= 1;
    if (left === 0) return;
  }
}

function* skipped(rows: Iterable<PipelineRow>, count: number): Generator<PipelineRow> {
  let left = count;
  for (const row of rows) {
    if (left > 0) left -= 1;
    else yield row;
  }
}

/** One document with the results of each pipeline. */
function* faceted(
  rows: Iterable<PipelineRow>,
  { facets }: FacetStage,
  { place, context: { check } }: StagePlace,
): Generator<PipelineRow> {
  const contextOf = (name: string): StageContext => ({
    limit: mostFacetResults,
    place: `${place}.${name}.`,
    check,
  });
  const scans = facets.map(({ name, pipeline }) => scanOf(pipeline, contextOf(name)));
  const together = scans.filter((scan) => scan !== undefined);
  if (together.length > 0) for (const row of rows) for (const scan of together) scan.add(row);
  const document: JsonObject = Object.create(null);
  let room = mostFacetSize;
  for (const [index, { name, pipeline }] of facets.entries()) {
    const context = contextOf(name);
    const scan = scans[index];
    const results = facetResults(
      scan === undefined
        ? runStages(rows, pipeline, context)
        : runStages(scan.results(), pipeline, context, scan.next),
      `${place}.${name}`,
    );
    room = roomBehind(results, room);
    if (room < 0) {
      throw new LimitError(
        '',
        faultOf('pipeline_facet_size', { maximum: mostFacetSize }),
        mostFacetSize,
      );
    }
    document[name] = results;
  }
  yield { document, origin: 0 };
}

function facetResults(rows: Iterable<PipelineRow>, place: string): JsonValue[] {
  const results: JsonValue[] = [];
  for (const { document } of rows) {
    if (results.length === mostFacetResults) {
      const fault = faultOf('pipeline_facet_results', { maximum: mostFacetResults });
      throw new LimitError(place, fault, mostFacetResults);
    }
    results.push(document);
  }
  return results;
}

/** The stages in front of a pipeline up to its group: what rows are pushed through, one by one. */
interface Scan {
  add(row: PipelineRow): void;
  results(): readonly PipelineRow[];
  /** The stage behind the group. */
  readonly next: number;
}

/** Undefined where a stage in front of the group has to see more than one row, or where nothing is grouped. */
function scanOf(pipeline: Pipeline, context: StageContext): Scan | undefined {
  const steps: PlacedStep[] = [];
  for (const [index, stage] of pipeline.entries()) {
    const here = placeOf(index, stage, context);
    const sink = groupSink(stage);
    if (sink !== undefined) {
      const last: PlacedStep = { step: sinking(sink), place: here };
      const all = [...steps, last];
      return {
        add: (row) => push(row, all, 0, context),
        results: () => sink.results(),
        next: index + 1,
      };
    }
    const step = rowStep(stage);
    if (step === undefined) return undefined;
    steps.push({ step, place: here });
  }
  return undefined;
}

function sinking(sink: RowSink): RowStep {
  return ({ document }) => {
    sink.add(document);
    return [];
  };
}

interface PlacedStep {
  readonly step: RowStep;
  readonly place: string;
}

/** Takes a row through all steps from one on, and so each row that it becomes. */
function push(
  row: PipelineRow,
  steps: readonly PlacedStep[],
  at: number,
  context: StageContext,
): void {
  const current = steps[at];
  if (current === undefined) return;
  let rows: readonly PipelineRow[];
  try {
    rows = current.step(row);
  } catch (error) {
    throw placed(error, current.place);
  }
  if (rows.length > 1) context.check?.();
  for (const each of rows) push(each, steps, at + 1, context);
}
