/** What waits for a person: how much of it, and what comes next. */
import { useQueries, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordFilter } from '../../shared/contract/records.ts';
import { reviewFilterSchema, type ReviewFilter } from '../../shared/contract/reviews.ts';
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
