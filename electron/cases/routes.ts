/** The routes of cases: a bundle comes in as a job; what is kept is listed. */
import { createHash } from 'node:crypto';
import type { Case } from '../../shared/contract/cases.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
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
    getCase: ({ parameters: { id } }) => jsonReply(requireCase(cases, id)),
  };
}

/** What takes a bundle in, and what removes a case. */
export function caseWriteRoutes(options: {
  readonly files: ImportFiles;
  readonly jobs: JobStarter;
  readonly createId: CreateId;
  /** Bytes of one zip. */
  readonly maximumBytes: number;
  readonly cases: CaseFiles;
  /** The case that is open, if one is. */
  readonly openCaseId: string | undefined;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<'createCase' | 'deleteCase'> {
  const { files, jobs, createId, maximumBytes, cases, openCaseId, changed } = options;
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

    deleteCase: ({ parameters: { id }, caller }) => {
      if (caller !== 'operator') throw new ApiError('forbidden', 'API keys do not remove cases.');
      const found = requireCase(cases, id);
      if (id === openCaseId) {
        throw new ApiError(
          'conflict',
          `The case ${id} is open. Open another ledger, then remove it.`,
        );
      }
      cases.remove(id);
      changed(['cases']);
      return jsonReply(found);
    },
  };
}

function requireCase(cases: CaseFiles, id: string): Case {
  const found = cases.find(id);
  if (found === undefined) throw new ApiError('not_found', `There is no case ${id}.`);
  return found;
}

function emptyFile() {
  return validationError([{ field: wholeBody, message: 'must not be empty' }]);
}
