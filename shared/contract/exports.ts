/** Exports of a table as it is shown: the rows of a list, or rows that are given, as a file (extension). */
import * as z from './when-asked.ts';
import { languages } from '../languages.ts';
import { isTimeZone } from '../local-time.ts';
import { hashSchema, instantSchema, listOf, textsByName } from './common.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import type { Route } from './route.ts';
import { fault } from './faults.ts';

export const exportFormats = ['csv', 'jsonl', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportColumnKinds = ['text', 'number', 'instant', 'day', 'json'] as const;
export type ExportColumnKind = (typeof exportColumnKinds)[number];

/** Lists whose every page an export can read. */
export const exportableOperations = [
  'listRecords',
  'listReviews',
  'listModelCards',
  'listCheckpoints',
  'listDatasets',
  'listGrants',
  'listSessions',
  'listOperations',
  'listSessionEvidence',
  'listUsedSessions',
  'listInvoices',
  'listPayments',
  'listPayouts',
  'listShares',
  'listDrafts',
  'listRuns',
  'listAdjustments',
  'listAlerts',
  'listRuleAlerts',
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

/** Tells whether reading the list is counted and charged, by the batch and by the row. */
export function isMetered(operation: ExportableOperation): boolean {
  return operation === 'streamSession';
}

/** Signs that part the cells of a csv file, and its decimals. */
export const csvSignsSchema = z
  .strictObject({
    separator: z.enum([',', ';'], { error: fault('either_of', { values: ',', last: ';' }) }),
    decimal: z.enum(['.', ','], { error: fault('either_of', { values: '.', last: ',' }) }),
  })
  .refine(({ separator, decimal }) => separator !== decimal, {
    error: fault('another_sign'),
    path: ['decimal'],
  });

const words = (maximum: number) => z.string().min(1, fault('not_empty')).max(maximum);

/** A column of the file: where in a row its value stands. */
export const exportColumnSchema = z
  .strictObject({
    key: words(limits.shortString).meta({ description: 'Names the value in jsonl' }),
    title: words(limits.shortString).meta({ description: 'Heads the column in csv and pdf' }),
    path: z
      .string()
      .max(limits.shortString)
      .regex(/^(\/.*)?$/, fault('pointer_or_empty'))
      .meta({
        description:
          'A JSON Pointer (RFC 6901) into the row; empty for the row itself. `length` of a list counts it',
      }),
    kind: z.enum(exportColumnKinds, {
      error: fault('one_of', { values: exportColumnKinds.join(', ') }),
    }),
    words: z
      .record(words(limits.shortString), z.string().max(limits.shortString))
      .refine((codes) => Object.keys(codes).length <= limits.exportWords, {
        error: fault('at_most_words', { maximum: limits.exportWords }),
      })
      .optional()
      .meta({
        description:
          'What its codes are called in pdf, e.g. `{"PAID": "Paid"}`; csv and jsonl hold the code',
      }),
  })
  .meta({ id: 'ExportColumn', sent: true });
export type ExportColumn = z.infer<typeof exportColumnSchema>;

/** The rows: those of a list, read as the caller, or these. */
export const exportSourceSchema = z.union(
  [
    z.strictObject({
      operation: z.enum(exportableOperations, {
        error: fault('one_of', { values: exportableOperations.join(', ') }),
      }),
      parameters: textsByName(limits.queryMembers).default({}).meta({
        description: 'Parameters of the list’s path',
      }),
      query: textsByName(limits.queryMembers).default({}).meta({
        description: 'Parameters of the list’s query, without those of pages',
      }),
      each: z.string().max(limits.shortString).regex(/^\/./, fault('pointer')).optional().meta({
        description:
          'A JSON Pointer to a list in each row: a row of the file for each element of it, with the element as /item',
      }),
      except: z
        .strictObject({
          path: z.string().max(limits.shortString).regex(/^\/./, fault('pointer')),
          values: listOf(z.string().max(limits.shortString), limits.exportExcept, {
            none: fault('one_value'),
          }),
        })
        .optional()
        .meta({ description: 'Rows that are left out: those with one of the values at the path' }),
    }),
    z.strictObject({
      rows: listOf(z.record(z.string(), z.unknown()), limits.exportRows),
    }),
  ],
  { error: fault('source_or_rows') },
);
export type ExportSource = z.infer<typeof exportSourceSchema>;

/** The body of `POST /exports`. */
export const createExportSchema = z
  .strictObject({
    title: words(limits.shortString).meta({ description: 'Of the table' }),
    format: z.enum(exportFormats, { error: fault('one_of', { values: exportFormats.join(', ') }) }),
    time_zone: z.string().refine(isTimeZone, fault('time_zone')).default('UTC').meta({
      description:
        'In which instants are written, in ISO 8601 with the offset; days stay what they are',
    }),
    language: z
      .enum(languages, { error: fault('one_of', { values: languages.join(', ') }) })
      .default('en')
      .meta({
        description:
          'Of the words that the service writes itself: those of a pdf around its table, and titles of jobs',
      }),
    csv: csvSignsSchema.optional().meta({
      description: 'For csv: as a spreadsheet of a language reads it; `,` and `.` unless told',
    }),
    columns: listOf(exportColumnSchema, limits.exportColumns).meta({
      description: 'In their order; none for whole rows, in jsonl only',
    }),
    notes: listOf(z.string().max(limits.shortString * 4), 50)
      .default([])
      .meta({
        description: 'What the rows are narrowed to, in words; stands in the pdf',
      }),
    source: exportSourceSchema,
  })
  .refine(({ format, columns }) => format === 'jsonl' || columns.length > 0, {
    error: fault('column_named'),
    path: ['columns'],
  })
  .refine(({ format, csv }) => format === 'csv' || csv === undefined, {
    error: fault('only_for_csv'),
    path: ['csv'],
  })
  .refine(({ columns }) => new Set(columns.map(({ key }) => key)).size === columns.length, {
    error: fault('keys_of_their_own'),
    path: ['columns'],
  })
  .meta({ id: 'CreateExport', sent: true });
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
    description: 'Kept until the next erasure, and for the last twenty.',
    area: 'jobs',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/octet-stream' },
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
