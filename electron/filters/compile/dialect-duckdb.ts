/** Typed columns as DuckDB 1.5 reads them, above all from Parquet files. */
import { sqlOperators } from '../comparisons.ts';
import { bitTest, comparesBoolean, comparesWhole, isWhole, moduloTest } from './dialect-parts.ts';
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { ComparisonOperator } from '../filter.ts';
import type { RegularExpression } from '../regular-expression.ts';
import {
  and,
  joinSql,
  never,
  not,
  or,
  quotedName,
  quotedText,
  sql,
  trusted,
  truth,
  type Sql,
} from '../sql.ts';
import type { Dialect } from './dialect.ts';
import { dayBounds, instantBounds, type LeastInstant } from './text-instants.ts';
import type { Subject } from './value-dialect.ts';

/** A name as an identifier of SQL. */
export function quoted(name: string): Sql {
  return trusted(quotedName(name));
}

/** The JSON form of a value of a column, a member or an element; NULL stands for null or none. */
export function jsonForm(value: Sql, { form }: SourceNode): Sql {
  switch (form) {
    case 'double':
      return sql`CASE WHEN isfinite(${value}) THEN CAST(${value} AS DOUBLE) END`;
    case 'decimal':
      return sql`CAST(${value} AS DOUBLE)`;
    case 'spelled':
      return sql`CAST(${value} AS VARCHAR)`;
    case 'uuid':
      return sql`lower(CAST(${value} AS VARCHAR))`;
    case 'date':
      return sql`CASE WHEN isfinite(${value}) THEN strftime(${value}, '%Y-%m-%d') END`;
    case 'timestamp':
      return sql`CASE WHEN isfinite(${value}) THEN strftime(${instantOf(value)}, '%Y-%m-%dT%H:%M:%S.%fZ') END`;
    default:
      return value;
  }
}

/** An instant as TIMESTAMP in UTC, whatever its precision and zone: the time zone of the instance is UTC. */
function instantOf(value: Sql): Sql {
  return sql`CAST(${value} AS TIMESTAMP)`;
}

export const duckdbDialect: Dialect = {
  column: quoted,
  member: (struct, name) => sql`struct_extract(${struct}, ${trusted(quotedText(name))})`,
  at: (list, index) => sql`${list}[${trusted(String(index + 1))}]`,
  length: (list) => sql`len(${list})`,
  some: (list, name, test) => {
    const condition = test(trusted(name));
    if (condition.text === never.text) return never;
    return sql`len(list_filter(${list}, lambda ${trusted(name)}: ${truth(condition)})) > 0`;
  },
  someOf,
  isNull: ({ value, node }) =>
    isFiniteOnly(node) ? sql`isfinite(${value}) IS NOT TRUE` : sql`${value} IS NULL`,
  equals,
  compares,
  comparesInstant: ({ value, node }, operator, micros) => {
    const instant = node.form === 'date' ? sql`CAST(${value} AS TIMESTAMP)` : instantOf(value);
    const comparison = trusted(operator === '$eq' ? '=' : sqlOperators[operator]);
    const bound = sql`make_timestamp(CAST(${micros} AS BIGINT))`;
    return and([sql`isfinite(${value})`, sql`${instant} ${comparison} ${bound}`]);
  },
  isNumber,
  modulo: (subject, divisor, remainder) =>
    safeInteger(subject, (value) => moduloTest(value, divisor, remainder)),
  bits: (subject, test, mask) => safeInteger(subject, (value) => bitTest(test, value, mask)),
  matches: (subject, { source, options }) =>
    commonExpression.test(source)
      ? sql`regexp_matches(${jsonForm(subject.value, subject.node)}, ${withOptions(source, options)})`
      : undefined,
  contains: (subject, text) => sql`contains(${jsonForm(subject.value, subject.node)}, ${text})`,
  guarded: (condition, test) => sql`CASE WHEN ${condition} THEN ${truth(test)} ELSE FALSE END`,
};

/** Some of its values stand for none. */
function isFiniteOnly({ form }: SourceNode): boolean {
  return form === 'double' || form === 'date' || form === 'timestamp';
}

/** Numbers as the column holds them: those that it cannot hold equal nothing. */
function bindable(node: SourceNode, values: readonly (boolean | number | string)[]): Sql[] {
  return values.flatMap((value): Sql[] => {
    if (typeof value === 'boolean') return [trusted(value ? 'TRUE' : 'FALSE')];
    if (typeof value === 'string') return [sql`${value}`];
    if (!isWhole(node)) return [sql`CAST(${value} AS DOUBLE)`];
    return Number.isSafeInteger(value) ? [sql`CAST(${BigInt(value)} AS BIGINT)`] : [];
  });
}

function equals(subject: Subject, values: readonly (boolean | number | string)[]): Sql {
  const { value, node } = subject;
  const listed = bindable(node, values);
  if (listed.length === 0) return never;
  const found = among(plainForm(value, node), listed);
  return node.form === 'double' ? and([found, sql`isfinite(${value})`]) : found;
}

function among(value: Sql, listed: readonly Sql[]): Sql {
  const [only] = listed;
  if (listed.length === 1 && only !== undefined) return sql`${value} = ${only}`;
  return sql`${value} IN (${joinSql(listed, ', ')})`;
}

