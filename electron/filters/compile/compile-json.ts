/** Filters about JSON values: each candidate of a path by the type that it turns out to have. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import { holdsFor } from '../comparisons.ts';
import { acceptsNull, isInclusive } from '../evaluate-filter.ts';
import { arrayIndex } from '../field-path.ts';
import { isStoredWhole, looksAtElements } from '../filter-paths.ts';
import type { ComparisonOperator, Filter, Predicate, TypeName } from '../filter.ts';
import { daysOfComparison, daysOfInstants, type TextRange } from '../instant-texts.ts';
import { always, and, never, not, or, sql, type Sql } from '../sql.ts';
import type { Compiling, Side } from './compile.ts';
import type { JsonDialect } from './json-dialect.ts';
import type { Subject, ValueDialect } from './value-dialect.ts';

/** What the filter is about as it is stored; every path, where it is left out. */
type IsStored = ((path: string) => boolean) | undefined;

export const instantsLeft = 'An instant is read out of texts in JavaScript.';

/** Texts of instants lie between these of days; others that lie there as well are left to JavaScript. */
export function withinTexts({ from, before }: TextRange, subject: Subject, of: ValueDialect): Sql {
  return and([
    from === undefined ? always : of.compares(subject, '$gte', from),
    before === undefined ? always : of.compares(subject, '$lt', before),
  ]);
}

export class JsonCompiler<Value> {
  readonly #dialect: ValueDialect;
  readonly #json: JsonDialect<Value>;
  readonly #compiling: Compiling;

  constructor(dialect: ValueDialect, json: JsonDialect<Value>, compiling: Compiling) {
    this.#dialect = dialect;
    this.#json = json;
    this.#compiling = compiling;
  }

  /** A predicate about what a path leads to. @param value an object, or what may be anything where a path leads into it */
  field(value: Value, segments: readonly string[], predicate: Predicate, side: Side): Sql {
    const found = this.#walk(value, segments, (each) => this.#terminal(predicate, each, side));
    if (found === undefined) return this.#compiling.tooMany(side);
    if (!acceptsNull(predicate)) return found;
    // Where no object is on the way through an array there is no candidate.
    const candidate = this.#walk(value, segments, () => always);
    return candidate === undefined ? this.#compiling.tooMany(side) : or([found, not(candidate)]);
  }

  /** A filter about a document, about one element, or about the members of one that is an object. */
  compile(filter: Filter, value: Value, side: Side, isStored?: IsStored): Sql {
    switch (filter.kind) {
      case 'all':
        return and(filter.filters.map((each) => this.compile(each, value, side, isStored)));
      case 'any':
        return or(filter.filters.map((each) => this.compile(each, value, side, isStored)));
      case 'not':
        return not(
          this.compile(filter.filter, value, side === 'over' ? 'under' : 'over', isStored),
        );
      case 'value':
        return this.about(filter.predicate, value, side);
      case 'field': {
        const { text, segments } = filter.path;
        if (!isStoredWhole(filter, isStored)) {
          return this.#compiling.inexact(`${text} is treated by the holder.`, side);
        }
        if (!this.#json.canName(segments)) {
          return this.#compiling.inexact(`The name ${text} cannot be part of an SQL path.`, side);
        }
        return this.#member(value, segments, filter.predicate, side);
      }
      case 'expression':
        return this.#compiling.inexact('An expression is computed in JavaScript.', side);
      default:
        return filter satisfies never;
    }
  }

  /** Of an object no array is on the way to its first member. */
  #member(object: Value, segments: readonly string[], predicate: Predicate, side: Side): Sql {
    const [first = '', ...rest] = segments;
    return this.field(this.#json.member(object, first), rest, predicate, side);
  }

