/** Writes the rows of an export in its format, a page of them at a time. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { CreateExport } from '../../shared/contract/exports.ts';
import { csvLine, plainCsvSigns, type CsvValue } from '../../shared/csv.ts';
import { localTimes } from '../../shared/local-time.ts';
import { plainDigits } from '../../shared/plain-digits.ts';
import type { TableDocument } from '../documents/table-document.ts';
import { tableWords } from '../documents/table-words.ts';
import { columnReaders, type ColumnReader, type Row } from './row-values.ts';

export interface ExportWriter {
  /** Adds rows; they are not in the file before `finish`. */
  add(rows: readonly Row[]): Promise<void>;
  /** Ends the file and says what is in it. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Lets go of the file, whether it is finished or not. */
  close(): Promise<void>;
}

export interface WriteOptions {
  readonly path: string;
  /** ISO 8601: the moment that all rows are of. */
  readonly asOf: string;
  /** How many rows there will be; null while unknown. */
  readonly total: number | null;
  /** Whether the ledger is an example: its pages say so. */
  readonly isDemo: boolean;
}

/** A file of mode 0600 at `path`, and a writer for what the body of `POST /exports` asks for. */
export async function openExport(
  order: CreateExport,
  options: WriteOptions,
): Promise<ExportWriter> {
  const file = await open(options.path, 'w', 0o600);
  const localTime = localTimes(order.time_zone);
  const readers = columnReaders(order.columns, localTime);
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (chunk: Uint8Array): Promise<void> => {
    await file.writeFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  };
  const text = async (value: string): Promise<void> => write(Buffer.from(value));
  const rows = rowsOf(order, readers, { ...options, localTime, text, write });
  return {
    add: rows.add,
    finish: async () => {
      await rows.finish();
      await file.sync();
      return { bytes, sha256: `sha256:${hash.digest('hex')}` };
    },
    close: () => file.close(),
  };
}

interface Output extends WriteOptions {
  readonly localTime: (instant: string) => string;
  readonly text: (value: string) => Promise<void>;
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

type Rows = Pick<ExportWriter, 'add'> & { readonly finish: () => Promise<void> };

function rowsOf(order: CreateExport, readers: readonly ColumnReader[], output: Output): Rows {
  switch (order.format) {
    case 'csv':
      return csvRows(order, readers, output);
    case 'jsonl':
      return jsonRows(readers, output);
    case 'pdf':
      return pdfRows(order, readers, output);
    default:
      return order.format satisfies never;
  }
}

function csvRows(
  { csv: signs = plainCsvSigns }: CreateExport,
  readers: readonly ColumnReader[],
  { text }: Output,
): Rows {
  const lineOf = (row: Row) =>
    csvLine(
      readers.map(({ cell }) => cell(row)),
      signs,
    );
  let head = csvLine(
    readers.map(({ column }) => column.title),
    signs,
  );
  const flush = async (lines: string) => {
    await text(head + lines);
    head = '';
  };
  return {
    add: (rows) => flush(rows.map(lineOf).join('')),
    finish: () => flush(''),
  };
}

/** A row as a line of JSON: the columns by their keys, or the row as it came where there are none. */
function jsonLine(readers: readonly ColumnReader[], row: Row): string {
  const value =
    readers.length === 0
      ? row
      : Object.fromEntries(readers.map((each) => [each.column.key, each.value(row)]));
  return `${JSON.stringify(value)}\n`;
}

function jsonRows(readers: readonly ColumnReader[], { text }: Output): Rows {
  return {
    add: (rows) => text(rows.map((row) => jsonLine(readers, row)).join('')),
    finish: async () => {},
  };
}

function pdfRows(
  { title, columns, notes, time_zone: zone, language }: CreateExport,
  readers: readonly ColumnReader[],
  { asOf, total, isDemo, localTime, write }: Output,
): Rows {
  const hash = createHash('sha256');
  let table: TableDocument | undefined;
  const words = tableWords[language];
  const textOf = (value: CsvValue): string =>
    typeof value === 'number' ? plainDigits(value).replace('.', words.decimal) : (value ?? '');
  const textsOf = (row: Row) => readers.map(({ word, cell }) => word(row) ?? textOf(cell(row)));
  const tableFor = async (sample: readonly (readonly string[])[]): Promise<TableDocument> => {
    if (table !== undefined) return table;
    // Fonts and all: loaded for the one who wants it.
    const documents = await import('../documents/table-document.ts');
    table = new documents.TableDocument(
      {
        title,
        date: asOf,
        language,
        facts: [
          ...(total === null ? [] : [[words.rows, String(total)] as const]),
          [words.asOf, localTime(asOf)],
          [words.times, zone],
          ...notes.map((note, index) => [index === 0 ? words.narrowedTo : '', note] as const),
        ],
        columns: columns.map((each) => ({
          title: each.title,
          ...(each.kind === 'number' ? { align: 'right' as const } : {}),
        })),
        isDemo,
      },
      sample,
    );
    return table;
  };
  return {
    add: async (rows) => {
      const texts = rows.map(textsOf);
      const document = await tableFor(texts);
      for (const row of rows) hash.update(jsonLine(readers, row));
      for (const row of texts) document.row(row);
    },
    finish: async () => {
      const document = await tableFor([]);
      await write(await document.finish(`${words.digest}: ${hash.digest('hex')}`));
    },
  };
}
