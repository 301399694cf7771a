/** SQL that databases of typed columns have alike. */
import type { SourceNode } from '../../../shared/contract/sources.ts';
import { sqlOperators } from '../comparisons.ts';
import type { BitTest, ComparisonOperator } from '../filter.ts';
import { and, joinSql, never, not, or, sql, trusted, type Sql } from '../sql.ts';
import type { Subject, ValueDialect } from './value-dialect.ts';

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

/** Tells whether a value is one of those listed. */
export function among(value: Sql, listed: readonly Sql[]): Sql {
  const [only] = listed;
  if (only === undefined) return never;
  return listed.length === 1
    ? sql`${value} = ${only}`
    : sql`${value} IN (${joinSql(listed, ', ')})`;
}

/** Words of one engine for what `TypedNumbers` says. */
interface EngineWords {
  /** The type of doubles. */
  readonly double: 'DOUBLE' | 'float8';
  /** The JSON form of a value; NULL stands for null or none. */
  readonly jsonForm: (value: Sql, node: SourceNode) => Sql;
  /** A double is a number of JSON: neither NaN nor infinite. */
  readonly isThere: (value: Sql, node: SourceNode) => Sql;
  /** A text as the engine takes it; none that it cannot hold. */
  readonly text: (value: string) => readonly Sql[];
}

/** Numbers of typed columns: whole ones as they are, the others as doubles. */
export class TypedNumbers {
  readonly #words: EngineWords;

  constructor(words: EngineWords) {
    this.#words = words;
  }

  /** Values as the column holds them: those that it cannot hold equal nothing. */
  bindable(node: SourceNode, values: readonly (boolean | number | string)[]): Sql[] {
    return values.flatMap((value): readonly Sql[] => {
      if (typeof value === 'boolean') return [trusted(value ? 'TRUE' : 'FALSE')];
      if (typeof value === 'string') return this.#words.text(value);
      if (!isWhole(node)) return [this.#double(value)];
      return Number.isSafeInteger(value) ? [sql`CAST(${BigInt(value)} AS BIGINT)`] : [];
    });
  }

  compares({ value, node }: Subject, operator: ComparisonOperator, operand: number): Sql {
    if (isWhole(node)) return comparesWhole(value, operator, operand);
    const { jsonForm, isThere } = this.#words;
    const number = node.form === 'double' ? value : jsonForm(value, node);
    const condition = sql`${number} ${trusted(sqlOperators[operator])} ${this.#double(operand)}`;
    return node.form === 'double' ? and([condition, isThere(value, node)]) : condition;
  }

  readonly isNumber: ValueDialect['isNumber'] = ({ value, node }, type) => {
    const fits = (number: Sql) => sql`${number} BETWEEN -2147483648 AND 2147483647`;
    if (isWhole(node)) {
      if (type === 'double') return never;
      return type === 'int' ? fits(value) : not(or([sql`${value} IS NULL`, fits(value)]));
    }
    const number = this.#words.jsonForm(value, node);
    const end = trusted(`CAST('9223372036854775808' AS ${this.#words.double})`);
    const whole = sql`(${number} = floor(${number}) AND abs(${number}) < ${end})`;
    if (type === 'double') return and([sql`${number} IS NOT NULL`, not(whole)]);
    return and([whole, type === 'int' ? fits(number) : not(fits(number))]);
  };

  readonly modulo: ValueDialect['modulo'] = (subject, divisor, remainder) =>
    this.#ofWhole(subject, (value) => moduloTest(value, divisor, remainder));

  readonly bits: ValueDialect['bits'] = (subject, test, mask) =>
    this.#ofWhole(subject, (value) => bitTest(test, value, mask));

  /** A test about a whole number that JavaScript tells apart; false of any other. */
  #ofWhole({ value, node }: Subject, test: (value: Sql) => Sql): Sql {
    const number = isWhole(node) ? value : this.#words.jsonForm(value, node);
    const isSafe = isWhole(node)
      ? sql`${number} BETWEEN -9007199254740991 AND 9007199254740991`
      : sql`(${number} = floor(${number}) AND abs(${number}) <= 9007199254740991)`;
    return sql`CASE WHEN ${isSafe} THEN ${test(sql`CAST(${number} AS BIGINT)`)} ELSE FALSE END`;
  }

  #double(value: number): Sql {
    return sql`CAST(${value} AS ${trusted(this.#words.double)})`;
  }
}
