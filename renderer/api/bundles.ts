/** Evidence bundles: asked for as a job, fetched as a zip. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createBundleSchema } from '../../shared/contract/bundles.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { newIdempotencyKey, request, requestFile } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Starts an export; the answer is its job. */
export function useCreateBundle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof createBundleSchema>) =>
      request({
        method: 'POST',
        path: '/bundles',
        body,
        idempotencyKey: newIdempotencyKey(),
        parse: (value) => jobSchema.parse(value),
      }),
    onSuccess: async (job) => {
      queryClient.setQueryData([...queryKeys.jobs, 'one', job.job_id], job);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
    },
  });
}

/** The zip of a finished bundle, with a name to save it by. */
export async function fetchBundle(id: string): Promise<{ content: Blob; name: string }> {
  const file = await requestFile(`/bundles/${encodeURIComponent(id)}`);
  return { content: file.content, name: file.name ?? `${id}.zip` };
}
