/** The model registry: cards, versions, completeness, artifact checks, exports, imports. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  artifactCheckSchema,
  artifactReceiptSchema,
  exportFormats,
  modelCardSchema,
  modelCompletenessSchema,
  modelFairnessSchema,
  modelListSchema,
  modelOverviewSchema,
  modelVersionsSchema,
  proposedCardSchema,
  recordModelSchema,
  unregisteredModelsSchema,
  type ExportFormat,
  type OpenArtifactCheck,
  type UnregisteredModels,
} from '../../shared/contract/models.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request, requestFile, type ReceivedFile } from './client.ts';
import { useFirstScreen } from './first-screen.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';

const overviewListSchema = paginated(modelOverviewSchema);
const checkListSchema = paginated(artifactCheckSchema);
const segment = encodeURIComponent;

/** `/models/{id}` and what is below it. */
function modelPath(id: string, below = ''): string {
  return `/models/${segment(id)}${below}`;
}

/** Every registered model with its newest card, by model_id. The list is short enough to be whole. */
export function useModelOverviews() {
  return useAnswer('listModelCards', {
    queryKey: [...queryKeys.modelCards, 'overview'],
    queryFn: readsEvery(overviewListSchema, {
      path: '/model-cards',
      limit: limits.models.maximumLimit,
    }),
  });
}

/** Every registered model with its highest version: what the specification has of a list. */
export function useModelNames() {
  return useAnswer('listModels', {
    queryKey: [...queryKeys.models, 'names'],
    queryFn: reads(modelListSchema, { path: '/models' }),
  });
}

const unregisteredQuery = queryOptions({
  queryKey: [...queryKeys.modelCards, 'unregistered'],
  queryFn: reads(unregisteredModelsSchema, { path: '/model-cards/unregistered' }),
});

/** Models that decisions name and no card describes. */
export function useUnregisteredModels() {
  return useAnswer('getUnregisteredModels', unregisteredQuery);
}

function sortedIds({ models }: UnregisteredModels): string[] {
  return models.map((each) => each.model_id).toSorted();
}

/** Their ids alone; the same array until one comes or goes. */
export function useUnregisteredIds() {
  return useAnswer('getUnregisteredModels', {
    ...unregisteredQuery,
    select: sortedIds,
    enabled: useFirstScreen(),
  });
}

/** One card, the newest without a `version`. */
export function modelCardQuery(id: string, version: string | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.models, 'card', id, version],
    queryFn: reads(modelCardSchema, { path: modelPath(id), query: { version } }),
  });
}

export function useModelCard(id: string, version: string | undefined) {
  return useAnswer('getModel', modelCardQuery(id, version));
}

/** Every version of a model with its ledger entry, the newest first. */
export function useModelVersions(id: string, options: { enabled?: boolean } = {}) {
  return useAnswer('getModelVersions', {
    queryKey: [...queryKeys.models, 'versions', id],
    queryFn: reads(modelVersionsSchema, { path: modelPath(id, '/versions') }),
    enabled: options.enabled ?? true,
  });
}

/** The fairness metrics of a version, which a returned card never has; `undefined` asks nothing. */
export function useModelFairness(id: string, version: string | undefined) {
  return useAnswer('getModelFairness', {
    queryKey: [...queryKeys.models, 'fairness', id, version],
    queryFn: reads(modelFairnessSchema, { path: modelPath(id, '/fairness'), query: { version } }),
    enabled: version !== undefined,
    // A registered version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A card against the specification's fields and Annex IV; `undefined` asks nothing. */
export function useModelCompleteness(id: string, version: string | undefined) {
  return useAnswer('getModelCompleteness', {
    queryKey: [...queryKeys.models, 'completeness', id, version],
    queryFn: reads(modelCompletenessSchema, {
      path: modelPath(id, '/completeness'),
      query: { version },
    }),
    enabled: version !== undefined,
  });
}

/** Checks of one version's artifact, newest first; `undefined` asks nothing. */
export function useArtifactChecks(id: string, version: string | undefined, limit = 50) {
  return useAnswer('listArtifactChecks', {
    queryKey: [...queryKeys.models, 'artifact-checks', id, version, limit],
    queryFn: reads(checkListSchema, {
      path: modelPath(id, '/artifact-checks'),
      query: { version, limit },
    }),
    enabled: version !== undefined,
  });
}

/** The card that was in force when a decision was made; `undefined` asks nothing. */
export function useRecordModel(recordId: string | undefined) {
  return useAnswer('getRecordModel', {
    queryKey: [...queryKeys.recordModel, recordId],
    queryFn: reads(recordModelSchema, { path: `/records/${segment(recordId ?? '')}/model` }),
    enabled: recordId !== undefined,
  });
}

export interface RegisterAttempt {
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

/** Registers a card; the answer is the stored one. */
export function useRegisterModel() {
  return useChange(
    [queryKeys.models],
    ({ body, idempotencyKey }: RegisterAttempt) =>
      request(modelCardSchema, { method: 'POST', path: '/models', body, idempotencyKey }),
    { alsoRefused: true },
  );
}

export type CardFileFormat = 'huggingface' | 'cyclonedx';

const cardFileTypes: Readonly<Record<CardFileFormat, string>> = {
  huggingface: 'text/markdown',
  cyclonedx: 'application/vnd.cyclonedx+json',
};

/** Reads a card out of a file of another format; nothing is registered. */
export function useProposedCard() {
  return useMutation({
    mutationFn: ({ file, format }: { file: File; format: CardFileFormat }) =>
      request(proposedCardSchema, {
        method: 'POST',
        path: '/models/import',
        query: { format },
        upload: { content: file, mediaType: cardFileTypes[format] },
      }),
  });
}

/** A card as a file of another format; its name is made up where the answer gives none. */
export async function exportModel(
  id: string,
  version: string,
  format: ExportFormat,
): Promise<ReceivedFile & { readonly name: string }> {
  const { content, name } = await requestFile(modelPath(id, '/export'), { format, version });
  return { content, name: name ?? `${id}-${version}.${exportFormats[format].extension}` };
}

/** Opens a check of a file or folder as a job that its files are then sent to. */
export function openArtifactCheck(id: string, check: OpenArtifactCheck, signal: AbortSignal) {
  return request(jobSchema, {
    method: 'POST',
    path: modelPath(id, '/artifact-uploads'),
    body: check,
    idempotencyKey: newIdempotencyKey(),
    signal,
  });
}

/** Sends one file of an open check; the browser streams it from disk. */
export function uploadArtifactFile(jobId: string, path: string, file: File, signal: AbortSignal) {
  return request(artifactReceiptSchema, {
    method: 'POST',
    path: `/artifact-uploads/${segment(jobId)}/files`,
    query: { path },
    upload: { content: file, mediaType: 'application/octet-stream' },
    signal,
  });
}

/** Ends a check: what arrived is compared with the card; the answer is the finished job. */
export function completeArtifactCheck(jobId: string, signal: AbortSignal) {
  return request(jobSchema, {
    method: 'POST',
    path: `/artifact-uploads/${segment(jobId)}/complete`,
    signal,
  });
}
