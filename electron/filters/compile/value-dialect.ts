/** What every database has to say about one number or text. */
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { BitTest, ComparisonOperator } from '../filter.ts';
import type { RegularExpression } from '../regular-expression.ts';
import type { Sql } from '../sql.ts';

/** A value as SQL sees it. */
export interface Subject {
  /** The column, member or element. */
  readonly value: Sql;
  readonly node: SourceNode;
  /** Of an element, null is a value; elsewhere it says that there is none. */
  readonly isElement: boolean;
  /** Other scalars may stand there too: conditions are false of them. */
  readonly isMixed?: boolean;
}

/**
 * A database, of numbers and texts alone. Conditions are true where they hold, and false or NULL elsewhere; they are
 * asked of values of that kind alone.
 */
export interface ValueDialect {
  equals(subject: Subject, values: readonly (boolean | number | string)[]): Sql;
  compares(subject: Subject, operator: ComparisonOperator, operand: boolean | number | string): Sql;
  /** A number that is an integer of so many bits at most, or none; of those that JavaScript tells apart. */
  isNumber(subject: Subject, type: 'int' | 'long' | 'double'): Sql;
  modulo(subject: Subject, divisor: number, remainder: number): Sql;
  bits(subject: Subject, test: BitTest, mask: bigint): Sql;
  /** Undefined where the database may read the expression otherwise. */
  matches(subject: Subject, expression: RegularExpression): Sql | undefined;
  /** The value holds a text. */
  contains(subject: Subject, text: string): Sql;
}
