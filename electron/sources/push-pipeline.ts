/** Pipelines over rows that come some at a time: what works row by row is done with each part, the rest at the end. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import type { PipelineRow } from '../aggregation/group-rows.ts';
import { groupSink } from '../aggregation/group-stages.ts';
import { mostSortedRows, type Pipeline } from '../aggregation/pipeline.ts';
import type { PipelineOptions, PipelineResult } from '../aggregation/run-pipeline.ts';
import { runStages, type StageContext } from '../aggregation/run-stages.ts';
import { rowStep } from '../aggregation/shape-rows.ts';
import { FilterError, LimitError } from '../filters/filter.ts';

/** Rows as they come, some at a time. */
type Parts = AsyncIterable<readonly PipelineRow[]>;

/** Takes the rows that one stage needs all of. */
interface Sink {
  /** Answers false where no more rows are needed. */
  add(rows: Iterable<PipelineRow>): boolean;
  /** The rows that the stages from `next` on run over. */
  readonly rows: () => Iterable<PipelineRow>;
  readonly next: number;
}

/** Rows that are held for a stage which goes through them more than once. */
const mostHeldRows = 50_000;

/**
 * Runs `pipeline` from stage `from` on.
 * @throws {FilterError} where a stage grows beyond its limits
 */
export async function pushPipeline(
  pipeline: Pipeline,
  from: number,
  parts: Parts,
  options: Pick<PipelineOptions, 'limit' | 'take'>,
): Promise<PipelineResult> {
  const context: StageContext = { limit: options.limit };
  const found = pipeline.findIndex((stage, index) => index >= from && rowStep(stage) === undefined);
  const at = found === -1 ? pipeline.length : found;
  // Stages in front of `from` are done; those behind are what `runStages` is told to begin with.
  const before = pipeline.slice(0, at);
  const sink = sinkOf(pipeline, at, context);
  for await (const rows of parts) {
    if (!sink.add(runStages(rows, before, context, from))) break;
  }
  const results: JsonObject[] = [];
  let hasMore = false;
  for (const { document } of runStages(sink.rows(), pipeline, context, sink.next)) {
    hasMore = results.length === options.limit || options.take?.(document) === false;
    if (hasMore) break;
    results.push(document);
  }
  return { results, hasMore, execution: 'documents' };
}

function sinkOf(pipeline: Pipeline, at: number, context: StageContext): Sink {
  const stage = pipeline[at];
  const group = stage && groupSink(stage);
  if (stage !== undefined && group !== undefined) {
    const place = `${at}.${stage.kind}`;
    return {
      add: (rows) => {
        placed(place, () => {
          for (const { document } of rows) group.add(document);
        });
        return true;
      },
      rows: () => group.results(),
      next: at + 1,
    };
  }
  const most = mostNeeded(pipeline, at, context);
  if (stage?.kind === 'sort') return sortSink(pipeline, at, most);
  return firstSink(pipeline, at, most);
}

/** Errors of a stage have its place. */
function placed<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FilterError) || error.path !== '') throw error;
    throw error instanceof LimitError ? error.at(place) : new FilterError(place, error.fault);
  }
}

/** A sort keeps what can still come first: the stage itself is run over what is kept, again and again. */
function sortSink(pipeline: Pipeline, at: number, needed: number): Sink {
  const most = Math.min(needed, mostSortedRows + 1);
  const upTo = pipeline.slice(0, at + 1);
  let kept: PipelineRow[] = [];
  const cut = () => {
    kept = [...runStages(kept, upTo, { limit: most - 1 }, at)].slice(0, most);
  };
  return {
    add: (rows) => {
      for (const row of rows) {
        kept.push(row);
        if (kept.length >= 2 * most) cut();
      }
      return true;
    },
    rows: () => kept,
    next: at,
  };
}

/** The first rows, as many as anybody behind can use; a stage that uses all of them has room for some. */
function firstSink(pipeline: Pipeline, at: number, most: number): Sink {
  const kept: PipelineRow[] = [];
  const place = `${at}.${pipeline[at]?.kind ?? ''}`;
  return {
    add: (rows) => {
      for (const row of rows) {
        if (kept.length >= most) return false;
        if (kept.length >= mostHeldRows) {
          throw new LimitError(
            place,
            faultOf('pipeline_sorts', { maximum: mostHeldRows }),
            mostHeldRows,
          );
        }
        kept.push(row);
      }
      return kept.length < most;
    },
    rows: () => kept,
    next: at,
  };
}

/** How many rows, from the first on, the stages from `at` on can use. */
function mostNeeded(pipeline: Pipeline, at: number, { limit }: StageContext): number {
  let skipping = 0;
  for (const stage of pipeline.slice(at)) {
    if (stage.kind === 'limit') return skipping + stage.count;
    if (stage.kind === 'skip') skipping += stage.count;
    else if (!['project', 'unset', 'addFields', 'sort'].includes(stage.kind)) {
      return Number.POSITIVE_INFINITY;
    }
  }
  return skipping + limit + 1;
}
