/** Members of an entry, taken one by one by name and type; what is left over is refused. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { isInstant } from '../time.ts';

/** `sha256:` and 64 lower-case hex digits. */
export type HashText = `sha256:${string}`;

/** One commitment: the field's name and `sha256:<hex>`. */
export interface Commitment {
  readonly field: string;
  readonly hash: string;
}

export interface Actor {
  readonly id: string;
  readonly role: string;
}

/** Why an entry's text is not an entry this version knows. */
export class EntryFormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EntryFormatError';
  }
}

/** Takes the members of one object by name and type; what is left at the end is refused. */
export class MemberReader {
  readonly #value: JsonObject;
  readonly #left: Set<string>;

  constructor(value: JsonObject) {
    this.#value = value;
    this.#left = new Set(Object.keys(value));
  }

  #take(name: string): JsonValue {
    const value = this.#value[name];
    if (!this.#left.delete(name) || value === undefined) {
      throw new EntryFormatError(`The entry has no ${name}.`);
    }
    return value;
  }

  optional<Value>(name: string, read: () => Value): Value | undefined {
    return this.#left.has(name) ? read() : undefined;
  }

  string(name: string): string {
    const value = this.#take(name);
    if (typeof value !== 'string') throw new EntryFormatError(`${name} is not a string.`);
    return value;
  }

  /** Any value. */
  value(name: string): JsonValue {
    return this.#take(name);
  }

  object(name: string): MemberReader {
    const value = this.#take(name);
    if (!isJsonObject(value)) throw new EntryFormatError(`${name} is not an object.`);
    return new MemberReader(value);
  }

  /** Null, or what `read` takes. */
  nullable<Value>(name: string, read: () => Value): Value | null {
    if (this.#value[name] !== null) return read();
    this.#take(name);
    return null;
  }

  literal(name: string, text: string): void {
    if (this.string(name) !== text) throw new EntryFormatError(`${name} is not ${text}.`);
  }

  oneOf<Text extends string>(name: string, texts: readonly Text[]): Text {
    const value = this.string(name);
    const found = texts.find((each) => each === value);
    if (found === undefined)
      throw new EntryFormatError(`${name} is not one of ${texts.join(', ')}.`);
    return found;
  }

  number(name: string): number {
    const value = this.#take(name);
    if (typeof value !== 'number') throw new EntryFormatError(`${name} is not a number.`);
    return value;
  }

  integer(name: string, minimum: number): number {
    const value = this.number(name);
    if (!Number.isSafeInteger(value) || value < minimum) {
      throw new EntryFormatError(`${name} is not an integer from ${minimum}.`);
    }
    return value;
  }

  instant(name: string): string {
    const value = this.string(name);
    if (!isInstant(value)) throw new EntryFormatError(`${name} is not a UTC instant.`);
    return value;
  }

  hash(name: string): HashText {
    const value = this.string(name);
    if (!isHashText(value)) throw new EntryFormatError(`${name} is not sha256:<64 hex digits>.`);
    return value;
  }

  strings(name: string): string[] {
    const value = this.#take(name);
    if (!Array.isArray(value)) throw new EntryFormatError(`${name} is not an array.`);
    return value.map((each) => {
      if (typeof each !== 'string') throw new EntryFormatError(`${name} has what is not a string.`);
      return each;
    });
  }

  objects(name: string): MemberReader[] {
    const value = this.#take(name);
    if (!Array.isArray(value)) throw new EntryFormatError(`${name} is not an array.`);
    return value.map((each) => {
      if (!isJsonObject(each)) throw new EntryFormatError(`${name} has what is not an object.`);
      return new MemberReader(each);
    });
  }

  actor(name: string): Actor {
    const members = this.object(name);
    const actor = { id: members.string('id'), role: members.string('role') };
    members.end();
    return actor;
  }

  commitments(name: string): Commitment[] {
    const value = this.#take(name);
    if (!isJsonObject(value)) throw new EntryFormatError(`${name} is not an object.`);
    const members = new MemberReader(value);
    return Object.keys(value)
      .toSorted()
      .map((field) => ({ field, hash: members.hash(field) }));
  }

  rest(value: JsonObject): JsonObject {
    const rest = Object.entries(value).filter(([name]) => this.#left.has(name));
    this.#left.clear();
    return Object.fromEntries(rest);
  }

  end(): void {
    if (this.#left.size > 0) {
      throw new EntryFormatError(`The entry has unknown members: ${[...this.#left].join(', ')}.`);
    }
  }
}

/** Tells whether the text is `sha256:` and 64 lower-case hex digits. */
export function isHashText(text: string): text is HashText {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}
