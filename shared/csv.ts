/** Lines of CSV (RFC 4180), with numbers as they are and text that no spreadsheet runs. */
import { plainDigits } from './plain-digits.ts';

export type CsvValue = string | number | null | undefined;

/** A cell: quoted where needed, text never read as a formula, a number with every digit. */
function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return plainDigits(value);
  // A spreadsheet runs a cell that begins like a formula; names and ids come from outside.
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One line with its line break, CR LF. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
