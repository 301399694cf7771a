/** The document of the interface of the server that is open. */
import { useAnswer } from './answers.ts';
import { request } from './client.ts';

/** Asked once; `parse` says what of it is looked at. */
export function useApiDocument<Result>(parse: (value: unknown) => Result) {
  return useAnswer('getOpenApi', {
    queryKey: ['reference'],
    queryFn: ({ signal }) => request({ path: '/openapi.json', signal, parse }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
