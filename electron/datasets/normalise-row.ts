/** A row as it is stored: with its record_id in it, and as JSON text in one form. */
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf } from '../../shared/contract/faults.ts';
import { faultIn } from '../../shared/contract/intake.ts';
import { recordIdSchema } from '../../shared/contract/datasets.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';

/** Nesting of a row: what SQLite's own functions and a filter can follow with room to spare. */
const deepest = 100;

/** A row ready to be inserted. */
export interface NormalisedRow {
  readonly recordId: string;
  readonly document: JsonObject;
  /** JSON text: numbers in one form, members in the order they were sent. */
  readonly text: string;
  /** Of the text, UTF-8. */
  readonly bytes: number;
}

/**
 * Puts a made record_id first where none was sent; one that was sent stays where it is.
 * @throws {ApiError} `validation_error` naming what is wrong with the row
 */
export function normaliseRow(row: JsonValue, createRecordId: () => string): NormalisedRow {
  if (!isJsonObject(row)) {
    throw validationError([faultAt('body', 'type_object')]);
  }
  if (isDeeperThan(row, deepest)) {
    throw validationError([faultAt('body', 'not_deeper_than', { depth: deepest })]);
  }
  const { recordId, document } = withRecordId(row, createRecordId);
  const text = JSON.stringify(document);
  return { recordId, document, text, bytes: Buffer.byteLength(text) };
}

function withRecordId(
  row: JsonObject,
  createRecordId: () => string,
): { recordId: string; document: JsonObject } {
  if (!Object.hasOwn(row, 'record_id')) {
    const recordId = createRecordId();
    const document: JsonObject = Object.create(null);
    document['record_id'] = recordId;
    for (const name of Object.keys(row)) document[name] = row[name] ?? null;
    return { recordId, document };
  }
  const parsed = recordIdSchema.safeParse(row['record_id']);
  if (parsed.success) return { recordId: parsed.data, document: row };
  const [issue] = parsed.error.issues;
  const found = issue === undefined ? faultOf('row_id') : faultIn(issue);
  throw validationError([{ field: 'record_id', ...found }]);
}

function isDeeperThan(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth < 0) return true;
  return Object.values(value).some((each) => isDeeperThan(each, depth - 1));
}
