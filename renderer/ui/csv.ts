/** Tables as CSV files (RFC 4180), with numbers as they are and text that no spreadsheet runs. */
import { plainDigits } from './money.ts';
import { saveFile } from './save-file.ts';

export type CsvValue = string | number | null | undefined;

/** A cell: quoted where needed, text never read as a formula, a number with every digit. */
function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return plainDigits(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Lines end with CR LF; the first one holds the names of the columns. */
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Saves a table under `name`. */
export function saveCsv(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  saveFile({ name, content: new Blob([csvText(columns, rows)], { type: 'text/csv' }) });
}
