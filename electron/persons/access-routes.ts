/** The routes of what a person gets of their data, and the writer's note that it was made. */
import { ApiError } from '../../shared/contract/errors.ts';
import { personAccessResultSchema } from '../../shared/contract/persons.ts';
import { actorOf } from '../access/acting.ts';
import type { ReadContext, Task, WriteContext } from '../area.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { accessFiles, disclosedSchema } from './access-job.ts';
import { RequestWriter } from './request-writer.ts';

export function accessReadRoutes({
  workspace,
  jobs,
}: Pick<ReadContext, 'workspace' | 'jobs'>): RouteHandlers<'downloadPersonAccess'> {
  const files = accessFiles(workspace.directory);
  return {
    downloadPersonAccess: ({ parameters: { id, job_id: jobId } }) => {
      const job = jobs.find(jobId);
      const isMade = job?.kind === 'person_access' && job.status === 'completed';
      const result = personAccessResultSchema.safeParse(isMade ? job.result : undefined).data;
      const body = result?.request_id === id ? files.open(jobId) : undefined;
      if (result === undefined || body === undefined) {
        throw new ApiError('not_found', `There is no data ${jobId} of request ${id}.`);
      }
      return {
        body,
        headers: {
          'content-length': String(result.bytes),
          'content-disposition': `attachment; filename="${result.number}.zip"`,
        },
      };
    },
  };
}

type WriteMeans = Pick<
  WriteContext,
  | 'database'
  | 'workspace'
  | 'facts'
  | 'createId'
  | 'starter'
  | 'transaction'
  | 'changed'
  | 'wallClock'
>;

export function accessWriteRoutes(means: WriteMeans): RouteHandlers<'createPersonAccess'> {
  const writer = new RequestWriter(means);
  return {
    createPersonAccess: ({ parameters: { id }, body, caller, principal, idempotency }) => {
      const { number } = writer.require(id, 'access', means.wallClock.now());
      return means.starter.start(idempotency, {
        jobId: means.createId('job'),
        kind: 'person_access',
        words: { text: 'person_access', values: { number } },
        unit: 'records',
        startedBy: caller,
        parameters: { requestId: id, language: body.language, actor: actorOf(principal) },
      }).reply;
    },
  };
}

/** The request says from then on that the data was handed over, with the sum of the file. */
export function noteDisclosed(means: WriteMeans): Task {
  const writer = new RequestWriter(means);
  return async (params) => {
    const { requestId, sha256, actor: by } = disclosedSchema.parse(params);
    means.transaction((now) => {
      const request = writer.require(requestId, 'access', now);
      writer.change(request, now, { event: 'disclosed', commit: { note: sha256 }, by });
    });
    means.changed(['persons']);
  };
}
