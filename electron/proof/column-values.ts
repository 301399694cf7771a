/** JSON values of members as the columns of a row hold them, and back. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { ColumnForm } from '../../shared/ledger/columns.ts';
import { integerMember } from '../../shared/ledger/facts.ts';

/** A column's value as SQLite gives it, integers as bigint. */
export type SqlValue = null | string | number | bigint | Buffer;

interface Reference {
  readonly number: Statement<[string], bigint>;
  readonly id: Statement<[bigint], string>;
}

/** Reads and writes values of columns; rows of other tables are named by their ids. */
export class ColumnValues {
  readonly #database: Database;
  readonly #references = new Map<string, Reference>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** A member's value as its column holds it. @throws {TypeError} for one that the column cannot hold */
  toColumn(form: ColumnForm, value: JsonValue): SqlValue {
    if (value === null) return null;
    if (typeof form === 'object') return this.#numberOf(form, text(value));
    switch (form) {
      case 'text':
        return text(value);
      case 'integer':
      case 'nanos':
        return integer(value);
      case 'number':
        return Number(value);
      case 'flag':
        return value === true ? 1n : 0n;
      case 'json':
        return canonicalJson(value);
    }
  }

  /** What a column holds as its member's value; undefined where it holds nothing that could be one. */
  toMember(form: ColumnForm, value: SqlValue): JsonValue | undefined {
    if (value === null) return null;
    if (Buffer.isBuffer(value)) return undefined;
    if (typeof form === 'object') {
      return typeof value === 'bigint' ? this.#reference(form).id.get(value) : undefined;
    }
    switch (form) {
      case 'text':
        return typeof value === 'string' ? value : undefined;
      case 'integer':
        return typeof value === 'bigint' ? integerMember(value) : undefined;
      case 'nanos':
        return typeof value === 'bigint' ? value.toString() : undefined;
      case 'number':
        return typeof value === 'string' ? undefined : Number(value);
      case 'flag':
        return value === 1n || value === 0n ? value === 1n : undefined;
      case 'json':
        return typeof value === 'string' ? canonicalValue(value) : undefined;
    }
  }

  #numberOf(form: Exclude<ColumnForm, string>, id: string): bigint {
    const number = this.#reference(form).number.get(id);
    if (number === undefined) throw new TypeError(`There is no row ${id} in ${form.of}.`);
    return number;
  }

  #reference(form: Exclude<ColumnForm, string>): Reference {
    const known = this.#references.get(form.of);
    if (known !== undefined) return known;
    const { of, id } = form;
    const reference = {
      number: this.#database
        .prepare<[string], bigint>(`SELECT number FROM ${of} WHERE ${id} = ?`)
        .pluck()
        .safeIntegers(),
      id: this.#database
        .prepare<[bigint], string>(`SELECT ${id} FROM ${of} WHERE number = ?`)
        .pluck(),
    };
    this.#references.set(of, reference);
    return reference;
  }
}

function text(value: JsonValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${JSON.stringify(value)} is not a text.`);
}

function integer(value: JsonValue): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?(?:0|[1-9]\d*)$/.test(value)) return BigInt(value);
  throw new TypeError(`${JSON.stringify(value)} is not an integer.`);
}

/** The value of a text; undefined unless it is written as `canonicalJson` does. */
function canonicalValue(text: string): JsonValue | undefined {
  try {
    const value = parseStrictJson(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
