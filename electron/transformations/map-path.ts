/** Walks a path through a row and writes new values without touching the row. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';

/** Takes the member away instead of giving it a value. */
export const dropped = Symbol('dropped');
export type Dropped = typeof dropped;

/** Turns the value at the end of a path into its new one. `ordinal` counts the values of this path in this row. */
export type Visit = (value: JsonValue, ordinal: number) => JsonValue | Dropped;

export interface MappedRow {
  /** The document itself where nothing changed; what is not on the path is shared with it. */
  readonly document: JsonObject;
  /** Whether the row has the field at all; an empty array has it, with no values. */
  readonly found: boolean;
}

interface Walk {
  readonly path: readonly string[];
  readonly visit: Visit;
  /** Whether an array at the end of the path is one value, or as many as it has elements. */
  readonly whole: boolean;
  ordinal: number;
  found: boolean;
}

/**
 * The row with `visit` applied to every value of the path. Arrays on the way and at the end are
 * mapped over, also arrays in arrays; `whole` hands an array at the end over as it is. Member order
 * is kept; only own members count, and `__proto__` is one like any other.
 */
export function mapPath(
  document: JsonObject,
  path: readonly string[],
  visit: Visit,
  whole = false,
): MappedRow {
  const walk: Walk = { path, visit, whole, ordinal: 0, found: false };
  return { document: mapObject(document, 0, walk), found: walk.found };
}

/** The values at the end of a path in document order, arrays mapped over; empty for a missing field. */
export function valuesAt(document: JsonObject, path: readonly string[]): JsonValue[] {
  const values: JsonValue[] = [];
  mapPath(document, path, (value) => {
    values.push(value);
    return value;
  });
  return values;
}

function mapObject(object: JsonObject, depth: number, walk: Walk): JsonObject {
  const name = walk.path[depth];
  if (name === undefined || !Object.hasOwn(object, name)) return object;
  const value = object[name];
  if (value === undefined) return object;
  const last = depth === walk.path.length - 1;
  const mapped = last ? mapEnd(value, walk) : mapBelow(value, depth + 1, walk);
  if (mapped === value) return object;
  return mapped === dropped ? withoutMember(object, name) : withMember(object, name, mapped);
}

/** A value with more of the path to go; a scalar before the end is not on the path. */
function mapBelow(value: JsonValue, depth: number, walk: Walk): JsonValue {
  if (Array.isArray(value)) return mapElements(value, (each) => mapBelow(each, depth, walk));
  return isJsonObject(value) ? mapObject(value, depth, walk) : value;
}

function mapEnd(value: JsonValue, walk: Walk): JsonValue | Dropped {
  walk.found = true;
  if (Array.isArray(value) && !walk.whole) {
    return mapElements(value, (each) => {
      const mapped = mapEnd(each, walk);
      return mapped === dropped ? null : mapped;
    });
  }
  const ordinal = walk.ordinal;
  walk.ordinal += 1;
  return walk.visit(value, ordinal);
}

function mapElements(array: JsonValue[], map: (each: JsonValue) => JsonValue): JsonValue[] {
  const mapped = array.map(map);
  return mapped.every((each, index) => each === array[index]) ? array : mapped;
}

function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  const copy: JsonObject = { ...object };
  if (name === '__proto__') {
    // An assignment would set the prototype.
    Object.defineProperty(copy, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    copy[name] = value;
  }
  return copy;
}

function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}
