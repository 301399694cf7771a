/** How the answers of the API are asked for: only where they are to be had. */
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { OperationId } from '../../shared/contract/routes.ts';
import { useMayAsk } from './capabilities.ts';

/** The answer to `operation`; nothing is asked, and there is no data, for whom it is not. */
export function useAnswer<Answer = unknown, Data = Answer, Key extends QueryKey = QueryKey>(
  operation: OperationId,
  options: UseQueryOptions<Answer, Error, Data, Key>,
) {
  const mayAsk = useMayAsk();
  return useQuery(mayAsk(operation) ? options : { ...options, enabled: false });
}
