/** From JSON to a filter: every limit, every refusal, nothing silently ignored. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { isScalar } from './compare-values.ts';
import { parseExpression } from './expressions/parse-expression.ts';
import { parsePath } from './field-path.ts';
import {
  FilterError,
  refuseUnfit,
  type BitTest,
  type ComparisonOperator,
  type FieldPath,
  type Filter,
  type Predicate,
} from './filter.ts';
import {
  mostFilterBytes,
  mostFilterDepth,
  mostFilterNodes,
  mostListedValues,
} from './filter-limits.ts';
import type { Instant } from './instant.ts';
import { isDateOperand, parseDate } from './parse-date.ts';
import { parseBitMask, parseModulo, parseSize, parseTypes } from './parse-operands.ts';
import { createRegularExpression, ExpressionError } from './regular-expression.ts';

/** Every operator, in the order in which messages list them. */
export const supportedOperators = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$and',
  '$or',
  '$nor',
  '$not',
  '$exists',
  '$type',
  '$regex',
  '$options',
  '$size',
  '$all',
  '$elemMatch',
  '$mod',
  '$bitsAllSet',
  '$bitsAllClear',
  '$bitsAnySet',
  '$bitsAnyClear',
  '$comment',
] as const;

/** The same of filters over rows of datasets, which also compute, and compare instants. */
export const rowOperators: readonly string[] = [...supportedOperators, '$expr', '$date'];

const logicalOperators = new Set(['$and', '$or', '$nor', '$comment', '$expr']);

/** What a field's operator object is about: a path, or the element that `$elemMatch` looks at. */
type Subject = FieldPath | 'element';

/**
 * Reads a filter expression (specification, "Filter expression rules"), without what only rows of datasets are asked.
 * @throws {FilterError} naming the place and, for an operator that is not supported, those that are
 */
export function parseFilter(value: JsonValue): Filter {
  return parsed(value, supportedOperators);
}

/** The same over rows of a dataset: with `$expr` and `$date`. @throws {FilterError} */
export function parseRowFilter(value: JsonValue): Filter {
  return parsed(value, rowOperators);
}

function parsed(value: JsonValue, operators: readonly string[]): Filter {
  refuseTooDeep(value);
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > mostFilterBytes) {
    throw new FilterError('', faultOf('filter_bytes', { length: bytes, maximum: mostFilterBytes }));
  }
  return new FilterParser(operators).document(value, '');
}

/** Walks with a stack of its own: a deep value must not exhaust the one of the machine. */
function refuseTooDeep(value: JsonValue): void {
  const pending: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isScalar(next.value)) continue;
    if (next.depth > mostFilterDepth) {
      throw new FilterError('', faultOf('json_deep', { depth: mostFilterDepth }));
    }
    for (const member of Object.values(next.value)) {
      pending.push({ value: member, depth: next.depth + 1 });
    }
  }
}

class FilterParser {
  readonly #operators: readonly string[];
  #nodes = 0;
  /** How many `$elemMatch` are around. */
  #elements = 0;

  constructor(operators: readonly string[]) {
    this.#operators = operators;
  }

  /** A filter over a document: fields and logical operators, all of which must hold. */
  document(value: JsonValue, place: string): Filter {
    if (!isJsonObject(value)) {
      throw new FilterError(place, faultOf('filter_object'));
    }
    return conjunction(
      Object.entries(value).flatMap(([name, operand]): Filter[] => {
        const here = join(place, name);
        this.#count(here);
        if (!name.startsWith('$')) return [this.#field(parsePath(name, here), operand, here)];
        return this.#logical(name, operand, here, (each, at) => this.document(each, at));
      }),
    );
  }

  #count(place: string): void {
    this.#nodes += 1;
    if (this.#nodes > mostFilterNodes) {
      throw new FilterError(place, faultOf('filter_conditions', { maximum: mostFilterNodes }));
    }
  }