/** What is compared with a bound value: the column itself wherever that says the same. */
function plainForm(value: Sql, node: SourceNode): Sql {
  if (node.form === 'double') return value;
  return jsonForm(value, node);
}

function someOf(list: Subject, values: readonly (boolean | number | string)[]): Sql | undefined {
  const { element } = list.node;
  if (element === undefined) return undefined;
  const isPlain = ['boolean', 'integer', 'long', 'double', 'text'].includes(element.form);
  if (!isPlain) return undefined;
  const listed = bindable(element, values);
  if (listed.length === 0) return never;
  const type = { boolean: 'BOOLEAN', integer: 'BIGINT', long: 'HUGEINT', double: 'DOUBLE' };
  const name = Object.entries(type).find(([form]) => form === element.form)?.[1] ?? 'VARCHAR';
  const needles = sql`CAST([${joinSql(listed, ', ')}] AS ${trusted(`${name}[]`)})`;
  const stored = name === 'VARCHAR' || name === 'BOOLEAN';
  const elements = stored ? list.value : sql`CAST(${list.value} AS ${trusted(`${name}[]`)})`;
  return sql`list_has_any(${elements}, ${needles})`;
}

function compares(
  subject: Subject,
  operator: ComparisonOperator,
  operand: boolean | number | string,
): Sql {
  const { value, node } = subject;
  if (typeof operand === 'boolean') {
    return comparesBoolean(value, operator, operand);
  }
  if (typeof operand === 'number') return comparesNumber(subject, operator, operand);
  if (node.form === 'timestamp') {
    return comparesText(
      value,
      operator,
      instantBounds(operand),
      (at) => sql`${instantOf(value)} >= make_timestamp(CAST(${at} AS BIGINT))`,
    );
  }
  if (node.form === 'date') {
    return comparesText(
      value,
      operator,
      dayBounds(operand),
      (at) => sql`${value} >= CAST(make_timestamp(CAST(${at} AS BIGINT)) AS DATE)`,
    );
  }
  return sql`${jsonForm(value, node)} ${trusted(sqlOperators[operator])} ${operand}`;
}

/** Texts of instants grow with time: `from` says that a value is not before an instant. */
function comparesText(
  value: Sql,
  operator: ComparisonOperator,
  { notBelow, above }: LeastInstant,
  from: (at: bigint) => Sql,
): Sql {
  const isThere = sql`isfinite(${value})`;
  const least = operator === '$gte' || operator === '$lt' ? notBelow : above;
  const condition = least === undefined ? never : from(least);
  if (operator === '$gt' || operator === '$gte') return and([isThere, condition]);
  return and([isThere, not(condition)]);
}

function comparesNumber(
  { value, node }: Subject,
  operator: ComparisonOperator,
  operand: number,
): Sql {
  if (isWhole(node)) return comparesWhole(value, operator, operand);
  const number = node.form === 'double' ? value : jsonForm(value, node);
  const condition = sql`${number} ${trusted(sqlOperators[operator])} CAST(${operand} AS DOUBLE)`;
  return node.form === 'double' ? and([condition, sql`isfinite(${value})`]) : condition;
}

function isNumber({ value, node }: Subject, type: 'int' | 'long' | 'double'): Sql {
  const isInt = sql`${value} BETWEEN -2147483648 AND 2147483647`;
  if (isWhole(node)) {
    if (type === 'double') return never;
    return type === 'int' ? isInt : not(or([sql`${value} IS NULL`, isInt]));
  }
  const number = jsonForm(value, node);
  const whole = sql`${number} = floor(${number}) AND abs(${number}) < 9223372036854775808.0`;
  if (type === 'double') return and([sql`${number} IS NOT NULL`, not(whole)]);
  const fits = sql`${number} BETWEEN -2147483648.0 AND 2147483647.0`;
  return type === 'int' ? and([whole, fits]) : and([whole, not(fits)]);
}

function safeInteger({ value, node }: Subject, test: (value: Sql) => Sql): Sql {
  const number = isWhole(node) ? value : jsonForm(value, node);
  const isSafe = isWhole(node)
    ? sql`${number} BETWEEN -9007199254740991 AND 9007199254740991`
    : sql`${number} = floor(${number}) AND abs(${number}) <= 9007199254740991.0`;
  return sql`CASE WHEN ${isSafe} THEN ${test(sql`CAST(${number} AS BIGINT)`)} ELSE FALSE END`;
}

/** RE2 of DuckDB and ours read these alike: no switches and names within groups, no classes by name. */
const commonExpression = (() => {
  const escape = String.raw`\\[dDwWsS.^$|?*+()[\]{}\\/tnrfv-]`;
  const inClass = String.raw`(?:[^\][\\]|${escape})`;
  return new RegExp(
    String.raw`^(?:[^\\([]|${escape}|\\[bB]|\((?:\?:|(?!\?))|\[\^?${inClass}+\])*$`,
    'u',
  );
})();

/** The options before the expression, where every engine of RE2 reads them. */
function withOptions(source: string, options: RegularExpression['options']): string {
  return options === '' ? source : `(?${options})${source}`;
}
