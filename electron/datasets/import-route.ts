/** The route that takes a file of rows in and has it imported as a job. */
import { createHash } from 'node:crypto';
import { validationError } from '../../shared/contract/errors.ts';
import { rowMappingSchema, type RowMapping } from '../../shared/contract/datasets.ts';
import { parseBody, wholeBody } from '../../shared/contract/intake.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { ImportFiles } from '../imports/import-files.ts';
import { spoolUpload } from '../imports/spool-upload.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { DatasetsStore } from './datasets-store.ts';
import type { RowImportOrder } from './row-import-order.ts';
import { requireDataset } from './routes.ts';

export function importRowsRoute(options: {
  readonly datasets: DatasetsStore;
  readonly files: ImportFiles;
  readonly jobs: JobStarter;
  readonly createId: CreateId;
  /** Bytes of one file. */
  readonly maximumBytes: number;
}): RouteHandlers<'importDatasetRecords'> {
  const { datasets, files, jobs, createId, maximumBytes } = options;
  return {
    importDatasetRecords: async ({ parameters, query, upload, idempotency }) => {
      const datasetId = parameters.dataset_id;
      requireDataset(datasets, datasetId);
      const mapping = mappingOf(upload.mediaType, query.mapping);
      if (upload.bytes === null) throw emptyFile();
      const jobId = createId('job');
      let isStarted = false;
      try {
        const file = await files.create(jobId, 'upload');
        const { bytes, hash } = await spoolUpload(upload.bytes, file, maximumBytes).finally(() =>
          file.close(),
        );
        if (bytes === 0) throw emptyFile();
        const order: RowImportOrder = {
          datasetId,
          mediaType: upload.mediaType,
          mapping,
          dryRun: query.dry_run,
          bytes,
        };
        const { reply, replayed } = jobs.start(
          idempotency && {
            ...idempotency,
            fingerprint: createHash('sha256')
              .update(idempotency.fingerprint + hash)
              .digest('hex'),
          },
          {
            jobId,
            kind: 'dataset_import',
            title: `${query.dry_run ? 'Check' : 'Import'} ${query.name}`,
            unit: 'bytes',
            parameters: order,
          },
        );
        isStarted = !replayed;
        return reply;
      } finally {
        if (!isStarted) await files.removeAll(jobId);
      }
    },
  };
}

function mappingOf(
  mediaType: RowImportOrder['mediaType'],
  text: string | undefined,
): RowMapping | undefined {
  if (mediaType === 'text/csv') return text === undefined ? noMapping : parseMapping(text);
  if (text === undefined) return undefined;
  throw validationError([{ field: 'mapping', message: 'is for text/csv only' }]);
}

const noMapping: RowMapping = rowMappingSchema.parse({});

function parseMapping(text: string): RowMapping {
  try {
    return parseBody(text, rowMappingSchema);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = error.fields.map(({ field, message }) => ({
      field: field === wholeBody ? 'mapping' : `mapping.${field}`,
      message,
    }));
    throw validationError(
      faults.length > 0
        ? faults
        : [{ field: 'mapping', message: `must be JSON. ${error.message}` }],
    );
  }
}

function emptyFile(): ApiError {
  return validationError([{ field: wholeBody, message: 'must not be empty' }]);
}
