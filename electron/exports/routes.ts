/** The routes of exported tables. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import {
  exportResultSchema,
  type CreateExport,
  type ExportResult,
} from '../../shared/contract/exports.ts';
import { fieldErrors } from '../../shared/contract/intake.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { ExportFiles } from './export-files.ts';
import { refuseLongDocument, refuseUnlisted } from './export-job.ts';
import { listRoute } from './list.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  pdf: 'application/pdf',
} as const;

/** Handlers of the export routes that a reader thread answers. */
export function exportReadRoutes(options: {
  readonly jobs: JobsStore;
  readonly files: ExportFiles;
}): RouteHandlers<'downloadExport'> {
  const { jobs, files } = options;
  return {
    downloadExport: ({ parameters: { job_id: id } }) => {
      const job = jobs.find(id);
      const isFinished = job?.kind === 'view_export' && job.status === 'completed';
      const file = isFinished ? files.open(id) : undefined;
      if (file === undefined) {
        throw new ApiError('not_found', `There is no export ${id}. The last twenty are kept.`);
      }
      const name = fileName(exportResultSchema.parse(job?.result));
      return {
        body: file.body,
        headers: {
          'content-type': mediaTypes[file.format],
          'content-length': String(file.size),
          'content-disposition': `attachment; filename="${name}"`,
        },
      };
    },
  };
}

/** Handlers of the export routes that start an export. */
export function exportWriteRoutes(options: {
  readonly jobs: JobStarter;
  readonly createId: CreateId;
}): RouteHandlers<'createExport'> {
  return {
    createExport: ({ body, caller, principal, idempotency }) => {
      refuseUnlisted(body, principal);
      refuseWrongQuery(body);
      if ('rows' in body.source) refuseLongDocument(body.format, body.source.rows.length);
      return options.jobs.start(idempotency, {
        jobId: options.createId('job'),
        kind: 'view_export',
        words: { text: 'export_table', values: { name: body.title, format: body.format } },
        unit: 'rows',
        startedBy: caller,
        parameters: { principal, order: body },
      }).reply;
    },
  };
}

const paging: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'after_seq',
  'batch_size',
  'cursor',
]);

/** What the list itself would refuse is refused before there is a job. */
function refuseWrongQuery({ source }: CreateExport): void {
  if (!('operation' in source)) return;
  const route = listRoute(source.operation);
  const { query } = source;
  const faults = Object.keys(query)
    .filter((name) => paging.has(name))
    .map((field) => faultAt(field, 'set_by_export'));
  const result = route.query?.safeParse(query);
  if (result?.success === false) {
    faults.push(...fieldErrors(result.error.issues, query, 'parameter'));
  }
  faults.push(...(route.queryConflicts?.(query) ?? []));
  const needed = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);
  const missing = needed.filter((name) => source.parameters[name] === undefined);
  const all = [
    ...faults.map((each) => ({ ...each, field: `source.query.${each.field}` })),
    ...missing.map((name) => faultAt(`source.parameters.${name}`, 'required')),
  ];
  if (all.length > 0) throw validationError(all);
}

/** The title in letters that every file system has, and the day. */
function fileName({ title, format, as_of: asOf }: ExportResult): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'table' : plain}-${asOf.slice(0, 10)}.${format}`;
}
