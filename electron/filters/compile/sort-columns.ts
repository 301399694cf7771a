/** Sorts that DuckDB does as `sortKey` has them: by columns and members of structs, each of one type. */
import type { SourceField } from '../../../shared/contract/sources.ts';
import type { SortSpec } from '../sort-rows.ts';
import type { Sql } from '../sql.ts';
import { duckdbDialect, jsonForm } from './dialect-duckdb.ts';

export interface SortColumn {
  /** SQL without values to bind. */
  readonly sql: string;
  readonly descending: boolean;
}

/** Undefined where a path leads through a list, or ends in a list or struct. Paths that no row has sort nothing. */
export function sortColumns(
  sort: SortSpec,
  fields: readonly SourceField[],
): SortColumn[] | undefined {
  const columns: SortColumn[] = [];
  for (const { path, descending } of sort) {
    const found = columnAt(path.segments, fields);
    if (found === undefined) return undefined;
    if (found !== 'missing') columns.push({ sql: found.text, descending });
  }
  return columns;
}

function columnAt(
  segments: readonly string[],
  fields: readonly SourceField[],
): Sql | 'missing' | undefined {
  let members = fields;
  let value: Sql | undefined;
  let field: SourceField | undefined;
  for (const [index, segment] of segments.entries()) {
    if (field?.form === 'list') return undefined;
    field = members.find(({ name }) => name === segment);
    if (field === undefined) return 'missing';
    value =
      value === undefined
        ? duckdbDialect.column(field.name)
        : duckdbDialect.member(value, field.name);
    members = field.members ?? [];
    if (members.length === 0 && field.form !== 'list' && index < segments.length - 1) {
      return 'missing';
    }
  }
  if (value === undefined || field === undefined) return undefined;
  return field.form === 'list' || field.form === 'struct' ? undefined : sortedForm(value, field);
}

/** Instants have the order of their texts. */
function sortedForm(value: Sql, field: SourceField): Sql {
  if (field.form !== 'date' && field.form !== 'timestamp') return jsonForm(value, field);
  const finite = `CASE WHEN isfinite(${value.text}) THEN ${value.text} END`;
  return { text: finite, values: [] };
}
