/** Which JSON types each path of a dataset has ever held: what lets the compiler leave out guards. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { longestPath } from './filter-limits.ts';

/** Bits of a path's types. A profile may say too much (a superset is sound), never too little. */
export const jsonType = {
  null: 1,
  boolean: 2,
  number: 4,
  string: 8,
  object: 16,
  array: 32,
} as const;

/** The same bits, so far to the left, for the elements of arrays at the path. */
export const elementShift = 6;
export const everyType = 63;
export const everyElement = everyType << elementShift;
export const everyTypeAndElement = everyType | everyElement;

/**
 * Types by dotted path. Arrays are looked through: the member `b` of an object in the array `a` is
 * `a.b`. A path that is not there was never seen; where `incompletePath` is there, nothing is known.
 */
export type PathProfile = ReadonlyMap<string, number>;

/** Its presence says that a dataset has more paths than are kept: such a profile proves nothing. */
export const incompletePath = '';

/** Paths kept for one dataset; documents used as maps (keys that are data) would have no end. */
export const mostPaths = 10_000;

/** The bit of a value's type. */
export function typeBit(value: JsonValue): number {
  if (value === null) return jsonType.null;
  if (Array.isArray(value)) return jsonType.array;
  switch (typeof value) {
    case 'boolean':
      return jsonType.boolean;
    case 'number':
      return jsonType.number;
    case 'string':
      return jsonType.string;
    default:
      return jsonType.object;
  }
}

/** The types of the elements of arrays at a path with `types`. */
export function elementTypes(types: number): number {
  return (types >> elementShift) & everyType;
}

/** Collects the profile of documents as they are inserted. Merge two profiles by OR of their types. */
export class PathProfileBuilder {
  readonly #types = new Map<string, number>();

  /** Adds what `document` holds, to the depth that a filter can reach. */
  add(document: JsonValue): void {
    if (isJsonObject(document)) this.#addMembers(document, '', 1);
  }

  /** Every path seen, with its types. */
  entries(): Iterable<[path: string, types: number]> {
    return this.#types.entries();
  }

  #addMembers(document: Readonly<Record<string, JsonValue>>, prefix: string, depth: number): void {
    for (const name of Object.keys(document)) {
      const value = document[name];
      // No path of the language reaches a member whose name is empty or has a dot.
      if (value === undefined || name === '' || name.includes('.')) continue;
      this.#addValue(value, prefix === '' ? name : `${prefix}.${name}`, depth);
    }
  }

  #addValue(value: JsonValue, path: string, depth: number): void {
    let types = typeBit(value);
    if (Array.isArray(value)) {
      for (const element of value) types |= typeBit(element) << elementShift;
    }
    const known = this.#types.get(path);
    if (known === undefined && this.#types.size >= mostPaths) {
      this.#types.set(incompletePath, everyTypeAndElement);
      return;
    }
    if (known === undefined || (known | types) !== known) {
      this.#types.set(path, (known ?? 0) | types);
    }
    if (depth >= longestPath) return;
    if (Array.isArray(value)) {
      for (const element of value) {
        if (isJsonObject(element)) this.#addMembers(element, path, depth + 1);
      }
    } else if (isJsonObject(value)) {
      this.#addMembers(value, path, depth + 1);
    }
  }
}

/** Answers the types of paths below `prefix`; every type where there is no (complete) profile. */
export class ProfileView {
  readonly #profile: PathProfile | undefined;
  readonly #prefix: string;

  constructor(profile: PathProfile | undefined, prefix = '') {
    this.#profile = profile?.has(incompletePath) === true ? undefined : profile;
    this.#prefix = prefix;
  }

  /** Types and element types ever held at `segments`; 0 for a path that was never seen. */
  typesAt(segments: readonly string[]): number {
    if (this.#profile === undefined) return everyTypeAndElement;
    return this.#profile.get(this.#join(segments)) ?? 0;
  }

  /** The same profile seen from inside the value at `segments`. */
  below(segments: readonly string[]): ProfileView {
    return new ProfileView(this.#profile, this.#join(segments));
  }

  #join(segments: readonly string[]): string {
    const path = segments.join('.');
    return this.#prefix === '' ? path : `${this.#prefix}.${path}`;
  }
}
