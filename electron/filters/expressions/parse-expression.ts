/** From JSON to an expression: operators with their operands, every limit, every refusal. */
import { faultOf, type Fault } from '../../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { memberName, parsePath } from '../field-path.ts';
import { FilterError, refuseUnfit } from '../filter.ts';
import { parseDate } from '../parse-date.ts';
import {
  dateUnits,
  mostExpressionDepth,
  operandCounts,
  weekDays,
  type CallOperator,
  type DateSteps,
  type Expression,
} from './expression.ts';

const dateParts = new Set(['$year', '$month', '$dayOfMonth', '$dayOfWeek']);

/** Every operator, in the order in which messages list them. */
export const expressionOperators: readonly string[] = [
  ...Object.keys(operandCounts),
  '$dateTrunc',
  '$dateDiff',
  '$date',
  '$literal',
];

/** Digits behind the point, or before it, that `$round` rounds to at most. */
const mostPlaces = 15;

/**
 * Reads an expression. A text that begins with `$` is a path, any other a constant.
 * @param count is called for each node with its place, and may refuse it
 * @throws {FilterError} naming the place, for example `2.addFields.ratio.$divide.1`
 */
export function parseExpression(
  value: JsonValue,
  place: string,
  count: (place: string) => void,
): Expression {
  return new ExpressionParser(count).read(value, place, 1);
}

class ExpressionParser {
  readonly #count: (place: string) => void;

  constructor(count: (place: string) => void) {
    this.#count = count;
  }

  read(value: JsonValue, place: string, depth: number): Expression {
    this.#count(place);
    if (depth > mostExpressionDepth) {
      throw new FilterError(place, faultOf('json_deep', { depth: mostExpressionDepth }));
    }
    if (typeof value === 'string' && value.startsWith('$')) {
      return { kind: 'path', path: parsePath(value.slice(1), place) };
    }
    if (Array.isArray(value)) {
      const elements = value.map((each, index) => this.read(each, `${place}.${index}`, depth + 1));
      return { kind: 'array', elements };
    }
    if (isJsonObject(value)) return this.#object(value, place, depth);
    return { kind: 'constant', value: constant(value, place, depth) };
  }

  #object(value: JsonObject, place: string, depth: number): Expression {
    const names = Object.keys(value);
    const [first = ''] = names;
    if (!names.some((name) => name.startsWith('$'))) {
      const members = names.map((name) => {
        const here = `${place}.${name}`;
        return [memberName(name, here), this.read(value[name] ?? null, here, depth + 1)] as const;
      });
      return { kind: 'object', members };
    }
    if (names.length > 1) throw new FilterError(place, faultOf('expression_one_operator'));
    return this.#operation(first, value[first] ?? null, `${place}.${first}`, depth);
  }

  #operation(name: string, operand: JsonValue, place: string, depth: number): Expression {
    switch (name) {
      case '$literal':
        return { kind: 'constant', value: constant(operand, place, depth) };
      case '$date':
        return { kind: 'instant', ...parseDate(operand, place) };
      case '$dateTrunc':
        return this.#dateTrunc(operand, place, depth);
      case '$dateDiff':
        return this.#dateDiff(operand, place, depth);
      default: {
        if (!isCallOperator(name)) {
          const values = expressionOperators.join(' ');
          throw new FilterError(place, faultOf('expression_operator', { operator: name, values }));
        }
        return this.#call(name, operand, place, depth);
      }
    }
  }

  #call(operator: CallOperator, operand: JsonValue, place: string, depth: number): Expression {
    if (operator === '$cond' && isJsonObject(operand)) {
      const { if: test, then, else: other } = members(operand, place, ['if', 'then', 'else']);
      return this.#made(operator, [test, then, other], place, ['if', 'then', 'else'], depth);
    }
    if (operator === '$switch') return this.#switch(operand, place, depth);
    const only =
      dateParts.has(operator) && isJsonObject(operand) ? datePart(operand, place) : operand;
    const operands = Array.isArray(only) ? only : [only];
    const [least, most] = operandCounts[operator];
    if (operands.length < least || operands.length > most) {
      throw new FilterError(place, operandFault(least, most));
    }
    if (operator === '$round' && operands.length === 2) places(operands[1], `${place}.1`);
    const names = operands.map((_, index) => (Array.isArray(only) ? String(index) : ''));
    return this.#made(operator, operands, place, names, depth);
  }

  #made(
    operator: CallOperator,
    operands: readonly (JsonValue | undefined)[],
    place: string,
    names: readonly string[],
    depth: number,
  ): Expression {
    return {
      kind: 'call',
      operator,
      operands: operands.map((each, index) => {
        const name = names[index] ?? '';
        return this.read(each ?? null, name === '' ? place : `${place}.${name}`, depth + 1);
      }),
    };
  }

  #switch(operand: JsonValue, place: string, depth: number): Expression {
    const { branches, default: other } = members(operand, place, ['branches'], ['default']);
    const here = `${place}.branches`;
    if (!Array.isArray(branches) || branches.length === 0) {
      throw new FilterError(here, faultOf('expression_branches'));
    }
    const operands = branches.flatMap((branch, index) => {
      const at = `${here}.${index}`;
      const { case: test, then } = members(branch, at, ['case', 'then']);
      return [
        this.read(test ?? null, `${at}.case`, depth + 1),
        this.read(then ?? null, `${at}.then`, depth + 1),
      ];
    });
    const last = other === undefined ? [] : [this.read(other, `${place}.default`, depth + 1)];
    return { kind: 'call', operator: '$switch', operands: [...operands, ...last] };
  }

  #dateTrunc(operand: JsonValue, place: string, depth: number): Expression {
    const given = members(operand, place, ['date', 'unit'], ['startOfWeek']);
    return {
      kind: 'dateTrunc',
      date: this.read(given['date'] ?? null, `${place}.date`, depth + 1),
      steps: dateSteps(given, place),
    };
  }

  #dateDiff(operand: JsonValue, place: string, depth: number): Expression {
    const given = members(operand, place, ['startDate', 'endDate', 'unit'], ['startOfWeek']);
    return {
      kind: 'dateDiff',
      start: this.read(given['startDate'] ?? null, `${place}.startDate`, depth + 1),
      end: this.read(given['endDate'] ?? null, `${place}.endDate`, depth + 1),
      steps: dateSteps(given, place),
    };
  }
}

