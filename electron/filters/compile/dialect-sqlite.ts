/** Documents as SQLite reads them: JSONB, made by `jsonb(text)` from a text that `JSON.stringify` wrote. */
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { sqlOperators } from '../comparisons.ts';
import type { ComparisonOperator, Filter } from '../filter.ts';
import { rangeOf } from '../number-range.ts';
import {
  elementTypes,
  everyElement,
  everyType,
  everyTypeAndElement,
  jsonType,
  ProfileView,
  typeBit,
  type PathProfile,
} from '../path-profile.ts';
import {
  always,
  and,
  canBeSqlPath,
  joinSql,
  jsonPath,
  never,
  or,
  sql,
  sqlNumber,
  trusted,
  withinRange,
  type Sql,
} from '../sql.ts';
import type { RegularExpression } from '../regular-expression.ts';
import { JsonCompiler } from './compile-json.ts';
import { Compiling, type CompiledFilter } from './compile.ts';
import { bitTest, moduloTest } from './dialect-parts.ts';
import { jsonNumbers, jsonTexts, type JsonDialect, type JsonTypeName } from './json-dialect.ts';
import { matchesExpression } from './sqlite-expressions.ts';
import type { Subject, ValueDialect } from './value-dialect.ts';

export interface DocumentOptions {
  /** The SQL expression of the documents. Text of the program, never of a caller. */
  readonly document: string;
  /** Of at least the documents that are asked. Without it, every guard stays. */
  readonly profile?: PathProfile | undefined;
  /**
   * Tells of a dotted path whether what is asked about is the document as it is stored. Conditions on others are
   * left to JavaScript, which then has to be given what is asked about. Every path, where it is left out.
   */
  readonly isStored?: ((path: string) => boolean) | undefined;
}

/** The same meaning as `evaluator` over documents; what SQL cannot say is left to that. */
export function compileDocuments(filter: Filter, options: DocumentOptions): CompiledFilter {
  const { document, profile, isStored } = options;
  const compiling = new Compiling();
  const compiler = new JsonCompiler(sqliteValues, sqliteJson, compiling);
  const root: Place = {
    root: trusted(document),
    steps: [],
    row: undefined,
    types: jsonType.object,
    below: new ProfileView(profile),
    isElement: false,
  };
  return compiling.parts(filter, (part) => compiler.compile(part, root, 'over', isStored));
}

/** Where a value is: at a path of a document, or in a row of `jsonb_each`. */
interface Place {
  /** The JSONB that the path leads into. */
  readonly root: Sql;
  readonly steps: readonly (number | string)[];
  /** The row that is the value, where no path leads on from it. */
  readonly row: Sql | undefined;
  /** Bits of `jsonType`, also of elements: what the value can be at all. */
  readonly types: number;
  /** What members of the value, or of its elements that are objects, can be. */
  readonly below: ProfileView;
  readonly isElement: boolean;
}

const containers = jsonType.object | jsonType.array;
const scalars = jsonType.boolean | jsonType.number | jsonType.string;

function pathOf({ root, steps }: Place): Sql {
  return steps.length === 0 ? root : sql`${root}, ${jsonPath(steps)}`;
}

/** `json_type`'s answer; NULL where the value is missing. */
function typeOf(place: Place): Sql {
  return place.row === undefined ? sql`json_type(${pathOf(place)})` : sql`${place.row}.type`;
}

/** A string or number as it is, a boolean as 1 or 0; at a path the JSON text of an array or object, in a row NULL. */
function scalarOf(place: Place): Sql {
  return place.row === undefined ? sql`json_extract(${pathOf(place)})` : sql`${place.row}.atom`;
}

function step(place: Place, name: number | string, types: number, below: ProfileView): Place {
  const steps = [...place.steps, name];
  return { ...place, steps, row: undefined, types, below, isElement: typeof name === 'number' };
}

