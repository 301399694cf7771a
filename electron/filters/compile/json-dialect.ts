/** What a database has to say about JSON values so that filters about documents become SQL of its own. */
import type { Sql } from '../sql.ts';

/** Types of JSON values as databases tell them. */
export type JsonTypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** A value is SQL; NULL stands for one that is missing, and JSON's null for itself. */
export interface JsonDialect {
  /** The value of a column of this type, as the engine writes it; undefined where it is followed in JavaScript. */
  of(column: Sql, type: string): Sql | undefined;
  /** The member of an object; missing in any other value. */
  member(value: Sql, name: string): Sql;
  /** The element at `index`, from 0; missing where there is none. Asked of arrays alone. */
  at(array: Sql, index: number): Sql;
  /** Some element for which `test` holds; asked of arrays alone. `name` is free for the element. */
  some(array: Sql, name: string, test: (element: Sql) => Sql): Sql;
  /** How many elements; asked of arrays alone. */
  length(array: Sql): Sql;
  isOf(value: Sql, types: readonly JsonTypeName[]): Sql;
  /** `test` where the value is of a type, otherwise `other`: nothing of `test` is asked of other values. */
  where(value: Sql, type: JsonTypeName, test: Sql, other?: Sql): Sql;
  /** A number as the column type `double`; asked of numbers alone. */
  number(value: Sql): Sql;
  /** A string as text; asked of strings alone. */
  text(value: Sql): Sql;
  isBoolean(value: Sql, expected: boolean): Sql;
}
