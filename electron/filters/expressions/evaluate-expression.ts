/**
 * The meaning of an expression. It is total: null, a missing value, a value of a wrong type and a division by zero make
 * null, and no row makes an error. Conditions hold for all but null, missing, false and 0.
 */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { compareScalars, isScalar, sameValue } from '../compare-values.ts';
import { holdsFor } from '../comparisons.ts';
import { calendarDay, compareInstants, instantIn, secondsPerDay, secondText } from '../instant.ts';
import { roomBehind } from './computed-size.ts';
import { stepsBetween, truncated, weekDay } from './date-steps.ts';
import { mostComputedSize, type CallOperator, type Expression } from './expression.ts';
import { readValue } from './read-value.ts';
import { roundHalfEven } from './round-half-even.ts';

/** `undefined` is a missing value: only a path gives it. */
export type Computed = JsonValue | undefined;
export type Compute = (document: JsonValue) => Computed;

/** Makes the function that computes `expression` of a document. */
export function computer(expression: Expression): Compute {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'instant': {
      const { text } = expression;
      return () => text;
    }
    case 'path': {
      const { segments } = expression.path;
      return (document) => readValue(document, segments);
    }
    case 'array':
      return arrayOf(expression.elements.map(computer));
    case 'object':
      return objectOf(expression.members.map(([name, inner]) => [name, computer(inner)] as const));
    case 'call':
      return callOf(expression.operator, expression.operands);
    case 'dateTrunc': {
      const { steps } = expression;
      return ofSeconds(computer(expression.date), (seconds) => {
        return secondText(truncated(seconds, steps)) ?? null;
      });
    }
    case 'dateDiff':
      return dateDiffOf(expression);
    default:
      return expression satisfies never;
  }
}

/** Tells whether a computed value counts as true. */
export function holds(value: Computed): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0;
}

function arrayOf(elements: readonly Compute[]): Compute {
  return (document) => bounded(elements.map((each) => each(document) ?? null));
}

function objectOf(members: readonly (readonly [string, Compute])[]): Compute {
  return (document) => {
    const result: JsonObject = Object.create(null);
    for (const [name, compute] of members) result[name] = compute(document) ?? null;
    return bounded(result);
  };
}

function bounded(value: JsonValue): JsonValue {
  return roomBehind(value, mostComputedSize) < 0 ? null : value;
}

function callOf(operator: CallOperator, operands: readonly Expression[]): Compute {
  const computed = operands.map(computer);
  switch (operator) {
    case '$cond':
    case '$switch':
      return branching(computed);
    case '$ifNull':
      return (document) => {
        for (const compute of computed) {
          const value = compute(document) ?? null;
          if (value !== null) return value;
        }
        return null;
      };
    case '$and':
      return (document) => computed.every((compute) => holds(compute(document)));
    case '$or':
      return (document) => computed.some((compute) => holds(compute(document)));
    case '$eq':
    case '$ne':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparison(operator, operands, computed);
    case '$in':
      return membership(operands, computed);
    case '$add':
    case '$multiply':
      return folded(operator, computed);
    case '$concat':
      return concatenation(computed);
    case '$subtract':
    case '$divide':
    case '$mod':
    case '$round':
      return arithmetic(operator, computed);
    default: {
      const run = unary[operator];
      const [compute = () => null] = computed;
      return (document) => run(compute(document) ?? null);
    }
  }
}

/** A case and what follows from it in turns, then perhaps what follows otherwise. */
function branching(parts: readonly Compute[]): Compute {
  return (document) => {
    for (let index = 0; index < parts.length; index += 2) {
      const [test, then] = [parts[index], parts[index + 1]];
      if (then === undefined) return test?.(document) ?? null;
      if (holds(test?.(document))) return then(document) ?? null;
    }
    return null;
  };
}

/** Tells of an order (below 0, 0, above 0) what an operator says. */
const orderHolds = {
  ...holdsFor,
  $eq: (order: number) => order === 0,
  $ne: (order: number) => order !== 0,
};

/**
 * Equality is that of filters, with missing as null. The order is that of values of one type: of others it is null.
 * Beside a `$date`, both sides are instants.
 */
function comparison(
  operator: keyof typeof orderHolds,
  operands: readonly Expression[],
  [left = () => null, right = () => null]: readonly Compute[],
): Compute {
  const isHeld = orderHolds[operator];
  const isEquality = operator === '$eq' || operator === '$ne';
  if (operands.some(({ kind }) => kind === 'instant')) {
    return (document) => {
      const order = instantOrder(left(document), right(document));
      if (order === undefined) return isEquality ? operator === '$ne' : null;
      return isHeld(order);
    };
  }
  if (isEquality) {
    return (document) =>
      sameValue(left(document) ?? null, right(document) ?? null) === (operator === '$eq');
  }
  return (document) => {
    const [one, other] = [left(document) ?? null, right(document) ?? null];
    const order = isScalar(other) ? compareScalars(one, other) : undefined;
    return order === undefined ? null : isHeld(order);
  };
}