  #logical(
    name: string,
    operand: JsonValue,
    place: string,
    parse: (value: JsonValue, place: string) => Filter,
  ): Filter[] {
    if (name === '$comment') return [];
    if (name === '$expr' && this.#takes(name) && this.#elements === 0) {
      const expression = parseExpression(operand, place, (at) => this.#count(at));
      return [{ kind: 'expression', expression }];
    }
    if (name === '$expr' || !logicalOperators.has(name))
      throw this.#refused(name, place, 'filter_operator_place');
    if (!Array.isArray(operand) || operand.length === 0) {
      throw new FilterError(place, faultOf('filter_list'));
    }
    const filters = operand.map((each, index) => {
      this.#count(place);
      return parse(each, `${place}.${index}`);
    });
    if (name === '$and') return [conjunction(filters)];
    const any: Filter = { kind: 'any', filters };
    return [name === '$or' ? any : { kind: 'not', filter: any }];
  }

  #field(path: FieldPath, operand: JsonValue, place: string): Filter {
    const isOperators =
      isJsonObject(operand) && Object.keys(operand).some((name) => name.startsWith('$'));
    if (isOperators && !this.#isDate(operand)) {
      return this.#conditions(path, operand, place);
    }
    return this.#equal(path, operand, place);
  }

  #takes(operator: string): boolean {
    return this.#operators.includes(operator);
  }

  #isDate(operand: JsonValue): operand is { readonly $date: JsonValue } {
    return this.#takes('$date') && isDateOperand(operand);
  }

  #equal(subject: Subject, operand: JsonValue, place: string): Filter {
    if (!this.#isDate(operand)) {
      return leaf(subject, { kind: 'equal', value: this.#literal(operand, place) });
    }
    const { instant } = parseDate(operand.$date, `${place}.$date`);
    return leaf(subject, { kind: 'instants', instants: [instant] });
  }

  /** One of the values, or of the instants among them. */
  #listed(subject: Subject, operand: JsonValue, place: string): Filter {
    const values: JsonValue[] = [];
    const instants: Instant[] = [];
    for (const [index, each] of listOf(operand, place).entries()) {
      const here = `${place}.${index}`;
      if (this.#isDate(each)) instants.push(parseDate(each.$date, `${here}.$date`).instant);
      else values.push(this.#literal(each, here));
    }
    const listed = leaf(subject, { kind: 'in', values });
    if (instants.length === 0) return listed;
    const named = leaf(subject, { kind: 'instants', instants });
    return values.length === 0 ? named : { kind: 'any', filters: [listed, named] };
  }

  #compared(name: ComparisonOperator, operand: JsonValue, place: string): Predicate {
    if (this.#isDate(operand)) {
      const { instant } = parseDate(operand.$date, `${place}.$date`);
      return { kind: 'compareInstant', operator: name, instant };
    }
    if (!isScalar(operand)) {
      throw new FilterError(place, faultOf('filter_comparable', { operator: name }));
    }
    this.#literal(operand, place);
    return { kind: 'compare', operator: name, value: operand };
  }

  /** An operator object about `subject`: all of its operators must hold. */
  #conditions(subject: Subject, operators: JsonObject, place: string): Filter {
    return conjunction(
      Object.entries(operators).flatMap(([name, operand]): Filter[] => {
        const here = join(place, name);
        this.#count(here);
        if (!name.startsWith('$')) {
          throw new FilterError(here, faultOf('filter_field_among_operators'));
        }
        return this.#operator(subject, name, operand, here, operators);
      }),
    );
  }

  #operator(
    subject: Subject,
    name: string,
    operand: JsonValue,
    place: string,
    siblings: JsonObject,
  ): Filter[] {
    const is = (predicate: Predicate): Filter[] => [leaf(subject, predicate)];
    const isNot = (predicate: Predicate): Filter[] => [negation(leaf(subject, predicate))];
    switch (name) {
      case '$eq':
        return [this.#equal(subject, operand, place)];
      case '$ne':
        return [negation(this.#equal(subject, operand, place))];
      case '$in':
        return [this.#listed(subject, operand, place)];
      case '$nin':
        return [negation(this.#listed(subject, operand, place))];
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return is(this.#compared(name, operand, place));
      case '$exists':
        if (typeof operand !== 'boolean') throw new FilterError(place, faultOf('type_boolean'));
        return operand ? is({ kind: 'exists' }) : isNot({ kind: 'exists' });
      case '$type':
        return is({ kind: 'type', types: parseTypes(operand, place) });
      case '$size':
        return is({ kind: 'size', size: parseSize(operand, place) });
      case '$mod':
        return is(parseModulo(operand, place));
      case '$bitsAllSet':
      case '$bitsAllClear':
      case '$bitsAnySet':
      case '$bitsAnyClear':
        return is(bits(name, operand, place));
      case '$regex':
        return is(regex(operand, siblings, place));
      case '$options':
        if (!Object.hasOwn(siblings, '$regex')) {
          throw new FilterError(place, faultOf('filter_with_regex'));
        }
        return [];
      case '$not':
        return [negation(this.#negated(subject, operand, place))];
      case '$all':
        return [this.#every(subject, operand, place)];
      case '$elemMatch':
        return is(this.#element(operand, place));
      case '$comment':
        return [];
      default:
        throw this.#refused(name, place, 'filter_operator_on_field');
    }
  }

  #negated(subject: Subject, operand: JsonValue, place: string): Filter {
    if (!isJsonObject(operand) || Object.keys(operand).length === 0) {
      throw new FilterError(place, faultOf('filter_operators'));
    }
    return this.#conditions(subject, operand, place);
  }

  /** `$all`: each item is equal to a candidate, or is an `$elemMatch` of its own. */
  #every(subject: Subject, operand: JsonValue, place: string): Filter {
    const items = listOf(operand, place);
    if (items.length === 0) return { kind: 'any', filters: [] };
    return conjunction(
      items.map((item, index) => {
        const here = `${place}.${index}`;
        if (isJsonObject(item) && Object.hasOwn(item, '$elemMatch')) {
          this.#count(here);
          return this.#conditions(subject, item, here);
        }
        return leaf(subject, { kind: 'equal', value: this.#literal(item, here) });
      }),
    );
  }

  #element(operand: JsonValue, place: string): Predicate {
    if (!isJsonObject(operand)) {
      throw new FilterError(place, faultOf('filter_operators_or_filter'));
    }
    const isAboutValue = Object.keys(operand).some(
      (name) => name.startsWith('$') && !logicalOperators.has(name),
    );
    this.#elements += 1;
    const predicate: Predicate = isAboutValue
      ? { kind: 'elementValue', filter: this.#conditions('element', operand, place) }
      : { kind: 'elementObject', filter: this.document(operand, place) };
    this.#elements -= 1;
    return predicate;
  }

  /** A value to compare with, taken as it is; an operator inside it would be a misunderstanding. */
  #literal(value: JsonValue, place: string): JsonValue {
    refuseUnfit(value, place);
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) this.#literal(element, `${place}.${index}`);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const here = join(place, name);
        if (name.startsWith('$')) throw this.#refused(name, here, 'filter_operator_in_value');
        if (!name.isWellFormed()) throw new FilterError(here, faultOf('well_formed'));
        this.#literal(member, here);
      }
    }
    return value;
  }

  #refused(
    operator: string,
    place: string,
    misplaced: `filter_operator_${'place' | 'on_field' | 'in_value'}`,
  ): FilterError {
    const values = this.#operators.join(' ');
    const code = this.#takes(operator) ? misplaced : 'filter_operator_unknown';
    return new FilterError(place, faultOf(code, { operator, values }));
  }
}

function conjunction(filters: readonly Filter[]): Filter {
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { kind: 'all', filters };
}

function negation(filter: Filter): Filter {
  return { kind: 'not', filter };
}

function leaf(subject: Subject, predicate: Predicate): Filter {
  return subject === 'element'
    ? { kind: 'value', predicate }
    : { kind: 'field', path: subject, predicate };
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

/** Values of a list, as many as there may be. */
function listOf(operand: JsonValue, place: string): readonly JsonValue[] {
  if (!Array.isArray(operand)) throw new FilterError(place, faultOf('type_array'));
  const { length } = operand;
  if (length <= mostListedValues) return operand;
  throw new FilterError(place, faultOf('filter_values', { length, maximum: mostListedValues }));
}

function bits(test: BitTest, operand: JsonValue, place: string): Predicate {
  return { kind: 'bits', test, mask: parseBitMask(operand, place) };
}

function regex(operand: JsonValue, siblings: JsonObject, place: string): Predicate {
  const options = Object.hasOwn(siblings, '$options') ? siblings['$options'] : '';
  if (typeof operand !== 'string') throw new FilterError(place, faultOf('type_string'));
  if (!operand.isWellFormed()) throw new FilterError(place, faultOf('well_formed'));
  if (typeof options !== 'string') {
    throw new FilterError(place.replace(/\$regex$/, '$options'), faultOf('filter_regex_options'));
  }
  try {
    return { kind: 'regex', expression: createRegularExpression(operand, options) };
  } catch (error) {
    if (error instanceof ExpressionError) throw new FilterError(place, error.fault);
    throw error;
  }
}
