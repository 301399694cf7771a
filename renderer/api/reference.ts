/** The document of the interface of the server that is open. */
import { useQuery } from '@tanstack/react-query';
import { request } from './client.ts';

/** Asked once; `parse` says what of it is looked at. */
export function useApiDocument<Result>(parse: (value: unknown) => Result) {
  return useQuery({
    queryKey: ['reference'],
    queryFn: ({ signal }) => request({ path: '/openapi.json', signal, parse }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
