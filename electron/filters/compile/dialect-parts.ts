/** SQL that databases of typed columns have alike. */
import type { SourceNode } from '../../../shared/contract/sources.ts';
import { sqlOperators } from '../comparisons.ts';
import type { BitTest, ComparisonOperator } from '../filter.ts';
import { never, sql, trusted, type Sql } from '../sql.ts';

export function isWhole({ form }: Pick<SourceNode, 'form'>): boolean {
  return form === 'integer' || form === 'long';
}

/** PostgreSQL keeps no text with U+0000, and none with half of a character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function comparesBoolean(value: Sql, operator: ComparisonOperator, operand: boolean): Sql {
  return sql`${value} ${trusted(sqlOperators[operator])} ${trusted(operand ? 'TRUE' : 'FALSE')}`;
}

const bounds = 2 ** 53 - 1;

/** Whole numbers are compared with whole numbers: an index, and what a file says of its least and greatest, serve then. */
export function comparesWhole(value: Sql, operator: ComparisonOperator, operand: number): Sql {
  const isUpper = operator === '$lt' || operator === '$lte';
  const whole = isUpper ? Math.floor(operand) : Math.ceil(operand);
  const isStrict = (operator === '$lt' || operator === '$gt') && whole === operand;
  if (whole > bounds) return isUpper ? sql`${value} IS NOT NULL` : never;
  if (whole < -bounds) return isUpper ? never : sql`${value} IS NOT NULL`;
  const comparison = isStrict ? (isUpper ? '<' : '>') : isUpper ? '<=' : '>=';
  return sql`${value} ${trusted(comparison)} CAST(${BigInt(whole)} AS BIGINT)`;
}

export function bitTest(test: BitTest, value: Sql, mask: bigint): Sql {
  const bits = sql`CAST(${mask} AS BIGINT)`;
  switch (test) {
    case '$bitsAllSet':
      return sql`(${value} & ${bits}) = ${bits}`;
    case '$bitsAllClear':
      return sql`(${value} & ${bits}) = 0`;
    case '$bitsAnySet':
      return sql`(${value} & ${bits}) <> 0`;
    default:
      return sql`(${value} & ${bits}) <> ${bits}`;
  }
}

/** The remainder of an integer. */
export function moduloTest(value: Sql, divisor: number, remainder: number): Sql {
  return sql`${value} % CAST(${BigInt(divisor)} AS BIGINT) = CAST(${BigInt(remainder)} AS BIGINT)`;
}
