/** How the columns of a CSV file become members of rows, and what the first row then is. */
import { pathKey, pathParts, targetsOfHeader } from '../../../../shared/columns/column-path.ts';
import { rowTargetSchema, type RowMapping } from '../../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import type { CsvSample } from '../../../ui/import/csv-sample.ts';
import { placeFirstRow, type SampleColumns } from '../../../ui/import/sample-columns.ts';

export const columnTypes = ['auto', 'string', 'number', 'boolean', 'time', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A column's row in the table; an empty `target` leaves it out. */
export interface RowColumn {
  readonly column: string;
  readonly target: string;
  readonly type: ColumnType;
}

/** Every column where its name says; of two with one name, and of those without one, the first is taken. */
export function firstColumns({ columns }: CsvSample): RowColumn[] {
  const targets = targetsOfHeader(columns);
  const names = new Set<string>();
  return columns.map((column, place) => {
    const isFirst = names.size < names.add(column).size;
    const target = targets[place] ?? '';
    const isTaken = isFirst && rowTargetSchema.safeParse(target).success;
    return { column, target: isTaken ? target : '', type: 'auto' };
  });
}

/** The mapping as the import takes it. `nullTexts` are cells taken as absent. */
export function mappingOf(
  columns: readonly RowColumn[],
  delimiter: RowMapping['delimiter'],
  nullTexts: readonly string[],
): RowMapping {
  return {
    columns: columns.filter(({ target }) => target !== '').map((each) => ({ ...each })),
    delimiter,
    null_texts: [...nullTexts],
  };
}

export type ColumnProblem =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bad_target' | 'same_target' | 'below_value'; readonly column: string };

/** Why a mapping cannot make rows yet, in the order of the table. */
export function columnProblems(columns: readonly RowColumn[]): ColumnProblem[] {
  const used = columns.filter(({ target }) => target !== '');
  if (used.length === 0) return [{ kind: 'nothing' }];
  const targets = new Set(used.map(({ target }) => pathKey(pathParts(target))));
  const seen = new Set<string>();
  return used.flatMap(({ column, target }): ColumnProblem[] => {
    const steps = pathParts(target);
    const isRepeated = seen.has(pathKey(steps));
    seen.add(pathKey(steps));
    if (!rowTargetSchema.safeParse(target).success) return [{ kind: 'bad_target', column }];
    if (isRepeated) return [{ kind: 'same_target', column }];
    const isBelow = steps
      .slice(1)
      .some((_, place) => targets.has(pathKey(steps.slice(0, place + 1))));
    return isBelow ? [{ kind: 'below_value', column }] : [];
  });
}

/** Row that the first line of the file becomes. Empty cells, and those taken as absent, are left out. */
export function previewRow(mapping: RowMapping, columns: SampleColumns): JsonObject {
  const row: JsonObject = {};
  placeFirstRow(mapping.columns ?? [], columns, mapping.null_texts, row);
  return row;
}
