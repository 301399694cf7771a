/** The route that takes a file of records in and has it imported as a job. */
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { CsvMapping } from '../../shared/contract/imports.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { ImportOrder } from './check-import.ts';
import { parseMapping } from './csv-mapping.ts';
import { startUploadJob, type UploadMeans } from './start-upload-job.ts';

export function importWriteRoutes(means: UploadMeans): RouteHandlers<'createImport'> {
  return {
    createImport: async ({ query, upload, caller, idempotency }) => {
      const mapping = mappingOf(upload.mediaType, query.mapping);
      return startUploadJob(means, upload.bytes, idempotency, (bytes) => {
        const order: ImportOrder = {
          mediaType: upload.mediaType,
          mapping,
          dryRun: query.dry_run,
          onError: query.on_error,
          bytes,
        };
        return {
          kind: 'import',
          words: { text: query.dry_run ? 'check' : 'import', values: { name: query.name } },
          unit: 'bytes',
          startedBy: caller,
          parameters: order,
        };
      });
    },
  };
}

function mappingOf(mediaType: ImportOrder['mediaType'], text: string | undefined) {
  if (mediaType === 'text/csv') {
    if (text === undefined) {
      throw validationError([faultAt('mapping', 'required_for_csv')]);
    }
    return parseMapping(text);
  }
  if (text !== undefined) {
    throw validationError([faultAt('mapping', 'only_for_text_csv')]);
  }
  return undefined satisfies CsvMapping | undefined;
}
