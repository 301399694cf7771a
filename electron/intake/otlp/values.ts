/** Members of OTLP/JSON as values: attributes by name, their values as JSON. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { OtlpFault } from './otlp-fault.ts';

/** Attributes by name. */
export type Attributes = ReadonlyMap<string, JsonValue>;

export const noAttributes: Attributes = new Map();

/** The objects of a list; none where it is left out. @throws {OtlpFault} where it is no list of objects */
export function objectsIn(value: unknown): readonly JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isJsonObject))
    throw new OtlpFault('has a list that is none');
  return value;
}

/** An object; empty where it is left out. @throws {OtlpFault} */
export function objectIn(value: unknown): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw new OtlpFault('has an object that is none');
  return value;
}

/** A text; empty where it is left out. @throws {OtlpFault} */
export function textIn(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || !value.isWellFormed())
    throw new OtlpFault('has a text that is none');
  return value;
}

/** Lower-case hexadecimal digits of an id; empty where it is left out. @throws {OtlpFault} */
export function idIn(value: unknown): string {
  const text = textIn(value);
  if (!/^[0-9a-fA-F]*$/.test(text)) throw new OtlpFault('has an id that is not hexadecimal');
  return text.toLowerCase();
}

/** Nanoseconds since 1970; 0 where they are left out. @throws {OtlpFault} */
export function nanosIn(value: unknown): bigint {
  if (value === undefined || value === null) return 0n;
  const text = typeof value === 'number' && Number.isInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) {
    throw new OtlpFault('has a time that is none');
  }
  return BigInt(text);
}

/** Attributes by name: of one that is there twice the last. @throws {OtlpFault} */
export function attributesIn(value: unknown): Attributes {
  const list = objectsIn(value);
  if (list.length === 0) return noAttributes;
  const attributes = new Map<string, JsonValue>();
  for (const { key, value: any } of list) attributes.set(textIn(key), jsonOf(objectIn(any), 1));
  return attributes;
}

/** JSON of a value; null where it has none. @throws {OtlpFault} */
function jsonOf(any: JsonObject, depth: number): JsonValue {
  if (depth > limits.otlp.depth) throw new OtlpFault('has values that nest too deeply');
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } =
    any;
  if (stringValue !== undefined) return textIn(stringValue);
  if (boolValue !== undefined) return flagOf(boolValue);
  if (intValue !== undefined) return integerOf(intValue);
  if (doubleValue !== undefined) return doubleOf(doubleValue);
  if (arrayValue !== undefined) {
    return objectsIn(objectIn(arrayValue)['values']).map((each) => jsonOf(each, depth + 1));
  }
  if (kvlistValue !== undefined) {
    const object: JsonObject = Object.create(null);
    for (const { key, value } of objectsIn(objectIn(kvlistValue)['values'])) {
      object[textIn(key)] = jsonOf(objectIn(value), depth + 1);
    }
    return object;
  }
  return bytesValue === undefined ? null : textIn(bytesValue);
}

function flagOf(value: JsonValue): boolean {
  if (typeof value !== 'boolean') throw new OtlpFault('has a truth value that is none');
  return value;
}

/** A number, beyond 2^53 − 1 its decimal digits. A number of JSON that large is not what was meant any more. */
function integerOf(value: JsonValue): number | string {
  const text = Number.isSafeInteger(value) ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) {
    throw new OtlpFault('has an integer that is none');
  }
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number;
  return String(BigInt(text));
}

const notFinite: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity']);

/** A number; one that JSON does not have as its name. */
function doubleOf(value: JsonValue): number | string {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' && notFinite.has(value)) return value;
  throw new OtlpFault('has a number that is none');
}
