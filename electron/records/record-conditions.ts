/** A filter of the API as a range of positions and conditions that each select positions. */
import type { RecordFilter } from '../../shared/contract/records.ts';
import type { ReviewFilter } from '../../shared/contract/reviews.ts';

/** One condition on records; all of a filter's hold together. */
export type Condition =
  /** Appended by a key of this account. */
  | { readonly kind: 'writer'; readonly value: string }
  | { readonly kind: 'model'; readonly value: string }
  | { readonly kind: 'intervened'; readonly value: boolean }
  | { readonly kind: 'review'; readonly value: ReviewFilter }
  | { readonly kind: 'search'; readonly value: string }
  /** That meet a filter over what decisions say, of one model or of all. */
  | { readonly kind: 'where'; readonly value: string; readonly model: string | undefined }
  /** Found by a search for a person. */
  | { readonly kind: 'person'; readonly value: string }
  /** So long that the search index holds a part of its words. */
  | { readonly kind: 'cut' };

/**
 * A filter, and for whom it is asked: the records of one account's keys only, or (undefined) everybody's. It is
 * said each time, so that nothing is counted over more than its caller may see by being forgotten.
 */
export type NarrowedFilter = RecordFilter & { readonly writer: string | undefined };

/** First and last instant of the days asked for, inclusive; undefined where open. */
export interface TimeRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The conditions of a filter other than its dates, in a fixed order. */
export function conditionsOf(filter: NarrowedFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.writer !== undefined) conditions.push({ kind: 'writer', value: filter.writer });
  if (filter.model_id !== undefined) conditions.push({ kind: 'model', value: filter.model_id });
  if (filter.has_intervention !== undefined) {
    conditions.push({ kind: 'intervened', value: filter.has_intervention });
  }
  if (filter.review !== undefined) conditions.push({ kind: 'review', value: filter.review });
  if (filter.person !== undefined) conditions.push({ kind: 'person', value: filter.person });
  if (filter.where !== undefined) {
    conditions.push({ kind: 'where', value: filter.where, model: filter.model_id });
  }
  if (filter.q !== undefined) conditions.push({ kind: 'search', value: filter.q });
  return conditions;
}

/** The instants of a filter's days: UTC, `end_date` with its last millisecond. */
export function timeRangeOf(filter: RecordFilter): TimeRange {
  return {
    from: filter.start_date === undefined ? undefined : `${filter.start_date}T00:00:00.000Z`,
    to: filter.end_date === undefined ? undefined : `${filter.end_date}T23:59:59.999Z`,
  };
}

/** The same text for the same condition. */
export function conditionKey(condition: Condition): string {
  return JSON.stringify(Object.entries(condition));
}
