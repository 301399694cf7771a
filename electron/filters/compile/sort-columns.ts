/** Sorts that an engine does as `sortKey` has them: by columns and members of structs, each of one type. */
import type { SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import type { SortSpec } from '../sort-rows.ts';
import type { Sql } from '../sql.ts';
import type { Dialect } from './dialect.ts';

export interface SortColumn {
  /** SQL without values to bind. */
  readonly sql: string;
  readonly descending: boolean;
}

export interface SortingEngine {
  readonly dialect: Pick<Dialect, 'column' | 'member'>;
  /** What has the order of the values in JSON; NULL for none. */
  readonly sortedForm: (value: Sql, node: SourceNode) => Sql;
}

/** Undefined where a path leads through a list or into JSON, or ends in a list or struct. Paths that no row has sort nothing. */
export function sortColumns(
  sort: SortSpec,
  fields: readonly SourceField[],
  engine: SortingEngine,
): SortColumn[] | undefined {
  const columns: SortColumn[] = [];
  for (const { path, descending } of sort) {
    const found = columnAt(path.segments, fields, engine);
    if (found === undefined) return undefined;
    if (found !== 'missing') columns.push({ sql: found.text, descending });
  }
  return columns;
}

const unsorted: ReadonlySet<string> = new Set(['list', 'struct', 'json']);

function columnAt(
  segments: readonly string[],
  fields: readonly SourceField[],
  { dialect, sortedForm }: SortingEngine,
): Sql | 'missing' | undefined {
  let members = fields;
  let value: Sql | undefined;
  let field: SourceField | undefined;
  for (const [index, segment] of segments.entries()) {
    if (field?.form === 'list' || field?.form === 'json') return undefined;
    field = members.find(({ name }) => name === segment);
    if (field === undefined) return 'missing';
    value = value === undefined ? dialect.column(field.name) : dialect.member(value, field.name);
    members = field.members ?? [];
    const isEnd = members.length === 0 && field.form !== 'list' && field.form !== 'json';
    if (isEnd && index < segments.length - 1) return 'missing';
  }
  if (value === undefined || field === undefined) return undefined;
  return unsorted.has(field.form) ? undefined : sortedForm(value, field);
}
