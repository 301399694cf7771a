/** What a pipeline over rows can be made of, by name. */

export const pipelineStages = [
  'match',
  'group',
  'sort',
  'limit',
  'skip',
  'project',
  'count',
  'unwind',
  'addFields',
  'set',
  'unset',
  'bucket',
  'sortByCount',
  'facet',
] as const;

export const accumulatorNames = [
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'stdDevSamp',
  'stdDevPop',
  'median',
  'percentile',
  'first',
  'last',
  'push',
  'addToSet',
] as const;
export type AccumulatorName = (typeof accumulatorNames)[number];

/** Accumulators whose result is a value of a single row, as that row has it: for whoever may read rows. */
export const singleRowAccumulators: readonly AccumulatorName[] = [
  'min',
  'max',
  'median',
  'percentile',
  'first',
  'last',
  'push',
  'addToSet',
];