  /** Some value at the end of a path; undefined where that takes too many looks. */
  #walk(value: Value, segments: readonly string[], test: (value: Value) => Sql): Sql | undefined {
    const [first, ...rest] = segments;
    if (first === undefined) return test(value);
    const json = this.#json;
    const member = this.#walk(json.member(value, first), rest, test);
    if (!json.mayBeArray(value)) return member;
    const inArray = this.#inArray(value, segments, test);
    if (member === undefined || inArray === undefined) return undefined;
    return member.text === inArray.text && member.values.length === 0
      ? member
      : json.where(value, 'array', inArray, member);
  }

  #inArray(
    array: Value,
    [first = '', ...rest]: readonly string[],
    test: (value: Value) => Sql,
  ): Sql | undefined {
    const json = this.#json;
    const row = this.#compiling.name();
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

  #there(array: Value, index: number, test: Sql): Sql {
    return and([sql`${this.#json.length(array)} > ${index}`, test]);
  }

  #terminal(predicate: Predicate, value: Value, side: Side): Sql {
    const json = this.#json;
    const whole = this.about(predicate, value, side);
    if (!looksAtElements(predicate) || !json.mayBeArray(value)) return whole;
    const row = this.#compiling.name();
    if (row === undefined) return this.#compiling.tooMany(side);
    const some = json.some(value, row, (element) => this.about(predicate, element, side));
    if (some.text === never.text) return whole;
    return or([whole, json.where(value, 'array', some)]);
  }

  /** A predicate about one value, as it is. */
  about(predicate: Predicate, value: Value, side: Side): Sql {
    const [dialect, json] = [this.#dialect, this.#json];
    switch (predicate.kind) {
      case 'equal':
        return this.#listed([predicate.value], value, side);
      case 'in':
        return this.#listed(predicate.values, value, side);
      case 'compare':
        return this.#compared(predicate.operator, predicate.value, value);
      case 'instants':
        return this.#withinDays(daysOfInstants(predicate.instants), value, side);
      case 'compareInstant': {
        const { operator, instant } = predicate;
        return this.#withinDays(daysOfComparison(operator, instant), value, side);
      }
      case 'exists':
        return json.isThere(value);
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

  #number(value: Value, test: (subject: Subject) => Sql): Sql {
    const condition = test(this.#json.number(value));
    return condition.text === never.text ? never : this.#json.where(value, 'number', condition);
  }

  #string(value: Value, test: (subject: Subject) => Sql): Sql {
    const condition = test(this.#json.text(value));
    return condition.text === never.text ? never : this.#json.where(value, 'string', condition);
  }

  #withinDays(range: TextRange, value: Value, side: Side): Sql {
    const prefilter = this.#string(value, (subject) => withinTexts(range, subject, this.#dialect));
    if (prefilter.text === never.text) return never;
    return this.#compiling.inexact(instantsLeft, side, prefilter);
  }

  #listed(values: readonly JsonValue[], value: Value, side: Side): Sql {
    const json = this.#json;
    const inBooleans = [...new Set(values.filter((each) => typeof each === 'boolean'))];
    return or([
      values.includes(null) ? json.isNull(value) : never,
      ...inBooleans.map((each) => json.isBoolean(value, each)),
      json.isOneOf?.(value, values) ?? this.#oneOf(values, value, side),
    ]);
  }

  /** Arrays and objects are compared in JavaScript: the order of members counts. */
  #oneOf(values: readonly JsonValue[], value: Value, side: Side): Sql {
    const dialect = this.#dialect;
    const inNumbers = values.filter((each) => typeof each === 'number');
    const inTexts = values.filter((each) => typeof each === 'string');
    const containers = values.filter((each) => typeof each === 'object' && each !== null);
    return or([
      inNumbers.length === 0
        ? never
        : this.#number(value, (subject) => dialect.equals(subject, inNumbers)),
      inTexts.length === 0
        ? never
        : this.#string(value, (subject) => dialect.equals(subject, inTexts)),
      containers.length === 0 ? never : this.#sameContainer(containers, value, side),
    ]);
  }

  #sameContainer(containers: readonly JsonValue[], value: Value, side: Side): Sql {
    const json = this.#json;
    const lengths = new Set(containers.filter(Array.isArray).map(({ length }) => length));
    const length = json.length(value);
    const fitting = or([...lengths].map((each) => sql`${length} = ${each}`));
    const prefilter = or([
      lengths.size === 0 ? never : json.where(value, 'array', fitting),
      containers.every(Array.isArray) ? never : json.isOf(value, ['object']),
    ]);
    return this.#compiling.inexact('A list or object is compared as a whole.', side, prefilter);
  }

  #compared(
    operator: ComparisonOperator,
    operand: boolean | number | string | null,
    value: Value,
  ): Sql {
    const [dialect, json] = [this.#dialect, this.#json];
    if (operand === null) return isInclusive(operator) ? json.isNull(value) : never;
    if (typeof operand === 'number') {
      return this.#number(value, (subject) => dialect.compares(subject, operator, operand));
    }
    if (typeof operand === 'string') {
      return this.#string(value, (subject) => dialect.compares(subject, operator, operand));
    }
    const within = [false, true].filter((each) =>
      holdsFor[operator](Number(each) - Number(operand)),
    );
    return or(within.map((each) => json.isBoolean(value, each)));
  }

  #typed(type: TypeName, value: Value): Sql {
    const [dialect, json] = [this.#dialect, this.#json];
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
    value: Value,
    side: Side,
  ): Sql {
    const [dialect, json] = [this.#dialect, this.#json];
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
    return this.#compiling.inexact(
      'A regular expression is matched in JavaScript.',
      side,
      prefilter,
    );
  }

  #elements(
    predicate: Extract<Predicate, { kind: 'elementValue' | 'elementObject' }>,
    value: Value,
    side: Side,
  ): Sql {
    const json = this.#json;
    if (!json.mayBeArray(value)) return never;
    const row = this.#compiling.name();
    if (row === undefined) return this.#compiling.tooMany(side);
    const some = json.some(value, row, (element) => {
      const inner = this.compile(predicate.filter, element, side);
      return predicate.kind === 'elementObject' ? json.where(element, 'object', inner) : inner;
    });
    return some.text === never.text ? never : json.where(value, 'array', some);
  }
}
