/** Datasets and their rows: what sessions give access to (extension; sessions.md, "Datasets, sessions, lifecycle"). */
import { z } from 'zod';
import { pathParts } from '../columns/column-path.ts';
import {
  instantSchema,
  jsonObjectSchema,
  paginated,
  queryBoolean,
  queryInteger,
  identifier,
} from './common.ts';
import { fieldErrorSchema } from './errors.ts';
import { importColumnSchema, nullTextsSchema } from './imports.ts';
import { limits } from './limits.ts';
import { fieldPathSchema, transformationLimits, transformationNames } from './transformations.ts';

/** What a session may do with data; a dataset's policy and a session may allow fewer. */
export const dataOperations = [
  'read',
  'filter',
  'aggregate',
  'transform',
  'train',
  'analyze',
  'validate',
] as const;
export type DataOperation = (typeof dataOperations)[number];

const nameText = z
  .string({ error: 'must be a string' })
  .min(1, 'must not be empty')
  .max(limits.shortString, `must have at most ${limits.shortString} characters`);

/** An id that a client chooses: it stands in paths as it is. */
const chosenId = (message: string) =>
  z.string({ error: 'must be a string' }).regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/, message);

export const datasetIdSchema = chosenId(
  'must be 1 to 128 letters, digits, dots, dashes, tildes or underscores, the first a letter or digit',
);

/** `rec_` and what the holder, or the service, put after it. */
export const recordIdSchema = z
  .string({ error: 'must be a string' })
  .regex(
    /^rec_[A-Za-z0-9._~-]{1,124}$/,
    'must be rec_ and 1 to 124 letters, digits, dots, dashes, tildes or underscores',
  );

/** What the holder allows with a dataset; absent members allow everything. */
export const datasetPolicySchema = z.strictObject({
  allowed_operations: z
    .array(z.enum(dataOperations, { error: `must be one of ${dataOperations.join(', ')}` }))
    .min(1, 'must name at least one operation')
    .optional(),
  allowed_transformations: z
    .array(
      z.enum(transformationNames, { error: `must be one of ${transformationNames.join(', ')}` }),
    )
    .optional(),
  min_group_size: z
    .int({ error: 'must be an integer' })
    .min(1, 'must be at least 1')
    .max(1_000_000, 'must be at most 1000000')
    .optional()
    .meta({ description: 'Groups of an aggregation with fewer rows are withheld' }),
  restricted_fields: z
    .array(fieldPathSchema)
    .max(limits.session.fields, `must have at most ${limits.session.fields} items`)
    .optional()
    .meta({ description: 'Fields that no session reads, filters by, sorts by or groups by' }),
});
export type DatasetPolicy = z.infer<typeof datasetPolicySchema>;

export const createDatasetSchema = z.strictObject({
  dataset_id: datasetIdSchema.optional().meta({ description: 'Prefix ds_ where it is made' }),
  name: nameText,
  holder_id: identifier(nameText),
  policy: datasetPolicySchema.optional(),
});
export type CreateDataset = z.infer<typeof createDatasetSchema>;

export const datasetStatuses = ['active', 'revoked'] as const;

export const datasetSchema = z.object({
  dataset_id: z.string(),
  name: z.string(),
  holder_id: z.string(),
  status: z.enum(datasetStatuses),
  policy: datasetPolicySchema,
  record_count: z.int(),
  total_bytes: z.int().meta({ description: 'Of the rows as JSON text' }),
  field_count: z.int().meta({ description: 'Paths that its rows hold' }),
  session_count: z.int(),
  active_session_count: z.int(),
  created_at: instantSchema,
  last_appended_at: instantSchema.nullable(),
  revoked_at: instantSchema.optional(),
  revoked_by: z.string().optional(),
  revocation_reason: z.string().optional(),
});
export type Dataset = z.infer<typeof datasetSchema>;

export const datasetPageSchema = paginated(datasetSchema);

