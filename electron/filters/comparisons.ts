/** The four comparisons, as SQL has them and by the order of two values. */
import type { ComparisonOperator } from './filter.ts';

export const sqlOperators = {
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
} as const satisfies Record<ComparisonOperator, string>;

/** Tells of an order (below 0, 0, above 0) what a comparison says. */
export const holdsFor: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};
