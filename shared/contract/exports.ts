/** Exports of a table as it is shown: the rows of a list, or rows that are given, as a file (extension). */
import { z } from 'zod';
import { isTimeZone } from '../local-time.ts';
import { hashSchema, instantSchema } from './common.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import type { Route } from './route.ts';

export const exportFormats = ['csv', 'jsonl', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportColumnKinds = ['text', 'number', 'instant', 'day', 'json'] as const;
export type ExportColumnKind = (typeof exportColumnKinds)[number];

/** Lists whose every page an export can read. */
export const exportableOperations = [
  'listRecords',
  'listModelCards',
  'listCheckpoints',
  'listDatasets',
  'listSessions',
  'listOperations',
  'listSessionEvidence',
  'listUsedSessions',
  'listInvoices',
  'listPayouts',
  'listAccruals',
  'listAdjustments',
  'listAlerts',
  'listBookTransactions',
  'listApiKeys',
  'listAuditEvents',
  'listVerifications',
  'listFindings',
  'listJobs',
  'streamSession',
] as const;
export type ExportableOperation = (typeof exportableOperations)[number];

/** Rows of a session at one read of an export: the most that a batch may have. */
export const exportBatchRows = limits.session.batchSize;

/** Whether reading the list is counted and charged, by the batch and by the row. */
export function isMetered(operation: ExportableOperation): boolean {
  return operation === 'streamSession';
}

/** What parts the cells of a csv file, and its decimals. */
export const csvSignsSchema = z
  .strictObject({
    separator: z.enum([',', ';'], { error: 'must be , or ;' }),
    decimal: z.enum(['.', ','], { error: 'must be . or ,' }),
  })
  .refine(({ separator, decimal }) => separator !== decimal, {
    error: 'must be another sign than separator',
    path: ['decimal'],
  });

const words = (maximum: number) => z.string().min(1, 'must not be empty').max(maximum);

/** A column of the file: where in a row its value stands. */
export const exportColumnSchema = z.strictObject({
  key: words(limits.shortString).meta({ description: 'Names the value in jsonl' }),
  title: words(limits.shortString).meta({ description: 'Heads the column in csv and pdf' }),
  path: z
    .string()
    .max(limits.shortString)
    .regex(/^(\/.*)?$/, 'must be empty or begin with /')
    .meta({
      description:
        'A JSON Pointer (RFC 6901) into the row; empty for the row itself. `length` of a list counts it',
    }),
  kind: z.enum(exportColumnKinds, { error: `must be one of ${exportColumnKinds.join(', ')}` }),
});
export type ExportColumn = z.infer<typeof exportColumnSchema>;

/** The rows: those of a list, read as the caller, or these. */
export const exportSourceSchema = z.union(
  [
    z.strictObject({
      operation: z.enum(exportableOperations, {
        error: `must be one of ${exportableOperations.join(', ')}`,
      }),
      parameters: z.record(z.string(), z.string()).default({}).meta({
        description: 'Parameters of the list’s path',
      }),
      query: z.record(z.string(), z.string()).default({}).meta({
        description: 'Parameters of the list’s query, without those of pages',
      }),
      each: z.string().max(limits.shortString).regex(/^\/./, 'must begin with /').optional().meta({
        description:
          'A JSON Pointer to a list in each row: a row of the file for each element of it, with the element as /item',
      }),
      except: z
        .strictObject({
          path: z.string().max(limits.shortString).regex(/^\/./, 'must begin with /'),
          values: z.array(z.string().max(limits.shortString)).min(1).max(limits.exportExcept),
        })
        .optional()
        .meta({ description: 'Rows that are left out: those with one of the values at the path' }),
    }),
    z.strictObject({
      rows: z.array(z.record(z.string(), z.unknown())).max(limits.exportRows),
    }),
  ],
  { error: 'must name an operation, or hold rows' },
);
export type ExportSource = z.infer<typeof exportSourceSchema>;

/** The body of `POST /exports`. */
export const createExportSchema = z
  .strictObject({
    title: words(limits.shortString).meta({ description: 'Of the table' }),
    format: z.enum(exportFormats, { error: `must be one of ${exportFormats.join(', ')}` }),
    time_zone: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .default('UTC')
      .meta({
        description:
          'In which instants are written, in ISO 8601 with the offset; days stay what they are',
      }),
    csv: csvSignsSchema.optional().meta({
      description: 'For csv: as a spreadsheet of a language reads it; `,` and `.` unless told',
    }),
    columns: z
      .array(exportColumnSchema)
      .max(limits.exportColumns)
      .meta({ description: 'In their order; none for whole rows, in jsonl only' }),
    notes: z
      .array(z.string().max(limits.shortString * 4))
      .max(50)
      .default([])
      .meta({
        description: 'What the rows are narrowed to, in words; stands in the pdf',
      }),
    source: exportSourceSchema,
  })
  .refine(({ format, columns }) => format === 'jsonl' || columns.length > 0, {
    error: 'must name a column; only jsonl holds whole rows',
    path: ['columns'],
  })
  .refine(({ format, csv }) => format === 'csv' || csv === undefined, {
    error: 'is for csv only',
    path: ['csv'],
  })
  .refine(({ columns }) => new Set(columns.map(({ key }) => key)).size === columns.length, {
    error: 'must have keys of their own',
    path: ['columns'],
  });
export type CreateExport = z.infer<typeof createExportSchema>;

/** The result of a finished job of the kind `view_export`. */
export const exportResultSchema = z.object({
  export_id: z.string().meta({ description: 'The job’s id' }),
  format: z.enum(exportFormats),
  csv: csvSignsSchema.exactOptional().meta({ description: 'The signs of a csv file' }),
  title: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: hashSchema,
  as_of: instantSchema.meta({
    description: 'All rows are of this moment; those of a session, of when it was opened',
  }),
});
export type ExportResult = z.infer<typeof exportResultSchema>;

export const exportRoutes = [
  {
    operationId: 'createExport',
    method: 'POST',
    path: '/exports',
    summary: 'Export a table as a file, as a job',
    description:
      'The list is read page by page as the caller, at one moment: what the caller may not list is not exported. The rows of a data session (`streamSession`) are read in batches of 100, each of them guarded, metered and charged as that operation is: an export that is canceled or fails leaves no file, and what it had read stays counted. The `result` of the finished job is an ExportResult.',
    area: 'jobs',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: createExportSchema,
    status: 202,
    response: jobSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'downloadExport',
    method: 'GET',
    path: '/exports/{job_id}/file',
    summary: 'The file of a finished export',
    description: 'The last twenty are kept.',
    area: 'jobs',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/octet-stream' },
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
