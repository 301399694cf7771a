/** A filter as one boolean SQL expression over JSONB documents, finished in JavaScript where SQL cannot. */
import type { JsonValue } from '../../shared/contract/json.ts';
import {
  compilePredicate,
  rangeOf,
  withinRange,
  type NumberRange,
  type SqlSubject,
} from './compile-predicate.ts';
import { acceptsNull, evaluator } from './evaluate-filter.ts';
import { arrayIndex } from './field-path.ts';
import { firstArray } from './field-shape.ts';
import { isStoredWhole, looksAtElements } from './filter-paths.ts';
import type { Filter, Predicate } from './filter.ts';
import {
  elementTypes,
  everyTypeAndElement,
  jsonType,
  ProfileView,
  type PathProfile,
} from './path-profile.ts';
import {
  always,
  and,
  canBeSqlPath,
  jsonPath,
  never,
  not,
  or,
  sql,
  trusted,
  type Sql,
  type SqlValue,
} from './sql.ts';

export interface CompileOptions {
  /**
   * The SQL expression of the documents: JSONB made by `jsonb(text)` from a text that `JSON.stringify`
   * wrote. Text of the program, never of a caller.
   */
  readonly document: string;
  /** Of at least the documents that are asked. Without it, every guard stays. */
  readonly profile?: PathProfile | undefined;
  /**
   * Tells of a dotted path whether what is asked about is the document as it is stored. Conditions on others are
   * left to JavaScript, which then has to be given what is asked about. Every path, where it is left out.
   */
  readonly isStored?: ((path: string) => boolean) | undefined;
}

export interface CompiledFilter {
  /** True for a document that matches; also for others where not `exact`. Never raises an error. */
  readonly sql: string;
  /** The values of the `?` in `sql`, in order. */
  readonly parameters: readonly SqlValue[];
  /** Whether the SQL says it all: only then may a limit or a count apply in the database. */
  readonly exact: boolean;
  /** What remains to be asked of a document that satisfies the SQL; absent where `exact`. */
  readonly residual?: (document: JsonValue) => boolean;
  /** What SQL could not say, in sentences. */
  readonly reasons: readonly string[];
}

/** Which way an inexact condition may err: more documents, or (under a negation) fewer. */
type Side = 'over' | 'under';

/** Where paths start: the document, or an object in an array. */
interface Scope {
  readonly document: Sql;
  readonly profile: ProfileView;
  /** The element that `value` leaves are about. */
  readonly element?: SqlElement;
  /** Only of the row itself: what is inside an array was asked about from there. */
  readonly isStored?: CompileOptions['isStored'];
}

interface SqlElement {
  readonly subject: SqlSubject;
  /** Arguments by which a JSON function reads it. */
  readonly json: Sql;
}

/** Subqueries in one statement: a filter that asks for more is finished in JavaScript. */
const mostSubqueries = 64;

export function compileFilter(filter: Filter, options: CompileOptions): CompiledFilter {
  const scope = {
    document: trusted(options.document),
    profile: new ProfileView(options.profile),
    isStored: options.isStored,
  };
  const compiler = new FilterCompiler();
  const parts = filter.kind === 'all' ? filter.filters : [filter];
  const inexact: Filter[] = [];
  const conditions = mergeRanges(parts, scope).map(({ filter: part, range }) => {
    const before = compiler.reasons.size;
    compiler.isExact = true;
    const condition = range ?? compiler.compile(part, scope, 'over');
    if (!compiler.isExact || compiler.reasons.size > before) inexact.push(part);
    return condition;
  });
  const { text, values } = and(cheapestFirst(conditions));
  const result = { sql: text, parameters: values, reasons: [...compiler.reasons] };
  return inexact.length === 0
    ? { ...result, exact: true }
    : { ...result, exact: false, residual: evaluator({ kind: 'all', filters: inexact }) };
}

class FilterCompiler {
  readonly reasons = new Set<string>();
  isExact = true;
  #subqueries = 0;

  compile(filter: Filter, scope: Scope, side: Side): Sql {
    switch (filter.kind) {
      case 'all':
        return and(
          cheapestFirst(
            mergeRanges(filter.filters, scope).map(
              (part) => part.range ?? this.compile(part.filter, scope, side),
            ),
          ),
        );
      case 'any':
        return or(cheapestFirst(filter.filters.map((each) => this.compile(each, scope, side))));
      case 'not':
        return not(this.compile(filter.filter, scope, side === 'over' ? 'under' : 'over'));
      case 'value':
        if (scope.element === undefined) throw new TypeError('There is no element here.');
        return this.#about(filter.predicate, scope.element, new ProfileView(undefined), side);
      case 'expression':
        return this.#inexact('An expression is computed in JavaScript.', side);
      case 'field': {
        const { path, predicate } = filter;
        if (!isStoredWhole(filter, scope.isStored)) {
          return this.#inexact(`${path.text} is treated by the holder.`, side);
        }
        if (canBeSqlPath(path.segments)) return this.#field(path.segments, predicate, scope, side);
        return this.#inexact(`The name ${path.text} cannot be part of an SQL path.`, side);
      }
      default:
        return filter satisfies never;
    }
  }

