/** How the cells of a CSV row become a row of a dataset. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import type { RowMapping } from '../../shared/contract/datasets.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { CellError, cellReader } from '../imports/csv-mapping.ts';

interface Column {
  readonly index: number;
  readonly target: string;
  readonly path: readonly string[];
  readonly read: (text: string) => JsonValue | undefined;
}

/**
 * Makes rows of the cells below `header`. An empty cell, and one that the mapping calls absent, is an
 * absent member; a dot in a target nests.
 * @throws {ApiError} `validation_error` for a header that does not fit the mapping; of what it returns,
 *   for a row that does not
 */
export function csvRowReader(
  mapping: RowMapping,
  header: readonly string[],
): (cells: readonly string[]) => JsonObject {
  const columns = columnsOf(mapping, header);
  const absent = new Set(['', ...mapping.null_texts]);
  return (cells) => {
    if (cells.length !== header.length) {
      const message = `has ${cells.length} cells where the header has ${header.length}`;
      throw validationError([{ field: 'line', message }]);
    }
    const row: JsonObject = Object.create(null);
    const faults: FieldError[] = [];
    for (const { index, target, path, read } of columns) {
      const text = cells[index] ?? '';
      if (absent.has(text)) continue;
      try {
        const value = read(text);
        if (value !== undefined) place(row, path, value);
      } catch (error) {
        faults.push({ field: target, message: cellFault(error) });
      }
    }
    if (faults.length > 0) throw validationError(faults);
    return row;
  };
}

function columnsOf(mapping: RowMapping, header: readonly string[]): Column[] {
  const wanted =
    mapping.columns ??
    header
      .map((column, index) => ({ column, index }))
      .filter(({ column }) => column !== '')
      .map(({ column }) => ({ column, target: column, type: 'auto' as const }));
  const faults: FieldError[] = [];
  const targets = new Set(wanted.map(({ target }) => target));
  for (const name of new Set(header.filter((each, at) => header.indexOf(each) !== at))) {
    if (name !== '') {
      faults.push({ field: 'line', message: `names the column ${JSON.stringify(name)} twice` });
    }
  }
  const columns = wanted.map(({ column, target, type }, at): Column => {
    const field = `mapping.columns.${at}`;
    const index = header.indexOf(column);
    const path = target.split('.');
    if (index < 0) {
      const message = `is not in the file: ${JSON.stringify(column)}`;
      faults.push({ field: `${field}.column`, message });
    }
    if (path.includes('')) {
      faults.push({ field: `${field}.target`, message: 'must not have an empty part' });
    }
    if (wanted.findIndex((each) => each.target === target) !== at) {
      faults.push({ field: `${field}.target`, message: `is mapped twice: ${target}` });
    }
    const outer = path.slice(1).map((_, end) => path.slice(0, end + 1).join('.'));
    if (outer.some((each) => targets.has(each))) {
      const message = `cannot be inside another column's target: ${target}`;
      faults.push({ field: `${field}.target`, message });
    }
    return { index, target, path, read: cellReader(type) };
  });
  if (faults.length > 0) throw validationError(faults);
  return columns;
}

function place(row: JsonObject, path: readonly string[], value: JsonValue): void {
  let inner = row;
  for (const name of path.slice(0, -1)) {
    const next = inner[name];
    if (isJsonObject(next)) {
      inner = next;
    } else {
      const created: JsonObject = Object.create(null);
      inner[name] = created;
      inner = created;
    }
  }
  inner[path.at(-1) ?? ''] = value;
}

function cellFault(error: unknown): string {
  if (error instanceof CellError || error instanceof ApiError) return error.message;
  throw error;
}
