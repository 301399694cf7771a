/** Data sessions: life cycle, stream, filter, aggregation, transformation, operations (specification, "Sessions"). */
import { z } from 'zod';
import {
  identifier,
  instantSchema,
  jsonObjectSchema,
  paginated,
  queryInteger,
  utf8Bytes,
} from './common.ts';
import { dataOperations, datasetIdSchema } from './datasets.ts';
import { evidenceSummarySchema } from './evidence.ts';
import { limits } from './limits.ts';
import { transformationReportSchema } from './transformations.ts';

const { session } = limits;

const required = (what: string) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? 'is required' : `must be ${what}`,
});
const shortText = z
  .string(required('a string'))
  .min(1, 'must not be empty')
  .max(limits.shortString, `must have at most ${limits.shortString} characters`);

export const sessionStatuses = ['active', 'expired', 'revoked', 'closed'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

const operationList = z
  .array(z.enum(dataOperations, { error: `must be one of ${dataOperations.join(', ')}` }))
  .min(1, 'must name at least one operation');

export const createSessionSchema = z.strictObject({
  dataset_id: datasetIdSchema,
  purpose: z
    .string(required('a string'))
    .min(1, 'must not be empty')
    .max(2_000, 'must have at most 2000 characters'),
  ttl_seconds: z
    .int({ error: 'must be an integer' })
    .min(session.minimumTtl, `must be at least ${session.minimumTtl}`)
    .max(session.maximumTtl, `must be at most ${session.maximumTtl}`)
    .default(session.defaultTtl),
  model_id: identifier(shortText).optional(),
  operator: identifier(shortText).optional(),
  allowed_operations: operationList
    .optional()
    .meta({ description: 'All that the policy of the dataset allows unless told' }),
  account_id: identifier(shortText)
    .optional()
    .meta({ description: 'Who pays; `default` unless told' }),
});
export type CreateSession = z.infer<typeof createSessionSchema>;

/** What was done in a session so far; present with `include=usage`. */
export const sessionUsageSchema = z.object({
  read_operations: z.int(),
  filter_operations: z.int(),
  transform_operations: z.int(),
  train_operations: z.int(),
  analyze_operations: z.int(),
  validate_operations: z.int(),
  total_operations: z.int(),
  records_accessed: z.int(),
  total_data_bytes: z.int(),
});
export type SessionUsage = z.infer<typeof sessionUsageSchema>;

export const sessionSchema = z.object({
  session_id: z.string().meta({ description: 'Prefix sess_' }),
  dataset_id: z.string(),
  status: z.enum(sessionStatuses),
  purpose: z.string(),
  model_id: z.string().nullable(),
  operator: z.string().nullable(),
  created_at: instantSchema,
  expires_at: instantSchema,
  last_activity_at: instantSchema.nullable(),
  closed_at: instantSchema.optional(),
  revoked_at: instantSchema.optional(),
  revoked_by: z.string().optional(),
  revocation_reason: z.string().optional(),
  allowed_operations: z.array(z.enum(dataOperations)),
  snapshot: z.object({ seq: z.int(), record_count: z.int() }),
  may_use: z.boolean().default(true).meta({
    description:
      'Whether the caller may use its rows: a key of its account, or whoever opened it. Others are refused (403) before anything is metered',
  }),
  usage: sessionUsageSchema.optional().meta({ description: 'With include=usage' }),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionPageSchema = paginated(sessionSchema);

const page = {
  limit: queryInteger(1, limits.sessions.maximumLimit).default(limits.sessions.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
};
const include = z.enum(['usage'], { error: 'must be usage' }).optional();

export const getSessionQuerySchema = z.strictObject({ include });
export const listSessionsQuerySchema = z.strictObject({
  status: z
    .enum(sessionStatuses, { error: `must be one of ${sessionStatuses.join(', ')}` })
    .optional(),
  dataset_id: z.string().min(1, 'must not be empty').optional(),
  include,
  ...page,
});
export const sessionPageQuerySchema = z.strictObject(page);

/** A row of a dataset: `record_id` and what else the dataset defines. */
export const sessionRecordSchema = jsonObjectSchema.meta({
  description: 'A row: its record_id and the fields that the dataset defines',
});

/** The query of the stream. `filter` is a filter expression as JSON. */
export const streamQuerySchema = z.strictObject({
  batch_size: queryInteger(1, session.batchSize).default(session.defaultBatchSize),
  filter: z
    .string()
    .refine(
      (text) => utf8Bytes(text) <= session.queryFilterBytes,
      `must have at most ${session.queryFilterBytes} bytes`,
    )
    .optional()
    .meta({ description: 'A filter expression as JSON' }),
  fields: z.string().min(1, 'must not be empty').optional().meta({
    description: 'Dotted field names, separated by commas; record_id is always there',
  }),
  sort: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'A field, or -field for descending; ties in order of arrival' }),
  cursor: z
    .string()
    .min(1, 'must not be empty')
    .max(8_192)
    .optional()
    .meta({ description: 'next_cursor of the batch before; all else must be as it was there' }),
});

/** Specification, "Stream batch". */
export const streamBatchSchema = z.object({
  batch: z.array(sessionRecordSchema),
  batch_id: z.string().meta({ description: 'The same for the same request' }),
  record_count: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().optional().meta({ description: 'Only while has_more' }),
});
export type StreamBatch = z.infer<typeof streamBatchSchema>;

const filterObject = jsonObjectSchema.meta({
  description: 'A filter expression in a document-database query style',
});

export const filterBodySchema = z.strictObject({
  filter: filterObject,
  fields: z
    .array(z.string({ error: 'must be a string' }), { error: 'must be an array of strings' })
    .min(1, 'must name at least one field')
    .max(session.fields, `must have at most ${session.fields} items`)
    .optional(),
  sort: jsonObjectSchema.optional().meta({ description: 'Field name to 1 or -1' }),
  limit: z
    .int({ error: 'must be an integer' })
    .min(1, 'must be at least 1')
    .max(session.filterLimit, `must be at most ${session.filterLimit}`)
    .default(session.defaultFilterLimit),
});

/** Specification, "Filter result". */
export const filterResultSchema = z.object({
  records: z.array(sessionRecordSchema),
  record_count: z.int(),
  has_more: z.boolean(),
});
export type FilterResult = z.infer<typeof filterResultSchema>;

export const countBodySchema = z.strictObject({ filter: filterObject });
export const countResultSchema = z.object({ count: z.int(), total: z.int() });

export const aggregateBodySchema = z.strictObject({
  pipeline: z
    .array(jsonObjectSchema, { error: 'must be an array of stages' })
    .min(1, 'must have at least one stage')
    .max(session.pipelineStages, `must have at most ${session.pipelineStages} stages`),
  limit: z
    .int({ error: 'must be an integer' })
    .min(1, 'must be at least 1')
    .max(session.groups, `must be at most ${session.groups}`)
    .default(session.filterLimit),
});
export const aggregateResultSchema = z.object({
  results: z.array(sessionRecordSchema),
  result_count: z.int(),
  has_more: z.boolean(),
  evidence_id: z
    .string()
    .optional()
    .meta({ description: 'Where groups were withheld: of the evidence that tells how many' }),
});
export type AggregateResult = z.infer<typeof aggregateResultSchema>;

export const explainBodySchema = z.strictObject({ filter: filterObject });
export const explainResultSchema = z.object({
  mode: z.enum(['sql', 'sql+residual', 'residual']),
  exact: z.boolean().meta({ description: 'Whether the database alone decides' }),
  sql: z.string(),
  parameters: z.array(z.union([z.string(), z.number(), z.null()])),
  index: z.string().nullable(),
  plan: z.array(z.string()),
  reasons: z.array(z.string()).meta({ description: 'What SQL could not say' }),
});
export type ExplainResult = z.infer<typeof explainResultSchema>;

const recordIds = (maximum: number) =>
  z
    .array(z.string({ error: 'must be a string' }), required('an array of record ids'))
    .min(1, 'must name at least one record')
    .max(maximum, `must have at most ${maximum} items`);

const metadata = jsonObjectSchema.refine(
  (value) => utf8Bytes(JSON.stringify(value)) <= session.metadataBytes,
  `must have at most ${session.metadataBytes} bytes as JSON`,
);

export const transformBodySchema = z.strictObject({
  record_ids: recordIds(session.transformRecords),
  transformation: shortText,
  parameters: jsonObjectSchema,
  metadata: metadata.optional(),
});

/** Specification, "Transformation result". */
export const transformResultSchema = z.object({
  transformed_records: z.array(sessionRecordSchema),
  transformation_id: z.string().meta({ description: 'Prefix transform_' }),
  evidence_url: z.string(),
});
export type TransformResult = z.infer<typeof transformResultSchema>;

/** The first rows of a transformation as they are and as they would be; no evidence is made. */
export const transformPreviewSchema = z.object({
  before: z
    .array(sessionRecordSchema)
    .optional()
    .meta({ description: 'Absent for a key of a lab, whose session may allow no reading' }),
  after: z.array(sessionRecordSchema),
  changed: z.int(),
  skipped: z.int(),
  report: transformationReportSchema,
});

export const operationTypes = ['TRAIN', 'ANALYZE', 'VALIDATE'] as const;
export type OperationType = (typeof operationTypes)[number];

export const operationBodySchema = z.strictObject({
  operation_type: z.enum(operationTypes, { error: `must be one of ${operationTypes.join(', ')}` }),
  records: recordIds(session.operationRecords),
  metadata: metadata.optional(),
});

/** Specification, "Recorded operation". */
export const recordedOperationSchema = z.object({
  operation_id: z.string().meta({ description: 'Prefix op_' }),
  created_at: instantSchema,
  status: z.literal('RECORDED'),
  evidence_id: z.string().meta({ description: 'Prefix ev_' }),
});
export type RecordedOperation = z.infer<typeof recordedOperationSchema>;

/** An operation in the list of a session, with the model it names. */
export const operationSchema = recordedOperationSchema.extend({
  operation_type: z.enum(operationTypes),
  record_count: z.int(),
  metadata: jsonObjectSchema,
  model: z
    .object({
      model_id: z.string(),
      registered: z.boolean(),
      version: z.string().nullable().meta({ description: 'Of the card when it was recorded' }),
    })
    .nullable(),
});
export type Operation = z.infer<typeof operationSchema>;
export const operationPageSchema = paginated(operationSchema);
export const sessionEvidencePageSchema = paginated(evidenceSummarySchema);
