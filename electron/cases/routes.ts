/** The routes of cases: a bundle comes in as a job; what is kept is listed. */
import { createHash } from 'node:crypto';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { ImportFiles } from '../imports/import-files.ts';
import { spoolUpload } from '../imports/spool-upload.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { CaseFiles } from './case-files.ts';

/** What only reads. */
export function caseReadRoutes(cases: CaseFiles): RouteHandlers<'listCases' | 'getCase'> {
  return {
    listCases: () => jsonReply(cases.list()),
    getCase: ({ parameters: { id } }) => {
      const found = cases.find(id);
      if (found === undefined) throw new ApiError('not_found', `There is no case ${id}.`);
      return jsonReply(found);
    },
  };
}

/** What takes a bundle in. */
export function caseWriteRoutes(options: {
  readonly files: ImportFiles;
  readonly jobs: JobStarter;
  readonly createId: CreateId;
  /** Bytes of one zip. */
  readonly maximumBytes: number;
}): RouteHandlers<'createCase'> {
  const { files, jobs, createId, maximumBytes } = options;
  return {
    createCase: async ({ query: { name }, upload, idempotency }) => {
      if (upload.bytes === null) throw emptyFile();
      const jobId = createId('job');
      let isStarted = false;
      try {
        const file = await files.create(jobId, 'upload');
        const { bytes, hash } = await spoolUpload(upload.bytes, file, maximumBytes).finally(() =>
          file.close(),
        );
        if (bytes === 0) throw emptyFile();
        const { reply, replayed } = jobs.start(
          idempotency && {
            ...idempotency,
            fingerprint: createHash('sha256')
              .update(idempotency.fingerprint + hash)
              .digest('hex'),
          },
          {
            jobId,
            kind: 'case_import',
            title: `Open ${name} as a case`,
            unit: 'entries',
            parameters: { name },
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

function emptyFile() {
  return validationError([{ field: wholeBody, message: 'must not be empty' }]);
}
