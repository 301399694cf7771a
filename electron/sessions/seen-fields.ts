/** Fields that a session sees: not those that the policy of its dataset holds back, and of a grant those that it names. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';

/** Member of every row, whatever a grant names. */
const recordId = 'record_id';

export class SeenFields {
  readonly #restricted: readonly string[];
  readonly #granted: readonly (readonly string[])[] | undefined;

  /**
   * @param restricted paths that are held back
   * @param granted paths that are seen with all that is below them; all unless told
   */
  constructor(restricted: readonly string[] = [], granted?: readonly string[] | null) {
    this.#restricted = restricted;
    this.#granted = granted?.map(namesOf);
  }

  /** Whether rows are seen as they are stored. */
  get areAll(): boolean {
    return this.#restricted.length === 0 && this.#granted === undefined;
  }

  /** What is seen of a document; itself where that is all. */
  strip(document: JsonObject): JsonObject {
    let stripped: JsonValue = document;
    for (const path of this.#restricted) stripped = without(stripped, path.split('.'));
    if (this.#granted !== undefined) stripped = only(stripped, [...this.#granted, [recordId]]);
    return isJsonObject(stripped) ? stripped : document;
  }

  /**
   * Refuses paths that lead to a field that is not seen, into one, or to an object that holds one. Numbers
   * in a path are places in an array.
   * @throws {ApiError} `validation_error` naming the first under `field`
   */
  refuse(paths: readonly string[], field: string): void {
    if (this.areAll) return;
    const faults: FieldError[] = [];
    for (const path of new Set(paths)) {
      if (this.#touches(path)) {
        faults.push(faultAt(field, 'field_restricted', { field: path }));
      } else if (!this.#isGranted(path)) {
        faults.push(faultAt(field, 'field_not_granted', { field: path }));
      }
    }
    if (faults.length > 0) throw validationError(faults.slice(0, 1));
  }

  /** Whether no row that a session sees has the path. */
  hides(path: string): boolean {
    const named = namesOf(path);
    const isRestricted = this.#restricted.some((each) => isWithin(named, namesOf(each)));
    return isRestricted || !this.#isGranted(path);
  }

  #touches(path: string): boolean {
    const named = namesOf(path);
    return this.#restricted.some((each) => {
      const restricted = namesOf(each);
      return named.every(
        (name, index) => restricted[index] === undefined || restricted[index] === name,
      );
    });
  }

  #isGranted(path: string): boolean {
    if (this.#granted === undefined || path === recordId) return true;
    const named = namesOf(path);
    return this.#granted.some((each) => isWithin(named, each));
  }
}

/** Whether a path is another one, or leads into it. */
function isWithin(named: readonly string[], other: readonly string[]): boolean {
  return other.every((name, index) => named[index] === name);
}

function namesOf(path: string): string[] {
  return path.split('.').filter((segment) => !/^\d+$/.test(segment));
}

function without(value: JsonValue, segments: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((each) => without(each, segments));
  const [name, ...rest] = segments;
  if (!isJsonObject(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  const inner = value[name] ?? null;
  const copy: JsonObject = Object.create(null);
  for (const member of Object.keys(value)) {
    if (member !== name) copy[member] = value[member] ?? null;
    else if (rest.length > 0) copy[member] = without(inner, rest);
  }
  return copy;
}

/** The value with those members alone that lead to one of the paths; a path that has ended takes all. */
function only(value: JsonValue, paths: readonly (readonly string[])[]): JsonValue {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) {
    // A scalar beside the objects that the paths lead into is no part of them.
    return value
      .filter((each) => isJsonObject(each) || Array.isArray(each))
      .map((each) => only(each, paths));
  }
  const copy: JsonObject = Object.create(null);
  if (!isJsonObject(value)) return copy;
  for (const member of Object.keys(value)) {
    const leading = paths.filter(([name]) => name === member).map((path) => path.slice(1));
    const inner = value[member] ?? null;
    if (leading.length === 0) continue;
    const isEnd = leading.some((path) => path.length === 0);
    if (isEnd || isJsonObject(inner) || Array.isArray(inner)) copy[member] = only(inner, leading);
  }
  return copy;
}
