/** The order of rows: typed keys that JavaScript and SQL compute alike, and that a cursor can carry. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { compareUtf8 } from './compare-values.ts';
import { parsePath, someTerminal } from './field-path.ts';
import { FilterError, type FieldPath } from './filter.ts';

export interface SortField {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/** The fields in order of weight; rows that are equal in all of them are ordered by seq. */
export type SortSpec = readonly SortField[];

/** Ranks of values of different types, smallest first. */
export const sortRank = {
  emptyArray: 0,
  null: 1,
  number: 2,
  string: 3,
  object: 4,
  array: 5,
  boolean: 6,
} as const;

/**
 * Key that a row is sorted by: a rank, and within it a number, a text by its UTF-8 bytes (of an object or
 * array: its JSON), 0 or 1 for a boolean, null otherwise.
 */
export interface SortKey {
  readonly rank: number;
  readonly value: number | string | null;
}

/** The place of a row in an order: its keys and its seq. What a cursor carries. */
export interface SortPosition {
  readonly keys: readonly SortKey[];
  readonly seq: number;
}

const mostSortFields = 8;

/**
 * Reads `field`, `-field` or `{field: 1, other: -1}`.
 * @throws {FilterError}
 */
export function parseSort(value: JsonValue): SortSpec {
  if (typeof value === 'string') {
    const descending = value.startsWith('-');
    return [{ path: parsePath(descending ? value.slice(1) : value, ''), descending }];
  }
  if (!isJsonObject(value)) {
    throw new FilterError('', faultOf('sort_form'));
  }
  const fields = Object.entries(value);
  if (fields.length === 0 || fields.length > mostSortFields) {
    throw new FilterError('', faultOf('sort_fields', { maximum: mostSortFields }));
  }
  return fields.map(([name, direction]) => {
    if (direction !== 1 && direction !== -1) throw new FilterError(name, faultOf('sort_direction'));
    return { path: parsePath(name, name), descending: direction === -1 };
  });
}

/** The key of `document` for one field: of several candidates the least, or descending the greatest. */
export function sortKey(document: JsonValue, { path, descending }: SortField): SortKey {
  let best: SortKey | undefined;
  someTerminal(document, path.segments, (value) => {
    best = betterKey(sortKeyOf(value, descending), best, descending);
    return false;
  });
  return best ?? keyOf(null);
}

/** The key of what stands at the end of a path; undefined is a missing value. */
export function sortKeyOf(value: JsonValue | undefined, descending: boolean): SortKey {
  if (!Array.isArray(value)) return keyOf(value ?? null);
  let best: SortKey | undefined;
  for (const element of value) best = betterKey(keyOf(element), best, descending);
  return best ?? { rank: sortRank.emptyArray, value: null };
}

function betterKey(key: SortKey, best: SortKey | undefined, descending: boolean): SortKey {
  return best === undefined || compareKeys(key, best) < 0 !== descending ? key : best;
}

export function sortPosition(document: JsonValue, spec: SortSpec, seq: number): SortPosition {
  return { keys: spec.map((field) => sortKey(document, field)), seq };
}

function keyOf(value: JsonValue): SortKey {
  if (value === null) return { rank: sortRank.null, value: null };
  switch (typeof value) {
    case 'number':
      return { rank: sortRank.number, value: value + 0 };
    case 'string':
      return { rank: sortRank.string, value };
    case 'boolean':
      return { rank: sortRank.boolean, value: Number(value) };
    default:
      return {
        rank: Array.isArray(value) ? sortRank.array : sortRank.object,
        value: JSON.stringify(value),
      };
  }
}

function compareKeys(left: SortKey, right: SortKey): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  if (typeof left.value === 'string' && typeof right.value === 'string') {
    return compareUtf8(left.value, right.value);
  }
  const [one, other] = [Number(left.value), Number(right.value)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Negative, zero or positive as `left` comes before, at or after `right`. */
export function comparePositions(left: SortPosition, right: SortPosition, spec: SortSpec): number {
  for (const [index, { descending }] of spec.entries()) {
    const [one, other] = [left.keys[index], right.keys[index]];
    if (one === undefined || other === undefined) continue;
    const order = compareKeys(one, other);
    if (order !== 0) return descending ? -order : order;
  }
  return left.seq - right.seq;
}

export interface SequencedDocument {
  readonly seq: number;
  readonly document: JsonValue;
}

/**
 * The first `limit` rows behind `after`, in order, whatever the order of `rows`: for what SQL cannot
 * sort. Holds no more than twice `limit` rows at a time.
 */
export function firstRows<Row extends SequencedDocument>(
  rows: Iterable<Row>,
  spec: SortSpec,
  { limit, after }: { readonly limit: number; readonly after?: SortPosition | undefined },
): { readonly row: Row; readonly position: SortPosition }[] {
  const byPosition = (
    left: { readonly position: SortPosition },
    right: { readonly position: SortPosition },
  ): number => comparePositions(left.position, right.position, spec);
  let kept: { readonly row: Row; readonly position: SortPosition }[] = [];
  let last: SortPosition | undefined;
  for (const row of rows) {
    const position = sortPosition(row.document, spec, row.seq);
    if (after !== undefined && comparePositions(position, after, spec) <= 0) continue;
    if (last !== undefined && comparePositions(position, last, spec) >= 0) continue;
    kept.push({ row, position });
    if (kept.length >= 2 * limit) {
      kept = kept.toSorted(byPosition).slice(0, limit);
      last = kept.at(-1)?.position;
    }
  }
  return kept.toSorted(byPosition).slice(0, limit);
}

/** Negative, zero or positive as one value comes before, at or after the other; arrays as a whole. */
export function compareValues(left: JsonValue, right: JsonValue): number {
  return compareKeys(keyOf(left), keyOf(right));
}
