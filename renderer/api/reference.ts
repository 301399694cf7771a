/** The document of the interface of the server that is open. */
import { useAnswer } from './answers.ts';
import { reads, type Reader } from './client.ts';

/** Asked once; `document` says what of it is looked at. */
export function useApiDocument<Document>(document: Reader<Document>) {
  return useAnswer('getOpenApi', {
    queryKey: ['reference'],
    queryFn: reads(document, { path: '/openapi.json' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