const page = {
  limit: queryInteger(1, limits.sessions.maximumLimit).default(limits.sessions.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
};

export const listDatasetsQuerySchema = z.strictObject({
  status: z.enum(datasetStatuses, { error: `must be ${datasetStatuses.join(' or ')}` }).optional(),
  holder_id: z.string().min(1, 'must not be empty').optional(),
  ...page,
});

/** One path of a dataset's rows: what a filter or a transformation can name. */
export const datasetFieldSchema = z.object({
  path: z.string().meta({ description: 'Dotted; elements of arrays are not named' }),
  types: z.array(z.enum(['null', 'boolean', 'number', 'string', 'object', 'array'])),
});
export const datasetFieldsSchema = z.object({ fields: z.array(datasetFieldSchema) });
export type DatasetField = z.infer<typeof datasetFieldSchema>;

/** A row as it is sent: any object; `record_id` is kept, or made. */
export const datasetRowSchema = jsonObjectSchema;

/** The body of an append as JSON: an array of rows. NDJSON has one row a line. */
export const appendRowsSchema = z
  .array(datasetRowSchema, { error: 'must be an array of objects' })
  .min(1, 'must have at least one row')
  .max(limits.session.appendRows, `must have at most ${limits.session.appendRows} rows`);

export const appendedRowsSchema = z.object({
  dataset_id: z.string(),
  appended: z.int(),
  first_record_id: z.string(),
  last_record_id: z.string(),
  record_count: z.int().meta({ description: 'Rows of the dataset now' }),
});
export type AppendedRows = z.infer<typeof appendedRowsSchema>;

/** What a refused append says of a line; `details.lines` of its `validation_error`, the first 1,000. */
export const rowErrorSchema = z.object({
  line: z.int().meta({ description: '1-based: of the file, or the place in the array' }),
  message: z.string(),
  fields: z.array(fieldErrorSchema),
});
export type RowError = z.infer<typeof rowErrorSchema>;

/** Where a column goes in a row: one to eight names. */
export const rowTargetSchema = z
  .string({ error: 'must be a dotted field name' })
  .min(1, 'must not be empty')
  .max(
    transformationLimits.pathLength,
    `must be at most ${transformationLimits.pathLength} characters`,
  )
  .refine((path) => !pathParts(path).includes(''), {
    error: 'must not have an empty name between dots',
    abort: true,
  })
  .refine(
    (path) => pathParts(path).length <= transformationLimits.pathSegments,
    `must have at most ${transformationLimits.pathSegments} names`,
  );

/** How one column of a CSV file becomes a member; a dot in `target` nests, `\\.` is a dot of a name. */
export const rowColumnSchema = z.strictObject({
  column: z.string(),
  target: rowTargetSchema,
  type: z.enum(['auto', 'string', 'number', 'boolean', 'json']).default('auto'),
});

/** How a CSV file becomes rows. Without `columns` every column is a member of its own name. */
export const rowMappingSchema = z.strictObject({
  columns: z.array(rowColumnSchema).min(1).max(1_000).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  null_texts: nullTextsSchema,
});
export type RowMapping = z.infer<typeof rowMappingSchema>;

/** The query of an import; the body is the file. `mapping` is JSON (RowMapping), for text/csv only. */
export const importRowsQuerySchema = z.strictObject({
  name: z.string().max(255).default('rows').meta({ description: 'File name, for display' }),
  dry_run: queryBoolean.default(false),
  mapping: z
    .string()
    .max(64 * 1024)
    .optional()
    .meta({ description: 'A RowMapping as JSON; for text/csv only' }),
});

/** The `result` of an import job of rows, and of a failed one as far as it came. */
export const importRowsResultSchema = z.object({
  dataset_id: z.string(),
  dry_run: z.boolean(),
  lines: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  imported: z.int(),
  errors: z.array(rowErrorSchema).meta({ description: 'The first 1,000' }),
  preview: z.array(z.record(z.string(), z.unknown())),
  columns: z
    .array(importColumnSchema)
    .default([])
    .meta({ description: 'Of a CSV file, the first 1,000 that are taken' }),
  record_count: z.int().nullable(),
});
export type ImportRowsResult = z.infer<typeof importRowsResultSchema>;

/** What a token of a pseudonymization stands for. */
export const revealedTokenSchema = z.object({
  dataset_id: z.string(),
  token: z.string(),
  value: z.unknown().meta({ description: 'A scalar, as it was in the row' }),
});

/** Who withdraws access, and why. */
export const revokeSchema = z.strictObject({
  reason: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .max(2_000, 'must have at most 2000 characters'),
  revoked_by: nameText.optional().meta({ description: 'The holder unless told' }),
});
export type Revoke = z.infer<typeof revokeSchema>;