function isCallOperator(name: string): name is CallOperator {
  return Object.hasOwn(operandCounts, name);
}

function operandFault(least: number, most: number): Fault {
  if (least === most) return faultOf('expression_operands', { length: least });
  return most === Infinity
    ? faultOf('expression_operands_from', { minimum: least })
    : faultOf('expression_operands_between', { minimum: least, maximum: most });
}

/** The members of an operand that is an object: those that it has to have, and those that it may. */
function members(
  operand: JsonValue,
  place: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Readonly<Record<string, JsonValue | undefined>> {
  if (!isJsonObject(operand)) {
    throw new FilterError(place, faultOf('expression_members', { values: required.join(', ') }));
  }
  for (const name of Object.keys(operand)) {
    if (!required.includes(name) && !optional.includes(name)) {
      throw new FilterError(`${place}.${name}`, faultOf('not_known', { unit: 'member' }));
    }
  }
  if (!required.every((name) => Object.hasOwn(operand, name))) {
    throw new FilterError(place, faultOf('expression_members', { values: required.join(', ') }));
  }
  return operand;
}

/** `{"$year": {"date": …}}` is the same as `{"$year": …}`; another object is an expression itself. */
function datePart(operand: JsonObject, place: string): JsonValue {
  if (Object.keys(operand).some((name) => name.startsWith('$'))) return operand;
  return members(operand, place, ['date'])['date'] ?? null;
}

function dateSteps(
  { unit, startOfWeek = 'sunday' }: Readonly<Record<string, JsonValue | undefined>>,
  place: string,
): DateSteps {
  const known = dateUnits.find((each) => each === unit);
  if (known === undefined) {
    throw new FilterError(`${place}.unit`, faultOf('one_of', { values: dateUnits.join(', ') }));
  }
  const day = weekDays.findIndex((each) => each === startOfWeek);
  if (day === -1) {
    const values = weekDays.join(', ');
    throw new FilterError(`${place}.startOfWeek`, faultOf('one_of', { values }));
  }
  return { unit: known, startOfWeek: day };
}

function places(operand: JsonValue | undefined, place: string): void {
  if (Number.isInteger(operand) && Math.abs(Number(operand)) <= mostPlaces) return;
  const range = { minimum: -mostPlaces, maximum: mostPlaces };
  throw new FilterError(place, faultOf('integer_between', range));
}

/** A constant, which is taken as it is. */
function constant(value: JsonValue, place: string, depth: number): JsonValue {
  if (depth > mostExpressionDepth) {
    throw new FilterError(place, faultOf('json_deep', { depth: mostExpressionDepth }));
  }
  refuseUnfit(value, place);
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      constant(member, `${place}.${name}`, depth + 1);
    }
  }
  return value;
}
