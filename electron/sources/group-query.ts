/** Groups over typed columns as one query of an engine: their keys, counts, sums and extremes. */
import { faultOf } from '../../shared/contract/faults.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { SourceField, SourceNode } from '../../shared/contract/sources.ts';
import { groupId, type PipelineRow } from '../aggregation/group-rows.ts';
import {
  keyParts,
  mostGroups,
  type GroupField,
  type GroupStage,
  type Stage,
} from '../aggregation/pipeline.ts';
import { jsonKind } from '../filters/compile/compile-typed.ts';
import type { Dialect } from '../filters/compile/dialect.ts';
import type { Expression } from '../filters/expressions/expression.ts';
import { LimitError } from '../filters/filter.ts';
import { sql, trusted, type Sql } from '../filters/sql.ts';

export type Cell = string | number | boolean | null;

/** Parts of a query over the rows of a source, and what its results mean. */
export interface GroupQuery {
  readonly columns: string;
  /** What rows are taken apart by, in front of the grouping; empty where they are not. */
  readonly unwound: string;
  readonly groupBy: string;
  /** Of which type each column is. */
  readonly kinds: readonly CellKind[];
  /** @throws {LimitError} where there are too many groups */
  read(rows: readonly (readonly Cell[])[]): PipelineRow[];
}

/** A value that is read of each row; undefined for one that no row has. */
interface Place {
  readonly value: Sql;
  readonly node: SourceNode;
}

export type CellKind = 'number' | 'string' | 'boolean';

/** One engine, as far as groups are about it. */
export interface GroupDialect {
  readonly dialect: Pick<Dialect, 'column' | 'member'>;
  readonly jsonForm: (value: Sql, node: SourceNode) => Sql;
  /** Its type of doubles. */
  readonly double: string;
  /** Its function that sums them. */
  readonly sumOfDoubles: string;
  /** What an element is called that a list was taken apart into. */
  readonly element: string;
  /** What groups are ordered by: the place of their first row, and of its first element. */
  readonly place: (isUnwound: boolean) => string | undefined;
  /** What takes rows apart by a list. */
  readonly unwound: (list: string) => string;
}

/** A member of a result: its columns, and what they come to. */
interface Member {
  readonly columns: readonly string[];
  readonly kinds: readonly CellKind[];
  read(cells: readonly Cell[]): JsonValue;
}

/**
 * The query of `stages`: a group, or the unwinding of one list of scalars and a group. Undefined where the engine cannot say
 * it all.
 */
export function groupQuery(
  stages: readonly Stage[],
  fields: readonly SourceField[],
  engine: GroupDialect,
): GroupQuery | undefined {
  const [first, second] = stages;
  const unwind = first?.kind === 'unwind' ? first : undefined;
  const stage = unwind === undefined ? first : second;
  if (stage?.kind !== 'group') return undefined;
  const places = placesOf(fields, unwind, engine);
  const place = engine.place(unwind !== undefined);
  if (places === undefined || place === undefined) return undefined;
  const keys = keyParts(stage.key).map((each) => keyOf(places(each), engine));
  const members = stage.fields.map((each) => memberOf(each, places, engine));
  if (keys.some((each) => each === undefined) || members.some((each) => each === undefined)) {
    return undefined;
  }
  const list = unwind && engine.dialect.column(unwind.path.text).text;
  return queryOf(
    stage,
    keys.filter((each) => each !== undefined),
    members.filter((each) => each !== undefined),
    { place, unwound: list === undefined ? '' : engine.unwound(list) },
  );
}

type Places = (expression: Expression) => Place | 'missing' | undefined;

/** Undefined where what is unwound is not a list of scalars at the top. */
function placesOf(
  fields: readonly SourceField[],
  unwind: Extract<Stage, { kind: 'unwind' }> | undefined,
  engine: GroupDialect,
): Places | undefined {
  const name = unwind?.path.text;
  const list = fields.find((each) => each.name === name);
  if (unwind !== undefined) {
    const isScalars =
      list?.element !== undefined && !['list', 'struct', 'json'].includes(list.element.form);
    if (!isScalars || unwind.keepsEmpty || list.form !== 'list') return undefined;
  }
  return (expression) => {
    if (expression.kind !== 'path') return undefined;
    if (expression.path.text === name && list?.element !== undefined) {
      return { value: trusted(engine.element), node: list.element };
    }
    return placeAt(expression.path.segments, fields, engine);
  };
}

