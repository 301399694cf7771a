/** A filter as one boolean SQL expression over typed columns, finished in JavaScript where SQL cannot say it. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { FieldForm, SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import { acceptsNull, isInclusive } from '../evaluate-filter.ts';
import { arrayIndex, ownMember } from '../field-path.ts';
import { isStoredWhole, looksAtElements } from '../filter-paths.ts';
import type { ComparisonOperator, Filter, Predicate, TypeName } from '../filter.ts';
import { daysOfComparison, daysOfInstants, type TextRange } from '../instant-texts.ts';
import type { Instant } from '../instant.ts';
import { always, and, never, not, or, sql, type Sql } from '../sql.ts';
import { instantsLeft, JsonCompiler, withinTexts } from './compile-json.ts';
import { Compiling, type CompiledFilter, type Side } from './compile.ts';
import type { Dialect } from './dialect.ts';
import type { Subject } from './value-dialect.ts';

export interface TypedOptions {
  readonly dialect: Dialect;
  readonly fields: readonly SourceField[];
  /** Of rows that are documents: what holds one. */
  readonly document?: Sql | undefined;
  /** Tells of a dotted path whether it is seen as it is stored; the others are left to JavaScript. */
  readonly isStored?: ((path: string) => boolean) | undefined;
}

/** Where paths start. */
interface Scope {
  /** The struct; undefined for the row itself. */
  readonly struct: Sql | undefined;
  readonly members: readonly SourceField[];
  /** The element that `value` leaves are about. */
  readonly element?: Subject;
  /** The document that paths lead into. */
  readonly document?: Sql | undefined;
  readonly isStored?: TypedOptions['isStored'];
}

/** The type of a value in JSON; any of them in a column of JSON. */
export function jsonKind(
  form: FieldForm,
): 'boolean' | 'number' | 'string' | 'array' | 'object' | 'any' {
  switch (form) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'long':
    case 'double':
    case 'decimal':
      return 'number';
    case 'list':
      return 'array';
    case 'struct':
      return 'object';
    case 'json':
      return 'any';
    default:
      return 'string';
  }
}

/** The same meaning as `evaluator` over rows as JSON; what SQL cannot say is left to that. */
export function compileTyped(filter: Filter, options: TypedOptions): CompiledFilter {
  const { fields, document, isStored } = options;
  const scope: Scope = { struct: undefined, members: fields, document, isStored };
  const compiling = new Compiling();
  const compiler = new TypedCompiler(options.dialect, compiling);
  return compiling.parts(filter, (part) => compiler.compile(part, scope, 'over'));
}

class TypedCompiler {
  readonly #compiling: Compiling;
  readonly #dialect: Dialect;
  readonly #json: JsonCompiler<Sql> | undefined;

  constructor(dialect: Dialect, compiling: Compiling) {
    this.#compiling = compiling;
    this.#dialect = dialect;
    this.#json = dialect.json && new JsonCompiler(dialect, dialect.json, compiling);
  }

  compile(filter: Filter, scope: Scope, side: Side): Sql {
    switch (filter.kind) {
      case 'all':
        return and(filter.filters.map((each) => this.compile(each, scope, side)));
      case 'any':
        return or(filter.filters.map((each) => this.compile(each, scope, side)));
      case 'not':
        return not(this.compile(filter.filter, scope, side === 'over' ? 'under' : 'over'));
      case 'value':
        if (scope.element === undefined) throw new TypeError('There is no element here.');
        return this.#about(filter.predicate, scope.element, side);
      case 'expression':
        return this.#compiling.inexact('An expression is computed in JavaScript.', side);
      case 'field': {
        const { path, predicate } = filter;
        if (!isStoredWhole(filter, scope.isStored)) {
          return this.#compiling.inexact(`${path.text} is treated by the holder.`, side);
        }
        return this.#field(path.segments, predicate, scope, side);
      }
      default:
        return filter satisfies never;
    }
  }

