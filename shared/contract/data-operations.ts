/** Operations that a session may do with data. */
import { listOf, oneOf } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';

/** A dataset's policy, a grant and a session may allow fewer. */
export const dataOperations = [
  'read',
  'filter',
  'aggregate',
  'transform',
  'train',
  'analyze',
  'validate',
] as const;
export type DataOperation = (typeof dataOperations)[number];

/** The operations of each kind of grant: whoever has sums alone reads no rows. */
export const operationsOfKind = {
  rows: dataOperations,
  statistics: ['aggregate', 'analyze'],
} as const satisfies Record<string, readonly DataOperation[]>;

/** Names of operations that may be done with the rows. */
export const operationList = listOf(oneOf(dataOperations), limits.session.names, {
  none: fault('one_operation_named'),
});
