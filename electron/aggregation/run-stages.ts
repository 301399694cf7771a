/** The stages of a pipeline over documents one by one: memory does not grow with their number. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { ownMember } from '../filters/field-path.ts';
import { FilterError, type FieldPath } from '../filters/filter.ts';
import { parseFields, project } from '../filters/project-fields.ts';
import { firstRows, type SortSpec } from '../filters/sort-rows.ts';
import { Grouper, type PipelineRow } from './group-rows.ts';
import {
  keyPaths,
  mostSortedRows,
  type GroupStage,
  type Pipeline,
  type ProjectStage,
  type Stage,
} from './pipeline.ts';
import { readValue } from './read-value.ts';

export interface StageContext {
  /** Results that are asked for in the end. */
  readonly limit: number;
}

/**
 * Runs `pipeline` from stage `from` on.
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
    current = atPlace(index, stage, runStage(current, stage, index, pipeline, context));
  }
  return current;
}

function* atPlace(
  index: number,
  stage: Stage,
  rows: Iterable<PipelineRow>,
): Generator<PipelineRow> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof FilterError) || error.path !== '') throw error;
    throw new FilterError(`${index}.${stage.kind}`, error.fault);
  }
}

function runStage(
  rows: Iterable<PipelineRow>,
  stage: Stage,
  index: number,
  pipeline: Pipeline,
  context: StageContext,
): Iterable<PipelineRow> {
  switch (stage.kind) {
    case 'match':
      return matching(rows, evaluator(stage.filter));
    case 'group':
      return grouped(rows, stage);
    case 'sort':
      return sorted(rows, stage.sort, rowsNeeded(pipeline, index, context.limit));
    case 'limit':
      return limited(rows, stage.count);
    case 'skip':
      return skipped(rows, stage.count);
    case 'project':
      return projected(rows, stage);
    case 'count':
      return counted(rows, stage.name);
    case 'unwind':
      return unwound(rows, stage.path, stage.keepsEmpty);
    default:
      return stage satisfies never;
  }
}

function* matching(
  rows: Iterable<PipelineRow>,
  matches: (document: JsonValue) => boolean,
): Generator<PipelineRow> {
  for (const row of rows) if (matches(row.document)) yield row;
}

function* grouped(
  rows: Iterable<PipelineRow>,
  { key, fields }: GroupStage,
): Generator<PipelineRow> {
  const grouper = new Grouper({ key, fields });
  const paths = keyPaths(key);
  for (const { document } of rows) {
    const group = grouper.groupOf(paths.map(({ segments }) => readValue(document, segments)));
    for (const [index, { operand }] of fields.entries()) {
      const value = typeof operand === 'object' ? readValue(document, operand.segments) : operand;
      group.accumulators[index]?.add(value);
    }
  }
  yield* grouper.results();
}

/** Counts rows: of none the count is 0. */
function* counted(rows: Iterable<PipelineRow>, name: string): Generator<PipelineRow> {
  const stage: GroupStage = {
    kind: 'group',
    key: { kind: 'all' },
    fields: [{ name, accumulator: 'count', operand: undefined }],
  };
  let found = false;
  for (const row of grouped(rows, stage)) {
    found = true;
    yield { ...row, document: withoutId(row) };
  }
  if (!found) yield { document: { [name]: 0 }, origin: 0 };
}

function withoutId({ document }: PipelineRow): JsonObject {
  const { _id, ...rest } = document;
  return rest;
}

function* sorted(
  rows: Iterable<PipelineRow>,
  sort: SortSpec,
  needed: number | undefined,
): Generator<PipelineRow> {
  const limit = needed ?? mostSortedRows;
  const first = firstRows(numbered(rows), sort, { limit: needed ?? limit + 1 });
  if (needed === undefined && first.length > limit) {
    throw new FilterError('', faultOf('pipeline_sorts', { maximum: limit }));
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
    else if (stage.kind !== 'project') return undefined;
  }
  return cappedRows(skipping + limit + 1);
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

function* projected(rows: Iterable<PipelineRow>, stage: ProjectStage): Generator<PipelineRow> {
  const shape = projection(stage);
  for (const row of rows) yield { ...row, document: shape(row.document) };
}

function projection({ keeps, members }: ProjectStage): (document: JsonObject) => JsonObject {
  if (!keeps) {
    return (document) => {
      let result = document;
      for (const { name } of members) result = without(result, name.segments);
      return result;
    };
  }
  const plain = members.flatMap(({ name, source }) => (source === undefined ? [name.text] : []));
  const copied = members.flatMap(({ name, source }) =>
    source === undefined ? [] : [{ name, source }],
  );
  const fields = plain.length === 0 ? undefined : parseFields(plain);
  return (document) => {
    const empty: JsonObject = Object.create(null);
    const result = fields === undefined ? empty : project(document, fields);
    for (const { name, source } of copied) {
      const value = readValue(document, source.segments);
      if (value !== undefined) result[name.text] = value;
    }
    return result;
  };
}

/** `document` without the member at `segments`; arrays on the way are mapped over. */
function without(document: JsonObject, segments: readonly string[]): JsonObject {
  const [name = '', ...rest] = segments;
  const result: JsonObject = Object.create(null);
  for (const each of Object.keys(document)) {
    const value = document[each];
    if (value === undefined || (each === name && rest.length === 0)) continue;
    result[each] = each === name ? withoutInside(value, rest) : value;
  }
  return result;
}

function withoutInside(value: JsonValue, segments: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((element) => withoutInside(element, segments));
  return isJsonObject(value) ? without(value, segments) : value;
}

function* unwound(
  rows: Iterable<PipelineRow>,
  { segments }: FieldPath,
  keepsEmpty: boolean,
): Generator<PipelineRow> {
  for (const row of rows) {
    const value = memberAt(row.document, segments);
    const isEmpty =
      value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (isEmpty) {
      if (keepsEmpty) {
        const isArray = Array.isArray(value);
        yield isArray ? { ...row, document: without(row.document, segments) } : row;
      }
    } else if (Array.isArray(value)) {
      for (const element of value) {
        yield { ...row, document: withMember(row.document, segments, element) };
      }
    } else yield row;
  }
}

function memberAt(document: JsonObject, segments: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const segment of segments) {
    if (!isJsonObject(value)) return undefined;
    value = ownMember(value, segment);
  }
  return value;
}

function withMember(
  document: JsonObject,
  segments: readonly string[],
  element: JsonValue,
): JsonObject {
  const [name = '', ...rest] = segments;
  const result: JsonObject = Object.create(null);
  for (const each of Object.keys(document)) {
    const value = document[each];
    if (value === undefined) continue;
    if (each !== name) result[each] = value;
    else
      result[each] =
        isJsonObject(value) && rest.length > 0 ? withMember(value, rest, element) : element;
  }
  return result;
}
