/** Typed columns as PostgreSQL reads them: of the relation that is called `r` in a query. */
import { sqlOperators } from '../comparisons.ts';
import { among, comparesBoolean, isStorable, TypedNumbers } from './dialect-parts.ts';
import type { SourceNode } from '../../../shared/contract/sources.ts';
import type { ComparisonOperator } from '../filter.ts';
import { and, joinSql, never, quotedName, sql, trusted, truth, type Sql } from '../sql.ts';
import type { Dialect } from './dialect.ts';
import { postgresJson } from './dialect-postgres-jsonb.ts';
import { postgresExpression } from './postgres-expression.ts';
import {
  dayBounds,
  firstInstant,
  instantBounds,
  instantText,
  lastInstant,
  type LeastInstant,
} from './text-instants.ts';
import type { Subject } from './value-dialect.ts';

/** The JSON form of a value of a column or an element; NULL stands for null or none. */
export function jsonForm(value: Sql, node: SourceNode): Sql {
  switch (node.form) {
    case 'double':
    case 'decimal':
      return sql`CASE WHEN ${isThere(value, node)} THEN CAST(${value} AS float8) END`;
    case 'text':
      return sql`${value} COLLATE "C"`;
    case 'spelled':
    case 'uuid':
      return sql`CAST(${value} AS text) COLLATE "C"`;
    case 'date':
      return sql`CASE WHEN ${isThere(value, node)} THEN to_char(${value}, 'YYYY-MM-DD') COLLATE "C" END`;
    case 'timestamp':
      return sql`CASE WHEN ${isThere(value, node)} THEN to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') COLLATE "C" END`;
    default:
      return value;
  }
}

/** Values that stand for none are NaN, infinite, or days outside of the years 1 to 9999. */
function isThere(value: Sql, { form, type }: SourceNode): Sql {
  switch (form) {
    case 'double':
    case 'decimal':
      return sql`(${value} > '-Infinity' AND ${value} < 'Infinity')`;
    case 'date':
      return sql`(${value} >= '0001-01-01' AND ${value} <= '9999-12-31')`;
    case 'timestamp': {
      const least = trusted(`CAST('0001-01-01 00:00:00' AS ${instantType(type)})`);
      const beyond = trusted(`CAST('10000-01-01 00:00:00' AS ${instantType(type)})`);
      return sql`(${value} >= ${least} AND ${value} < ${beyond})`;
    }
    default:
      return sql`${value} IS NOT NULL`;
  }
}

/** Without a precision, to which a bound would be rounded. */
function instantType(type: string): string {
  return type.includes('with time zone') ? 'timestamptz' : 'timestamp';
}

const numbers = new TypedNumbers({
  double: 'float8',
  jsonForm,
  isThere,
  text: (value) => (isStorable(value) ? [sql`CAST(${value} AS text)`] : []),
});

export const postgresDialect: Dialect = {
  column: (name) => trusted(`r.${quotedName(name)}`),
  member: (struct, name) => sql`(${struct}).${trusted(quotedName(name))}`,
  at: (list, index) =>
    sql`(SELECT p.v FROM unnest(${list}) WITH ORDINALITY AS p(v, o) WHERE p.o = ${trusted(String(index + 1))})`,
  length: (list) => sql`cardinality(${list})`,
  some: (list, name, test) => {
    const condition = test(trusted(`${name}.v`));
    if (condition.text === never.text) return never;
    return sql`EXISTS (SELECT FROM unnest(${list}) AS ${trusted(name)}(v) WHERE ${truth(condition)})`;
  },
  someOf,
  isNull: ({ value, node }) =>
    standsForNone(node) ? sql`${isThere(value, node)} IS NOT TRUE` : sql`${value} IS NULL`,
  equals,
  compares,
  comparesInstant,
  isNumber: numbers.isNumber,
  modulo: numbers.modulo,
  bits: numbers.bits,
  matches: (subject, expression) => {
    const text = postgresExpression(expression);
    if (text === undefined) return undefined;
    return sql`${jsonForm(subject.value, subject.node)} ~ CAST(${text} AS text)`;
  },
  json: postgresJson,
  contains: (subject, text) =>
    isStorable(text)
      ? sql`strpos(${jsonForm(subject.value, subject.node)}, CAST(${text} AS text)) > 0`
      : never,
  guarded: (condition, test) => sql`CASE WHEN ${condition} THEN ${truth(test)} ELSE FALSE END`,
};

/** Some of its values stand for none. */
function standsForNone({ form }: SourceNode): boolean {
  return form === 'double' || form === 'decimal' || form === 'date' || form === 'timestamp';
}

function equals(subject: Subject, values: readonly (boolean | number | string)[]): Sql {
  const { value, node } = subject;
  // Neither NaN nor what is infinite equals a number of a filter.
  const plain = node.form === 'text' || node.form === 'double' ? value : jsonForm(value, node);
  return among(plain, numbers.bindable(node, values));
}

