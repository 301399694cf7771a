/** The fields of files as JSON has them, from the types that DuckDB tells. */
import {
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBStructType,
  DuckDBTypeId,
  type DuckDBType,
} from '@duckdb/node-api';
import type { FieldForm, SourceField, SourceNode } from '../../../shared/contract/sources.ts';

/** A column of files, with the reason why it is left out where it has no JSON form. */
export interface ReadColumn {
  readonly name: string;
  readonly type: string;
  /** Undefined for one that is left out. */
  readonly field: SourceField | undefined;
}

const forms: Partial<Record<DuckDBTypeId, FieldForm>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.UTINYINT]: 'integer',
  [DuckDBTypeId.USMALLINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'long',
  [DuckDBTypeId.BIGINT]: 'long',
  [DuckDBTypeId.UBIGINT]: 'long',
  [DuckDBTypeId.HUGEINT]: 'long',
  [DuckDBTypeId.UHUGEINT]: 'long',
  [DuckDBTypeId.FLOAT]: 'double',
  [DuckDBTypeId.DOUBLE]: 'double',
  [DuckDBTypeId.VARCHAR]: 'text',
  [DuckDBTypeId.ENUM]: 'spelled',
  [DuckDBTypeId.UUID]: 'uuid',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'spelled',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp',
};

/** Digits that a double holds exactly. */
const exactDigits = 15;

/** @param asText names of columns that are read as text */
export function columnOf(name: string, type: DuckDBType, asText: ReadonlySet<string>): ReadColumn {
  const node = asText.has(name) ? textOf(type) : nodeOf(type);
  const told = String(type);
  return { name, type: told, field: node === undefined ? undefined : { name, ...node } };
}

/** Any scalar can be read as the text that the engine writes for it. */
function textOf(type: DuckDBType): SourceNode | undefined {
  const node = nodeOf(type);
  if (node === undefined || node.form === 'list' || node.form === 'struct') return node;
  return node.form === 'text' ? node : { type: node.type, form: 'spelled' };
}

function nodeOf(type: DuckDBType): SourceNode | undefined {
  const told = String(type);
  // JSON is a text with a name of its own: it may hold anything.
  if (type.alias !== undefined && type.typeId === DuckDBTypeId.VARCHAR) return undefined;
  if (type instanceof DuckDBDecimalType) {
    return { type: told, form: type.width <= exactDigits ? 'decimal' : 'spelled' };
  }
  if (type instanceof DuckDBListType) {
    const element = nodeOf(type.valueType);
    return element && { type: told, form: 'list', element };
  }
  if (type instanceof DuckDBStructType) return structOf(type, told);
  const form = forms[type.typeId];
  return form && { type: told, form };
}

function structOf(type: DuckDBStructType, told: string): SourceNode | undefined {
  const members = type.entryNames.flatMap((name, index): SourceField[] => {
    const inner = type.entryTypes[index];
    const node = inner && nodeOf(inner);
    return node === undefined ? [] : [{ name, ...node }];
  });
  return members.length === 0 ? undefined : { type: told, form: 'struct', members };
}
