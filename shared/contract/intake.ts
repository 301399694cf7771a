/** From the text of a body to a validated value: the same rules for the API, an import and a form. */
import type { z } from 'zod';
import { parseStrictJson, StrictJsonError } from '../ledger/canonical-json.ts';
import { ApiError, validationError, type FieldError } from './errors.ts';
import { carriedFault, faultAt, faultOf, type Fault } from './faults.ts';
import { jsonOrUndefined, type JsonValue } from './json.ts';
import { limits } from './limits.ts';

/** The name of a fault that belongs to no member: the value itself is at fault. */
export const wholeBody = 'body';

/** Name of a text in a message about it. */
export type TextNoun = 'body' | 'record' | 'line' | 'cell';

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
  const read = readStrictly(text, noun);
  if ('kept' in read) return read.kept;
  const { error: broken } = schema.safeParse(read.lost);
  const others = broken === undefined ? [] : fieldErrors(broken.issues, read.lost, 'member');
  throw validationError(oncePerField([read.fault, ...others]));
}

/**
 * The value of a JSON text, nothing lost.
 * @throws {ApiError} `malformed_json` or `validation_error`, as `parseBody` says
 */
export function parseJsonText(text: string, noun: TextNoun = 'body'): JsonValue {
  const read = readStrictly(text, noun);
  if ('kept' in read) return read.kept;
  throw validationError([read.fault]);
}

/** The value of a text, or what reading it strictly would lose, and the value without that. @throws {ApiError} `malformed_json` */
function readStrictly(
  text: string,
  noun: TextNoun,
): { readonly kept: JsonValue } | { readonly fault: FieldError; readonly lost: unknown } {
  try {
    return { kept: parseStrictJson(text) };
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const lost = jsonOrUndefined(text);
    if (lost !== undefined) {
      return { fault: { field: error.path || wholeBody, ...error.fault }, lost };
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
  throw validationError(faultsIn(value, result.error));
}

/** Faults that a schema finds in a body, one fault for each field; empty where it is valid. */
export function bodyFaults(value: unknown, schema: z.ZodType): FieldError[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : faultsIn(value, error);
}

function faultsIn(value: unknown, { issues }: z.ZodError): FieldError[] {
  return oncePerField(fieldErrors(issues, value, 'member'));
}

/** The first fault of each field: "one element per invalid field" (specification, "Errors"). */
export function oncePerField(faults: readonly FieldError[]): FieldError[] {
  const named = new Set<string>();
  return faults.filter(({ field }) => !named.has(field) && named.add(field));
}

/**
 * Faults that a schema found, field by field, in neutral words: one more than an answer names at most. `value`
 * is what was judged, `unit` what its parts are called.
 */
export function fieldErrors(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  unit: 'member' | 'parameter',
): FieldError[] {
  const most = limits.faults + 1;
  return issues
    .slice(0, most)
    .flatMap((issue): FieldError[] => {
      const path = issue.path.map(String);
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .slice(0, most)
          .map((key) => faultAt([...path, key].join('.'), 'not_known', { unit }));
      }
      const field = path.join('.') || wholeBody;
      return [{ field, ...(isAbsent(value, path) ? faultOf('required') : faultIn(issue)) }];
    })
    .slice(0, most);
}

function isAbsent(value: unknown, path: readonly string[]): boolean {
  let part = value;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return true;
    part = Reflect.get(part, name);
  }
  return false;
}

/** The fault of an issue whose path is known: the schema's own, or the engine's default by its code. */
export function faultIn(issue: z.core.$ZodIssue): Fault {
  const own = carriedFault(issue.message);
  if (own !== undefined) return own;
  switch (issue.code) {
    case 'invalid_type':
      return typeFault(issue.expected);
    case 'too_small':
      return smallFault(issue);
    case 'too_big':
      return bigFault(issue);
    case 'not_multiple_of':
      return faultOf('multiple_of', { step: issue.divisor });
    case 'invalid_format':
      return formatFault(issue.format);
    case 'invalid_value':
      return valueFault(issue.values.map(String));
    case 'unrecognized_keys':
      return faultOf('not_known', { unit: 'member' });
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return faultOf('not_valid');
    default:
      return issue satisfies never;
  }
}

function typeFault(expected: string): Fault {
  switch (expected) {
    case 'string':
      return faultOf('type_string');
    case 'number':
      return faultOf('type_number');
    case 'int':
      return faultOf('type_integer');
    case 'boolean':
      return faultOf('type_boolean');
    case 'array':
      return faultOf('type_array');
    case 'object':
    case 'record':
      return faultOf('type_object');
    default:
      return faultOf('exactly', { value: expected });
  }
}

function smallFault({ origin, minimum: least, inclusive }: z.core.$ZodIssueTooSmall): Fault {
  const minimum = Number(least);
  if (origin === 'string') return faultOf('at_least_characters', { minimum });
  if (origin === 'array') return faultOf('at_least_items', { minimum });
  return inclusive === false ? faultOf('above', { minimum }) : faultOf('at_least', { minimum });
}

function bigFault({ origin, maximum: most, inclusive }: z.core.$ZodIssueTooBig): Fault {
  const maximum = Number(most);
  if (origin === 'string') return faultOf('at_most_characters', { maximum });
  if (origin === 'array') return faultOf('at_most_items', { maximum });
  return inclusive === false ? faultOf('below', { maximum }) : faultOf('at_most', { maximum });
}

function formatFault(format: string): Fault {
  switch (format) {
    case 'email':
      return faultOf('email');
    case 'date':
      return faultOf('date');
    case 'datetime':
      return faultOf('instant');
    default:
      return faultOf('pattern');
  }
}

function valueFault(values: readonly string[]): Fault {
  const [only = ''] = values;
  return values.length === 1
    ? faultOf('exactly', { value: only })
    : faultOf('one_of', { values: values.join(', ') });
}
