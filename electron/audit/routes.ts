/** The routes of the audit log and of the requests answered lately. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { jsonReply, pageReply, rowsWithin, type RouteHandlers } from '../route-handler.ts';
import type { AuditExportFiles } from './audit-export-job.ts';
import type { AuditStore } from './audit-store.ts';
import type { RequestRing } from './request-ring.ts';

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

export type AuditReads =
  | 'listAuditEvents'
  | 'getAuditEvent'
  | 'getAuditState'
  | 'downloadAuditExport';

/** Handlers of the audit routes that a reader thread answers. */
export function auditReadRoutes(options: {
  readonly store: AuditStore;
  readonly jobs: JobsStore;
  readonly files: AuditExportFiles;
}): RouteHandlers<AuditReads> {
  const { store, jobs, files } = options;
  return {
    listAuditEvents: ({ query: { limit, offset, ...filter } }) => {
      const { total, events } = store.page(filter, { limit, offset });
      return pageReply(events, { total, limit, offset });
    },
    getAuditEvent: ({ parameters: { seq } }) => {
      const event = /^[1-9]\d{0,14}$/.test(seq) ? store.find(Number(seq)) : undefined;
      if (event === undefined) {
        throw new ApiError('not_found', `There is no event ${seq} in the audit log.`);
      }
      return jsonReply(event);
    },
    getAuditState: () => jsonReply(store.state()),
    downloadAuditExport: ({ parameters: { id } }) => {
      const job = jobs.find(id);
      const isFinished = job?.kind === 'audit_export' && job.status === 'completed';
      const file = isFinished ? files.open(id) : undefined;
      if (file === undefined) {
        throw new ApiError('not_found', `There is no export ${id} of the audit log.`);
      }
      const { format, body } = file;
      return {
        body,
        headers: {
          'content-type': mediaTypes[format],
          'content-disposition': `attachment; filename="audit-${id}.${format}"`,
        },
      };
    },
  };
}

/** Handlers of the audit routes that start an export. */
export function auditWriteRoutes(options: {
  readonly jobs: JobStarter;
  readonly createId: CreateId;
}): RouteHandlers<'createAuditExport'> {
  return {
    createAuditExport: ({ body, caller, idempotency }) =>
      options.jobs.start(idempotency, {
        jobId: options.createId('job'),
        kind: 'audit_export',
        words: { text: 'export_audit_log', values: { format: body.format } },
        unit: 'entries',
        startedBy: caller,
        parameters: body,
      }).reply,
  };
}

/** Handlers of the audit routes that the host's own process answers. */
export function requestRoutes(ring: RequestRing): RouteHandlers<'listRequests'> {
  return {
    listRequests: ({ query, principal }) => {
      const { texts } = rowsWithin(ring.list(query, principal), (each) => JSON.stringify(each));
      return { body: `{"data":[${texts.join()}]}` };
    },
  };
}
