/** The route that takes a file of records in and has it imported as a job. */
import { createHash } from 'node:crypto';
import { validationError } from '../../shared/contract/errors.ts';
import type { CsvMapping } from '../../shared/contract/imports.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { ImportOrder } from './check-import.ts';
import { parseMapping } from './csv-mapping.ts';
import type { ImportFiles } from './import-files.ts';
import { spoolUpload } from './spool-upload.ts';

export function importWriteRoutes(options: {
  readonly files: ImportFiles;
  readonly jobs: JobStarter;
  readonly createId: CreateId;
  /** Bytes of one file. */
  readonly maximumBytes: number;
}): RouteHandlers<'createImport'> {
  const { files, jobs, createId, maximumBytes } = options;
  return {
    createImport: async ({ query, upload, idempotency }) => {
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
        const order: ImportOrder = {
          mediaType: upload.mediaType,
          mapping,
          dryRun: query.dry_run,
          onError: query.on_error,
          bytes,
        };
        const { reply, replayed } = jobs.start(
          idempotency && {
            ...idempotency,
            fingerprint: createHash('sha256')
              .update(idempotency.fingerprint + hash)
              .digest('hex'),
          },
          { jobId, kind: 'import', title: titleOf(query), unit: 'bytes', parameters: order },
        );
        isStarted = !replayed;
        return reply;
      } finally {
        if (!isStarted) await files.removeAll(jobId);
      }
    },
  };
}

function mappingOf(mediaType: ImportOrder['mediaType'], text: string | undefined) {
  if (mediaType === 'text/csv') {
    if (text === undefined) {
      throw validationError([{ field: 'mapping', message: 'is required for text/csv' }]);
    }
    return parseMapping(text);
  }
  if (text !== undefined) {
    throw validationError([{ field: 'mapping', message: 'is for text/csv only' }]);
  }
  return undefined satisfies CsvMapping | undefined;
}

function titleOf(query: { readonly name: string; readonly dry_run: boolean }): string {
  return query.dry_run ? `Check ${query.name}` : `Import ${query.name}`;
}

function emptyFile() {
  return validationError([{ field: wholeBody, message: 'must not be empty' }]);
}
