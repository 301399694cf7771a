/** Reads the beginning of a CSV file: which delimiter, which columns, a few rows to look at. */
import { parse } from 'csv-parse/browser/esm/sync';
import type { CsvMapping } from '../../../shared/contract/imports.ts';

export type Delimiter = CsvMapping['delimiter'];
export const delimiters = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[];

/** The slice of the file that is read for the preview. */
export const sampleBytes = 256 * 1024;
const sampleRows = 1_000;

export interface CsvSample {
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  /** The first rows below the header, cells as text. */
  readonly rows: readonly (readonly string[])[];
  /** What is wrong with the beginning of the file, in words of the parser. */
  readonly problem: string | undefined;
}

function readRows(text: string, delimiter: Delimiter): string[][] {
  const rows: unknown = parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: sampleRows + 1,
  });
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (Array.isArray(row) ? row.map(String) : []))
    : [];
}

/** The text up to its last complete line, when it is only the beginning of a file. */
export function wholeLines(text: string, isWholeFile: boolean): string {
  const last = text.lastIndexOf('\n');
  return isWholeFile || last < 0 ? text : text.slice(0, last + 1);
}

/**
 * The delimiter that splits the first lines into the most columns, the same number on each line.
 * A file with one column only is taken as comma-separated.
 */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    let rows: string[][];
    try {
      rows = readRows(text, delimiter).slice(0, 20);
    } catch {
      continue;
    }
    const width = rows[0]?.length ?? 0;
    if (width < 2) continue;
    const even = rows.filter((row) => row.length === width).length / rows.length;
    const score = even * even * Math.log2(width + 1);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Columns and first rows; with `delimiter` left out it is detected. */
export function readCsvSample(text: string, delimiter?: Delimiter): CsvSample {
  const used = delimiter ?? detectDelimiter(text);
  try {
    const [columns = [], ...rows] = readRows(text, used);
    return { delimiter: used, columns, rows, problem: undefined };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { delimiter: used, columns: [], rows: [], problem };
  }
}
