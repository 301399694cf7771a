/** Expressions as values: what stands for a computed value in a pipeline, and in `$expr` of a filter. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import type { Instant } from '../instant.ts';

/** How many operands an operator takes whose operands are expressions; many where there is no upper bound but that of nodes. */
export const operandCounts = {
  $cond: [3, 3],
  $ifNull: [2, Infinity],
  $switch: [2, Infinity],
  $add: [1, Infinity],
  $subtract: [2, 2],
  $multiply: [1, Infinity],
  $divide: [2, 2],
  $mod: [2, 2],
  $abs: [1, 1],
  $round: [1, 2],
  $floor: [1, 1],
  $ceil: [1, 1],
  $eq: [2, 2],
  $ne: [2, 2],
  $gt: [2, 2],
  $gte: [2, 2],
  $lt: [2, 2],
  $lte: [2, 2],
  $and: [1, Infinity],
  $or: [1, Infinity],
  $not: [1, 1],
  $in: [2, 2],
  $concat: [1, Infinity],
  $toLower: [1, 1],
  $toUpper: [1, 1],
  $size: [1, 1],
  $year: [1, 1],
  $month: [1, 1],
  $dayOfMonth: [1, 1],
  $dayOfWeek: [1, 1],
} as const satisfies Record<`$${string}`, readonly [least: number, most: number]>;

/** Operators whose operands are expressions, all of them in an array or the only one alone. */
export type CallOperator = keyof typeof operandCounts;

export const dateUnits = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
] as const;
export type DateUnit = (typeof dateUnits)[number];

export const weekDays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** Unit of a date expression; weeks begin on a day from 0, which is Sunday. */
export interface DateSteps {
  readonly unit: DateUnit;
  readonly startOfWeek: number;
}

export type Expression =
  | { readonly kind: 'constant'; readonly value: JsonValue }
  /** `{"$date": …}`: in comparisons an instant, elsewhere its text. */
  | { readonly kind: 'instant'; readonly instant: Instant; readonly text: string }
  | {
      readonly kind: 'path';
      readonly path: { readonly text: string; readonly segments: readonly string[] };
    }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'array'; readonly elements: readonly Expression[] }
  /**
   * Operands in the order of the language. Those of `$cond` are if, then, else; those of `$switch` a case and what
   * follows from it in turns, then perhaps the default.
   */
  | {
      readonly kind: 'call';
      readonly operator: CallOperator;
      readonly operands: readonly Expression[];
    }
  | { readonly kind: 'dateTrunc'; readonly date: Expression; readonly steps: DateSteps }
  | {
      readonly kind: 'dateDiff';
      readonly start: Expression;
      readonly end: Expression;
      readonly steps: DateSteps;
    };

/** Nesting of an expression. */
export const mostExpressionDepth = 20;
/** UTF-16 units of a computed text, or texts and values of a computed object or array: beyond, it is null. */
export const mostComputedSize = 65_536;

/** The expressions right inside of one. */
export function innerExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'constant':
    case 'instant':
    case 'path':
      return [];
    case 'object':
      return expression.members.map(([, inner]) => inner);
    case 'array':
      return expression.elements;
    case 'call':
      return expression.operands;
    case 'dateTrunc':
      return [expression.date];
    case 'dateDiff':
      return [expression.start, expression.end];
    default:
      return expression satisfies never;
  }
}

/** Every path that an expression reads, as dotted text, in the order in which they are written. */
export function expressionPaths(expression: Expression): string[] {
  if (expression.kind === 'path') return [expression.path.text];
  return innerExpressions(expression).flatMap(expressionPaths);
}
