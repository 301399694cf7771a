/** What was done with data, of a session or a dataset, and by whom: reading it is metered to nobody. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { activitySchema, datasetAccessSchema } from '../../shared/contract/activity.ts';
import type { OperationId } from '../../shared/contract/routes.ts';
import { useAnswer } from './answers.ts';
import { useMayAsk } from './capabilities.ts';
import { reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** A session or a dataset, of which it is told. */
export interface ActivitySubject {
  readonly kind: 'session' | 'dataset';
  readonly id: string;
}

const operations = {
  session: 'getSessionActivity',
  dataset: 'getDatasetActivity',
} as const satisfies Record<ActivitySubject['kind'], OperationId>;

/** Events newest first, a page at a time; those that are here are asked again as something happens. */
export function useActivity({ kind, id }: ActivitySubject) {
  const mayAsk = useMayAsk();
  return useInfiniteQuery({
    queryKey: [...queryKeys.sessions, 'activity', kind, id],
    queryFn: ({
      pageParam: cursor,
      signal,
    }: {
      pageParam: string | undefined;
      signal: AbortSignal;
    }) =>
      request(activitySchema, {
        path: `/${kind}s/${encodeURIComponent(id)}/activity`,
        query: { cursor },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor: next }) => next,
    enabled: mayAsk(operations[kind]),
  });
}

/** Days of use, both included; absent ones bound nothing. */
export interface AccessDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Who used a dataset, by account. */
export function useDatasetAccess(id: string, days: AccessDays = {}) {
  return useAnswer('getDatasetAccess', {
    queryKey: [...queryKeys.sessions, 'access', id, days],
    queryFn: reads(datasetAccessSchema, {
      path: `/datasets/${encodeURIComponent(id)}/access`,
      query: { ...days },
    }),
    placeholderData: keepPreviousData,
  });
}
