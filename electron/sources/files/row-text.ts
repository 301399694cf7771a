/** Rows of DuckDB as JSON: which SQL reads a column, and how its values are written. */
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import { quoted } from '../../filters/compile/dialect-duckdb.ts';
import { instantText } from '../../filters/compile/text-instants.ts';
import { valueOutOfRange } from '../source-error.ts';

const microsOfDay = 86_400_000_000n;

/** The SQL that reads a field so that `memberText` can write it. */
export function readingOf(field: SourceField): string {
  const column = quoted(field.name).text;
  const type = readType(field);
  return type === field.type ? column : `CAST(${column} AS ${type})`;
}

/** The type that a value is read as; the engine's own unless it has to be written by the engine. */
function readType(node: SourceNode): string {
  switch (node.form) {
    case 'spelled':
    case 'uuid':
      return 'VARCHAR';
    case 'timestamp':
      return 'TIMESTAMP';
    case 'list':
      return node.element === undefined ? node.type : `${readType(node.element)}[]`;
    case 'struct': {
      const members = node.members ?? [];
      return `STRUCT(${members.map((each) => `${quoted(each.name).text} ${readType(each)}`).join(', ')})`;
    }
    default:
      return node.type;
  }
}

/**
 * Writes rows as JSON text, `recordId` first.
 * @param fields in the order of the values of a row
 */
export class RowWriter {
  readonly #fields: readonly { readonly field: SourceField; readonly name: string }[];

  constructor(fields: readonly SourceField[]) {
    this.#fields = fields
      .filter(({ name }) => name !== 'record_id')
      .map((field) => ({ field, name: JSON.stringify(field.name) }));
  }

  /** The fields that are read, in their order. */
  get fields(): readonly SourceField[] {
    return this.#fields.map(({ field }) => field);
  }

  /** @throws {ApiError} `source_value_out_of_range` */
  text(recordId: string, values: readonly DuckDBValue[], from: number): string {
    let text = `{"record_id":${JSON.stringify(recordId)}`;
    for (const [index, { field, name }] of this.#fields.entries()) {
      const value = valueText(values[from + index] ?? null, field, field.name);
      if (value !== undefined) text += `,${name}:${value}`;
    }
    return `${text}}`;
  }
}

/** JSON text of a value; undefined for null and for what stands for none. */
function valueText(value: DuckDBValue, node: SourceNode, column: string): string | undefined {
  if (value === null) return undefined;
  switch (node.form) {
    case 'boolean':
      return value === true ? 'true' : 'false';
    case 'integer':
      return String(value);
    case 'long':
      if (Number.isSafeInteger(Number(value))) return String(value);
      throw valueOutOfRange(column);
    case 'double':
      return Number.isFinite(value) ? JSON.stringify(value) : undefined;
    case 'decimal':
      return value instanceof DuckDBDecimalValue ? JSON.stringify(decimalOf(value)) : undefined;
    case 'date':
      return value instanceof DuckDBDateValue && value.isFinite
        ? `"${instantText(BigInt(value.days) * microsOfDay).slice(0, 10)}"`
        : undefined;
    case 'timestamp':
      return value instanceof DuckDBTimestampValue && value.isFinite
        ? `"${instantText(value.micros)}"`
        : undefined;
    case 'list':
      return listText(value, node, column);
    case 'struct':
      return structText(value, node, column);
    case 'uuid':
      return JSON.stringify(String(value).toLowerCase());
    default:
      return JSON.stringify(String(value));
  }
}

/** At most 15 digits: both numbers are exact, and so is the rounding of their quotient. */
function decimalOf({ value, scale }: DuckDBDecimalValue): number {
  return Number(value) / 10 ** scale;
}

function listText(value: DuckDBValue, node: SourceNode, column: string): string | undefined {
  const { element } = node;
  if (!(value instanceof DuckDBListValue) || element === undefined) return undefined;
  return `[${value.items.map((each) => valueText(each, element, column) ?? 'null').join(',')}]`;
}

function structText(value: DuckDBValue, node: SourceNode, column: string): string | undefined {
  if (!(value instanceof DuckDBStructValue)) return undefined;
  const members: string[] = [];
  for (const member of node.members ?? []) {
    const text = valueText(value.entries[member.name] ?? null, member, column);
    if (text !== undefined) members.push(`${JSON.stringify(member.name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
