/**
 * Lines of CSV (RFC 4180) that every spreadsheet reads alike, whichever separator it takes: numbers with
 * every digit, and no text that it runs or that hides what it says.
 */
import { showHiddenInLines } from './hidden-text.ts';
import { plainDigits } from './plain-digits.ts';

export type CsvValue = string | number | null | undefined;

/** Signs that part the cells of a line, and the whole of a number from its fraction. */
export interface CsvSigns {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

/** As programs read them. */
export const plainCsvSigns: CsvSigns = { separator: ',', decimal: '.' };

/** What some spreadsheet parts cells by, quotes, and line breaks. */
const needsQuotes = /[",;|\t\r\n]/;
/** What begins a formula (OWASP, "CSV Injection"). */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same after a separator that is not the file's own: a spreadsheet that takes that one begins a cell
 * there even within quotes. What is only a number, up to the next separator, is left.
 */
const formulaWithin: Readonly<Record<CsvSigns['separator'], RegExp>> = {
  ',': /(?<=[;|\t\r\n]"*)(?![+-]\d+(?:\.\d+)?[\]}]*(?:[;|\t\r\n]|$))[=+\-@＝＋－＠]/g,
  ';': /(?<=[,|\t\r\n]"*)(?![+-]\d+(?:\.\d+)?[\]}]*(?:[,|\t\r\n]|$))[=+\-@＝＋－＠]/g,
};

/** Text that is read as text, in whichever cell it comes to stand. */
function harmless(text: string, separator: CsvSigns['separator']): string {
  const within = showHiddenInLines(text).replaceAll(formulaWithin[separator], "'$&");
  return beginsFormula.test(within) ? `'${within}` : within;
}

/** A cell: quoted where needed, text never read as a formula. */
function cell(value: CsvValue, { separator, decimal }: CsvSigns): string {
  if (value === null || value === undefined) return '';
  const plain =
    typeof value === 'number'
      ? plainDigits(value).replace('.', decimal)
      : harmless(value, separator);
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One line with its line break, CR LF. */
export function csvLine(values: readonly CsvValue[], signs: CsvSigns = plainCsvSigns): string {
  return `${values.map((value) => cell(value, signs)).join(signs.separator)}\r\n`;
}
