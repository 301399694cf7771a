/** Datasets and their rows: what sessions give access to (extension). */
import * as z from './when-asked.ts';
import { pathParts } from '../columns/column-path.ts';
import { instantSchema, paginated, queryBoolean, identifier } from './common.ts';
import { lineFaultSchema } from './errors.ts';
import { importColumnSchema, nullTextsSchema } from './imports.ts';
import { limits } from './limits.ts';
import { dataOperations } from './data-operations.ts';
import { accessKinds, grantKinds, policySchema } from './policies.ts';
import { page } from './route.ts';
import { newSourceSchema, sourceClaimSchema } from './sources.ts';
import { transformationLimits } from './transformations.ts';
import { fault, type FaultText } from './faults.ts';

export { dataOperations, operationList, type DataOperation } from './data-operations.ts';

const nameText = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

/** An id that a client chooses: it stands in paths as it is. */
const chosenId = (message: FaultText) =>
  z.string({ error: fault('type_string') }).regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/, message);

export const datasetIdSchema = chosenId(fault('chosen_id'));

/** `rec_` and what the holder, or the service, put after it. */
export const recordIdSchema = z
  .string({ error: fault('type_string') })
  .regex(/^rec_[A-Za-z0-9._~-]{1,124}$/, fault('chosen_record_id'));

export const createDatasetSchema = z
  .strictObject({
    dataset_id: datasetIdSchema.optional().meta({ description: 'Prefix ds_ where it is made' }),
    name: nameText,
    holder_id: identifier(nameText),
    source: newSourceSchema.optional().meta({
      description: 'Where the rows are; rows are appended to the ledger unless told',
    }),
    policy: policySchema.optional().meta({
      description:
        'Version 1, published at once; it names no field, since there are no rows yet. Without one the dataset is a draft',
    }),
  })
  .meta({ id: 'CreateDataset', sent: true });
export type CreateDataset = z.infer<typeof createDatasetSchema>;

/** draft until a policy is published → active → revoked; erased once all of its rows and its keys are. */
export const datasetStatuses = ['draft', 'active', 'revoked', 'erased'] as const;

export const datasetSchema = z
  .object({
    dataset_id: z.string(),
    name: z.string(),
    holder_id: z.string(),
    status: z.enum(datasetStatuses),
    access: z.enum(accessKinds).nullable().meta({
      description: '`on_request`: sessions need a grant that the holder gave; null for a draft',
    }),
    kinds: z.array(z.enum(grantKinds)).meta({ description: 'Of grants that may be asked for' }),
    operations: z.array(z.enum(dataOperations)).meta({
      description: 'That sessions may do at most, by the policy in force',
    }),
    policy_version: z.int().nullable().meta({ description: 'In force now; null for a draft' }),
    source: sourceClaimSchema.optional().meta({
      description: 'Of the rows as they were seen last, where the ledger does not hold them',
    }),
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
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof datasetSchema>;

export const datasetPageSchema = paginated(datasetSchema).meta({ id: 'DatasetPage' });

export const listDatasetsQuerySchema = z.strictObject({
  status: z
    .enum(datasetStatuses, {
      error: fault('one_of', { values: datasetStatuses.join(', ') }),
    })
    .optional(),
  holder_id: z.string().min(1, fault('not_empty')).optional(),
  ...page(limits.sessions),
});

/** One path of a dataset's rows: what a filter or a transformation can name. */
export const datasetFieldSchema = z
  .object({
    path: z.string().meta({ description: 'Dotted; elements of arrays are not named' }),
    types: z.array(z.enum(['null', 'boolean', 'number', 'string', 'object', 'array'])),
  })
  .meta({ id: 'DatasetField' });
export const datasetFieldsSchema = z
  .object({ fields: z.array(datasetFieldSchema) })
  .meta({ id: 'DatasetFields' });
export type DatasetField = z.infer<typeof datasetFieldSchema>;

export const appendedRowsSchema = z
  .object({
    dataset_id: z.string(),
    appended: z.int(),
    first_record_id: z.string(),
    last_record_id: z.string(),
    record_count: z.int().meta({ description: 'Rows of the dataset now' }),
  })
  .meta({ id: 'AppendedRows' });
export type AppendedRows = z.infer<typeof appendedRowsSchema>;

/** Fault in one line of a refused append; `details.lines` of its `validation_error`, the first 1,000. */
export const rowErrorSchema = z
  .object({
    line: z.int().meta({ description: '1-based: of the file, or the place in the array' }),
    message: z.string(),
    fields: z.array(lineFaultSchema),
  })
  .meta({ id: 'RowError' });
export type RowError = z.infer<typeof rowErrorSchema>;

/** Where a column goes in a row: one to eight names. */
export const rowTargetSchema = z
  .string({ error: fault('field_path') })
  .min(1, fault('not_empty'))
  .max(
    transformationLimits.pathLength,
    fault('at_most_characters_long', { maximum: transformationLimits.pathLength }),
  )
  .refine((path) => !pathParts(path).includes(''), {
    error: fault('no_empty_name'),
    abort: true,
  })
  .refine(
    (path) => pathParts(path).length <= transformationLimits.pathSegments,
    fault('at_most_names', { maximum: transformationLimits.pathSegments }),
  );

/** How one column of a CSV file becomes a member; a dot in `target` nests, `\\.` is a dot of a name. */
export const rowColumnSchema = z.strictObject({
  column: z.string(),
  target: rowTargetSchema,
  type: z.enum(['auto', 'string', 'number', 'boolean', 'time', 'json']).default('auto'),
});

/** How a CSV file becomes rows. Without `columns` every column is a member of its own name. */
export const rowMappingSchema = z
  .strictObject({
    columns: z.array(rowColumnSchema).min(1).max(1_000).optional(),
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    null_texts: nullTextsSchema,
  })
  .meta({ id: 'RowMapping', sent: true });
export type RowMapping = z.infer<typeof rowMappingSchema>;

/** The query of an import; the body is the file. `mapping` is JSON (RowMapping), for text/csv only. */
export const importRowsQuerySchema = z.strictObject({
  name: z.string().max(255).default('rows').meta({ description: 'File name, for display' }),
  dry_run: queryBoolean.default(false),
  mapping: z
    .string()
    .max(64 * 1024)
    .optional()
    .meta({ contentSchema: 'RowMapping', description: 'For text/csv only' }),
});

/** The `result` of an import job of rows, and of a failed one as far as it came. */
export const importRowsResultSchema = z
  .object({
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
  })
  .meta({ id: 'ImportRowsResult' });
export type ImportRowsResult = z.infer<typeof importRowsResultSchema>;

/** Who withdraws access, and why. */
export const revokeSchema = z
  .strictObject({
    reason: z
      .string({
        error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
      })
      .min(1, fault('not_empty'))
      .max(2_000, fault('at_most_characters', { maximum: 2000 })),
    revoked_by: nameText.optional().meta({ description: 'The holder unless told' }),
  })
  .meta({ id: 'Revoke', sent: true });
export type Revoke = z.infer<typeof revokeSchema>;
