/** The job that writes a table into a file: the rows of a list as its caller may read them, or given ones. */
import { rename } from 'node:fs/promises';
import { z } from 'zod';
import { roles } from '../../shared/contract/access.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import {
  createExportSchema,
  isMetered,
  type CreateExport,
  type ExportFormat,
  type ExportResult,
} from '../../shared/contract/exports.ts';
import { limits } from '../../shared/contract/limits.ts';
import { plainCsvSigns } from '../../shared/csv.ts';
import { pointer } from '../../shared/json-pointer.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { allows } from '../access/permissions.ts';
import type { Remover } from '../database/remover.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { Principal } from '../serve-request.ts';
import type { ExportFiles } from './export-files.ts';
import { listRoute, type ListedRows, type ListReader, type ListSource } from './list.ts';
import { readList } from './read-list.ts';
import type { Row } from './row-values.ts';
import { readSessionRows } from './session-rows.ts';
import { spokenRows } from './spoken-rows.ts';
import { openExport } from './write-export.ts';

/** Rows between two looks at whether to stop. */
const rowsAtOnce = 100;

const principalSchema = z.union([
  z.object({ kind: z.literal('operator') }),
  z.object({
    kind: z.literal('api_key'),
    keyId: z.string(),
    name: z.string(),
    role: z.enum(roles),
    accountId: z.string().nullable(),
    holderId: z.string().nullable(),
    personId: z.string().nullable(),
    scopes: z.array(z.string()),
  }),
]) satisfies z.ZodType<Principal>;

/** What the job is told: what to export, and as whom. */
const orderSchema = z.object({ principal: principalSchema, order: createExportSchema });

export interface ExportJobOptions {
  readonly files: ExportFiles;
  readonly remover: Remover;
  readonly clock: Clock;
  /** Reads lists as one caller, on connections of its own. */
  /** Whether the ledger is an example. */
  readonly isDemo: boolean;
  readonly openLists: (reader: {
    readonly principal: Principal;
    /** Whether rows of sessions are read, which is metered. */
    readonly withRows: boolean;
  }) => Promise<ListReader>;
  /** Whether a key may still be used. */
  readonly isKeyActive: (keyId: string) => boolean;
}

export function exportJob(options: ExportJobOptions): JobKindRunner {
  return {
    run: async (context) => exportTable(context, options),
    dispose: (jobId) => options.remover.remove(options.files.draftsOf(jobId)),
    completedResult: () => undefined,
    abandon: (jobId) => options.files.remove(jobId),
  };
}

/**
 * Refuses what this caller may not list.
 * @throws {ApiError} `forbidden`
 */
export function refuseUnlisted(order: CreateExport, principal: Principal): void {
  if (!('operation' in order.source)) return;
  const route = listRoute(order.source.operation);
  if (allows(principal, route) !== 'none') return;
  throw new ApiError('forbidden', `This API key may not ask for ${route.operationId}.`, {
    details: { operation: route.operationId },
  });
}

/**
 * Refuses more rows than a page of a PDF was made for.
 * @throws {ApiError} `validation_error`
 */
export function refuseLongDocument(format: ExportFormat, rows: number): void {
  if (format !== 'pdf' || rows <= limits.exportPdfRows) return;
  throw validationError([
    faultAt('format', 'rows_of_pdf', { rows, maximum: limits.exportPdfRows }),
  ]);
}

async function exportTable(context: JobContext, options: ExportJobOptions): Promise<JobOutcome> {
  const { principal, order } = orderSchema.parse(context.parameters);
  const { source, format } = order;
  const refuseRevoked = () => {
    if (principal.kind !== 'api_key' || options.isKeyActive(principal.keyId)) return;
    throw new ApiError('unauthorized', 'The API key that asked for this export is revoked.');
  };
  refuseRevoked();
  refuseUnlisted(order, principal);
  if ('rows' in source) {
    const { rows } = source;
    return writeTable(context, options, order, { total: rows.length, pages: oncePage(rows) });
  }
  const withRows = isMetered(source.operation);
  const reader = await options.openLists({ principal, withRows });
  const asCaller: ListReader = {
    ...reader,
    ask: (path, body) => {
      refuseRevoked();
      return reader.ask(path, body);
    },
  };
  try {
    const listed = withRows
      ? await readSessionRows(source, asCaller, { format, pause: context.rest })
      : await readList(source, asCaller);
    refuseLongDocument(format, (listed.total ?? 0) - (source.except?.values.length ?? 0));
    const spoken = spokenRows(order, without(source.except, listed));
    return await writeTable(context, options, order, spoken);
  } finally {
    await reader.close();
  }
}

/** The rows but those that are left out; how many that are is not known before. */
function without(except: ListSource['except'], listed: ListedRows): ListedRows {
  if (except === undefined) return listed;
  const read = pointer(except.path);
  const values = new Set(except.values);
  const isLeftOut = (row: Row): boolean => {
    const value = read(row);
    return (typeof value === 'string' || typeof value === 'number') && values.has(String(value));
  };
  const pages = async function* () {
    for await (const page of listed.pages) yield page.filter((row) => !isLeftOut(row));
  };
  return { ...listed, total: null, pages: pages() };
}

async function writeTable(
  { jobId, report, shouldStop }: JobContext,
  { files, remover, clock, isDemo }: ExportJobOptions,
  order: CreateExport,
  { total, pages, asOf = instant(clock()) }: ListedRows,
): Promise<JobOutcome> {
  const { format, title } = order;
  refuseLongDocument(format, total ?? 0);
  const draft = files.draftOf(jobId);
  const writer = await openExport(order, { path: draft, asOf, total, isDemo });
  let rows = 0;
  let written;
  try {
    for await (const page of pages) {
      for (let first = 0; first < page.length; first += rowsAtOnce) {
        if (shouldStop()) throw new JobStopped();
        const part = page.slice(first, first + rowsAtOnce);
        await writer.add(part);
        rows += part.length;
        refuseLongDocument(format, rows);
        report({ phase: 'writing', done: rows, total, unit: 'rows' });
      }
    }
    if (shouldStop()) throw new JobStopped();
    written = await writer.finish();
  } finally {
    await writer.close();
  }
  await rename(draft, files.pathOf(jobId, format));
  await remover.remove(files.outdated());
  const result: ExportResult = {
    export_id: jobId,
    format,
    ...(format === 'csv' && { csv: order.csv ?? plainCsvSigns }),
    title,
    rows,
    ...written,
    as_of: asOf,
  };
  return { result };
}

async function* oncePage(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