function instantOrder(left: Computed, right: Computed): number | undefined {
  const [one, other] = [instantIn(left), instantIn(right)];
  return one === undefined || other === undefined ? undefined : compareInstants(one, other);
}

function membership(
  [asked, listed]: readonly Expression[],
  [compute = () => null, computeList = () => null]: readonly Compute[],
): Compute {
  const isAboutInstants =
    asked?.kind === 'instant' ||
    (listed?.kind === 'array' && listed.elements.some(({ kind }) => kind === 'instant'));
  return (document) => {
    const list = computeList(document);
    if (!Array.isArray(list)) return null;
    const value = compute(document) ?? null;
    return list.some(
      (each) => sameValue(value, each) || (isAboutInstants && instantOrder(value, each) === 0),
    );
  };
}

/** A number as JSON has it: what is beyond is null, and there is one zero. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}

function folded(operator: '$add' | '$multiply', operands: readonly Compute[]): Compute {
  const isSum = operator === '$add';
  return (document) => {
    let result = isSum ? 0 : 1;
    for (const compute of operands) {
      const value = compute(document);
      if (typeof value !== 'number') return null;
      result = isSum ? result + value : result * value;
    }
    return finite(result);
  };
}

function concatenation(operands: readonly Compute[]): Compute {
  return (document) => {
    let text = '';
    for (const compute of operands) {
      const value = compute(document);
      if (typeof value !== 'string' || text.length + value.length > mostComputedSize) return null;
      text += value;
    }
    return text;
  };
}

const pairs: Readonly<
  Record<'$subtract' | '$divide' | '$mod' | '$round', (one: number, other: number) => number>
> = {
  $subtract: (one, other) => one - other,
  $divide: (one, other) => one / other,
  /** The remainder has the sign of the dividend. */
  $mod: (one, other) => one % other,
  $round: roundHalfEven,
};

function arithmetic(
  operator: keyof typeof pairs,
  [left = () => null, right = () => 0]: readonly Compute[],
): Compute {
  const run = pairs[operator];
  return (document) => {
    const [one, other] = [left(document), right(document)];
    if (typeof one !== 'number' || typeof other !== 'number') return null;
    return finite(run(one, other));
  };
}

/** Operators of one operand. */
const unary = {
  $abs: ofNumber(Math.abs),
  $floor: ofNumber(Math.floor),
  $ceil: ofNumber(Math.ceil),
  $not: (value) => !holds(value),
  $toLower: ofText((text) => text.toLowerCase()),
  $toUpper: ofText((text) => text.toUpperCase()),
  $size: (value) => (Array.isArray(value) ? value.length : null),
  $year: ofDay((days) => calendarDay(days).year),
  $month: ofDay((days) => calendarDay(days).month),
  $dayOfMonth: ofDay((days) => calendarDay(days).day),
  /** From 1, which is Sunday. */
  $dayOfWeek: ofDay((days) => weekDay(days) + 1),
} satisfies Partial<Record<CallOperator, (value: JsonValue) => JsonValue>>;

function ofNumber(run: (value: number) => number): (value: JsonValue) => JsonValue {
  return (value) => (typeof value === 'number' ? finite(run(value)) : null);
}

function ofText(run: (text: string) => string): (value: JsonValue) => JsonValue {
  return (value) => {
    if (typeof value !== 'string') return null;
    const text = run(value);
    return text.length > Math.max(mostComputedSize, value.length) ? null : text;
  };
}

function ofDay(run: (days: number) => number): (value: JsonValue) => JsonValue {
  return (value) => {
    const instant = instantIn(value);
    return instant === undefined ? null : run(Math.floor(instant.seconds / secondsPerDay));
  };
}

function ofSeconds(compute: Compute, run: (seconds: number) => JsonValue): Compute {
  return (document) => {
    const instant = instantIn(compute(document));
    return instant === undefined ? null : run(instant.seconds);
  };
}

function dateDiffOf({
  start,
  end,
  steps,
}: Extract<Expression, { readonly kind: 'dateDiff' }>): Compute {
  const [first, last] = [computer(start), computer(end)].map((each) =>
    ofSeconds(each, (seconds) => seconds),
  );
  return (document) => {
    const [from, to] = [first?.(document), last?.(document)];
    if (typeof from !== 'number' || typeof to !== 'number') return null;
    return finite(stepsBetween(from, to, steps));
  };
}
