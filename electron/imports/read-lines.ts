/** An uploaded file line by line: NDJSON or CSV, whatever its lines hold. */
import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { ApiError, type FieldError } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isBlank, RecordSplitter, type RecordSpan, type RecordSpans } from './record-splitter.ts';

/** Content of a line and the number of the line it starts on, or what is wrong with that line. */
export type ReadLine<Item> =
  | { readonly line: number; readonly item: Item }
  | { readonly line: number; readonly fault: LineFault };

/** Fault of a line. Without fields, the line as a whole is at fault. */
export interface LineFault {
  readonly message: string;
  readonly fields: readonly FieldError[];
}

/** A fault of the file itself, with a message that stands by itself. */
export class FileError extends ApiError {
  constructor(message: string, fields: readonly FieldError[] = []) {
    super('validation_error', message, { fields });
  }
}

/** Reads one record of the file; throws an ApiError for a bad one. */
type ReadSpan<Item> = (bytes: Buffer, span: RecordSpan) => Item;

const notUtf8 = 'The line is not UTF-8; the file may be Latin-1 or Windows-1252. Save it as UTF-8.';
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The lines of a file, piece by piece and in order. Memory holds one piece and one record. */
export class LineReader<Item> {
  readonly #splitter: RecordSplitter;
  readonly #format: Format<Item>;
  #started = false;
  #hasFirst = false;
  /** The number of an empty line that may turn out to be the last. */
  #emptyLine: number | undefined;

  constructor(format: Format<Item>) {
    this.#format = format;
    this.#splitter = new RecordSplitter({ maximumBytes: limits.bodyBytes, ...format.splitting });
  }

  /** What is said of a line that has not ended, and is beyond the limit already; undefined where it is not. */
  get oversized(): string | undefined {
    return this.#splitter.isOversized ? this.#format.oversized : undefined;
  }

  /**
   * The lines that end in this piece.
   * @throws {ApiError} `validation_error` for a fault of the file as a whole
   */
  push(piece: Buffer): ReadLine<Item>[] {
    const isMarked = !this.#started && piece.subarray(0, 3).equals(byteOrderMark);
    this.#started = true;
    return this.#read(this.#splitter.push(isMarked ? piece.subarray(3) : piece));
  }

  /** The line that the file ends with, when no line feed does. An empty last line is none. */
  end(): ReadLine<Item>[] {
    const lines = this.#read(this.#splitter.end());
    this.#emptyLine = undefined;
    return lines;
  }

