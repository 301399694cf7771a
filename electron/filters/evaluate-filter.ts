/** The meaning of a filter: what SQL must agree with, and what finishes what SQL cannot say. */
import { holdsFor } from './comparisons.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { compareScalars, isScalar, numberType, sameValue, type Scalar } from './compare-values.ts';
import { computer, holds } from './expressions/evaluate-expression.ts';
import { someTerminal } from './field-path.ts';
import {
  type BitTest,
  type ComparisonOperator,
  type Filter,
  type Predicate,
  type TypeName,
} from './filter.ts';
import { compareInstants, instantIn, instantKey, type Instant } from './instant.ts';

export type DocumentTest = (document: JsonValue) => boolean;
/** `undefined` is a missing value. */
type ValueTest = (value: JsonValue | undefined) => boolean;

/** Answers whether a document satisfies `filter`. */
export function evaluator(filter: Filter): DocumentTest {
  switch (filter.kind) {
    case 'all': {
      const tests = filter.filters.map(evaluator);
      return (document) => tests.every((test) => test(document));
    }
    case 'any': {
      const tests = filter.filters.map(evaluator);
      return (document) => tests.some((test) => test(document));
    }
    case 'not': {
      const test = evaluator(filter.filter);
      return (document) => !test(document);
    }
    case 'field':
      return fieldTest(filter.path.segments, filter.predicate);
    case 'value':
      return valueTest(filter.predicate);
    case 'expression': {
      const compute = computer(filter.expression);
      return (document) => holds(compute(document));
    }
    default:
      return filter satisfies never;
  }
}

function fieldTest(segments: readonly string[], predicate: Predicate): DocumentTest {
  const test = valueTest(predicate);
  if (seesArraysOnly(predicate)) return (document) => someTerminal(document, segments, test);
  const expanded: ValueTest = (value) =>
    test(value) || (Array.isArray(value) && value.some((element) => test(element)));
  if (!acceptsNull(predicate)) return (document) => someTerminal(document, segments, expanded);
  return (document) => {
    let hasCandidate = false;
    const matches = someTerminal(document, segments, (value) => {
      hasCandidate = true;
      return expanded(value);
    });
    return matches || !hasCandidate;
  };
}

/** `$size` and `$elemMatch` do not look at the elements of an array one by one. */
export function seesArraysOnly(predicate: Predicate): boolean {
  return (
    predicate.kind === 'size' ||
    predicate.kind === 'elementValue' ||
    predicate.kind === 'elementObject'
  );
}

/** Tells whether null satisfies it, and with null everything that is missing. */
export function acceptsNull(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'equal':
      return predicate.value === null;
    case 'in':
      return predicate.values.includes(null);
    case 'compare':
      return predicate.value === null && isInclusive(predicate.operator);
    default:
      return false;
  }
}

export function isInclusive(operator: ComparisonOperator): boolean {
  return operator === '$gte' || operator === '$lte';
}

/** Answers whether one value, missing where undefined, satisfies `predicate`. */
export function valueTest(predicate: Predicate): ValueTest {
  switch (predicate.kind) {
    case 'equal':
      return (value) => sameValue(value ?? null, predicate.value);
    case 'in':
      return inTest(predicate.values);
    case 'compare':
      return compareTest(predicate.operator, predicate.value);
    case 'instants':
      return instantsTest(predicate.instants);
    case 'compareInstant': {
      const isWithin = holdsFor[predicate.operator];
      return ofInstant((instant) => isWithin(compareInstants(instant, predicate.instant)));
    }
    case 'exists':
      return (value) => value !== undefined;
    case 'type':
      return (value) =>
        value !== undefined && predicate.types.some((type) => isOfType(value, type));
    case 'regex':
      return (value) => typeof value === 'string' && predicate.expression.matches(value);
    case 'size':
      return (value) => Array.isArray(value) && value.length === predicate.size;
    case 'modulo':
      return (value) =>
        Number.isSafeInteger(value) && Number(value) % predicate.divisor === predicate.remainder;
    case 'bits':
      return (value) =>
        Number.isSafeInteger(value) && testBits(predicate.test, Number(value), predicate.mask);
    case 'elementValue':
    case 'elementObject': {
      const test = evaluator(predicate.filter);
      const objectsOnly = predicate.kind === 'elementObject';
      return (value) =>
        Array.isArray(value) &&
        value.some((element) => (!objectsOnly || isJsonObject(element)) && test(element));
    }
    default:
      return predicate satisfies never;
  }
}

function inTest(values: readonly JsonValue[]): ValueTest {
  const scalars = new Set<JsonValue>(values.filter(isScalar));
  const containers = values.filter((value) => !isScalar(value));
  return (value) => {
    const present = value ?? null;
    return isScalar(present)
      ? scalars.has(present)
      : containers.some((listed) => sameValue(present, listed));
  };
}

function instantsTest(instants: readonly Instant[]): ValueTest {
  const named = new Set(instants.map(instantKey));
  return ofInstant((instant) => named.has(instantKey(instant)));
}

/** False for whatever is no text of an instant. */
function ofInstant(test: (instant: Instant) => boolean): ValueTest {
  return (value) => {
    const instant = instantIn(value);
    return instant !== undefined && test(instant);
  };
}

function compareTest(operator: ComparisonOperator, operand: Scalar): ValueTest {
  if (operand === null) {
    return isInclusive(operator) ? (value) => value === undefined || value === null : () => false;
  }
  const holds = holdsFor[operator];
  return (value) => {
    const order = value === undefined ? undefined : compareScalars(value, operand);
    return order !== undefined && holds(order);
  };
}

function isOfType(value: JsonValue, type: TypeName): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number';
    case 'int':
    case 'long':
    case 'double':
      return typeof value === 'number' && numberType(value) === type;
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return type satisfies never;
  }
}

function testBits(test: BitTest, value: number, mask: bigint): boolean {
  const bits = BigInt(value) & mask;
  switch (test) {
    case '$bitsAllSet':
      return bits === mask;
    case '$bitsAllClear':
      return bits === 0n;
    case '$bitsAnySet':
      return bits !== 0n;
    case '$bitsAnyClear':
      return bits !== mask;
    default:
      return test satisfies never;
  }
}
