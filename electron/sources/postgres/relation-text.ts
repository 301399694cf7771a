/** Rows of a relation as JSON: which SQL reads a column, and how its cells are written. */
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import { jsonForm, postgresDialect } from '../../filters/compile/dialect-postgres.ts';
import { sql, trusted, type Sql } from '../../filters/sql.ts';
import { valueOutOfRange } from '../source-error.ts';
import type { Cell } from './server-pools.ts';

/** The SQL that reads a field so that `cellText` can write it. */
export function readingOf(field: SourceField): string {
  const value = postgresDialect.column(field.name);
  const read = readValue(value, field);
  if (!isTextList(field)) return read.text;
  // One call for a list, in place of a query over its elements.
  return sql`CASE WHEN array_ndims(${value}) = 1 THEN CAST(array_to_json(${value}) AS text) ELSE ${read} END`
    .text;
}

/** The same as digests of rows have it: their bytes are kept, and never change. */
export function hashedReading(field: SourceField): string {
  return readValue(postgresDialect.column(field.name), field).text;
}

function isTextList({ element }: SourceNode): boolean {
  return element?.form === 'text' && /^(?:text|character varying)/.test(element.type);
}

function readValue(value: Sql, node: SourceNode): Sql {
  const { element } = node;
  if (element !== undefined) {
    const each = readValue(trusted('u.v'), element);
    const all = sql`(SELECT json_agg(CAST(${each} AS text) ORDER BY u.o) FROM unnest(${value}) WITH ORDINALITY AS u(v, o))`;
    return sql`CASE WHEN ${value} IS NOT NULL THEN coalesce(CAST(${all} AS text), '[]') END`;
  }
  switch (node.form) {
    case 'double':
    case 'date':
    case 'timestamp':
    case 'decimal':
      return jsonForm(value, node);
    default:
      return sql`CAST(${value} AS text)`;
  }
}

/** Numbers that no double holds have more digits than these, or such an exponent. */
const farNumber = /\d{300}|[eE]\+?\d{3}/;

/** JSON text of a cell; undefined for null. @throws {ApiError} `source_value_out_of_range` */
function cellText(cell: Cell, node: SourceNode, column: string): string | undefined {
  if (cell === null) return undefined;
  switch (node.form) {
    case 'boolean':
      return cell === 't' || cell === 'true' ? 'true' : 'false';
    case 'integer':
    case 'double':
    case 'decimal':
      return numberText(cell);
    case 'long':
      if (Number.isSafeInteger(Number(cell))) return cell;
      throw valueOutOfRange(column);
    case 'json':
      return JSON.stringify(documentOf(cell, column));
    case 'list':
      return listText(cell, node, column);
    default:
      return JSON.stringify(cell);
  }
}

/** A cell that is no number comes from a server that says one type and sends another. */
function numberText(cell: string): string {
  const number = Number(cell);
  if (cell === '' || !Number.isFinite(number)) throw new TypeError('A number is none.');
  return JSON.stringify(number);
}

function listText(cell: string, { element }: SourceNode, column: string): string | undefined {
  const cells: unknown = JSON.parse(cell);
  if (!Array.isArray(cells) || element === undefined) throw new TypeError('A list is none.');
  const texts = cells.map((each: unknown) =>
    cellText(isTextOrNull(each) ? each : JSON.stringify(each), element, column),
  );
  return `[${texts.map((each) => each ?? 'null').join(',')}]`;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** A JSON value as this program reads it. @throws {ApiError} `source_value_out_of_range` */
export function documentOf(cell: string, column: string): JsonValue {
  const value: JsonValue = JSON.parse(cell);
  if (farNumber.test(cell) && !isFiniteThroughout(value)) throw valueOutOfRange(column);
  return value;
}

function isFiniteThroughout(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isFiniteThroughout);
  return !isJsonObject(value) || Object.values(value).every(isFiniteThroughout);
}

/** JSON text of a row, `recordId` first. @param cells those of `fields`, in their order */
export function rowText(
  recordId: string | undefined,
  cells: readonly Cell[],
  fields: readonly SourceField[],
): string {
  const members = recordId === undefined ? [] : [`"record_id":${JSON.stringify(recordId)}`];
  for (const [index, field] of fields.entries()) {
    if (field.name === 'record_id') continue;
    const text = cellText(cells[index] ?? null, field, field.name);
    if (text !== undefined) members.push(`${JSON.stringify(field.name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** The same of a document; what is no object has no members. */
export function documentText(recordId: string | undefined, cell: Cell, column: string): string {
  const value = cell === null ? null : documentOf(cell, column);
  const members = recordId === undefined ? [] : [`"record_id":${JSON.stringify(recordId)}`];
  for (const [name, member] of Object.entries(isJsonObject(value) ? value : {})) {
    if (name !== 'record_id') members.push(`${JSON.stringify(name)}:${JSON.stringify(member)}`);
  }
  return `{${members.join(',')}}`;
}