  #field(segments: readonly string[], predicate: Predicate, scope: Scope, side: Side): Sql {
    const json = this.#inDocument(segments, scope);
    if (json !== undefined) {
      if (this.#json === undefined || json.value === undefined) {
        return this.#compiling.inexact('A path into a document is followed in JavaScript.', side);
      }
      return this.#json.field(json.value, json.segments, predicate, side);
    }
    const found = this.#member(segments, 0, scope, (subject) =>
      this.#terminal(predicate, subject, side),
    );
    if (found === undefined) return this.#compiling.tooMany(side);
    if (!acceptsNull(predicate)) return found;
    const candidate = this.#member(segments, 0, scope, () => always);
    return candidate === undefined ? this.#compiling.tooMany(side) : or([found, not(candidate)]);
  }

  /** The JSON value that a path leads into, and the rest of the path; undefined where it leads into none. */
  #inDocument(
    segments: readonly string[],
    { struct, members, document }: Scope,
  ): { readonly value: Sql | undefined; readonly segments: readonly string[] } | undefined {
    const { json } = this.#dialect;
    if (document !== undefined) {
      const [first = '', ...rest] = segments;
      return json === undefined
        ? { value: document, segments }
        : { value: json.member(document, first), segments: rest };
    }
    if (struct !== undefined) return undefined;
    const field = members.find(({ name }) => name === segments[0]);
    if (field?.form !== 'json') return undefined;
    const column = this.#dialect.column(field.name);
    const value = json?.of(column, field.type);
    return { value, segments: segments.slice(1) };
  }

  /** Some value at the end of a path; undefined where that takes too many looks. */
  #member(
    segments: readonly string[],
    position: number,
    { struct, members }: Pick<Scope, 'struct' | 'members'>,
    test: (subject: Subject | undefined) => Sql,
  ): Sql | undefined {
    const node = members.find(({ name }) => name === segments[position]);
    if (node === undefined) return test(undefined);
    const dialect = this.#dialect;
    const value =
      struct === undefined ? dialect.column(node.name) : dialect.member(struct, node.name);
    return this.#walk(segments, position + 1, { value, node, isElement: false }, test);
  }

  #walk(
    segments: readonly string[],
    position: number,
    subject: Subject,
    test: (subject: Subject | undefined) => Sql,
  ): Sql | undefined {
    if (position === segments.length) return test(subject);
    const { value, node } = subject;
    if (node.form === 'struct') {
      const scope = { struct: value, members: node.members ?? [] };
      return this.#member(segments, position, scope, test);
    }
    return node.form === 'list' ? this.#inList(segments, position, subject, test) : test(undefined);
  }

  #inList(
    segments: readonly string[],
    position: number,
    { value: list, node }: Subject,
    test: (subject: Subject | undefined) => Sql,
  ): Sql | undefined {
    const { element } = node;
    if (element === undefined) return test(undefined);
    const dialect = this.#dialect;
    const absent = test(undefined);
    const parts: Sql[] = [absent.text === never.text ? never : and([sql`${list} IS NULL`, absent])];
    const index = arrayIndex(segments[position] ?? '');
    if (index !== undefined) {
      const subject = { value: dialect.at(list, index), node: element, isElement: true };
      const addressed = this.#walk(segments, position + 1, subject, test);
      if (addressed === undefined) return undefined;
      const isThere = sql`${dialect.length(list)} > ${index}`;
      parts.push(addressed.text === never.text ? never : dialect.guarded(isThere, addressed));
    }
    if (element.form === 'struct') {
      const name = this.#compiling.name();
      if (name === undefined) return undefined;
      let isOver = false;
      const some = dialect.some(list, name, (each) => {
        const scope = { struct: each, members: element.members ?? [] };
        const inner = this.#member(segments, position, scope, test);
        if (inner === undefined) isOver = true;
        return and([sql`${each} IS NOT NULL`, inner ?? always]);
      });
      if (isOver) return undefined;
      parts.push(some);
    }
    return or(parts);
  }

  /** One value at the end of a path, which may be a list; undefined: there is none. */
  #terminal(predicate: Predicate, subject: Subject | undefined, side: Side): Sql {
    if (subject === undefined) return acceptsNull(predicate) ? always : never;
    const whole = this.#about(predicate, subject, side);
    const { element } = subject.node;
    if (element === undefined || !looksAtElements(predicate)) return whole;
    return or([whole, this.#someElement(predicate, subject, element, side)]);
  }

  #someElement(predicate: Predicate, list: Subject, node: SourceNode, side: Side): Sql {
    const dialect = this.#dialect;
    const values = listedBy(predicate);
    if (values?.every(isPlain) === true) {
      const fitting = values.filter((each) => typeof each === jsonKind(node.form));
      const some = fitting.length === 0 ? never : dialect.someOf(list, fitting);
      if (some !== undefined) return some;
    }
    const name = this.#compiling.name();
    if (name === undefined) return this.#compiling.tooMany(side);
    return dialect.some(list.value, name, (value) =>
      this.#about(predicate, { value, node, isElement: true }, side),
    );
  }

  /** A predicate about one value, as it is. */
  #about(predicate: Predicate, subject: Subject, side: Side): Sql {
    const dialect = this.#dialect;
    const kind = jsonKind(subject.node.form);
    switch (predicate.kind) {
      case 'equal':
        return this.#listed([predicate.value], subject, side);
      case 'in':
        return this.#listed(predicate.values, subject, side);
      case 'compare': {
        const { operator, value } = predicate;
        if (value === null) return isInclusive(operator) ? dialect.isNull(subject) : never;
        return typeof value === kind ? dialect.compares(subject, operator, value) : never;
      }
      case 'instants':
        return kind === 'string' && !isTime(subject)
          ? this.#withinDays(daysOfInstants(predicate.instants), subject, side)
          : this.#atInstants(
              predicate.instants.map((instant) => ['$eq', instant]),
              subject,
            );
      case 'compareInstant': {
        const { operator, instant } = predicate;
        return kind === 'string' && !isTime(subject)
          ? this.#withinDays(daysOfComparison(operator, instant), subject, side)
          : this.#atInstants([[operator, instant]], subject);
      }
      case 'exists':
        return subject.isElement ? always : not(dialect.isNull(subject));
      case 'type':
        return or(predicate.types.map((type) => this.#typed(type, subject)));
      case 'regex':
        return kind === 'string' ? this.#matched(predicate.expression, subject, side) : never;
      case 'size':
        return kind === 'array' ? sql`${dialect.length(subject.value)} = ${predicate.size}` : never;
      case 'modulo':
        return kind === 'number'
          ? dialect.modulo(subject, predicate.divisor, predicate.remainder)
          : never;
      case 'bits':
        return kind === 'number' ? dialect.bits(subject, predicate.test, predicate.mask) : never;
      case 'elementValue':
      case 'elementObject':
        return this.#elements(predicate, subject, side);
      default:
        return predicate satisfies never;
    }
  }

  #listed(values: readonly JsonValue[], subject: Subject, side: Side): Sql {
    const dialect = this.#dialect;
    const kind = jsonKind(subject.node.form);
    const scalars = values.filter(
      (value): value is boolean | number | string => isPlain(value) && typeof value === kind,
    );
    return or([
      values.includes(null) ? dialect.isNull(subject) : never,
      scalars.length > 0 ? dialect.equals(subject, scalars) : never,
      this.#sameContainer(values, subject, side),
    ]);
  }

  /** Instants are compared with days and instants here, and with texts in JavaScript. */
  #atInstants(
    asked: readonly (readonly [ComparisonOperator | '$eq', Instant])[],
    subject: Subject,
  ): Sql {
    if (!isTime(subject)) return never;
    return or(
      asked.map(([operator, instant]) => {
        const whole = wholeMicros(operator, instant);
        return whole === undefined
          ? never
          : this.#dialect.comparesInstant(subject, whole.operator, whole.micros);
      }),
    );
  }

  #withinDays(range: TextRange, subject: Subject, side: Side): Sql {
    const prefilter = and([
      not(this.#dialect.isNull(subject)),
      withinTexts(range, subject, this.#dialect),
    ]);
    return this.#compiling.inexact(instantsLeft, side, prefilter);
  }

  /** Lists and objects are compared part by part; what has very many parts in JavaScript. */
  #sameContainer(values: readonly JsonValue[], subject: Subject, side: Side): Sql {
    const { form } = subject.node;
    if (form !== 'list' && form !== 'struct') return never;
    const containers = values.filter(form === 'list' ? Array.isArray : isJsonObject);
    const same = containers.map((each) => this.#same(each, subject));
    const said = same.filter((each) => each !== undefined);
    if (said.length === same.length) return or(said);
    const prefilter = sql`${subject.value} IS NOT NULL`;
    return this.#compiling.inexact('A list or object is compared as a whole.', side, prefilter);
  }

  /** A value is this one of JSON; undefined where that takes too many comparisons. */
  #same(value: JsonValue, subject: Subject): Sql | undefined {
    const { form } = subject.node;
    if (form === 'json') return undefined;
    if (value === null) return subject.isElement ? this.#dialect.isNull(subject) : never;
    if (isPlain(value)) {
      return typeof value === jsonKind(form) ? this.#dialect.equals(subject, [value]) : never;
    }
    return isJsonObject(value) ? this.#sameStruct(value, subject) : this.#sameList(value, subject);
  }

  #sameList(
    values: readonly JsonValue[],
    { value: list, node: { element } }: Subject,
  ): Sql | undefined {
    if (element === undefined) return never;
    const dialect = this.#dialect;
    const isAsLong = sql`${dialect.length(list)} = ${values.length}`;
    const same: Sql[] = [];
    for (const [index, each] of values.entries()) {
      const subject = { value: dialect.at(list, index), node: element, isElement: true };
      const isSame = this.#compiling.mayCompare() ? this.#same(each, subject) : undefined;
      if (isSame === undefined) return undefined;
      same.push(isSame);
    }
    const all = and(same);
    if (all.text === never.text) return never;
    return all.text === always.text ? isAsLong : dialect.guarded(isAsLong, all);
  }

  /** Members have the order of the schema, as JavaScript reads them; those that are null are none. */
  #sameStruct(object: JsonObject, { value: struct, node }: Subject): Sql | undefined {
    const { members } = node;
    if (members === undefined) return never;
    const dialect = this.#dialect;
    const there = members.filter(({ name }) => Object.hasOwn(object, name));
    const names = Object.keys(Object.fromEntries(there.map(({ name }) => [name, name])));
    if (JSON.stringify(names) !== JSON.stringify(Object.keys(object))) return never;
    const same: Sql[] = [sql`${struct} IS NOT NULL`];
    for (const member of members) {
      const subject = {
        value: dialect.member(struct, member.name),
        node: member,
        isElement: false,
      };
      const value = ownMember(object, member.name);
      const isSame = value === undefined ? dialect.isNull(subject) : this.#same(value, subject);
      if (isSame === undefined) return undefined;
      same.push(isSame);
    }
    return and(same);
  }

  #typed(type: TypeName, subject: Subject): Sql {
    const dialect = this.#dialect;
    const kind = jsonKind(subject.node.form);
    switch (type) {
      case 'null':
        return subject.isElement ? dialect.isNull(subject) : never;
      case 'int':
      case 'long':
      case 'double':
        return kind === 'number' ? dialect.isNumber(subject, type) : never;
      default:
        return (type === 'bool' ? 'boolean' : type) === kind ? not(dialect.isNull(subject)) : never;
    }
  }

  #matched(
    expression: Extract<Predicate, { kind: 'regex' }>['expression'],
    subject: Subject,
    side: Side,
  ): Sql {
    const matches = this.#dialect.matches(subject, expression);
    if (matches !== undefined) return matches;
    const { required } = expression;
    const prefilter =
      required === undefined
        ? not(this.#dialect.isNull(subject))
        : this.#dialect.contains(subject, required);
    return this.#compiling.inexact(
      'A regular expression is matched in JavaScript.',
      side,
      prefilter,
    );
  }

  #elements(
    predicate: Extract<Predicate, { kind: 'elementValue' | 'elementObject' }>,
    { value: list, node }: Subject,
    side: Side,
  ): Sql {
    const { element } = node;
    const isObject = predicate.kind === 'elementObject';
    if (element === undefined || (isObject && element.form !== 'struct')) return never;
    const name = this.#compiling.name();
    if (name === undefined) return this.#compiling.tooMany(side);
    return this.#dialect.some(list, name, (value) => {
      if (isObject) {
        const scope = { struct: value, members: element.members ?? [] };
        return and([sql`${value} IS NOT NULL`, this.compile(predicate.filter, scope, side)]);
      }
      const subject = { value, node: element, isElement: true };
      return this.compile(predicate.filter, { struct: value, members: [], element: subject }, side);
    });
  }
}

/** A column of days or instants. */
function isTime({ node: { form } }: Subject): boolean {
  return form === 'date' || form === 'timestamp';
}

/** A comparison with whole microseconds that says the same; undefined where nothing is equal. */
function wholeMicros(
  operator: ComparisonOperator | '$eq',
  { seconds, fraction }: Instant,
): { operator: ComparisonOperator | '$eq'; micros: bigint } | undefined {
  const micros = BigInt(seconds) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  if (fraction.length <= 6) return { operator, micros };
  // Behind the microsecond, and before the next one.
  if (operator === '$eq') return undefined;
  return { operator: operator === '$gt' || operator === '$gte' ? '$gt' : '$lte', micros };
}

/** The values of which a predicate asks for one; undefined for one that asks something else. */
function listedBy(predicate: Predicate): readonly JsonValue[] | undefined {
  if (predicate.kind === 'equal') return [predicate.value];
  return predicate.kind === 'in' ? predicate.values : undefined;
}

function isPlain(value: JsonValue): value is boolean | number | string {
  return typeof value !== 'object';
}
