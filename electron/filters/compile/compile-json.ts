/** Filters about JSON values: each candidate of a path by the type that it turns out to have. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import type { SourceNode } from '../../../shared/contract/sources.ts';
import { acceptsNull, isInclusive } from '../evaluate-filter.ts';
import { arrayIndex } from '../field-path.ts';
import { looksAtElements } from '../filter-paths.ts';
import type { ComparisonOperator, Filter, Predicate, TypeName } from '../filter.ts';
import { always, and, never, not, or, sql, type Sql } from '../sql.ts';
import type { Dialect, Subject } from './dialect.ts';
import type { JsonDialect } from './json-dialect.ts';

/** Which way an inexact condition may err: more rows, or (under a negation) fewer. */
type Side = 'over' | 'under';

/** The compiler of the whole filter, as far as one about JSON is a part of it. */
export interface JsonMeans {
  readonly dialect: Dialect;
  readonly json: JsonDialect;
  /** A name for the elements of one more array; undefined where there are enough. */
  readonly name: () => string | undefined;
  readonly inexact: (reason: string, side: Side, prefilter?: Sql) => Sql;
}

const numbers: SourceNode = { type: 'double precision', form: 'double' };
const texts: SourceNode = { type: 'text', form: 'text' };

export class JsonCompiler {
  readonly #means: JsonMeans;

  constructor(means: JsonMeans) {
    this.#means = means;
  }

  /** A predicate about what a path leads to. @param value an object, or what may be anything where a path leads into it */
  field(value: Sql, segments: readonly string[], predicate: Predicate, side: Side): Sql {
    const found = this.#walk(value, segments, (each) => this.#terminal(predicate, each, side));
    if (found === undefined) return this.#tooMany(side);
    if (!acceptsNull(predicate)) return found;
    // Where no object is on the way through an array there is no candidate.
    const candidate = this.#walk(value, segments, () => always);
    return candidate === undefined ? this.#tooMany(side) : or([found, not(candidate)]);
  }

  /** A filter about one element, or about the members of one that is an object. */
  compile(filter: Filter, element: Sql, side: Side): Sql {
    switch (filter.kind) {
      case 'all':
        return and(filter.filters.map((each) => this.compile(each, element, side)));
      case 'any':
        return or(filter.filters.map((each) => this.compile(each, element, side)));
      case 'not':
        return not(this.compile(filter.filter, element, side === 'over' ? 'under' : 'over'));
      case 'value':
        return this.about(filter.predicate, element, side);
      case 'field':
        return this.#member(element, filter.path.segments, filter.predicate, side);
      case 'expression':
        return this.#means.inexact('An expression is computed in JavaScript.', side);
      default:
        return filter satisfies never;
    }
  }

  /** Of an object no array is on the way to its first member. */
  #member(object: Sql, segments: readonly string[], predicate: Predicate, side: Side): Sql {
    const [first = '', ...rest] = segments;
    return this.field(this.#means.json.member(object, first), rest, predicate, side);
  }

