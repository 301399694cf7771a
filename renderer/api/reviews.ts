/** What waits for a person: how much of it, and what comes next. */
import { useMutation, useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { RecordFilter } from '../../shared/contract/records.ts';
import {
  reviewFilterSchema,
  reviewPolicySchema,
  type ReviewFilter,
} from '../../shared/contract/reviews.ts';
import { useAnswer } from './answers.ts';
import { useMayAsk } from './capabilities.ts';
import { reads, request } from './client.ts';
import { useFirstScreen } from './first-screen.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';
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
  const [waiting, policy, escalated, second] = results.map(({ data }) => data);
  if (
    waiting === undefined ||
    policy === undefined ||
    escalated === undefined ||
    second === undefined
  ) {
    return { data: undefined };
  }
  return { data: { waiting, policy, escalated, second_actor: second } };
}

/** How many decisions wait at all; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const mayAsk = useMayAsk();
  const isDrawn = useFirstScreen();
  const [result] = useQueries({
    queries: [{ ...reviewCountQuery('waiting'), enabled: isDrawn && mayAsk('listReviewPolicies') }],
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

/** Rules of policies for reviews; one that is not in the list asks for nothing. */
export function useReviewPolicies(options: { enabled?: boolean } = {}) {
  return useAnswer('listReviewPolicies', {
    queryKey: [...queryKeys.records, 'review-policies'],
    queryFn: reads(
      { parse: (value: unknown) => reviewPolicySchema.array().parse(value) },
      { path: '/review-policies' },
    ),
    enabled: options.enabled ?? true,
  });
}

/** Sets what a policy asks of reviews from now on; one after the other, as they were asked for. */
export function useSetReviewPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'review-policies' },
    mutationFn: (act: SignedAct) => sendSigned(act, reviewPolicySchema),
    // Also of a refusal: what came in between may be its reason.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.records }),
  });
}
