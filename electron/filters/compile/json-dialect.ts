/** What a database has to say about JSON values so that filters about documents become SQL of its own. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { Sql } from '../sql.ts';
import type { Subject } from './value-dialect.ts';

/** Types of JSON values as databases tell them. */
export type JsonTypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Numbers and texts of JSON, as typed columns have them. */
export const jsonNumbers: SourceNode = { type: 'double precision', form: 'double' };
export const jsonTexts: SourceNode = { type: 'text', form: 'text' };

/** `Value` is how the database reads a JSON value, or one that is missing. */
export interface JsonDialect<Value> {
  /** SQL can name the members of a path. */
  canName(segments: readonly string[]): boolean;
  /** The member of an object; missing in any other value. */
  member(value: Value, name: string): Value;
  /** The element at `index`, from 0; missing where there is none. Asked of arrays alone. */
  at(array: Value, index: number): Value;
  /** Some element for which `test` holds; asked of arrays alone. `name` is free for the element. */
  some(array: Value, name: string, test: (element: Value) => Sql): Sql;
  /** How many elements; asked of arrays alone. */
  length(array: Value): Sql;
  /** False where what is known of the rows says that the value is never an array. */
  mayBeArray(value: Value): boolean;
  isThere(value: Value): Sql;
  /** The value is null, or missing. */
  isNull(value: Value): Sql;
  isOf(value: Value, types: readonly JsonTypeName[]): Sql;
  /** `test` where the value is of a type, otherwise `other`: nothing of `test` is asked of arrays and objects that are none. */
  where(value: Value, type: JsonTypeName, test: Sql, other?: Sql): Sql;
  /** A number, for conditions about one alone. */
  number(value: Value): Subject;
  /** A string, for conditions about one alone. */
  text(value: Value): Subject;
  isBoolean(value: Value, expected: boolean): Sql;
  /** The value is one of these, arrays and objects with their members in order, booleans and null apart; left out where JavaScript compares arrays and objects. */
  isOneOf?(value: Value, values: readonly JsonValue[]): Sql;
}