  #tooMany(side: Side): Sql {
    return this.#means.inexact('The filter looks into too many lists.', side);
  }

  /** Some value at the end of a path; undefined where that takes too many looks. */
  #walk(value: Sql, segments: readonly string[], test: (value: Sql) => Sql): Sql | undefined {
    const [first, ...rest] = segments;
    if (first === undefined) return test(value);
    const { json } = this.#means;
    const member = this.#walk(json.member(value, first), rest, test);
    const inArray = this.#inArray(value, segments, test);
    if (member === undefined || inArray === undefined) return undefined;
    return member.text === inArray.text && member.values.length === 0
      ? member
      : json.where(value, 'array', inArray, member);
  }

  #inArray(
    array: Sql,
    [first = '', ...rest]: readonly string[],
    test: (value: Sql) => Sql,
  ): Sql | undefined {
    const { json, name } = this.#means;
    const row = name();
    if (row === undefined) return undefined;
    let isOver = false;
    const some = json.some(array, row, (element) => {
      const inner = this.#walk(json.member(element, first), rest, test);
      if (inner === undefined) isOver = true;
      return json.where(element, 'object', inner ?? always);
    });
    if (isOver) return undefined;
    const index = arrayIndex(first);
    if (index === undefined) return some;
    const addressed = this.#walk(json.at(array, index), rest, test);
    if (addressed === undefined) return undefined;
    return or([some, this.#there(array, index, addressed)]);
  }

  #there(array: Sql, index: number, test: Sql): Sql {
    return and([sql`${this.#means.json.length(array)} > ${index}`, test]);
  }

  #terminal(predicate: Predicate, value: Sql, side: Side): Sql {
    const whole = this.about(predicate, value, side);
    if (!looksAtElements(predicate)) return whole;
    const { json, name } = this.#means;
    const row = name();
    if (row === undefined) return this.#tooMany(side);
    const some = json.some(value, row, (element) => this.about(predicate, element, side));
    if (some.text === never.text) return whole;
    return or([whole, json.where(value, 'array', some)]);
  }

  /** A predicate about one value, as it is. */
  about(predicate: Predicate, value: Sql, side: Side): Sql {
    const { json, dialect } = this.#means;
    switch (predicate.kind) {
      case 'equal':
        return this.#listed([predicate.value], value, side);
      case 'in':
        return this.#listed(predicate.values, value, side);
      case 'compare':
        return this.#compared(predicate.operator, predicate.value, value);
      case 'instants':
      case 'compareInstant':
        return this.#means.inexact(
          'An instant is read out of texts in JavaScript.',
          side,
          json.isOf(value, ['string']),
        );
      case 'exists':
        return sql`${value} IS NOT NULL`;
      case 'type':
        return or(predicate.types.map((type) => this.#typed(type, value)));
      case 'regex':
        return this.#matched(predicate.expression, value, side);
      case 'size':
        return json.where(value, 'array', sql`${json.length(value)} = ${predicate.size}`);
      case 'modulo':
        return this.#number(value, (subject) =>
          dialect.modulo(subject, predicate.divisor, predicate.remainder),
        );
      case 'bits':
        return this.#number(value, (subject) =>
          dialect.bits(subject, predicate.test, predicate.mask),
        );
      case 'elementValue':
      case 'elementObject':
        return this.#elements(predicate, value, side);
      default:
        return predicate satisfies never;
    }
  }

  #number(value: Sql, test: (subject: Subject) => Sql): Sql {
    const { json } = this.#means;
    const subject = { value: json.number(value), node: numbers, isElement: true };
    const condition = test(subject);
    return condition.text === never.text ? never : json.where(value, 'number', condition);
  }

  #string(value: Sql, test: (subject: Subject) => Sql): Sql {
    const { json } = this.#means;
    const subject = { value: json.text(value), node: texts, isElement: true };
    const condition = test(subject);
    return condition.text === never.text ? never : json.where(value, 'string', condition);
  }

  #listed(values: readonly JsonValue[], value: Sql, side: Side): Sql {
    const { json, dialect } = this.#means;
    const inNumbers = values.filter((each) => typeof each === 'number');
    const inTexts = values.filter((each) => typeof each === 'string');
    const inBooleans = [...new Set(values.filter((each) => typeof each === 'boolean'))];
    return or([
      values.includes(null) ? this.#isNull(value) : never,
      inNumbers.length === 0
        ? never
        : this.#number(value, (subject) => dialect.equals(subject, inNumbers)),
      inTexts.length === 0
        ? never
        : this.#string(value, (subject) => dialect.equals(subject, inTexts)),
      ...inBooleans.map((each) => json.isBoolean(value, each)),
      this.#sameContainer(values, value, side),
    ]);
  }

  #isNull(value: Sql): Sql {
    return or([sql`${value} IS NULL`, this.#means.json.isOf(value, ['null'])]);
  }

  /** Arrays and objects are compared in JavaScript: the order of members counts. */
  #sameContainer(values: readonly JsonValue[], value: Sql, side: Side): Sql {
    const { json, inexact } = this.#means;
    const lengths = values.filter(Array.isArray).map(({ length }) => length);
    const hasObject = values.some(
      (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    if (lengths.length === 0 && !hasObject) return never;
    const length = json.length(value);
    const fitting = or([...new Set(lengths)].map((each) => sql`${length} = ${each}`));
    const prefilter = or([
      lengths.length === 0 ? never : json.where(value, 'array', fitting),
      hasObject ? json.isOf(value, ['object']) : never,
    ]);
    return inexact('A list or object is compared as a whole.', side, prefilter);
  }

  #compared(
    operator: ComparisonOperator,
    operand: boolean | number | string | null,
    value: Sql,
  ): Sql {
    const { dialect, json } = this.#means;
    if (operand === null) return isInclusive(operator) ? this.#isNull(value) : never;
    if (typeof operand === 'number') {
      return this.#number(value, (subject) => dialect.compares(subject, operator, operand));
    }
    if (typeof operand === 'string') {
      return this.#string(value, (subject) => dialect.compares(subject, operator, operand));
    }
    const within = [false, true].filter((each) =>
      isWithin(operator, Number(each) - Number(operand)),
    );
    return or(within.map((each) => json.isBoolean(value, each)));
  }

  #typed(type: TypeName, value: Sql): Sql {
    const { json, dialect } = this.#means;
    switch (type) {
      case 'int':
      case 'long':
      case 'double':
        return this.#number(value, (subject) => dialect.isNumber(subject, type));
      case 'bool':
        return json.isOf(value, ['boolean']);
      default:
        return json.isOf(value, [type]);
    }
  }

  #matched(
    expression: Extract<Predicate, { kind: 'regex' }>['expression'],
    value: Sql,
    side: Side,
  ): Sql {
    const { dialect, json, inexact } = this.#means;
    let isKnown = true;
    const matches = this.#string(value, (subject) => {
      const found = dialect.matches(subject, expression);
      isKnown = found !== undefined;
      return found ?? always;
    });
    if (isKnown) return matches;
    const { required } = expression;
    const prefilter =
      required === undefined
        ? json.isOf(value, ['string'])
        : this.#string(value, (subject) => dialect.contains(subject, required));
    return inexact('A regular expression is matched in JavaScript.', side, prefilter);
  }

  #elements(
    predicate: Extract<Predicate, { kind: 'elementValue' | 'elementObject' }>,
    value: Sql,
    side: Side,
  ): Sql {
    const { json, name } = this.#means;
    const row = name();
    if (row === undefined) return this.#tooMany(side);
    const some = json.some(value, row, (element) => {
      const inner = this.compile(predicate.filter, element, side);
      return predicate.kind === 'elementObject' ? json.where(element, 'object', inner) : inner;
    });
    return some.text === never.text ? never : json.where(value, 'array', some);
  }
}

function isWithin(operator: ComparisonOperator, order: number): boolean {
  if (operator === '$gt') return order > 0;
  if (operator === '$gte') return order >= 0;
  return operator === '$lt' ? order < 0 : order <= 0;
}
