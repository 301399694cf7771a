/** CSV files as a table: what their columns are, by every cell of all of them, and their rows as typed cells. */
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { judgedReader, type CellReader } from '../../../shared/columns/cell-reader.ts';
import { cellKind } from '../../../shared/columns/cell-value.ts';
import { ColumnJudge } from '../../../shared/columns/column-judge.ts';
import { targetsOfHeader } from '../../../shared/columns/column-path.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { faultOf, type Fault } from '../../../shared/contract/faults.ts';
import { csvDelimiters, type CsvDelimiter } from '../../../shared/contract/sources.ts';
import type { CsvShape, CsvType } from './csv-shape.ts';
import { readPieces } from './file-snapshot.ts';
import { LineReader, rowsFormat } from '../../imports/read-lines.ts';

/** Why a CSV file will not do. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
  readonly path: string;
  readonly fault: Fault;

  constructor(path: string, fault: Fault) {
    super(fault.message);
    this.path = path;
    this.fault = fault;
  }
}

/** Bytes of a file that are read at once. */
const pieceBytes = 256 * 1024;

async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const file = await readPieces(path, pieceBytes, signal);
  const bytes = path.toLowerCase().endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // A pipe carries no error of what it comes from.
  if (bytes !== file) file.once('error', (error) => bytes.destroy(error));
  for await (const piece of bytes) yield z.instanceof(Buffer).parse(piece);
}

/**
 * Reads a file from its header to its end.
 * @param begin is told the header, and takes each row behind it
 * @throws {CsvFault} for a line that is none of a CSV file, or whose cells are not as many as the header has
 */
async function readCsv(
  path: string,
  delimiter: CsvDelimiter,
  begin: (header: readonly string[]) => (row: readonly string[], line: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let width = 0;
  const reader = new LineReader(
    rowsFormat(delimiter, (header) => {
      width = header.length;
      const take = begin(header);
      return (row, line) => {
        if (row.length !== width) {
          throw new CsvFault(path, atLine(path, line, widthWords(row.length, width)));
        }
        take(row, line);
      };
    }),
  );
  const refuse = (lines: ReturnType<typeof reader.push>) => {
    for (const each of lines) {
      if ('fault' in each) throw new CsvFault(path, atLine(path, each.line, each.fault.message));
    }
  };
  try {
    for await (const piece of piecesOf(path, signal)) {
      signal.throwIfAborted();
      refuse(reader.push(piece));
      // The line may go on for as long as the file does.
      const { oversized } = reader;
      if (oversized !== undefined) {
        throw new CsvFault(
          path,
          faultOf('csv_unreadable', { file: basename(path), words: oversized }),
        );
      }
    }
    refuse(reader.end());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CsvFault(
      path,
      faultOf('csv_unreadable', { file: basename(path), words: error.message }),
    );
  }
  if (width === 0) throw new CsvFault(path, faultOf('csv_empty', { file: basename(path) }));
}

const widthWords = (cells: number, columns: number) =>
  faultOf('cells_of_line', { cells, columns }).message;

function atLine(path: string, line: number, words: string): Fault {
  return faultOf('csv_line', { file: basename(path), line, words });
}

/** The sign that parts the header into most cells; a comma in a file of one column. */
async function delimiterOf(path: string, signal: AbortSignal): Promise<CsvDelimiter> {
  for await (const piece of piecesOf(path, signal)) {
    const [header = ''] = piece.toString('utf8').split('\n', 1);
    const plain = header.replaceAll(/"(?:[^"]|"")*"/g, '');
    const [best] = csvDelimiters
      .map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }))
      .toSorted((one, other) => other.count - one.count);
    return best === undefined || best.count < 2 ? ',' : best.delimiter;
  }
  return ',';
}

/**
 * The shape that fits every cell of all files.
 * @param asText targets of columns that are read as they stand, whatever they hold
 * @throws {CsvFault}
 */
export async function judgeCsv(
  paths: readonly string[],
  asText: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<CsvShape> {
  const [first = ''] = paths;
  const delimiter = await delimiterOf(first, signal);
  let columns: readonly string[] | undefined;
  let judges: readonly ColumnJudge[] = [];
  for (const path of paths) {
    await readCsv(
      path,
      delimiter,
      (header) => {
        refuseHeader(path, header);
        if (columns === undefined) judges = header.map(() => new ColumnJudge(new Set()));
        else refuseOther(path, columns, header);
        columns ??= header;
        return (row, line) => {
          for (const [at, judge] of judges.entries()) judge.add(row[at] ?? '', line);
        };
      },
      signal,
    );
  }
  const header = columns ?? [];
  const targets = targetsOfHeader(header);
  return {
    delimiter,
    columns: header.map((name, at) => ({
      header: name,
      type: asText.has(targets[at] ?? '') || name === 'record_id' ? 'string' : typeOf(judges[at]),
    })),
  };
}

function typeOf(judge: ColumnJudge | undefined): CsvType {
  const type = judge?.verdict().type;
  return type === 'number' || type === 'boolean' ? type : 'string';
}

/** Names that differ in case alone are one name to the engine. */
function refuseHeader(path: string, header: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of header) {
    if (name === '') throw new CsvFault(path, faultOf('csv_nameless', { file: basename(path) }));
    const key = name.toLowerCase();
    if (seen.has(key)) {
      throw new CsvFault(path, faultOf('csv_name_twice', { file: basename(path), column: name }));
    }
    seen.add(key);
  }
}

function refuseOther(path: string, first: readonly string[], header: readonly string[]): void {
  const at = Array.from({ length: Math.max(first.length, header.length) }).findIndex(
    (_, index) => first[index] !== header[index],
  );
  if (at === -1) return;
  const column = header[at] ?? first[at] ?? '';
  throw new CsvFault(path, faultOf('csv_other_header', { file: basename(path), column }));
}

export type CsvCell = string | number | boolean | null;

/**
 * Gives the rows of a file as typed cells, in their order; null for a cell that is absent.
 * @throws {CsvFault} also for another header than that of the shape, and for a cell that its type cannot hold
 */
export function readTyped(
  path: string,
  shape: CsvShape,
  take: (cells: readonly CsvCell[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const readers = shape.columns.map(({ type }) => judgedReader(type));
  return readCsv(
    path,
    shape.delimiter,
    (header) => {
      refuseOther(
        path,
        shape.columns.map((column) => column.header),
        header,
      );
      return (row, line) => {
        take(
          shape.columns.map(({ type, header: column }, at) => {
            const cell = typedCell(row[at] ?? '', type, readers[at]);
            if (cell !== undefined) return cell;
            const words = faultOf('csv_cell', { column, type }).message;
            throw new CsvFault(path, atLine(path, line, words));
          }),
        );
      };
    },
    signal,
  );
}

/** Undefined for a cell that is not of its type. */
function typedCell(text: string, type: CsvType, read: CellReader | undefined): CsvCell | undefined {
  if (text === '') return null;
  if (type === 'string') return text;
  const kind = cellKind(text);
  if (kind === 'missing') return null;
  if (kind !== type) return undefined;
  const value = read?.(text);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
