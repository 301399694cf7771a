/** Typed columns as DuckDB 1.5 reads them, above all from Parquet files. */
import { sqlOperators } from '../comparisons.ts';
import { among, comparesBoolean, TypedNumbers } from './dialect-parts.ts';
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { ComparisonOperator } from '../filter.ts';
import type { RegularExpression } from '../regular-expression.ts';
import {
  and,
  joinSql,
  never,
  not,
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

const numbers = new TypedNumbers({
  double: 'DOUBLE',
  jsonForm,
  isThere: (value) => sql`isfinite(${value})`,
  text: (value) => [sql`${value}`],
});

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
  isNumber: numbers.isNumber,
  modulo: numbers.modulo,
  bits: numbers.bits,
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

function equals(subject: Subject, values: readonly (boolean | number | string)[]): Sql {
  const { value, node } = subject;
  const listed = numbers.bindable(node, values);
  if (node.form !== 'double') return among(jsonForm(value, node), listed);
  return and([among(value, listed), sql`isfinite(${value})`]);
}

function someOf(list: Subject, values: readonly (boolean | number | string)[]): Sql | undefined {
  const { element } = list.node;
  if (element === undefined) return undefined;
  const isPlain = ['boolean', 'integer', 'long', 'double', 'text'].includes(element.form);
  if (!isPlain) return undefined;
  const listed = numbers.bindable(element, values);
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
  if (typeof operand === 'number') return numbers.compares(subject, operator, operand);
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
