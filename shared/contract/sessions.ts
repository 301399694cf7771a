/** Data sessions: life cycle, stream, filter, aggregation, transformation, operations (specification, "Sessions"). */
import * as z from './when-asked.ts';
import {
  identifier,
  instantSchema,
  jsonObjectSchema,
  paginated,
  queryInteger,
  utf8Bytes,
  listOf,
} from './common.ts';
import { dataOperations, operationList } from './data-operations.ts';
import { datasetIdSchema } from './datasets.ts';
import { evidenceSummarySchema } from './evidence.ts';
import { grantKinds } from './grants.ts';
import { limits } from './limits.ts';
import { page } from './route.ts';
import { sourceClaimSchema } from './sources.ts';
import { transformationReportSchema } from './transformations.ts';
import { fault } from './faults.ts';

const { session } = limits;

const required = (type: 'type_string' | 'type_record_ids') => ({
  error: (issue: { readonly input?: unknown }) =>
    fault(issue.input === undefined ? 'required' : type),
});
const shortText = z
  .string(required('type_string'))
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

export const sessionStatuses = ['active', 'expired', 'revoked', 'closed'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

export const createSessionSchema = z
  .strictObject({
    dataset_id: datasetIdSchema,
    purpose: z
      .string(required('type_string'))
      .min(1, fault('not_empty'))
      .max(2_000, fault('at_most_characters', { maximum: 2000 })),
    ttl_seconds: z
      .int({ error: fault('type_integer') })
      .min(session.minimumTtl, fault('at_least', { minimum: session.minimumTtl }))
      .max(session.maximumTtl, fault('at_most', { maximum: session.maximumTtl }))
      .default(session.defaultTtl),
    model_id: identifier(shortText).optional(),
    operator: identifier(shortText).optional(),
    allowed_operations: operationList
      .optional()
      .meta({ description: 'All that the policy of the dataset allows unless told' }),
    account_id: identifier(shortText)
      .optional()
      .meta({ description: 'Who pays; `default` unless told' }),
    grant_id: z
      .string({ error: fault('type_string') })
      .min(1, fault('not_empty'))
      .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }))
      .optional()
      .meta({ description: 'The only active grant of the account on the dataset unless told' }),
  })
  .meta({ id: 'CreateSession', sent: true });
export type CreateSession = z.infer<typeof createSessionSchema>;

/** Use of a session so far; present with `include=usage`. */
export const sessionUsageSchema = z
  .object({
    read_operations: z.int(),
    filter_operations: z.int(),
    transform_operations: z.int(),
    train_operations: z.int(),
    analyze_operations: z.int(),
    validate_operations: z.int(),
    total_operations: z.int(),
    records_accessed: z.int(),
    total_data_bytes: z.int(),
  })
  .meta({ id: 'SessionUsage' });
export type SessionUsage = z.infer<typeof sessionUsageSchema>;

/** Who opened a session: the person at the window, or a key. */
export const sessionOpenerSchema = z
  .object({
    kind: z.enum(['operator', 'api_key']),
    key_id: z.string().nullable(),
    name: z.string().nullable().meta({ description: 'What the key is called' }),
  })
  .meta({ id: 'SessionOpener' });
export type SessionOpener = z.infer<typeof sessionOpenerSchema>;

export const sessionSchema = z
  .object({
    session_id: z.string().meta({ description: 'Prefix sess_' }),
    dataset_id: z.string(),
    account_id: z.string().default('').meta({ description: 'Who pays' }),
    grant_id: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'null in sessions from before there were grants' }),
    kind: z.enum(grantKinds).default('rows'),
    policy_version: z
      .int()
      .default(1)
      .meta({ description: 'Of the policy in force: what the session sees now' }),
    opened_by: sessionOpenerSchema.default({ kind: 'operator', key_id: null, name: null }),
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
    snapshot: z.object({
      seq: z.int(),
      record_count: z.int(),
      source: sourceClaimSchema
        .optional()
        .meta({ description: 'Where the ledger does not hold the rows; then seq is 0' }),
    }),
    source_changed_at: instantSchema.optional().meta({
      description: 'When its rows were found to be others: since then none are read',
    }),
    may_use: z.boolean().default(true).meta({
      description:
        'Whether the caller may use its rows: a key of its account, or whoever opened it. Others are refused (403) before anything is metered',
    }),
    usage: sessionUsageSchema.optional().meta({ description: 'With include=usage' }),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

