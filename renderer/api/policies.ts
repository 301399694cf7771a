/** The policy of a dataset: its versions, what is found in its rows, how they would leave; publishing and withdrawing. */
import { keepPreviousData } from '@tanstack/react-query';
import { lastAnalysisSchema, type AskedAnalysis } from '../../shared/contract/analysis.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import {
  datasetPolicySchema,
  datasetPreviewSchema,
  policyPageSchema,
  publishedPolicySchema,
  type DatasetPreview,
} from '../../shared/contract/policy-routes.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request } from './client.ts';
import { datasetPath } from './datasets.ts';
import { useJobRequest } from './jobs.ts';
import { queryKeys } from './query-keys.ts';
import { sendSigned, type SignedAct } from './signing.ts';

/** Where a policy is published. */
export const policyPath = (id: string): string => datasetPath(id, '/policy');

/** Where what is announced is withdrawn. */
export const scheduledPolicyPath = (id: string): string => datasetPath(id, '/policy/scheduled');

/** The policy of a dataset that is published: in force, and announced. */
export function useDatasetPolicy(id: string, options: { enabled?: boolean } = {}) {
  return useAnswer('getDatasetPolicy', {
    enabled: options.enabled ?? true,
    queryKey: [...queryKeys.datasets, 'policy', id],
    queryFn: reads(datasetPolicySchema, { path: policyPath(id) }),
  });
}

/** Versions that are shown. */
export const shownVersions = 20;

/** The newest versions of the policy of a dataset. */
export function useDatasetPolicies(id: string) {
  return useAnswer('listDatasetPolicies', {
    queryKey: [...queryKeys.datasets, 'policies', id],
    queryFn: reads(policyPageSchema, {
      path: datasetPath(id, '/policies'),
      query: { limit: shownVersions },
    }),
  });
}

/** Findings of the last analysis of a dataset; null where there was none yet. */
export function useDatasetAnalysis(id: string) {
  return useAnswer('getDatasetAnalysis', {
    queryKey: [...queryKeys.datasets, 'analysis', id],
    queryFn: reads(
      { parse: (value: unknown) => lastAnalysisSchema.parse(value).analysis },
      { path: datasetPath(id, '/analysis') },
    ),
  });
}

/** Begins an analysis of all rows; the answer is the job. */
export function useStartAnalysis(id: string) {
  return useJobRequest((body: AskedAnalysis) =>
    request(jobSchema, {
      method: 'POST',
      path: datasetPath(id, '/analysis'),
      body,
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** The first rows as they are and as a lab would see them; refused where the policy could not be published. */
export function previewPolicy(
  id: string,
  { policy, limit }: { readonly policy: Policy; readonly limit: number },
  signal?: AbortSignal,
): Promise<DatasetPreview> {
  return request(datasetPreviewSchema, {
    method: 'POST',
    path: datasetPath(id, '/preview'),
    body: { policy, limit },
    ...(signal !== undefined && { signal }),
  });
}

/** The same, as it is shown beside what is being decided. */
export function usePolicyPreview(id: string, asked: { policy: Policy; limit: number }) {
  return useAnswer('previewDataset', {
    queryKey: [...queryKeys.datasets, 'preview', id, asked],
    queryFn: ({ signal }) => previewPolicy(id, asked, signal),
    placeholderData: keepPreviousData,
  });
}

/** What a policy decides: datasets, sessions on them and grants are asked for again. */
const decided = [queryKeys.datasets, queryKeys.sessions, queryKeys.grants] as const;

export function usePublishPolicy() {
  return useChange(decided, (act: SignedAct) => sendSigned(act, publishedPolicySchema), {
    alsoRefused: true,
  });
}

export function useWithdrawPolicy() {
  return useChange(decided, (act: SignedAct) => sendSigned(act, datasetPolicySchema), {
    alsoRefused: true,
  });
}
