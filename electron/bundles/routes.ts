/** The routes of evidence bundles (docs/ledger-format.md, "Bundles"). */
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { BundleFiles } from './bundle-files.ts';

/** Handlers of the bundle routes that a reader thread answers. */
export function bundleReadRoutes(options: {
  readonly jobs: JobsStore;
  readonly files: BundleFiles;
}): RouteHandlers<'downloadBundle'> {
  return {
    downloadBundle: ({ parameters: { id } }) => {
      const job = options.jobs.find(id);
      const isFinished = job?.kind === 'bundle' && job.status === 'completed';
      const body = isFinished ? options.files.open(id) : undefined;
      if (body === undefined) throw new ApiError('not_found', `There is no bundle ${id}.`);
      return {
        body,
        headers: { 'content-disposition': `attachment; filename="evidence-${id}.zip"` },
      };
    },
  };
}

/** Handlers of the bundle routes that start an export. */
export function bundleWriteRoutes(options: {
  readonly jobs: JobStarter;
  readonly createId: CreateId;
}): RouteHandlers<'createBundle'> {
  return {
    createBundle: ({ body, caller, idempotency }) =>
      options.jobs.start(idempotency, {
        jobId: options.createId('job'),
        kind: 'bundle',
        words: { text: `bundle_${body.kind}`, values: {} },
        unit: 'entries',
        startedBy: caller,
        parameters: body,
      }).reply,
  };
}
