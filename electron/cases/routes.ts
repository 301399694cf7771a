/** The routes of cases: a bundle comes in as a job; what is kept is listed. */
import type { Case } from '../../shared/contract/cases.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { WriteContext } from '../area.ts';
import { startUploadJob, type UploadMeans } from '../imports/start-upload-job.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { CaseFiles } from './case-files.ts';

/** Handlers of the case routes that a reader thread answers. */
export function caseReadRoutes(cases: CaseFiles): RouteHandlers<'listCases' | 'getCase'> {
  return {
    listCases: () => jsonReply(cases.list()),
    getCase: ({ parameters: { id } }) => jsonReply(requireCase(cases, id)),
  };
}

/** Handlers of the case routes that take a bundle in or remove a case. */
export function caseWriteRoutes(
  options: UploadMeans &
    Pick<WriteContext, 'workspace' | 'changed'> & { readonly cases: CaseFiles },
): RouteHandlers<'createCase' | 'deleteCase'> {
  const { cases, workspace, remover, changed } = options;
  return {
    createCase: ({ query: { name }, upload, caller, idempotency }) =>
      startUploadJob(options, upload.bytes, idempotency, () => ({
        kind: 'case_import',
        words: { text: 'open_case', values: { name } },
        unit: 'entries',
        startedBy: caller,
        parameters: { name },
      })),

    deleteCase: async ({ parameters: { id } }) => {
      const found = requireCase(cases, id);
      if (id === workspace.caseId) {
        throw new ApiError(
          'conflict',
          `The case ${id} is open. Open another ledger, then remove it.`,
        );
      }
      await remover.remove([cases.take(found)]);
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
