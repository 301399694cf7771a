/** Groups over typed columns as one query of DuckDB: their keys, counts, sums and extremes. */
import { faultOf } from '../../../shared/contract/faults.ts';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import type { SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import { groupId, type PipelineRow } from '../../aggregation/group-rows.ts';
import {
  keyParts,
  mostGroups,
  type GroupField,
  type GroupStage,
  type Stage,
} from '../../aggregation/pipeline.ts';
import { jsonKind } from '../../filters/compile/compile-typed.ts';
import { duckdbDialect, jsonForm } from '../../filters/compile/dialect-duckdb.ts';
import type { Expression } from '../../filters/expressions/expression.ts';
import { LimitError } from '../../filters/filter.ts';
import { sql, trusted, type Sql } from '../../filters/sql.ts';

type Cell = string | number | boolean | null;

/** Parts of a query over the rows of a source, and what its results mean. */
export interface GroupQuery {
  readonly columns: string;
  /** What rows are taken apart by, in front of the grouping; empty where they are not. */
  readonly unwound: string;
  readonly groupBy: string;
  /** @throws {LimitError} where there are too many groups */
  read(rows: readonly (readonly Cell[])[]): PipelineRow[];
}

/** A value that is read of each row; undefined for one that no row has. */
interface Place {
  readonly value: Sql;
  readonly node: SourceNode;
}

/** A member of a result: its columns, and what they come to. */
interface Member {
  readonly columns: readonly string[];
  read(cells: readonly Cell[]): JsonValue;
}

const element = 'unwound';

/**
 * The query of `stages`: a group, or the unwinding of one list of scalars and a group. Undefined where DuckDB cannot say
 * it all.
 */
export function groupQuery(
  stages: readonly Stage[],
  fields: readonly SourceField[],
): GroupQuery | undefined {
  const [first, second] = stages;
  const unwind = first?.kind === 'unwind' ? first : undefined;
  const stage = unwind === undefined ? first : second;
  if (stage?.kind !== 'group') return undefined;
  const places = placesOf(fields, unwind);
  if (places === undefined) return undefined;
  const keys = keyParts(stage.key).map((each) => keyOf(places(each)));
  const members = stage.fields.map((each) => memberOf(each, places));
  if (keys.some((each) => each === undefined) || members.some((each) => each === undefined)) {
    return undefined;
  }
  return queryOf(
    stage,
    keys.filter((each) => each !== undefined),
    members.filter((each) => each !== undefined),
    unwind === undefined ? '' : duckdbDialect.column(unwind.path.text).text,
  );
}

type Places = (expression: Expression) => Place | 'missing' | undefined;

/** Undefined where what is unwound is not a list of scalars at the top. */
function placesOf(
  fields: readonly SourceField[],
  unwind: Extract<Stage, { kind: 'unwind' }> | undefined,
): Places | undefined {
  const name = unwind?.path.text;
  const list = fields.find((each) => each.name === name);
  if (unwind !== undefined) {
    const isScalars =
      list?.element !== undefined && !['list', 'struct'].includes(list.element.form);
    if (!isScalars || unwind.keepsEmpty || list.form !== 'list') return undefined;
  }
  return (expression) => {
    if (expression.kind !== 'path') return undefined;
    if (expression.path.text === name && list?.element !== undefined) {
      return { value: trusted(element), node: list.element };
    }
    return placeAt(expression.path.segments, fields);
  };
}

function placeAt(
  segments: readonly string[],
  fields: readonly SourceField[],
): Place | 'missing' | undefined {
  let members = fields;
  let place: Place | undefined;
  for (const segment of segments) {
    if (place?.node.form === 'list') return undefined;
    const field = members.find(({ name }) => name === segment);
    if (field === undefined) return segments[0] === 'record_id' ? undefined : 'missing';
    const value =
      place === undefined
        ? duckdbDialect.column(field.name)
        : duckdbDialect.member(place.value, field.name);
    place = { value, node: field };
    members = field.members ?? [];
  }
  if (place === undefined || place.node.form === 'list' || place.node.form === 'struct') {
    return undefined;
  }
  return segments[0] === 'record_id' ? undefined : place;
}

/** Numbers leave as doubles, which they are in JSON. */
function plainValue({ value, node }: Place): Sql {
  const form = jsonForm(value, node);
  return jsonKind(node.form) === 'number' ? sql`CAST(${form} AS DOUBLE)` : form;
}

function keyOf(place: Place | 'missing' | undefined): string | undefined {
  if (place === undefined) return undefined;
  return place === 'missing' ? 'NULL' : plainValue(place).text;
}

function memberOf(field: GroupField, places: Places): Member | undefined {
  const { accumulator, operand } = field;
  if (accumulator === 'count') return counted();
  if (operand === undefined) return undefined;
  if (operand.kind === 'constant' && accumulator === 'sum' && typeof operand.value === 'number') {
    const { value } = operand;
    return Number.isSafeInteger(value) ? counted(value) : undefined;
  }
  const place = places(operand);
  if (place === undefined) return undefined;
  switch (accumulator) {
    case 'sum':
    case 'avg':
      return summed(accumulator, place);
    case 'min':
    case 'max':
      return extreme(accumulator, place);
    default:
      return undefined;
  }
}

function counted(each = 1): Member {
  return { columns: ['CAST(count(*) AS DOUBLE)'], read: ([count]) => Number(count) * each };
}

/** Of what is no number nothing is summed. Sums of doubles are compensated, those of integers exact. */
function summed(accumulator: 'sum' | 'avg', place: Place | 'missing'): Member {
  const isNumber = place !== 'missing' && jsonKind(place.node.form) === 'number';
  if (!isNumber) return { columns: [], read: () => (accumulator === 'sum' ? 0 : null) };
  const number = jsonForm(place.value, place.node).text;
  const isWhole = place.node.form === 'integer' || place.node.form === 'long';
  const sum = `CAST(${isWhole ? 'sum' : 'fsum'}(${number}) AS DOUBLE)`;
  return {
    columns: [sum, `CAST(count(${number}) AS DOUBLE)`],
    read: ([total, count]) => {
      if (Number(count) === 0) return accumulator === 'sum' ? 0 : null;
      const result = accumulator === 'sum' ? Number(total) : Number(total) / Number(count);
      return Number.isFinite(result) ? result : null;
    },
  };
}

function extreme(accumulator: 'min' | 'max', place: Place | 'missing'): Member {
  if (place === 'missing') return { columns: [], read: () => null };
  return {
    columns: [`${accumulator}(${plainValue(place).text})`],
    read: ([value]) => value ?? null,
  };
}

function queryOf(
  { key, fields }: GroupStage,
  keys: readonly string[],
  members: readonly Member[],
  list: string,
): GroupQuery {
  // Groups come in the order of their first rows, and of their places in a list.
  const inList = list === '' ? '' : ` * 4294967296 + ${element}_at`;
  const place = `min(CAST(file_index * 4294967296 + file_row_number AS HUGEINT)${inList})`;
  const columns = [...keys, ...members.flatMap((each) => each.columns), place];
  const groupBy = keys.length === 0 ? '' : `GROUP BY ${keys.map((_, at) => at + 1).join(', ')}`;
  return {
    columns: columns.join(', '),
    unwound:
      list === ''
        ? ''
        : `unnest(${list}) AS ${element}, unnest(range(len(${list}))) AS ${element}_at`,
    // Of no row there is no group.
    groupBy: `${groupBy} HAVING count(*) > 0 ORDER BY ${columns.length} LIMIT ${mostGroups + 1}`,
    read: (rows) => {
      if (rows.length > mostGroups) {
        throw new LimitError('', faultOf('pipeline_groups', { maximum: mostGroups }), mostGroups);
      }
      return rows.map((row, origin) => {
        const document: JsonObject = Object.create(null);
        document['_id'] = groupId(key, row.slice(0, keys.length));
        let at = keys.length;
        for (const [index, member] of members.entries()) {
          const cells = row.slice(at, at + member.columns.length);
          at += member.columns.length;
          document[fields[index]?.name ?? ''] = member.read(cells);
        }
        return { document, origin };
      });
    },
  };
}