  #read({ bytes, spans }: RecordSpans): ReadLine<Item>[] {
    const lines: ReadLine<Item>[] = [];
    const good: RecordSpan[] = [];
    const flush = () => {
      lines.push(...this.#format.read(bytes, good.splice(0)));
    };
    const refuse = (line: number, message: string) => {
      // What follows a header that cannot be read means nothing.
      if (this.#format.hasHeader && !this.#hasFirst)
        throw new FileError(`Line ${line}: ${message}`);
      flush();
      lines.push({ line, fault: { message, fields: [] } });
    };
    const allUtf8 = isUtf8(bytes.subarray(spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0));
    for (const span of spans) {
      if (this.#emptyLine !== undefined) refuse(this.#emptyLine, 'The line is empty.');
      this.#emptyLine = undefined;
      if (isBlank(bytes, span)) this.#emptyLine = span.line;
      else if (span.oversized) refuse(span.line, this.#format.oversized);
      else if (!allUtf8 && !isUtf8(bytes.subarray(span.start, span.end))) {
        refuse(span.line, notUtf8);
      } else {
        this.#hasFirst = true;
        good.push(span);
      }
    }
    flush();
    return lines;
  }
}

/** Parts of reading that are particular to a format. */
export interface Format<Item> {
  readonly splitting: { readonly delimiter?: number };
  /** Whether the first record says what the others are. */
  readonly hasHeader: boolean;
  /** What is said of a record beyond the limit. */
  readonly oversized: string;
  /** Reads the records at `spans`, all of them UTF-8. */
  read(bytes: Buffer, spans: readonly RecordSpan[]): ReadLine<Item>[];
}

/**
 * NDJSON, split at the byte 0x0A and nothing else. `readLine` throws an ApiError for a bad line.
 */
export function linesFormat<Item>(readLine: (text: string) => Item): Format<Item> {
  return {
    splitting: {},
    hasHeader: false,
    oversized: `The line is larger than ${limits.bodyBytes} bytes.`,
    read: (bytes, spans) =>
      spans.map((span) =>
        readOne(bytes, span, (line, { start, end }) => readLine(line.toString('utf8', start, end))),
      ),
  };
}

/**
 * CSV (RFC 4180) whose first record is the header, which `start` is given. What that returns reads a
 * row, and throws an ApiError for a bad one.
 */
export function rowsFormat<Item>(
  delimiter: string,
  start: (header: readonly string[]) => (row: readonly string[], line: number) => Item,
): Format<Item> {
  const rowsOf = (bytes: Buffer, first: RecordSpan, last: RecordSpan): string[][] =>
    parse(bytes.subarray(first.start, lineEnd(bytes, last)), {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
    });
  let readFields: ((row: readonly string[], line: number) => Item) | undefined;

  const readRow = (row: readonly string[], line: number): Item => {
    if (readFields === undefined) throw new Error('A CSV row came before the header.');
    return readFields(row, line);
  };
  const readSpan: ReadSpan<Item> = (bytes, span) => {
    const [row, ...more] = rowsOf(bytes, span, span);
    if (row === undefined || more.length > 0) throw csvFault('The line is not a CSV record.');
    return readRow(row, span.line);
  };
  return {
    splitting: { delimiter: delimiter.charCodeAt(0) },
    hasHeader: true,
    oversized: `The row is larger than ${limits.bodyBytes} bytes; a quote may not be closed.`,
    read: (bytes, spans) => {
      let rest = spans;
      const [header] = spans;
      if (readFields === undefined && header !== undefined) {
        readFields = start(readHeader(() => rowsOf(bytes, header, header)));
        rest = spans.slice(1);
      }
      const rows = rowsTogether(bytes, rest, rowsOf);
      return rest.map((span, index) => {
        const row = rows?.[index];
        return row === undefined
          ? readOne(bytes, span, readSpan)
          : readOne(bytes, span, () => readRow(row, span.line));
      });
    },
  };
}

/** The end of a record with its line feed; without a last carriage return that none follows. */
function lineEnd(bytes: Buffer, { end }: RecordSpan): number {
  if (end < bytes.length) return end + 1;
  return bytes[end - 1] === 0x0d ? end - 1 : end;
}

/**
 * The rows of neighbouring records in one go, which is faster than one by one. Undefined where the
 * parser sees other records than the splitter did, or refuses one: then each is read by itself.
 */
function rowsTogether(
  bytes: Buffer,
  spans: readonly RecordSpan[],
  rowsOf: (bytes: Buffer, first: RecordSpan, last: RecordSpan) => string[][],
): string[][] | undefined {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return undefined;
  try {
    const rows = rowsOf(bytes, first, last);
    return rows.length === spans.length ? rows : undefined;
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function readHeader(read: () => string[][]): string[] {
  try {
    return read()[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileError(`Line 1 is not a CSV header: ${csvReason(error)}.`);
  }
}

function readOne<Item>(bytes: Buffer, span: RecordSpan, read: ReadSpan<Item>): ReadLine<Item> {
  const { line } = span;
  try {
    return { line, item: read(bytes, span) };
  } catch (error) {
    if (error instanceof CsvError) {
      const message = `The line is not a CSV record: ${csvReason(error)}.`;
      return { line, fault: { message, fields: [] } };
    }
    if (!(error instanceof ApiError)) throw error;
    return { line, fault: lineFault(error) };
  }
}

/** The fault in words that stand by themselves: "confidence must be at most 1". */
export function lineFault(error: ApiError): LineFault {
  const { fields } = error;
  if (error instanceof FileError) return { message: error.message, fields };
  if (fields.length === 0) return { message: error.message, fields: [] };
  const sentences = fields.map(({ field, message }) => `${field} ${message}`);
  return { message: `${sentences.join('; ')}.`, fields };
}

function csvFault(message: string): ApiError {
  return new ApiError('malformed_json', message);
}

const csvReasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote is inside a cell that does not start with one',
};

function csvReason(error: CsvError): string {
  return csvReasons[error.code] ?? 'its quotes do not match';
}
