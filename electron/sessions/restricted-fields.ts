/** Fields that the policy of a dataset keeps from every session: out of rows, and out of queries. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';

/** The restricted paths of one dataset. */
export class RestrictedFields {
  readonly #paths: readonly string[];

  constructor(paths: readonly string[] = []) {
    this.#paths = paths;
  }

  get isEmpty(): boolean {
    return this.#paths.length === 0;
  }

  /** The document without them; itself where there are none. */
  strip(document: JsonObject): JsonObject {
    let stripped: JsonValue = document;
    for (const path of this.#paths) stripped = without(stripped, path.split('.'));
    return isJsonObject(stripped) ? stripped : document;
  }

  /**
   * Refuses paths that lead to a restricted field, into one, or to an object that holds one. Numbers
   * in a path are places in an array.
   * @throws {ApiError} `validation_error` naming each under `field`
   */
  refuse(paths: readonly string[], field: string): void {
    const faults: FieldError[] = [];
    for (const path of new Set(paths)) {
      if (this.#touches(path)) {
        faults.push(faultAt(field, 'field_restricted', { field: path }));
      }
    }
    if (faults.length > 0) throw validationError(faults.slice(0, 1));
  }

  /** Whether the path is a restricted field or inside one: no row that a session sees has it. */
  hides(path: string): boolean {
    const named = namesOf(path);
    return this.#paths.some((each) => namesOf(each).every((name, index) => named[index] === name));
  }

  #touches(path: string): boolean {
    const named = namesOf(path);
    return this.#paths.some((each) => {
      const restricted = namesOf(each);
      return named.every(
        (name, index) => restricted[index] === undefined || restricted[index] === name,
      );
    });
  }
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
