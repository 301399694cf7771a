/** Who one is here, and what one may ask for. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { meSchema } from '../../shared/contract/access.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Who the caller is, with everything it may ask for. A server that does not tell is a failure. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: reads(meSchema, { path: '/me' }),
  // Screens come once it is known who one is, or that the server does not tell: what they ask must not begin that anew.
  retryOnMount: false,
});

export function useMe() {
  return useQuery(meQuery);
}
