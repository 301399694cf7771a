/** JSON as it is after strict intake: objects have no prototype and may own a `__proto__` member. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [name: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a text, for a schema to judge; undefined where it is no JSON. What a body may not be, `parseJsonText` says. */
export function jsonOrUndefined(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A value as JSON has it: members that are undefined are left out. */
export function jsonValueOf(value: object): JsonValue {
  const json: JsonValue = JSON.parse(JSON.stringify(value));
  return json;
}

/** An object as JSON has it: members that are undefined are left out. @throws {TypeError} for what is no object there */
export function jsonObjectOf(value: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(value));
  if (isJsonObject(json)) return json;
  throw new TypeError('A value is not an object in JSON.');
}