const arrayTypes: Readonly<Partial<Record<SourceNode['form'], string>>> = {
  boolean: 'boolean',
  text: 'text',
  uuid: 'uuid',
};
const wholeTypes: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  smallint: [-32_768, 32_767],
  integer: [-2_147_483_648, 2_147_483_647],
  bigint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Arrays are compared with arrays of their own type, so that an index of the server serves. */
function someOf(list: Subject, values: readonly (boolean | number | string)[]): Sql | undefined {
  const { element } = list.node;
  if (element === undefined) return undefined;
  const range = wholeTypes[element.type];
  const type = range === undefined ? arrayTypes[element.form] : element.type;
  if (element.type === 'double precision') return overlapping(list.value, 'float8', values);
  if (type === undefined) return undefined;
  const fitting = values.filter((each) => {
    if (typeof each === 'number') return range !== undefined && isBetween(each, range);
    if (typeof each === 'string' && element.form === 'uuid') return uuidForm.test(each);
    return typeof each === 'boolean' || isStorable(each);
  });
  const isOwn = element.form !== 'text' || element.type === 'text';
  return overlapping(isOwn ? list.value : sql`CAST(${list.value} AS text[])`, type, fitting);
}

function isBetween(value: number, [least, greatest]: readonly [number, number]): boolean {
  return Number.isInteger(value) && value >= least && value <= greatest;
}

function overlapping(list: Sql, type: string, values: readonly (boolean | number | string)[]): Sql {
  if (values.length === 0) return never;
  const listed = values.map((each) =>
    typeof each === 'boolean'
      ? trusted(each ? 'TRUE' : 'FALSE')
      : sql`CAST(${each} AS ${trusted(type)})`,
  );
  return sql`${list} && CAST(ARRAY[${joinSql(listed, ', ')}] AS ${trusted(`${type}[]`)})`;
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
  if (node.form === 'timestamp' || node.form === 'date') {
    const bounds = node.form === 'date' ? dayBounds(operand) : instantBounds(operand);
    return comparesText(subject, operator, bounds);
  }
  return comparesString(jsonForm(value, node), operator, operand);
}

/** By the bytes of UTF-8. What comes behind U+0000 in an operand is behind every text that has all in front of it. */
function comparesString(value: Sql, operator: ComparisonOperator, operand: string): Sql {
  const end = operand.indexOf('\0');
  const text = (end === -1 ? operand : operand.slice(0, end)).toWellFormed();
  const isUpper = operator === '$lt' || operator === '$lte';
  const comparison = end === -1 ? sqlOperators[operator] : isUpper ? '<=' : '>';
  return sql`${value} ${trusted(comparison)} CAST(${text} AS text)`;
}

/** Texts of instants grow with time. */
function comparesText(
  subject: Subject,
  operator: ComparisonOperator,
  { notBelow, above }: LeastInstant,
): Sql {
  const { value, node } = subject;
  const there = isThere(value, node);
  const least = operator === '$gte' || operator === '$lt' ? notBelow : above;
  const isLower = operator === '$gt' || operator === '$gte';
  if (least === undefined) return isLower ? never : there;
  const comparison = trusted(isLower ? '>=' : '<');
  return and([there, sql`${value} ${comparison} ${instantLiteral(node, least)}`]);
}

/** A moment of the years 1 to 9999 as the type of a column. */
function instantLiteral({ form, type }: SourceNode, micros: bigint): Sql {
  const text = instantText(micros);
  return form === 'date'
    ? sql`CAST(${text.slice(0, 10)} AS date)`
    : sql`CAST(${text} AS ${trusted(instantType(type))})`;
}

function comparesInstant(
  { value, node }: Subject,
  operator: ComparisonOperator | '$eq',
  micros: bigint,
): Sql {
  const there = isThere(value, node);
  if (micros < firstInstant || micros > lastInstant) {
    const isBefore = micros < firstInstant;
    const holds = isBefore ? operator.startsWith('$g') : operator.startsWith('$l');
    return holds ? there : never;
  }
  const comparison = trusted(operator === '$eq' ? '=' : sqlOperators[operator]);
  const instant = node.form === 'date' ? sql`CAST(${value} AS timestamp)` : value;
  const type = node.form === 'date' ? ({ form: 'timestamp', type: 'timestamp' } as const) : node;
  return and([there, sql`${instant} ${comparison} ${instantLiteral(type, micros)}`]);
}

/** SQL of what has the order of a value in JSON; instants have that of their texts. */
export function sortedForm(value: Sql, node: SourceNode): Sql {
  if (node.form !== 'date' && node.form !== 'timestamp') return jsonForm(value, node);
  return sql`CASE WHEN ${isThere(value, node)} THEN ${value} END`;
}