function placeAt(
  segments: readonly string[],
  fields: readonly SourceField[],
  { dialect }: GroupDialect,
): Place | 'missing' | undefined {
  let members = fields;
  let place: Place | undefined;
  for (const segment of segments) {
    if (place?.node.form === 'list' || place?.node.form === 'json') return undefined;
    const field = members.find(({ name }) => name === segment);
    if (field === undefined) return segments[0] === 'record_id' ? undefined : 'missing';
    const value =
      place === undefined ? dialect.column(field.name) : dialect.member(place.value, field.name);
    place = { value, node: field };
    members = field.members ?? [];
  }
  if (place === undefined || ['list', 'struct', 'json'].includes(place.node.form)) return undefined;
  return segments[0] === 'record_id' ? undefined : place;
}

/** Numbers leave as doubles, which they are in JSON. */
function plainValue({ value, node }: Place, { jsonForm, double }: GroupDialect): Sql {
  const form = jsonForm(value, node);
  return jsonKind(node.form) === 'number' ? sql`CAST(${form} AS ${trusted(double)})` : form;
}

function kindOf({ node }: Place): CellKind {
  const kind = jsonKind(node.form);
  return kind === 'number' || kind === 'boolean' ? kind : 'string';
}

interface Key {
  readonly column: string;
  readonly kind: CellKind;
}

function keyOf(place: Place | 'missing' | undefined, engine: GroupDialect): Key | undefined {
  if (place === undefined) return undefined;
  if (place === 'missing') return { column: 'NULL', kind: 'string' };
  return { column: plainValue(place, engine).text, kind: kindOf(place) };
}

function memberOf(field: GroupField, places: Places, engine: GroupDialect): Member | undefined {
  const { accumulator, operand } = field;
  if (accumulator === 'count') return counted(1, engine);
  if (operand === undefined) return undefined;
  if (operand.kind === 'constant' && accumulator === 'sum' && typeof operand.value === 'number') {
    const { value } = operand;
    return Number.isSafeInteger(value) ? counted(value, engine) : undefined;
  }
  const place = places(operand);
  if (place === undefined) return undefined;
  switch (accumulator) {
    case 'sum':
    case 'avg':
      return summed(accumulator, place, engine);
    case 'min':
    case 'max':
      return extreme(accumulator, place, engine);
    default:
      return undefined;
  }
}

function counted(each: number, { double }: GroupDialect): Member {
  return {
    columns: [`CAST(count(*) AS ${double})`],
    kinds: ['number'],
    read: ([count]) => Number(count) * each,
  };
}

/** Of what is no number nothing is summed. Sums of doubles are compensated, those of integers exact. */
function summed(
  accumulator: 'sum' | 'avg',
  place: Place | 'missing',
  { jsonForm, double, sumOfDoubles }: GroupDialect,
): Member {
  const isNumber = place !== 'missing' && jsonKind(place.node.form) === 'number';
  if (!isNumber) {
    return { columns: [], kinds: [], read: () => (accumulator === 'sum' ? 0 : null) };
  }
  const number = jsonForm(place.value, place.node).text;
  const isWhole = place.node.form === 'integer' || place.node.form === 'long';
  const sum = `CAST(${isWhole ? 'sum' : sumOfDoubles}(${number}) AS ${double})`;
  return {
    columns: [sum, `CAST(count(${number}) AS ${double})`],
    kinds: ['number', 'number'],
    read: ([total, count]) => {
      if (Number(count) === 0) return accumulator === 'sum' ? 0 : null;
      const result = accumulator === 'sum' ? Number(total) : Number(total) / Number(count);
      return Number.isFinite(result) ? result : null;
    },
  };
}

/** PostgreSQL has no extremes of booleans by these names. */
const ofBooleans = { min: 'bool_and', max: 'bool_or' } as const;

function extreme(
  accumulator: 'min' | 'max',
  place: Place | 'missing',
  engine: GroupDialect,
): Member | undefined {
  if (place === 'missing') return { columns: [], kinds: [], read: () => null };
  const value = plainValue(place, engine).text;
  const kind = kindOf(place);
  return {
    columns: [`${kind === 'boolean' ? ofBooleans[accumulator] : accumulator}(${value})`],
    kinds: [kind],
    read: ([value]) => value ?? null,
  };
}

function queryOf(
  { key, fields }: GroupStage,
  keys: readonly Key[],
  members: readonly Member[],
  { place, unwound }: { readonly place: string; readonly unwound: string },
): GroupQuery {
  // Groups come in the order of their first rows, and of their places in a list.
  const columns = [
    ...keys.map(({ column }) => column),
    ...members.flatMap((each) => each.columns),
    place,
  ];
  const groupBy = keys.length === 0 ? '' : `GROUP BY ${keys.map((_, at) => at + 1).join(', ')}`;
  return {
    columns: columns.join(', '),
    unwound,
    kinds: [...keys.map(({ kind }) => kind), ...members.flatMap((each) => each.kinds), 'string'],
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
