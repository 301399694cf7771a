/** Transformations for tests: fixed keys, and rows from plain documents. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { TransformationName } from '../../../shared/contract/transformations.ts';
import { parseStrictJson } from '../../../shared/ledger/canonical-json.ts';
import { transformationKey } from '../keyed-digest.ts';
import { parseTransformation, transformRows } from '../transform-rows.ts';
import type { SourceRow, TransformedRows } from '../transformation.ts';

export const grantKey = Uint8Array.from({ length: 32 }, (_, index) => index);
export const otherKey = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

export function rowsOf(documents: readonly JsonObject[]): SourceRow[] {
  return documents.map((document, index) => {
    const given = document['record_id'];
    return { recordId: typeof given === 'string' ? given : `rec_${index + 1}`, document };
  });
}

/** A whole transformation of these documents, from its parameters as they are sent. */
export function transform(
  documents: readonly JsonObject[],
  name: TransformationName,
  parameters: JsonObject,
  key = grantKey,
): TransformedRows {
  const transformation = parseTransformation(name, parameters);
  return transformRows(rowsOf(documents), transformation, transformationKey(key));
}

/** A string or a number as text; a value of another type fails the test. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`${JSON.stringify(value)} is neither text nor a number.`);
}

/** A document as it is read from its text. */
export function jsonObject(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new TypeError('The text is no object.');
  return value;
}

/** Transforms one value in the field `value`. */
export function transformValue(
  value: JsonValue,
  name: TransformationName,
  parameters: JsonObject,
  key = grantKey,
): JsonValue | undefined {
  const { rows } = transform([{ value }], name, { fields: ['value'], ...parameters }, key);
  return rows[0]?.document['value'];
}
