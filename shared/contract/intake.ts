/** From the text of a body to a validated value: the same rules for the API, an import and a form. */
import type { z } from 'zod';
import { parseStrictJson, StrictJsonError } from '../ledger/canonical-json.ts';
import { ApiError, validationError, type FieldError } from './errors.ts';
import type { JsonValue } from './json.ts';

/** The name of a fault that belongs to no member: the value itself is at fault. */
export const wholeBody = 'body';

/** What a text is called in a message about it. */
export type TextNoun = 'body' | 'line' | 'cell';

/**
 * Parses a body's text strictly and validates it.
 * @throws {ApiError} `malformed_json` when the text is not JSON at all, `validation_error` when it is
 *   JSON that must not be taken (a duplicate name, a number that cannot be kept, …) or breaks the
 *   schema; then every invalid field is named
 */
export function parseBody<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  noun: TextNoun = 'body',
): z.output<Schema> {
  return validateBody(jsonOf(text, schema, noun), schema);
}

/** The value of a text. What JSON alone cannot carry is named together with what breaks the schema. */
function jsonOf(text: string, schema: z.ZodType, noun: TextNoun): JsonValue {
  try {
    return parseJsonText(text, noun);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
    const value: unknown = JSON.parse(text);
    const { error: broken } = schema.safeParse(value);
    const others = broken === undefined ? [] : fieldErrors(broken.issues, value, 'member');
    throw validationError(oncePerField([...error.fields, ...others]));
  }
}

/**
 * The value of a JSON text, nothing lost.
 * @throws {ApiError} `malformed_json` or `validation_error`, as `parseBody` says
 */
export function parseJsonText(text: string, noun: TextNoun = 'body'): JsonValue {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    if (isJson(text)) {
      throw validationError([{ field: error.path || wholeBody, message: error.message }]);
    }
    const where = error.path === '' ? '' : ` (in ${error.path})`;
    throw new ApiError(
      'malformed_json',
      `The ${noun} is not JSON: it ${error.message} at character ${error.position + 1}${where}.`,
    );
  }
}

/** @throws {ApiError} `validation_error` naming every invalid field */
export function validateBody<Schema extends z.ZodType>(
  value: JsonValue,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(oncePerField(fieldErrors(result.error.issues, value, 'member')));
}

/** The first fault of each field: "one element per invalid field" (specification, "Errors"). */
export function oncePerField(faults: readonly FieldError[]): FieldError[] {
  const named = new Set<string>();
  return faults.filter(({ field }) => !named.has(field) && named.add(field));
}

/**
 * What a schema found, field by field, in neutral words. `value` is what was judged, `unit` what its
 * parts are called.
 */
export function fieldErrors(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  unit: 'member' | 'parameter',
): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: `is not a known ${unit}`,
      }));
    }
    const field = path.join('.') || wholeBody;
    return [{ field, message: isAbsent(value, path) ? 'is required' : messageOf(issue) }];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAbsent(value: unknown, path: readonly string[]): boolean {
  let part = value;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return true;
    part = Reflect.get(part, name);
  }
  return false;
}

const nounOf: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** The schema's own words where it has some, otherwise the engine's defaults put plainly. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${nounOf[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return issue.message;
}
