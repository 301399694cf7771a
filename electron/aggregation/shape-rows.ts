/** Stages that look at one row after another: each row becomes none, one or several. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { roomBehind } from '../filters/expressions/computed-size.ts';
import { computer, type Compute } from '../filters/expressions/evaluate-expression.ts';
import { ownMember } from '../filters/field-path.ts';
import { LimitError, type FieldPath } from '../filters/filter.ts';
import { parseFields, project } from '../filters/project-fields.ts';
import type { PipelineRow } from './group-rows.ts';
import type { AddFieldsStage, ProjectStage, Stage } from './pipeline.ts';

/** The rows that a row becomes. */
export type RowStep = (row: PipelineRow) => readonly PipelineRow[];

/** Characters of what one stage puts into a row. */
const mostRowSize = 4 * 1024 * 1024;

const none: readonly PipelineRow[] = [];

/** The step that a stage is; undefined where it has to see more than one row. */
export function rowStep(stage: Stage): RowStep | undefined {
  switch (stage.kind) {
    case 'match': {
      const matches = evaluator(stage.filter);
      return (row) => (matches(row.document) ? [row] : none);
    }
    case 'project':
    case 'unset':
      return reshaping(projection(stage));
    case 'addFields':
      return reshaping(addition(stage));
    case 'unwind':
      return unwinding(stage.path, stage.keepsEmpty);
    default:
      return undefined;
  }
}

function reshaping(shape: (document: JsonObject) => JsonObject): RowStep {
  return (row) => [{ ...row, document: shape(row.document) }];
}

/** Refuses to put more into a row than it may hold. */
class Room {
  #left = mostRowSize;

  take(value: JsonValue): JsonValue {
    this.#left = roomBehind(value, this.#left);
    if (this.#left < 0) {
      throw new LimitError('', faultOf('pipeline_document', { maximum: mostRowSize }), mostRowSize);
    }
    return value;
  }
}

function projection({ keeps, members }: ProjectStage): (document: JsonObject) => JsonObject {
  if (!keeps) {
    return (document) =>
      members.reduce((rest, { name }) => withoutAt(rest, name.segments), document);
  }
  const plain = members.flatMap(({ name, source }) => (source === undefined ? [name.text] : []));
  const computed = members.flatMap(({ name, source }) =>
    source === undefined ? [] : [{ name: name.text, compute: computer(source) }],
  );
  const fields = plain.length === 0 ? undefined : parseFields(plain);
  return (document) => {
    const empty: JsonObject = Object.create(null);
    const result = fields === undefined ? empty : project(document, fields);
    const room = new Room();
    for (const { name, compute } of computed) {
      const value = compute(document);
      if (value !== undefined) result[name] = room.take(value);
    }
    return result;
  };
}

/** Every value is computed of the row as it came. */
function addition({ members }: AddFieldsStage): (document: JsonObject) => JsonObject {
  const computed: readonly (readonly [FieldPath, Compute])[] = members.map(({ name, value }) => [
    name,
    computer(value),
  ]);
  return (document) => {
    const room = new Room();
    let result = document;
    for (const [{ segments }, compute] of computed) {
      const value = compute(document);
      result =
        value === undefined
          ? withoutAt(result, segments)
          : withValue(result, segments, room.take(value));
    }
    return result;
  };
}

/** `document` with `value` at `segments`: objects are made on the way, arrays are mapped over. */
function withValue(
  document: JsonObject,
  segments: readonly string[],
  value: JsonValue,
): JsonObject {
  const [name = '', ...rest] = segments;
  const result = copyOf(document);
  result[name] = rest.length === 0 ? value : withValueInside(document, name, rest, value);
  return result;
}

function withValueInside(
  document: JsonObject,
  name: string,
  rest: readonly string[],
  value: JsonValue,
): JsonValue {
  const inner = ownMember(document, name);
  const put = (each: JsonValue | undefined): JsonValue => {
    if (Array.isArray(each)) return each.map(put);
    const empty: JsonObject = Object.create(null);
    return withValue(isJsonObject(each) ? each : empty, rest, value);
  };
  return put(inner);
}

function copyOf(document: JsonObject): JsonObject {
  const copy: JsonObject = Object.create(null);
  for (const name of Object.keys(document)) {
    const value = document[name];
    if (value !== undefined) copy[name] = value;
  }
  return copy;
}

/** `document` without the member at `segments`; arrays on the way are mapped over. */
function withoutAt(document: JsonObject, segments: readonly string[]): JsonObject {
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
  return isJsonObject(value) ? withoutAt(value, segments) : value;
}

function unwinding({ segments }: FieldPath, keepsEmpty: boolean): RowStep {
  return (row) => {
    const value = memberAt(row.document, segments);
    if (Array.isArray(value) && value.length > 0) {
      return value.map((element) => ({
        ...row,
        document: withMember(row.document, segments, element),
      }));
    }
    if (Array.isArray(value)) {
      return keepsEmpty ? [{ ...row, document: withoutAt(row.document, segments) }] : none;
    }
    return keepsEmpty || (value !== undefined && value !== null) ? [row] : none;
  };
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
  const result = copyOf(document);
  const value = result[name];
  if (value === undefined) return result;
  result[name] =
    isJsonObject(value) && rest.length > 0 ? withMember(value, rest, element) : element;
  return result;
}
