/** The rows of an append: a JSON array, or NDJSON, with the line of each fault. */
import { isUtf8 } from 'node:buffer';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { RowError } from '../../shared/contract/datasets.ts';
import { parseJsonText, wholeBody } from '../../shared/contract/intake.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateId } from '../../shared/ids.ts';
import { PathProfileBuilder } from '../filters/path-profile.ts';
import {
  readForRequest,
  type ForeignTask,
  type RunForeign,
  type Waiting,
} from '../foreign/foreign-task.ts';
import { lineFault } from '../imports/read-lines.ts';
import { refusedRows, type LinedRow } from './dataset-writer.ts';
import { normaliseRow } from './normalise-row.ts';

const lineFeed = 0x0a;
const { appendRows, appendBytes } = limits.session;

/**
 * All of a body, which must not be larger than an append may be.
 * @throws {ApiError} `payload_too_large`
 */
export async function readAppend(stream: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > appendBytes) {
      throw new ApiError(
        'payload_too_large',
        `The body is larger than ${appendBytes} bytes. Import it as a file instead.`,
        { details: { maximum_bytes: appendBytes } },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The body of an append. */
export interface AppendedBody {
  readonly bytes: Uint8Array;
  readonly mediaType: 'application/json' | 'application/x-ndjson';
}

/** Its rows, ready to be inserted, and what their paths hold. */
export interface ReadRows {
  readonly rows: readonly LinedRow[];
  readonly paths: readonly (readonly [path: string, types: number])[];
}

export const readRowsTask: ForeignTask<AppendedBody, ReadRows, never> = {
  name: 'read-rows',
  run: async (body, { createId }) => readRows(body, () => createId('rec')),
};

/** As `readRows`, wherever it holds up nobody. @throws {ApiError} as that does, or where the body was given up */
export async function readRowsAside(
  body: AppendedBody,
  { foreign, createId }: { readonly foreign: RunForeign; readonly createId: CreateId },
  waiting: Waiting,
): Promise<ReadRows> {
  if (body.bytes.length <= limits.bodyAtOnce) return readRows(body, () => createId('rec'));
  return readForRequest(foreign, readRowsTask, body, waiting);
}

/**
 * The rows of a body.
 * @throws {ApiError} `malformed_json` where a JSON body is none; otherwise `validation_error` naming
 *   every faulty line (NDJSON) or place (array)
 */
export function readRows(
  { bytes, mediaType }: AppendedBody,
  createRecordId: () => string,
): ReadRows {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = mediaType === 'application/json' ? fromArray(body) : fromLines(body);
  if (values.length === 0) throw wrongSize(faultOf('one_row'));
  if (values.length > appendRows) throw wrongSize(faultOf('at_most_rows', { maximum: appendRows }));
  const rows: LinedRow[] = [];
  const errors: RowError[] = [];
  const profile = new PathProfileBuilder();
  for (const { line, read } of values) {
    try {
      const { recordId, bytes: size, text, document } = normaliseRow(read(), createRecordId);
      profile.add(document);
      rows.push({ line, row: { recordId, bytes: size, text } });
    } catch (error) {
      errors.push(lineErrorOf(error, line));
    }
  }
  if (errors.length > 0) throw refusedRows(errors, values.length);
  return { rows, paths: [...profile.entries()] };
}

interface LinedValue {
  readonly line: number;
  readonly read: () => JsonValue;
}

function fromArray(body: Buffer): LinedValue[] {
  const value = parseJsonText(textOf(body));
  if (!Array.isArray(value)) throw wrongSize(faultOf('type_objects'));
  return value
    .slice(0, appendRows + 1)
    .map((each, index) => ({ line: index + 1, read: () => each }));
}

function fromLines(body: Buffer): LinedValue[] {
  const values: LinedValue[] = [];
  for (let start = 0, line = 1; start < body.length && line <= appendRows + 1; line += 1) {
    const found = body.indexOf(lineFeed, start);
    const end = found < 0 ? body.length : found;
    const bytes = body.subarray(start, end);
    values.push({ line, read: () => parseJsonText(textOf(bytes), 'line') });
    start = end + 1;
  }
  return values;
}

/** A fault as an error of its line, in words that stand by themselves. */
export function lineErrorOf(error: unknown, line: number): RowError {
  if (!(error instanceof ApiError)) throw error;
  const { message, fields } = lineFault(error);
  return { line, message, fields: [...fields] };
}

function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new ApiError('malformed_json', 'It is not JSON: its bytes are not UTF-8.');
}

function wrongSize(found: Fault): ApiError {
  return validationError([{ field: wholeBody, ...found }]);
}
