/** Cases: bundles of anybody's ledger, verified and kept here, read-only. */
import { caseSchema } from '../../shared/contract/cases.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request } from './client.ts';
import { useJobRequest } from './jobs.ts';
import { queryKeys } from './query-keys.ts';

/** Every case kept here, the newest first. */
export function useCases() {
  return useAnswer('listCases', {
    queryKey: [...queryKeys.cases, 'list'],
    queryFn: reads(
      { parse: (value: unknown) => caseSchema.array().parse(value) },
      { path: '/cases' },
    ),
  });
}

/** One case; `undefined` as id asks nothing. */
export function useCase(id: string | undefined) {
  return useAnswer('getCase', {
    queryKey: [...queryKeys.cases, 'one', id],
    queryFn: reads(caseSchema, { path: `/cases/${encodeURIComponent(id ?? '')}` }),
    enabled: id !== undefined,
  });
}

/** Uploads a bundle to be verified and kept; the answer is its job. */
export function useImportCase() {
  return useJobRequest((file: File) =>
    request(jobSchema, {
      method: 'POST',
      path: '/cases',
      query: { name: file.name.slice(0, 255) },
      upload: { content: file, mediaType: 'application/zip' },
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Removes a case with its files; the one that is open is refused. */
export function useRemoveCase() {
  return useChange([queryKeys.cases], (id: string) =>
    request(caseSchema, { method: 'DELETE', path: `/cases/${encodeURIComponent(id)}` }),
  );
}
