/** How the columns of a CSV file become members of rows, and what the first row then is. */
import type { RowMapping } from '../../../../shared/contract/datasets.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/contract/json.ts';
import { fieldPathSchema } from '../../../../shared/contract/transformations.ts';
import type { CsvSample } from '../../decisions/import/csv-sample.ts';
import { cellValue } from '../../decisions/import/mapping-preview.ts';

export const columnTypes = ['auto', 'string', 'number', 'boolean', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A column's row in the table; an empty `target` leaves it out. */
export interface RowColumn {
  readonly column: string;
  readonly target: string;
  readonly type: ColumnType;
}

/** Digits that a number would not keep: leading zeros, or more than a double holds. */
function losesDigits(text: string): boolean {
  return /^-?0\d/.test(text) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)));
}

/** Every column under its own name; of two with one name, and of those without one, the first is taken. */
export function firstColumns({ columns, rows }: CsvSample): RowColumn[] {
  return columns.map((column, place) => {
    const isFirst = columns.indexOf(column) === place;
    const values = rows.map((row) => row[place] ?? '');
    return {
      column,
      target: isFirst && fieldPathSchema.safeParse(column).success ? column : '',
      type: values.some(losesDigits) ? 'string' : 'auto',
    };
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
  const targets = new Set(used.map(({ target }) => target));
  const seen = new Set<string>();
  return used.flatMap(({ column, target }): ColumnProblem[] => {
    const isRepeated = seen.has(target);
    seen.add(target);
    if (!fieldPathSchema.safeParse(target).success) return [{ kind: 'bad_target', column }];
    if (isRepeated) return [{ kind: 'same_target', column }];
    const steps = target.split('.');
    const isBelow = steps
      .slice(1)
      .some((_, place) => targets.has(steps.slice(0, place + 1).join('.')));
    return isBelow ? [{ kind: 'below_value', column }] : [];
  });
}

/** What a row of the sample becomes. Empty cells, and those taken as absent, are left out. */
export function previewRow(mapping: RowMapping, sample: CsvSample, place = 0): JsonObject {
  const row: JsonObject = {};
  for (const { column, target, type } of mapping.columns ?? []) {
    const text = sample.rows[place]?.[sample.columns.indexOf(column)] ?? '';
    if (text === '' || mapping.null_texts.includes(text)) continue;
    const value = cellValue(text, type);
    if (value === undefined) continue;
    const steps = target.split('.');
    let holder = row;
    for (const step of steps.slice(0, -1)) {
      const inner = Object.hasOwn(holder, step) ? holder[step] : undefined;
      const next: JsonObject = inner !== undefined && isJsonObject(inner) ? inner : {};
      holder[step] = next;
      holder = next;
    }
    holder[steps.at(-1) ?? ''] = value;
  }
  return row;
}