/** What the profile tells of the elements of an array: of arrays in it, nothing. */
function elementOf({ types, below, isElement }: Place): Pick<Place, 'types' | 'below'> {
  if (isElement) return { types: everyTypeAndElement, below: new ProfileView(undefined) };
  return { types: elementTypes(types) | everyElement, below };
}

const typeNames = {
  null: `'null'`,
  boolean: `'true', 'false'`,
  number: `'integer', 'real'`,
  string: `'text'`,
  array: `'array'`,
  object: `'object'`,
} as const satisfies Record<JsonTypeName, string>;

function mayBe({ types }: Place, type: JsonTypeName): boolean {
  return (types & jsonType[type]) !== 0;
}

function isOf(place: Place, types: readonly JsonTypeName[]): Sql {
  const names = types.filter((each) => mayBe(place, each)).map((each) => typeNames[each]);
  return names.length === 0 ? never : sql`${typeOf(place)} IN (${trusted(names.join(', '))})`;
}

/** AND is no guard: a JSON function may be called before the type is looked at. */
function where(place: Place, type: JsonTypeName, test: Sql, other = never): Sql {
  if (!mayBe(place, type)) return other;
  if (type === 'array' || type === 'object') {
    // Of what is missing nothing of the test holds.
    const isSure = (place.types & everyType) === jsonType[type] && other.text === never.text;
    if (test.text === never.text ? other.text === never.text : isSure) return test;
    return sql`CASE ${typeOf(place)} WHEN ${trusted(typeNames[type])} THEN ${test} ELSE ${other} END`;
  }
  return guarded(place, [type], test);
}

/** A test about numbers and strings, where something else could be taken for one. */
function guarded(place: Place, types: readonly JsonTypeName[], test: Sql): Sql {
  const ofNumbers = types.includes('number') ? jsonType.boolean : 0;
  const ofTexts = types.includes('string') && place.row === undefined ? containers : 0;
  return (place.types & (ofNumbers | ofTexts)) === 0 ? test : and([isOf(place, types), test]);
}

function subjectOf(place: Place, type: 'number' | 'string'): Subject {
  const node = type === 'number' ? jsonNumbers : jsonTexts;
  const isMixed = (place.types & scalars & ~jsonType[type]) !== 0;
  return { value: scalarOf(place), node, isElement: true, isMixed };
}

const sqliteJson: JsonDialect<Place> = {
  canName: canBeSqlPath,
  member: (place, name) =>
    step(
      place,
      name,
      mayBe(place, 'object') ? place.below.typesAt([name]) : 0,
      place.below.below([name]),
    ),
  at: (place, index) => {
    const { types, below } = elementOf(place);
    return step(place, index, types, below);
  },
  some: (place, name, test) => {
    const row = trusted(name);
    const root = sql`${row}.value`;
    const condition = test({ root, steps: [], row, ...elementOf(place), isElement: true });
    if (condition.text === never.text) return never;
    return sql`EXISTS (SELECT 1 FROM jsonb_each(${pathOf(place)}) AS ${row} WHERE ${condition})`;
  },
  length: (place) => sql`json_array_length(${pathOf(place)})`,
  mayBeArray: (place) => mayBe(place, 'array'),
  isThere: (place) => (place.types === 0 ? never : sql`${typeOf(place)} IS NOT NULL`),
  isNull: (place) => {
    if (place.types === 0) return always;
    if (place.row !== undefined) return isOf(place, ['null']);
    return sql`${scalarOf(place)} IS NULL`;
  },
  isOf,
  where,
  number: (place) => subjectOf(place, 'number'),
  text: (place) => subjectOf(place, 'string'),
  isBoolean: (place, expected) =>
    mayBe(place, 'boolean') ? sql`${typeOf(place)} = ${trusted(`'${expected}'`)}` : never,
  isOneOf,
};

