/** What waits for a person: how much of it, and what comes next. */
import { keepPreviousData, useQueries, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordFilter } from '../../shared/contract/records.ts';
import {
  assignmentSchema,
  reviewListSchema,
  reviewSchema,
  type ReviewQueueFilter,
} from '../../shared/contract/review-queue.ts';
import { reviewFilterSchema, type ReviewFilter } from '../../shared/contract/reviews.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { useMayAsk } from './capabilities.ts';
import { reads, request } from './client.ts';
import { useFirstScreen } from './first-screen.ts';
import { queryKeys } from './query-keys.ts';
import { filterQuery, recordPositionQuery, type RecordOrder } from './records.ts';

const totalSchema = z.object({ total: z.int() });

/** How many decisions of a filter wait for a reason, or for any of them. */
function reviewCountQuery(review: ReviewFilter, filter: RecordFilter = {}) {
  return {
    queryKey: [...queryKeys.records, 'review-count', review, filter],
    queryFn: reads(
      { parse: (value: unknown) => totalSchema.parse(value).total },
      { path: '/records', query: { ...filterQuery(filter), review, limit: 1 } },
    ),
  };
}

/** The counts of all reasons, of what else is chosen; undefined until all of them are there. */
export function useReviewCounts(filter: RecordFilter): {
  readonly data: Record<ReviewFilter, number> | undefined;
} {
  const results = useQueries({
    queries: reviewFilterSchema.options.map((review) => reviewCountQuery(review, filter)),
  });
  const counts = results.flatMap(({ data }) => data ?? []);
  if (counts.length < results.length) return { data: undefined };
  const of = (review: ReviewFilter) => counts[reviewFilterSchema.options.indexOf(review)] ?? 0;
  return {
    data: {
      waiting: of('waiting'),
      policy: of('policy'),
      sample: of('sample'),
      escalated: of('escalated'),
      second_actor: of('second_actor'),
      second_review: of('second_review'),
      disagreement: of('disagreement'),
    },
  };
}

/** How many decisions wait at all; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const mayAsk = useMayAsk();
  const isDrawn = useFirstScreen();
  const [result] = useQueries({
    queries: [{ ...reviewCountQuery('waiting'), enabled: isDrawn && mayAsk('listReviews') }],
  });
  return result.data;
}

const nextSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * The record that follows `after` in a list, or its first one: at the end the queue begins again.
 * Undefined where the list is empty.
 */
export async function fetchNextRecord(
  queryClient: QueryClient,
  list: { filter: RecordFilter; order: RecordOrder; after?: string },
): Promise<string | undefined> {
  const { filter, order, after } = list;
  const first = async (seq: number | undefined) => {
    const { data } = await request(nextSchema, {
      path: '/records',
      query: {
        ...filterQuery(filter),
        order,
        limit: 1,
        ...(seq === undefined ? {} : { after_seq: seq }),
      },
    });
    return data[0]?.id;
  };
  if (after === undefined) return first(undefined);
  const { seq } = await queryClient.fetchQuery(recordPositionQuery(after, filter, order));
  return (await first(seq)) ?? first(undefined);
}

/** A record as its reviewer reads it, with the outcomes that may be decided. */
export function useReview(recordId: string) {
  return useAnswer('getReview', {
    queryKey: [...queryKeys.records, 'review', recordId],
    queryFn: reads(reviewSchema, { path: `/reviews/${encodeURIComponent(recordId)}` }),
    enabled: recordId !== '',
    gcTime: 30_000,
  });
}

/** Rows of the queue at a time. */
export const reviewPageSize = 50;

/** A page of what waits, by when it is due. */
export function useReviews(filter: ReviewQueueFilter, offset: number) {
  return useAnswer('listReviews', {
    queryKey: [...queryKeys.records, 'reviews', filter, offset],
    queryFn: reads(reviewListSchema, {
      path: '/reviews',
      query: { ...filter, limit: reviewPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** The first of what somebody means to review, but for one; undefined where there is none. */
export async function fetchFirstReview(
  assignee: string,
  except?: string,
): Promise<string | undefined> {
  const query = { assignee, limit: 2 };
  const { data } = await request(reviewListSchema, { path: '/reviews', query });
  return data.find((each) => each.record_id !== except)?.record_id;
}

interface AssignedTo {
  readonly id: string;
  readonly assignee: string | null;
}

/** Says who means to review a record. */
export function useAssignReview() {
  return useChange([queryKeys.records], ({ id, assignee }: AssignedTo) =>
    request(assignmentSchema, {
      method: 'PUT',
      path: `/reviews/${encodeURIComponent(id)}/assignment`,
      body: { assignee },
    }),
  );
}
