/** Datasets: every one, one with its figures, its fields; making one, importing rows, withdrawing it. */
import {
  datasetFieldsSchema,
  datasetPageSchema,
  datasetSchema,
  type CreateDataset,
  type Revoke,
  type RowMapping,
} from '../../shared/contract/datasets.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, postOnce, reads, request, type Attempt } from './client.ts';
import { toldJob } from './imports.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';

/** `/datasets/{id}` and what is below it. */
export function datasetPath(id: string, below = ''): string {
  return `/datasets/${encodeURIComponent(id)}${below}`;
}

/** Every dataset, newest first. The list is short enough to be whole. */
export function useDatasets(options: { enabled?: boolean } = {}) {
  return useAnswer('listDatasets', {
    enabled: options.enabled ?? true,
    queryKey: [...queryKeys.datasets, 'all'],
    queryFn: readsEvery(datasetPageSchema, {
      path: '/datasets',
      limit: limits.sessions.maximumLimit,
    }),
  });
}

/** One dataset with its figures. */
export function useDataset(id: string) {
  return useAnswer('getDataset', {
    queryKey: [...queryKeys.datasets, 'one', id],
    queryFn: reads(datasetSchema, { path: datasetPath(id) }),
  });
}

/** The paths that the rows of a dataset hold, with their types. */
export function useDatasetFields(id: string, options: { enabled?: boolean } = {}) {
  return useAnswer('getDatasetFields', {
    enabled: options.enabled ?? true,
    queryKey: [...queryKeys.datasets, 'fields', id],
    queryFn: reads(
      { parse: (value: unknown) => datasetFieldsSchema.parse(value).fields },
      { path: datasetPath(id, '/fields') },
    ),
  });
}

/** A change to datasets from a screen: what shows datasets, sessions and jobs is asked again. */
function useDatasetChange<Input, Result>(send: (input: Input) => Promise<Result>) {
  return useChange([queryKeys.datasets, queryKeys.sessions, queryKeys.jobs], send);
}

export function useCreateDataset() {
  return useDatasetChange((attempt: Attempt<CreateDataset>) =>
    postOnce('/datasets', attempt, datasetSchema),
  );
}

/** Withdraws a dataset; its active sessions end with it. */
export function useRevokeDataset() {
  return useDatasetChange(({ id, ...attempt }: { id: string } & Attempt<Revoke>) =>
    postOnce(datasetPath(id, '/revoke'), attempt, datasetSchema),
  );
}

export interface RowUpload {
  readonly datasetId: string;
  readonly file: File;
  readonly format: 'csv' | 'ndjson';
  readonly dryRun: boolean;
  /** For CSV only. */
  readonly mapping?: RowMapping | undefined;
  readonly signal: AbortSignal;
  /** Told the job as soon as it is known, before any list of jobs. */
  readonly onJob?: (jobId: string) => void;
}

const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Uploads a file of rows; the answer is the job. The browser streams the file from disk. */
export function useImportRows() {
  return useDatasetChange((upload: RowUpload) =>
    request(
      { parse: (value: unknown) => toldJob(value, upload.onJob) },
      {
        method: 'POST',
        path: datasetPath(upload.datasetId, '/imports'),
        query: {
          name: upload.file.name.slice(0, 255),
          dry_run: upload.dryRun,
          mapping: upload.mapping === undefined ? undefined : JSON.stringify(upload.mapping),
        },
        upload: { content: upload.file, mediaType: mediaTypes[upload.format] },
        idempotencyKey: newIdempotencyKey(),
        signal: upload.signal,
      },
    ),
  );
}
