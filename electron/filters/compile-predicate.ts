/** One predicate about one JSON value as SQL: true where it holds; false or NULL where it does not. */
import { holdsFor, sqlOperators } from './comparisons.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { isInclusive } from './evaluate-filter.ts';
import { daysOfComparison, daysOfInstants, type TextRange } from './instant-texts.ts';
import type { BitTest, ComparisonOperator, Predicate, TypeName } from './filter.ts';
import { jsonType, typeBit } from './path-profile.ts';
import { and, joinSql, never, always, or, sql, sqlNumber, trusted, type Sql } from './sql.ts';

/** A value as SQL sees it: a place in a document, or a row of `json_each`. */
export interface SqlSubject {
  /** `json_type`'s answer; NULL where the value is missing. */
  readonly type: Sql;
  /** A string or number as it is; a boolean as 1 or 0; anything else as null or as some text or blob. */
  readonly value: Sql;
  /** The JSON text of an object or array; an error for anything else. */
  readonly json: Sql;
  /** True where the value is null, or missing. */
  readonly isNull: Sql;
  /** Bits of `jsonType`: what the value can be at all. */
  readonly types: number;
  /** Whether `value` of an object or array is a text, which could be taken for a string. */
  readonly containersAreText: boolean;
}

/** The predicates that look at a value and not inside it. */
export type ValuePredicate = Exclude<
  Predicate,
  { readonly kind: 'size' | 'elementValue' | 'elementObject' }
>;

/** Where `isExact` is false, the condition holds for more values than the predicate. */
export interface CompiledPredicate {
  readonly condition: Sql;
  readonly isExact: boolean;
}

const containers = jsonType.object | jsonType.array;
const isNumber = (subject: SqlSubject): Sql => sql`${subject.type} IN ('integer', 'real')`;

export function compilePredicate(
  predicate: ValuePredicate,
  subject: SqlSubject,
): CompiledPredicate {
  switch (predicate.kind) {
    case 'equal':
      return exact(listed([predicate.value], subject));
    case 'in':
      return exact(listed(predicate.values, subject));
    case 'compare':
      return exact(compared(predicate.operator, predicate.value, subject));
    case 'instants':
      return withinDays(daysOfInstants(predicate.instants), subject);
    case 'compareInstant':
      return withinDays(daysOfComparison(predicate.operator, predicate.instant), subject);
    case 'exists':
      return exact(subject.types === 0 ? never : sql`${subject.type} IS NOT NULL`);
    case 'type':
      return exact(or(predicate.types.map((type) => typed(type, subject))));
    case 'regex':
      return matched(predicate.expression, subject);
    case 'modulo': {
      const { divisor, remainder } = predicate;
      return exact(
        safeInteger(subject, (value) => sql`${value} % ${BigInt(divisor)} = ${BigInt(remainder)}`),
      );
    }
    case 'bits': {
      const { test, mask } = predicate;
      return exact(safeInteger(subject, (value) => bitTest(test, value, mask)));
    }
    default:
      return predicate satisfies never;
  }
}

function exact(condition: Sql): CompiledPredicate {
  return { condition, isExact: true };
}

/** From here on a list is bound as one JSON text. */
const longList = 16;

function listed(values: readonly JsonValue[], subject: SqlSubject): Sql {
  const plain = values.filter(
    (value): value is string | number =>
      (typeof value === 'string' || typeof value === 'number') &&
      (subject.types & typeBit(value)) !== 0,
  );
  return or([
    values.includes(null) ? nullOrMissing(subject) : never,
    plain.length > 0 ? listedPlain(plain, subject) : never,
    oneOfTypes(values.filter((value) => typeof value === 'boolean').map(String), subject),
    sameContainer(values.filter(Array.isArray), 'array', subject),
    sameContainer(values.filter(isJsonObject), 'object', subject),
  ]);
}

function nullOrMissing(subject: SqlSubject): Sql {
  return subject.types === 0 ? always : subject.isNull;
}