function isOneOf(place: Place, values: readonly JsonValue[]): Sql {
  const plain = values.filter(
    (each): each is number | string =>
      (typeof each === 'number' || typeof each === 'string') && (place.types & typeBit(each)) !== 0,
  );
  const types = (['number', 'string'] as const).filter((type) =>
    plain.some((each) => typeof each === type),
  );
  return or([
    plain.length === 0
      ? never
      : guarded(place, types, sqliteValues.equals(subjectOf(place, 'string'), plain)),
    sameText(place, 'array', values.filter(Array.isArray)),
    sameText(place, 'object', values.filter(isJsonObject)),
  ]);
}

/** Documents are stored as `JSON.stringify` writes them, so equal values have equal texts. */
function sameText(place: Place, type: 'array' | 'object', values: readonly JsonValue[]): Sql {
  if (values.length === 0) return never;
  const text = place.row === undefined ? scalarOf(place) : sql`json(${place.root})`;
  const texts = values.map((each) => JSON.stringify(each));
  return where(place, type, among(text, texts));
}

/** From here on a list is bound as one JSON text. */
const longList = 16;

function among(value: Sql, listed: readonly (boolean | number | string)[]): Sql {
  const [only] = listed;
  if (listed.length === 1 && only !== undefined) return sql`${value} = ${bindable(only)}`;
  if (listed.length > longList) {
    return sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(listed)}))`;
  }
  return sql`${value} IN (${joinSql(
    listed.map((each) => sql`${bindable(each)}`),
    ', ',
  )})`;
}

function bindable(value: boolean | number | string): number | bigint | string {
  return typeof value === 'string' ? value : sqlNumber(Number(value));
}

const sqliteValues: ValueDialect = {
  equals: ({ value }, values) => among(value, values),
  compares: (subject, operator, operand) =>
    typeof operand === 'string'
      ? comparesText(subject, operator, operand)
      : withinRange(subject.value, rangeOf(operator, Number(operand))),
  // An integer beyond 64 bits becomes a real number.
  isNumber: ({ value }, type) => {
    if (type === 'double') return sql`typeof(${value}) = 'real'`;
    const without = trusted(type === 'int' ? '' : 'NOT ');
    return and([
      sql`${value} ${without}BETWEEN -2147483648 AND 2147483647`,
      sql`typeof(${value}) = 'integer'`,
    ]);
  },
  modulo: ({ value }, divisor, remainder) =>
    and([moduloTest(value, divisor, remainder), isSafeInteger(value)]),
  bits: ({ value }, test, mask) => and([bitTest(test, value, mask), isSafeInteger(value)]),
  matches,
  contains,
};

/** Numbers are before every text. */
function comparesText(
  { value, isMixed }: Subject,
  operator: ComparisonOperator,
  operand: string,
): Sql {
  const comparison = sql`${value} ${trusted(sqlOperators[operator])} ${operand}`;
  const isUpper = operator === '$lt' || operator === '$lte';
  return isUpper && isMixed === true
    ? and([sql`${value} BETWEEN '' AND ${operand}`, comparison])
    : comparison;
}

function isSafeInteger(value: Sql): Sql {
  return and([
    sql`${value} BETWEEN -9007199254740991 AND 9007199254740991`,
    sql`typeof(${value}) = 'integer'`,
  ]);
}

function contains(subject: Subject, text: string): Sql {
  return and([sql`instr(${subject.value}, ${text}) > 0`, isText(subject)]);
}

function isText({ value, isMixed }: Subject): Sql {
  return isMixed === true ? sql`typeof(${value}) = 'text'` : always;
}

function matches(subject: Subject, expression: RegularExpression): Sql {
  const { value } = subject;
  const { literal, required, source, options } = expression;
  if (literal !== undefined && !literal.text.includes('\0')) {
    const { text, atStart, atEnd } = literal;
    if (atStart && atEnd) return sql`${value} = ${text}`;
    if (atStart) return and([sql`substr(${value}, 1, length(${text})) = ${text}`, isText(subject)]);
    if (!atEnd) return contains(subject, text);
  }
  const found = matchesExpression(value, source, options);
  return required === undefined ? found : and([contains(subject, required), found]);
}
