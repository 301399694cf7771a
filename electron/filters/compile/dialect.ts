/** What a database has to say about values of typed columns so that filters become SQL of its own. */
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { BitTest, ComparisonOperator } from '../filter.ts';
import type { RegularExpression } from '../regular-expression.ts';
import type { Sql } from '../sql.ts';
import type { JsonDialect } from './json-dialect.ts';

/** A value as SQL sees it. */
export interface Subject {
  /** The column, member or element. */
  readonly value: Sql;
  readonly node: SourceNode;
  /** Of an element, null is a value; elsewhere it says that there is none. */
  readonly isElement: boolean;
}

/**
 * One database. Conditions are true where they hold, and false or NULL elsewhere. Those about numbers, texts and truth
 * values are asked of values of that kind alone.
 */
export interface Dialect {
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
  equals(subject: Subject, values: readonly (boolean | number | string)[]): Sql;
  compares(subject: Subject, operator: ComparisonOperator, operand: boolean | number | string): Sql;
  /** Of days and instants alone; microseconds since 1970. */
  comparesInstant(subject: Subject, operator: ComparisonOperator | '$eq', micros: bigint): Sql;
  /** A number that is an integer of so many bits at most, or none; of those that JavaScript tells apart. */
  isNumber(subject: Subject, type: 'int' | 'long' | 'double'): Sql;
  modulo(subject: Subject, divisor: number, remainder: number): Sql;
  bits(subject: Subject, test: BitTest, mask: bigint): Sql;
  /** Undefined where the database may read the expression otherwise. */
  matches(subject: Subject, expression: RegularExpression): Sql | undefined;
  /** The value holds a text. */
  contains(subject: Subject, text: string): Sql;
  /** Values of JSON; undefined where they are followed in JavaScript. */
  readonly json?: JsonDialect | undefined;
  /** Tests the first where a condition holds, and is false elsewhere. */
  guarded(condition: Sql, test: Sql): Sql;
}
