/** What a column of an export finds in a row, and how a file writes it. */
import { dayOf } from '../../shared/billing/calendar.ts';
import type { ExportColumn } from '../../shared/contract/exports.ts';
import type { CsvValue } from '../../shared/csv.ts';
import { pointer } from '../../shared/json-pointer.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface ColumnReader {
  readonly column: ExportColumn;
  /** For a spreadsheet or a page: text or a number, instants in the zone of the file, days as `YYYY-MM-DD`. */
  readonly cell: (row: Row) => CsvValue;
  /** For a page: what the code there is called; undefined where nobody said. */
  readonly word: (row: Row) => string | undefined;
  /** For JSON: the value as it is, instants and days as in a cell. */
  readonly value: (row: Row) => unknown;
}

/** Readers of columns; `localTime` writes an instant in the zone of the file. */
export function columnReaders(
  columns: readonly ExportColumn[],
  localTime: (instant: string) => string,
): ColumnReader[] {
  return columns.map((column) => {
    const find = pointer(column.path);
    const value = (row: Row): unknown => {
      const found = find(row) ?? null;
      if (typeof found !== 'string') return found;
      if (column.kind === 'day') return dayOf(found);
      return column.kind === 'instant' ? localTime(found) : found;
    };
    const words = new Map(Object.entries(column.words ?? {}));
    return {
      column,
      value,
      cell: (row) => textOf(value(row)),
      word: (row) => words.get(String(find(row))),
    };
  });
}

function textOf(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