  #inexact(reason: string, side: Side, prefilter = always): Sql {
    this.reasons.add(reason);
    this.isExact = false;
    return side === 'over' ? prefilter : never;
  }

  #field(segments: readonly string[], predicate: Predicate, scope: Scope, side: Side): Sql {
    const { document, profile } = scope;
    const length = firstArray(segments, profile);
    if (length === undefined) {
      return this.#terminal(segments, predicate, scope, profile.typesAt(segments), side);
    }
    if (acceptsNull(predicate)) {
      return this.#inexact('null is asked for on a path that leads through an array.', side);
    }
    const head = segments.slice(0, length);
    const rest = segments.slice(length);
    const index = arrayIndex(rest[0] ?? '');
    if (index !== undefined && rest.length > 1) {
      return this.#inexact('A path leads on from an index of an array.', side);
    }
    const row = this.#row();
    if (row === undefined) return this.#inexact('The filter looks into too many arrays.', side);
    const inner = this.#field(
      rest,
      predicate,
      { document: sql`${row}.value`, profile: profile.below(head) },
      side,
    );
    const members = sql`EXISTS (SELECT 1 FROM ${elementsOf(head, scope)} AS ${row} WHERE CASE ${row}.type WHEN 'object' THEN ${inner} ELSE 0 END)`;
    if (index === undefined) return inner.text === never.text ? never : members;
    const type = sql`json_type(${document}, ${jsonPath(head)})`;
    const addressed = this.#at(
      sql`${document}, ${jsonPath(head, index)}`,
      predicate,
      everyTypeAndElement,
      new ProfileView(undefined),
      side,
    );
    const found = inner.text === never.text ? never : members;
    return or([sql`CASE ${type} WHEN 'array' THEN ${addressed} ELSE 0 END`, found]);
  }

  /** No array on the way: one value, which may itself be an array. */
  #terminal(
    segments: readonly string[],
    predicate: Predicate,
    { document, profile }: Scope,
    types: number,
    side: Side,
  ): Sql {
    const place = sql`${document}, ${jsonPath(segments)}`;
    return this.#at(place, predicate, types, profile.below(segments), side);
  }

  /** `place`: the arguments by which a JSON function reads the value. */
  #at(place: Sql, predicate: Predicate, types: number, below: ProfileView, side: Side): Sql {
    const subject = placeSubject(place, types);
    const whole = this.#about(predicate, { subject, json: place }, below, side);
    if ((types & jsonType.array) === 0 || !looksAtElements(predicate)) return whole;
    const row = this.#row();
    if (row === undefined) return this.#inexact('The filter looks into too many arrays.', side);
    // Of a scalar `json_each` makes one row, as of an array of it; the members of an object are no elements.
    const mayBeObject = (types & jsonType.object) !== 0;
    const rowTypes = elementTypes(types) | (mayBeObject ? 0 : types & ~jsonType.array);
    const element = { subject: rowSubject(row, rowTypes), json: sql`${row}.value` };
    const condition = this.#about(predicate, element, new ProfileView(undefined), side);
    if (condition.text === never.text) return whole;
    const some = sql`EXISTS (SELECT 1 FROM jsonb_each(${place}) AS ${row} WHERE ${condition})`;
    return or([
      whole,
      mayBeObject ? sql`CASE ${subject.type} WHEN 'array' THEN ${some} ELSE 0 END` : some,
    ]);
  }

  /** A predicate about one value, as it is. */
  #about(predicate: Predicate, element: SqlElement, below: ProfileView, side: Side): Sql {
    const { subject, json } = element;
    switch (predicate.kind) {
      case 'size':
        return ifArray(subject, sql`json_array_length(${json}) = ${predicate.size}`);
      case 'elementValue':
      case 'elementObject':
        return this.#some(predicate, element, below, side);
      default: {
        const { condition, isExact } = compilePredicate(predicate, subject);
        return isExact
          ? condition
          : this.#inexact(
              predicate.kind === 'regex'
                ? 'A regular expression is matched in JavaScript.'
                : 'An instant is read out of texts in JavaScript.',
              side,
              condition,
            );
      }
    }
  }

  #some(
    predicate: Extract<Predicate, { kind: 'elementValue' | 'elementObject' }>,
    { subject, json }: SqlElement,
    below: ProfileView,
    side: Side,
  ): Sql {
    if ((subject.types & jsonType.array) === 0) return never;
    const row = this.#row();
    if (row === undefined) return this.#inexact('The filter looks into too many arrays.', side);
    const value = sql`${row}.value`;
    const isObject = predicate.kind === 'elementObject';
    const scope: Scope = isObject
      ? { document: value, profile: below }
      : {
          document: value,
          profile: new ProfileView(undefined),
          element: { subject: rowSubject(row, everyTypeAndElement), json: value },
        };
    const inner = this.compile(predicate.filter, scope, side);
    const condition = isObject
      ? sql`CASE ${row}.type WHEN 'object' THEN ${inner} ELSE 0 END`
      : inner;
    return ifArray(
      subject,
      sql`EXISTS (SELECT 1 FROM jsonb_each(${json}) AS ${row} WHERE ${condition})`,
    );
  }

  /** A name for the rows of one more subquery, or undefined where there are enough. */
  #row(): Sql | undefined {
    if (this.#subqueries >= mostSubqueries) return undefined;
    this.#subqueries += 1;
    return trusted(`element_${this.#subqueries}`);
  }
}