function listedPlain(values: readonly (string | number)[], subject: SqlSubject): Sql {
  const guards: Sql[] = [];
  const looksLikeContainer = values.some((each) => typeof each === 'string' && /^[[{]/.test(each));
  const mayBeContainer = subject.containersAreText && (subject.types & containers) !== 0;
  const hasNumber = values.some((each) => typeof each === 'number');
  if (
    (hasNumber && (subject.types & jsonType.boolean) !== 0) ||
    (looksLikeContainer && mayBeContainer)
  ) {
    guards.push(sql`${subject.type} IN ('integer', 'real', 'text')`);
  }
  return and([...guards, membership(values, subject.value)]);
}

function membership(values: readonly (string | number)[], subject: Sql): Sql {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return sql`${subject} = ${bindable(only)}`;
  if (values.length > longList) {
    return sql`${subject} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
  }
  const list = joinSql(
    values.map((each) => sql`${bindable(each)}`),
    ', ',
  );
  return sql`${subject} IN (${list})`;
}

function bindable(value: string | number): string | number | bigint {
  return typeof value === 'number' ? sqlNumber(value) : value;
}

/** Documents are stored as `JSON.stringify` writes them, so equal values have equal texts. */
function sameContainer(
  values: readonly JsonValue[],
  type: 'array' | 'object',
  subject: SqlSubject,
): Sql {
  if (values.length === 0 || (subject.types & jsonType[type]) === 0) return never;
  const same = membership(
    values.map((value) => JSON.stringify(value)),
    subject.json,
  );
  return sql`CASE ${subject.type} WHEN ${trusted(`'${type}'`)} THEN ${same} ELSE 0 END`;
}

function oneOfTypes(types: readonly string[], subject: SqlSubject): Sql {
  if (types.length === 0 || (subject.types & jsonType.boolean) === 0) return never;
  const names = [...new Set(types)].map((each) => `'${each}'`);
  return sql`${subject.type} IN (${trusted(names.join(', '))})`;
}

function compared(
  operator: ComparisonOperator,
  operand: boolean | number | string | null,
  subject: SqlSubject,
): Sql {
  if (operand === null) return isInclusive(operator) ? nullOrMissing(subject) : never;
  if ((subject.types & typeBit(operand)) === 0) return never;
  switch (typeof operand) {
    case 'number': {
      const range = rangeOf(operator, operand);
      return withinRange(range, subject);
    }
    case 'string':
      return comparedText(operator, operand, subject);
    default:
      return oneOfTypes(booleansWithin(operator, operand).map(String), subject);
  }
}

function booleansWithin(operator: ComparisonOperator, operand: boolean): boolean[] {
  return [false, true].filter((value) => holdsFor[operator](Number(value) - Number(operand)));
}

/** Numbers from `least` to `most`, both included. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** The numbers that satisfy a comparison: every double has a next one, so each range can be closed. */
export function rangeOf(operator: ComparisonOperator, operand: number): NumberRange {
  switch (operator) {
    case '$gt':
      return { least: nextUp(operand), most: Infinity };
    case '$gte':
      return { least: operand, most: Infinity };
    case '$lt':
      return { least: -Infinity, most: -nextUp(-operand) };
    default:
      return { least: -Infinity, most: operand };
  }
}

function nextUp(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value + 0]).buffer);
  const current = bits[0] ?? 0n;
  bits[0] = value < 0 ? current - 1n : current + 1n;
  return new Float64Array(bits.buffer)[0] ?? Infinity;
}

/**
 * Text sorts behind every number in SQLite: a range that is closed above keeps it out, at no more than
 * one look at the value.
 */
export function withinRange({ least, most }: NumberRange, subject: SqlSubject): Sql {
  const guards = (subject.types & jsonType.boolean) !== 0 ? [isNumber(subject)] : [];
  const { value } = subject;
  const range =
    least === -Infinity
      ? sql`${value} <= ${sqlNumber(most)}`
      : most === Infinity
        ? sql`${value} BETWEEN ${sqlNumber(least)} AND 9e999`
        : sql`${value} BETWEEN ${sqlNumber(least)} AND ${sqlNumber(most)}`;
  return and([...guards, range]);
}

function comparedText(operator: ComparisonOperator, operand: string, subject: SqlSubject): Sql {
  const isUpperBound = operator === '$lt' || operator === '$lte';
  const confused = containers | (isUpperBound ? jsonType.number | jsonType.boolean : 0);
  const comparison = sql`${subject.value} ${trusted(sqlOperators[operator])} ${operand}`;
  return (subject.types & confused) === 0
    ? comparison
    : and([sql`${subject.type} = 'text'`, comparison]);
}

/** Texts of instants lie between these of days; others that lie there as well are left to JavaScript. */
function withinDays({ from, before }: TextRange, subject: SqlSubject): CompiledPredicate {
  if ((subject.types & jsonType.string) === 0) return exact(never);
  const { value } = subject;
  const condition = and([
    sql`${subject.type} = 'text'`,
    from === undefined ? always : sql`${value} >= ${from}`,
    before === undefined ? always : sql`${value} < ${before}`,
  ]);
  return { condition, isExact: false };
}

const plainTypes: Partial<Record<TypeName, readonly [bit: number, names: string]>> = {
  number: [jsonType.number, `'integer', 'real'`],
  string: [jsonType.string, `'text'`],
  bool: [jsonType.boolean, `'true', 'false'`],
  object: [jsonType.object, `'object'`],
  array: [jsonType.array, `'array'`],
  null: [jsonType.null, `'null'`],
};

function typed(type: TypeName, subject: SqlSubject): Sql {
  const plain = plainTypes[type];
  if (plain !== undefined) {
    const [bit, names] = plain;
    return (subject.types & bit) === 0 ? never : sql`${subject.type} IN (${trusted(names)})`;
  }
  if ((subject.types & jsonType.number) === 0) return never;
  const { value } = subject;
  // An integer beyond 64 bits has the JSON type "integer" but becomes a real number.
  if (type === 'double') return and([isNumber(subject), sql`typeof(${value}) = 'real'`]);
  const not = trusted(type === 'int' ? '' : 'NOT ');
  return and([
    sql`${subject.type} = 'integer'`,
    sql`typeof(${value}) = 'integer'`,
    sql`${value} ${not}BETWEEN -2147483648 AND 2147483647`,
  ]);
}

function safeInteger(subject: SqlSubject, test: (value: Sql) => Sql): Sql {
  if ((subject.types & jsonType.number) === 0) return never;
  return and([
    sql`${subject.type} = 'integer'`,
    sql`${subject.value} BETWEEN -9007199254740991 AND 9007199254740991`,
    test(subject.value),
  ]);
}

function bitTest(test: BitTest, value: Sql, mask: bigint): Sql {
  switch (test) {
    case '$bitsAllSet':
      return sql`(${value} & ${mask}) = ${mask}`;
    case '$bitsAllClear':
      return sql`(${value} & ${mask}) = 0`;
    case '$bitsAnySet':
      return sql`(${value} & ${mask}) <> 0`;
    default:
      return sql`(${value} & ${mask}) <> ${mask}`;
  }
}

function matched(
  expression: Extract<Predicate, { kind: 'regex' }>['expression'],
  subject: SqlSubject,
): CompiledPredicate {
  if ((subject.types & jsonType.string) === 0) return exact(never);
  const { value } = subject;
  const isText =
    (subject.types & ~(jsonType.string | jsonType.null)) === 0
      ? sql`${value} IS NOT NULL`
      : sql`${subject.type} = 'text'`;
  const { literal, required } = expression;
  if (literal !== undefined && !literal.text.includes('\0')) {
    const { text, atStart, atEnd } = literal;
    const found =
      atStart && atEnd
        ? sql`${value} = ${text}`
        : atStart
          ? sql`substr(${value}, 1, length(${text})) = ${text}`
          : atEnd
            ? undefined
            : sql`instr(${value}, ${text}) > 0`;
    if (found !== undefined) return exact(and([isText, found]));
  }
  const prefilter = required === undefined ? [] : [sql`instr(${value}, ${required}) > 0`];
  return { condition: and([isText, ...prefilter]), isExact: false };
}
