/** The beginning of a chosen file: what it is, and what its first lines hold. */
import { ApiError, type FieldError } from '../../../shared/contract/errors.ts';
import { parseBody } from '../../../shared/contract/intake.ts';
import { createRecordSchema, type CreateRecord } from '../../../shared/contract/records.ts';
import { sampleBytes, wholeLines } from './csv-sample.ts';

export type FileFormat = 'csv' | 'ndjson';

export type FileProblem = 'empty' | 'binary' | 'array' | 'latin';

export interface FileSample {
  /** Complete lines of the beginning of the file. */
  readonly text: string;
  readonly format: FileFormat;
  readonly problem: FileProblem | undefined;
}

/** CSV or JSON Lines, by the first character where there is one that tells, else by the name. */
export function guessFormat(name: string, text: string): FileFormat {
  if (/^\s*[{[]/.test(text)) return 'ndjson';
  return /\.(?:nd|l)?json(?:l)?$/i.test(name) ? 'ndjson' : 'csv';
}

/** Judges the text of a file's beginning. */
export function sampleOf(name: string, text: string, isWholeFile: boolean): FileSample {
  const lines = wholeLines(text.replace(/^\uFEFF/, ''), isWholeFile);
  const format = guessFormat(name, lines);
  let problem: FileProblem | undefined;
  if (lines.trim() === '') problem = 'empty';
  else if (lines.includes('\u0000')) problem = 'binary';
  else if (/^\s*\[/.test(lines)) problem = 'array';
  return { text: lines, format, problem };
}

/** Reads and judges the first 256 KiB of a file. */
export async function readSample(file: Blob & { readonly name: string }): Promise<FileSample> {
  const bytes = await file.slice(0, sampleBytes).arrayBuffer();
  const isWhole = file.size <= sampleBytes;
  try {
    // The slice may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return sampleOf(file.name, text, isWhole);
  } catch {
    const sample = sampleOf(file.name, new TextDecoder().decode(bytes), isWhole);
    return { ...sample, problem: sample.problem ?? 'latin' };
  }
}

export interface SampleLine {
  /** From 1, as the import counts. */
  readonly line: number;
  readonly body: CreateRecord | undefined;
  readonly message: string;
  readonly fields: readonly FieldError[];
}

/** The first lines of JSON Lines, each judged as the import will judge it. */
export function sampleLines(text: string, most: number): SampleLine[] {
  const lines: SampleLine[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() === '') continue;
    if (lines.length >= most) break;
    try {
      const body = parseBody(line, createRecordSchema, 'line');
      lines.push({ line: number, body, message: '', fields: [] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      lines.push({ line: number, body: undefined, message: error.message, fields: error.fields });
    }
  }
  return lines;
}
