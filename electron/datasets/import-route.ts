/** The route that takes a file of rows in and has it imported as a job. */
import { validationError } from '../../shared/contract/errors.ts';
import { rowMappingSchema, type RowMapping } from '../../shared/contract/datasets.ts';
import { parseBody, wholeBody } from '../../shared/contract/intake.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { startUploadJob, type UploadMeans } from '../imports/start-upload-job.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { DatasetsStore } from './datasets-store.ts';
import type { RowImportOrder } from './row-import-order.ts';
import { requireDataset } from './routes.ts';
import type { Sourcing } from './sourcing.ts';

export function importRowsRoute(
  options: UploadMeans & { readonly datasets: DatasetsStore; readonly sourcing: Sourcing },
): RouteHandlers<'importDatasetRecords'> {
  return {
    importDatasetRecords: async ({ parameters, query, upload, caller, idempotency }) => {
      const datasetId = parameters.dataset_id;
      requireDataset(options.datasets, datasetId);
      options.sourcing.refuseRows(datasetId);
      const mapping = mappingOf(upload.mediaType, query.mapping);
      return startUploadJob(options, upload.bytes, idempotency, (bytes) => {
        const order: RowImportOrder = {
          datasetId,
          mediaType: upload.mediaType,
          mapping,
          dryRun: query.dry_run,
          bytes,
        };
        return {
          kind: 'dataset_import',
          words: { text: query.dry_run ? 'check' : 'import', values: { name: query.name } },
          unit: 'bytes',
          startedBy: caller,
          parameters: order,
        };
      });
    },
  };
}

function mappingOf(
  mediaType: RowImportOrder['mediaType'],
  text: string | undefined,
): RowMapping | undefined {
  if (mediaType === 'text/csv') return text === undefined ? noMapping : parseMapping(text);
  if (text === undefined) return undefined;
  throw validationError([faultAt('mapping', 'only_for_text_csv')]);
}

const noMapping: RowMapping = rowMappingSchema.parse({});

function parseMapping(text: string): RowMapping {
  try {
    return parseBody(text, rowMappingSchema);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = error.fields.map((each) => ({
      ...each,
      field: each.field === wholeBody ? 'mapping' : `mapping.${each.field}`,
    }));
    throw validationError(
      faults.length > 0
        ? faults
        : [faultAt('mapping', 'type_json_because', { words: error.message })],
    );
  }
}