export const sessionPageSchema = paginated(sessionSchema).meta({ id: 'SessionPage' });

const include = z.enum(['usage'], { error: fault('exactly', { value: 'usage' }) }).optional();

export const getSessionQuerySchema = z.strictObject({ include });
export const listSessionsQuerySchema = z.strictObject({
  status: z
    .enum(sessionStatuses, { error: fault('one_of', { values: sessionStatuses.join(', ') }) })
    .optional(),
  dataset_id: z.string().min(1, fault('not_empty')).optional(),
  include,
  ...page(limits.sessions),
});
export const sessionPageQuerySchema = z.strictObject(page(limits.sessions));

/** A row of a dataset: `record_id` and what else the dataset defines. */
export const sessionRecordSchema = jsonObjectSchema
  .meta({
    description: 'A row: its record_id and the fields that the dataset defines',
  })
  .meta({ id: 'SessionRecord' });

/** The query of the stream. `filter` is a filter expression as JSON. */
export const streamQuerySchema = z.strictObject({
  batch_size: queryInteger(1, session.batchSize).default(session.defaultBatchSize),
  filter: z
    .string()
    .refine(
      (text) => utf8Bytes(text) <= session.queryFilterBytes,
      fault('at_most_bytes', { maximum: session.queryFilterBytes }),
    )
    .optional()
    .meta({ description: 'A filter expression as JSON' }),
  fields: z.string().min(1, fault('not_empty')).optional().meta({
    description: 'Dotted field names, separated by commas; record_id is always there',
  }),
  sort: z
    .string()
    .min(1, fault('not_empty'))
    .optional()
    .meta({ description: 'A field, or -field for descending; ties in order of arrival' }),
  cursor: z
    .string()
    .min(1, fault('not_empty'))
    .max(8_192)
    .optional()
    .meta({ description: 'next_cursor of the batch before; all else must be as it was there' }),
});
export type StreamQuery = z.infer<typeof streamQuerySchema>;

/** Specification, "Stream batch". */
export const streamBatchSchema = z
  .object({
    batch: z.array(sessionRecordSchema),
    batch_id: z.string().meta({ description: 'The same for the same request' }),
    record_count: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().optional().meta({ description: 'Only while has_more' }),
  })
  .meta({ id: 'StreamBatch' });
export type StreamBatch = z.infer<typeof streamBatchSchema>;

const filterObject = jsonObjectSchema.meta({
  description: 'A filter expression in a document-database query style',
});

export const filterBodySchema = z
  .strictObject({
    filter: filterObject,
    fields: listOf(z.string({ error: fault('type_string') }), session.fields, {
      error: fault('type_strings'),
      none: fault('one_field_named'),
    }).optional(),
    sort: jsonObjectSchema.optional().meta({ description: 'Field name to 1 or -1' }),
    limit: z
      .int({ error: fault('type_integer') })
      .min(1, fault('at_least', { minimum: 1 }))
      .max(session.filterLimit, fault('at_most', { maximum: session.filterLimit }))
      .default(session.defaultFilterLimit),
  })
  .meta({ id: 'ApplyFilter', sent: true });

/** Specification, "Filter result". */
export const filterResultSchema = z
  .object({
    records: z.array(sessionRecordSchema),
    record_count: z.int(),
    has_more: z.boolean(),
  })
  .meta({ id: 'FilterResult' });
export type FilterResult = z.infer<typeof filterResultSchema>;

export const countBodySchema = z
  .strictObject({ filter: filterObject })
  .meta({ id: 'CountRows', sent: true });
export const countResultSchema = z
  .object({ count: z.int(), total: z.int() })
  .meta({ id: 'CountResult' });

export const aggregateBodySchema = z
  .strictObject({
    pipeline: listOf(jsonObjectSchema, session.pipelineStages, {
      error: fault('type_stages'),
      none: fault('one_stage'),
      tooMany: fault('at_most_stages', { maximum: session.pipelineStages }),
    }),
    limit: z
      .int({ error: fault('type_integer') })
      .min(1, fault('at_least', { minimum: 1 }))
      .max(session.groups, fault('at_most', { maximum: session.groups }))
      .default(session.filterLimit),
  })
  .meta({ id: 'Aggregate', sent: true });
export const aggregateResultSchema = z
  .object({
    results: z.array(sessionRecordSchema),
    result_count: z.int(),
    has_more: z.boolean(),
    evidence_id: z
      .string()
      .optional()
      .meta({ description: 'Of statistics: of the first time that this was asked' }),
  })
  .meta({ id: 'AggregateResult' });
