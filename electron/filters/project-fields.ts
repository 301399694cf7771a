/** Projection: the asked fields of a document, nested as they are, arrays mapped over. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { parsePath } from './field-path.ts';
import { FilterError } from './filter.ts';
import { mostFields } from './filter-limits.ts';

/** A tree of names; a leaf (`undefined`) takes the whole value. */
export interface Projection {
  readonly members: ReadonlyMap<string, Projection | undefined>;
}

interface MutableProjection {
  readonly members: Map<string, MutableProjection | undefined>;
}

/**
 * Reads field names, as an array or (in a query) separated by commas. A field takes in its own parts.
 * @throws {FilterError}
 */
export function parseFields(value: JsonValue): Projection {
  const names = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names) || names.length === 0) {
    throw new FilterError('', faultOf('filter_field_list'));
  }
  if (names.length > mostFields) {
    throw new FilterError(
      '',
      faultOf('filter_fields', { length: names.length, maximum: mostFields }),
    );
  }
  const root: MutableProjection = { members: new Map() };
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string')
      throw new FilterError(String(index), faultOf('filter_field_name'));
    addPath(root, parsePath(name.trim(), String(index)).segments);
  }
  return root;
}

/** The projection that also takes the top-level member `name`. */
export function withField(projection: Projection, name: string): Projection {
  return { members: new Map([...projection.members, [name, undefined]]) };
}

/** The dotted paths that a projection takes. */
export function projectedPaths({ members }: Projection): string[] {
  return [...members].flatMap(([name, inner]) =>
    inner === undefined ? [name] : projectedPaths(inner).map((path) => `${name}.${path}`),
  );
}

function addPath(root: MutableProjection, segments: readonly string[]): void {
  let node = root;
  for (const [index, segment] of segments.entries()) {
    const known = node.members.get(segment);
    const isWhole = node.members.has(segment) && known === undefined;
    if (isWhole) return;
    if (index === segments.length - 1) {
      node.members.set(segment, undefined);
      return;
    }
    const next = known ?? { members: new Map<string, MutableProjection | undefined>() };
    node.members.set(segment, next);
    node = next;
  }
}

/**
 * The asked members of `document`, in its own order. A missing one stays missing; of an array on the way
 * the elements that are objects or arrays are projected and the others left out.
 */
export function project(document: JsonObject, { members }: Projection): JsonObject {
  const result: JsonObject = Object.create(null);
  for (const name of Object.keys(document)) {
    const value = document[name];
    if (value === undefined || !members.has(name)) continue;
    const inner = members.get(name);
    const projected = inner === undefined ? value : projectValue(value, inner);
    if (projected !== undefined) result[name] = projected;
  }
  return result;
}

function projectValue(value: JsonValue, projection: Projection): JsonValue | undefined {
  if (isJsonObject(value)) return project(value, projection);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((element) => {
    const projected = projectValue(element, projection);
    return projected === undefined ? [] : [projected];
  });
}
