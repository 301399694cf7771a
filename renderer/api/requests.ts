/** The requests that this program answered lately, of every caller. */
import { limits } from '../../shared/contract/limits.ts';
import { answeredRequestsSchema } from '../../shared/contract/requests.ts';
import { useAnswer } from './answers.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Covers a push that was lost, or that the server does not send. */
const pollMs = 5_000;

/** Newest first. Asking is not itself among the calls of this window: it would be half of them. */
export function useAnsweredRequests(isWanted: boolean) {
  return useAnswer('listRequests', {
    queryKey: queryKeys.requests,
    queryFn: reads(answeredRequestsSchema, {
      path: '/requests',
      query: { limit: limits.requests.kept },
      isUnlisted: true,
    }),
    enabled: isWanted,
    refetchInterval: pollMs,
    structuralSharing: false,
  });
}