export type AggregateResult = z.infer<typeof aggregateResultSchema>;

export const explainBodySchema = z
  .strictObject({ filter: filterObject })
  .meta({ id: 'Explain', sent: true });
/**
 * The SQL that filters become. `sqlite-jsonb`: documents in the ledger's file. `duckdb`: files. `postgres-columns`,
 * `postgres-jsonb`: a table whose columns are the fields, or one of which holds each row as a document.
 */
export const sqlDialects = [
  'sqlite-jsonb',
  'duckdb',
  'postgres-columns',
  'postgres-jsonb',
] as const;
export type SqlDialect = (typeof sqlDialects)[number];

export const explainResultSchema = z
  .object({
    dialect: z.enum(sqlDialects).meta({
      description:
        'The SQL that the filter becomes: of documents in the ledger, of files, of columns of a table, of documents in one',
    }),
    mode: z.enum(['sql', 'sql+residual', 'residual']),
    exact: z.boolean().meta({ description: 'Whether the database alone decides' }),
    sql: z.string().meta({
      description: 'Empty for a lab, as are parameters and plan, where the rows are elsewhere',
    }),
    parameters: z.array(z.union([z.string(), z.number(), z.null()])),
    index: z.string().nullable(),
    plan: z.array(z.string()).meta({
      description: 'A line a step; of a database as its server tells it',
    }),
    reasons: z.array(z.string()).meta({ description: 'What SQL could not say' }),
  })
  .meta({ id: 'ExplainResult' });
export type ExplainResult = z.infer<typeof explainResultSchema>;

const recordIds = (maximum: number) =>
  listOf(z.string({ error: fault('type_string') }), maximum, {
    ...required('type_record_ids'),
    none: fault('one_record_named'),
  });

const metadata = jsonObjectSchema.refine(
  (value) => utf8Bytes(JSON.stringify(value)) <= session.metadataBytes,
  fault('at_most_bytes_of_json', { maximum: session.metadataBytes }),
);

export const transformBodySchema = z
  .strictObject({
    record_ids: recordIds(session.transformRecords),
    transformation: shortText,
    parameters: jsonObjectSchema,
    metadata: metadata.optional(),
  })
  .meta({ id: 'ApplyTransformation', sent: true });

/** Specification, "Transformation result". */
export const transformResultSchema = z
  .object({
    transformed_records: z.array(sessionRecordSchema),
    transformation_id: z.string().meta({ description: 'Prefix transform_' }),
    evidence_url: z.string(),
  })
  .meta({ id: 'TransformationResult' });

/** The first rows of a transformation as they are and as they would be; no evidence is made. */
export const transformPreviewSchema = z
  .object({
    before: z
      .array(sessionRecordSchema)
      .optional()
      .meta({ description: 'Absent for a key of a lab, whose session may allow no reading' }),
    after: z.array(sessionRecordSchema),
    changed: z.int(),
    skipped: z.int(),
    report: transformationReportSchema,
  })
  .meta({ id: 'TransformationPreview' });

export const operationTypes = ['TRAIN', 'ANALYZE', 'VALIDATE'] as const;
export type OperationType = (typeof operationTypes)[number];

export const operationBodySchema = z
  .strictObject({
    operation_type: z.enum(operationTypes, {
      error: fault('one_of', { values: operationTypes.join(', ') }),
    }),
    records: recordIds(session.operationRecords),
    metadata: metadata.optional(),
  })
  .meta({ id: 'RecordOperation', sent: true });

/** Specification, "Recorded operation". */
export const recordedOperationSchema = z
  .object({
    operation_id: z.string().meta({ description: 'Prefix op_' }),
    created_at: instantSchema,
    status: z.literal('RECORDED'),
    evidence_id: z.string().meta({ description: 'Prefix ev_' }),
  })
  .meta({ id: 'RecordedOperation' });
export type RecordedOperation = z.infer<typeof recordedOperationSchema>;

/** An operation in the list of a session, with the model it names. */
export const operationSchema = recordedOperationSchema
  .extend({
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
  })
  .meta({ id: 'Operation' });
export type Operation = z.infer<typeof operationSchema>;
export const operationPageSchema = paginated(operationSchema).meta({ id: 'OperationPage' });
export const sessionEvidencePageSchema = paginated(evidenceSummarySchema).meta({
  id: 'EvidencePage',
});
