/** What a database has to say about values of typed columns so that filters become SQL of its own. */
import type { ComparisonOperator } from '../filter.ts';
import type { Sql } from '../sql.ts';
import type { JsonDialect } from './json-dialect.ts';
import type { Subject, ValueDialect } from './value-dialect.ts';

/** JSON in columns. */
export interface ColumnJson extends JsonDialect<Sql> {
  /** The value of a column of this type, as the engine writes it; undefined where it is followed in JavaScript. */
  of(column: Sql, type: string): Sql | undefined;
}

/** A database of typed columns. */
export interface Dialect extends ValueDialect {
  /** The column of a field. */
  column(name: string): Sql;
  /** The member of a struct. */
  member(struct: Sql, name: string): Sql;
  /** The element at `index`, from 0; only asked where the list has it. */
  at(list: Sql, index: number): Sql;
  length(list: Sql): Sql;
  /** Some element for which `test` holds. `name` is free for the element. */
  some(list: Sql, name: string, test: (element: Sql) => Sql): Sql;
  /** Some element is one of these; undefined where elements have to be looked at one by one. */
  someOf(list: Subject, values: readonly (boolean | number | string)[]): Sql | undefined;
  /** Whether the value is null, or stands for none. */
  isNull(subject: Subject): Sql;
  /** Of days and instants alone; microseconds since 1970. */
  comparesInstant(subject: Subject, operator: ComparisonOperator | '$eq', micros: bigint): Sql;
  /** Values of JSON; undefined where they are followed in JavaScript. */
  readonly json?: ColumnJson | undefined;
  /** Tests the first where a condition holds, and is false elsewhere. */
  guarded(condition: Sql, test: Sql): Sql;
}
