/** A filter as the builder shows it: clauses in groups, and what it cannot show kept as it was written. */
import type { JsonObject } from '../../../shared/contract/json.ts';

/** How the parts of a group belong together: all of them hold, any of them, none of them. */
export const groupJoins = ['all', 'any', 'none'] as const;
export type GroupJoin = (typeof groupJoins)[number];

export const clauseOperators = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  'exists',
  'missing',
  '$regex',
  '$type',
  '$size',
  '$all',
] as const;
export type ClauseOperator = (typeof clauseOperators)[number];

/** Types of an operand. `empty` is the text without characters; `json` any value, written out. */
export const operandTypes = ['string', 'number', 'boolean', 'null', 'empty', 'json'] as const;
export type OperandType = (typeof operandTypes)[number];

/** An operand as it is typed. Lists (`$in`, `$nin`, `$all`) have one text a value, all else one text. */
export interface Operand {
  readonly type: OperandType;
  readonly texts: readonly string[];
  /** Of a regular expression: out of i, m, s. */
  readonly options: string;
}

export interface FilterClause {
  readonly kind: 'clause';
  readonly id: string;
  /** Dotted; empty while none is chosen. */
  readonly field: string;
  readonly operator: ClauseOperator;
  readonly operand: Operand;
}

/** A part that the builder cannot show: kept, written back as it is. */
export interface RawPart {
  readonly kind: 'raw';
  readonly id: string;
  readonly filter: JsonObject;
}

export interface FilterGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly join: GroupJoin;
  readonly parts: readonly FilterPart[];
}

export type FilterPart = FilterClause | RawPart | FilterGroup;

/** Makes the ids of parts; they name parts in the page and never leave it. */
export type NewPartId = () => string;

/** Ids that count up from `first`. */
export function countingIds(first = 1): NewPartId {
  let next = first;
  return () => {
    const id = `part-${next}`;
    next += 1;
    return id;
  };
}

export function emptyGroup(newId: NewPartId, join: GroupJoin = 'all'): FilterGroup {
  return { kind: 'group', id: newId(), join, parts: [] };
}

export const noOperand: Operand = { type: 'string', texts: [], options: '' };

export function isListOperator(operator: ClauseOperator): boolean {
  return operator === '$in' || operator === '$nin' || operator === '$all';
}

/** Tells whether a clause of this operator has a value at all. */
export function takesOperand(operator: ClauseOperator): boolean {
  return operator !== 'exists' && operator !== 'missing';
}
