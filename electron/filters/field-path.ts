/** Field paths: how they are read, and how they walk a document. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { FilterError, type FieldPath } from './filter.ts';
import { longestPath } from './filter-limits.ts';

/**
 * Reads a dotted path.
 * @throws {FilterError} at `place` for an empty or `$…` segment, or more than eight
 */
export function parsePath(text: string, place: string): FieldPath {
  const segments = text.split('.');
  if (segments.length > longestPath) {
    throw new FilterError(
      place,
      faultOf('filter_segments', { length: segments.length, maximum: longestPath }),
    );
  }
  for (const segment of segments) {
    if (segment === '') throw new FilterError(place, faultOf('filter_empty_segment'));
    if (segment.startsWith('$')) {
      throw new FilterError(place, faultOf('filter_dollar_segment', { segment }));
    }
    if (!segment.isWellFormed()) throw new FilterError(place, faultOf('well_formed'));
  }
  return { text, segments };
}

/** A name of a member that an expression or a stage makes. @throws {FilterError} */
export function memberName(operand: JsonValue, place: string): string {
  if (typeof operand === 'string' && /^[^$.][^.]*$/u.test(operand) && operand.isWellFormed()) {
    return operand;
  }
  throw new FilterError(place, faultOf('pipeline_name'));
}

/** The index that a segment addresses in an array, or undefined. */
export function arrayIndex(segment: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : undefined;
}

/** The own member `name`, or undefined: never anything inherited. */
export function ownMember(document: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

/**
 * Calls `visit` with every value at the end of `segments`, `undefined` for a missing one, until it
 * answers true; answers whether it did. An array on the way passes on to its elements that are objects
 * and, for a numeric segment, to that index; an array at the end is visited as a whole.
 */
export function someTerminal(
  document: JsonValue,
  segments: readonly string[],
  visit: (value: JsonValue | undefined) => boolean,
  from = 0,
): boolean {
  let value = document;
  for (let position = from; position < segments.length; position += 1) {
    const segment = segments[position] ?? '';
    if (Array.isArray(value)) return someInArray(value, segments, visit, position);
    const member = isJsonObject(value) ? ownMember(value, segment) : undefined;
    if (member === undefined) return visit(undefined);
    value = member;
  }
  return visit(value);
}

function someInArray(
  elements: readonly JsonValue[],
  segments: readonly string[],
  visit: (value: JsonValue | undefined) => boolean,
  position: number,
): boolean {
  const addressed = elements[arrayIndex(segments[position] ?? '') ?? elements.length];
  if (addressed !== undefined && someTerminal(addressed, segments, visit, position + 1)) {
    return true;
  }
  return elements.some(
    (element) => isJsonObject(element) && someTerminal(element, segments, visit, position),
  );
}