/** AND is no guard in SQLite: a JSON function may be called before the type is looked at. */
function ifArray(subject: SqlSubject, condition: Sql): Sql {
  if ((subject.types & jsonType.array) === 0) return never;
  return sql`CASE ${subject.type} WHEN 'array' THEN ${condition} ELSE 0 END`;
}

/**
 * Rows of the elements of the array at `head`, or of the object there as its only row. Rows of other
 * types mean nothing.
 */
function elementsOf(head: readonly string[], { document, profile }: Scope): Sql {
  const place = sql`${document}, ${jsonPath(head)}`;
  if ((profile.typesAt(head) & jsonType.object) === 0) return sql`jsonb_each(${place})`;
  return sql`jsonb_each(CASE json_type(${place}) WHEN 'array' THEN jsonb_extract(${place}) ELSE jsonb_array(jsonb_extract(${place})) END)`;
}

function placeSubject(place: Sql, types: number): SqlSubject {
  const value = sql`json_extract(${place})`;
  return {
    type: sql`json_type(${place})`,
    value,
    json: value,
    isNull: sql`${value} IS NULL`,
    types: types & 63,
    containersAreText: true,
  };
}

function rowSubject(row: Sql, types: number): SqlSubject {
  return {
    type: sql`${row}.type`,
    value: sql`${row}.atom`,
    json: sql`json(${row}.value)`,
    isNull: sql`${row}.type = 'null'`,
    types: types & 63,
    containersAreText: false,
  };
}

interface Part {
  readonly filter: Filter;
  readonly range?: Sql;
}

/** Bounds of one number, such as `{$gte: 60, $lt: 80}`, become one range: one look at the value. */
function mergeRanges(filters: readonly Filter[], scope: Scope): Part[] {
  const ranges = new Map<string, { readonly range: NumberRange; readonly filters: Filter[] }>();
  const rest: Part[] = [];
  for (const filter of filters) {
    const key = rangeKey(filter, scope);
    if (key === undefined) {
      rest.push({ filter });
      continue;
    }
    const { range, filters: bounds } = ranges.get(key.path) ?? {
      range: { least: -Infinity, most: Infinity },
      filters: [],
    };
    ranges.set(key.path, {
      range: {
        least: Math.max(range.least, key.range.least),
        most: Math.min(range.most, key.range.most),
      },
      filters: [...bounds, filter],
    });
  }
  const merged = [...ranges.values()].map(({ range, filters: bounds }): Part => {
    const filter: Filter = { kind: 'all', filters: bounds };
    const [first] = bounds;
    if (first?.kind !== 'field') return { filter };
    const { segments } = first.path;
    const place = sql`${scope.document}, ${jsonPath(segments)}`;
    const subject = placeSubject(place, scope.profile.typesAt(segments));
    return { filter, range: withinRange(range, subject) };
  });
  return [...merged, ...rest];
}

function rangeKey(
  filter: Filter,
  scope: Scope,
): { readonly path: string; readonly range: NumberRange } | undefined {
  if (filter.kind !== 'field' || filter.predicate.kind !== 'compare') return undefined;
  if (!isStoredWhole(filter, scope.isStored)) return undefined;
  const { profile } = scope;
  const { operator, value } = filter.predicate;
  const { segments, text } = filter.path;
  if (typeof value !== 'number' || !canBeSqlPath(segments)) return undefined;
  if (firstArray(segments, profile) !== undefined) return undefined;
  const types = profile.typesAt(segments);
  if ((types & jsonType.number) === 0 || (types & jsonType.array) !== 0) return undefined;
  return { path: text, range: rangeOf(operator, value) };
}

/** SQLite asks in the order given: what looks into arrays comes last. */
function cheapestFirst(conditions: readonly Sql[]): Sql[] {
  const cost = ({ text }: Sql): number => (text.includes('EXISTS') ? text.length : 0);
  return conditions.toSorted((left, right) => cost(left) - cost(right));
}
