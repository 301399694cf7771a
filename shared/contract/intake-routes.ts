/** The routes that append decisions, and batches of them (an extension). */
import * as z from './when-asked.ts';
import { hashSchema, idempotencyKeyPattern, instantSchema, listOf } from './common.ts';
import { fieldErrorSchema } from './errors.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { otlpAnswerSchema, otlpMediaTypes } from './otlp.ts';
import { createRecordSchema, recordSchema } from './records.ts';
import type { Route } from './route.ts';

/** One record of a batch: the body of `POST /records`, with a key of its own. */
export const createRecordsItemSchema = createRecordSchema
  .extend({
    idempotency_key: z
      .string({ error: fault('type_string') })
      .regex(idempotencyKeyPattern, fault('printable_ascii', { maximum: limits.idempotencyKey }))
      .optional()
      .meta({
        description:
          'Printable ASCII. The same record under the same key is appended once, however often and by whichever door it is sent; it never expires',
      }),
  })
  .meta({ id: 'CreateRecordsItem', sent: true });
export type CreateRecordsItem = z.infer<typeof createRecordsItemSchema>;

/** The body of `POST /records/batch`. */
export const createRecordsSchema = z
  .strictObject({
    records: listOf(createRecordsItemSchema, limits.batch.items, {
      none: fault('at_least_items', { minimum: 1 }),
    }),
  })
  .meta({ id: 'CreateRecords', sent: true });

/** Proof that a record is in the chain: whoever sent it has the rest. */
export const recordReceiptSchema = z
  .object({
    index: z.int().meta({ description: 'Place in the request, from 0' }),
    status: z
      .literal([200, 201])
      .meta({ description: '201: appended; 200: it was appended before, under this key' }),
    id: z.string().meta({ description: 'Prefix rec_' }),
    hash: hashSchema,
    previous_hash: hashSchema,
    created_at: instantSchema,
  })
  .meta({ id: 'RecordReceipt' });
export type RecordReceipt = z.infer<typeof recordReceiptSchema>;

export const recordRefusalSchema = z
  .object({
    index: z.int().meta({ description: 'Place in the request, from 0' }),
    status: z.int().meta({ description: '400, 403, 409 or 413' }),
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.array(fieldErrorSchema).meta({ description: 'Paths from the root of the record' }),
    }),
  })
  .meta({ id: 'RecordRefusal' });
export type RecordRefusal = z.infer<typeof recordRefusalSchema>;

export const createRecordsAnswerSchema = z
  .object({
    results: z
      .array(z.union([recordReceiptSchema, recordRefusalSchema]))
      .meta({ description: 'One for each record, in the order sent' }),
    created: z.int(),
    replayed: z.int(),
    refused: z.int(),
  })
  .meta({ id: 'CreateRecordsAnswer' });
export type CreateRecordsAnswer = z.infer<typeof createRecordsAnswerSchema>;

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

const otlpDescription =
  'OTLP/HTTP, so that an exporter needs this address without `/v1` and a key alone. Decisions are spans whose `gen_ai.operation.name` is chat, text_completion, generate_content or invoke_agent (the header `x-proofdesk-operations` narrows it), and those with `proofdesk.decision` true. The model is `proofdesk.model_id`, else the header `x-proofdesk-model-id`, else what the span names. By the semantic conventions for generative AI 1.42. What carries no input or output is rejected by count, in a partial success. Sent twice, a span is one decision.';

const otlpRoute = {
  area: 'records',
  access: 'write',
  errorShape: 'sessions',
  extension: true,
  packed: otlpMediaTypes,
  bodyBytes: limits.otlp.bytes,
  status: 200,
  response: otlpAnswerSchema,
  errors: ['malformed_json', 'payload_too_large', 'unsupported_media_type'],
} as const;

export const intakeRoutes = [
  {
    operationId: 'createRecord',
    method: 'POST',
    path: '/records',
    summary: 'Append a decision record to the chain',
    description:
      '`hash` is the SHA-256 of the canonical entry that was appended; `previous_hash` that of the record before it. An Idempotency-Key of it never expires: a repeated request answers the record as it is now.',
    area: 'records',
    access: 'write',
    errorShape: 'records',
    extension: false,
    body: createRecordSchema,
    status: 201,
    response: recordSchema,
    errors: bodyErrors,
  },
  {
    operationId: 'createRecords',
    method: 'POST',
    path: '/records/batch',
    summary: 'Append up to 1,000 decision records at once',
    description:
      'Good records are appended in the order sent, at neighbouring places of the chain, all of them or, where the ledger cannot be written, none; those that are refused leave no gap and are named. 201 where none was refused, else 207. A key belongs on each record: one in the header is refused.',
    area: 'records',
    access: 'write',
    errorShape: 'records',
    extension: true,
    partly: true,
    body: createRecordsSchema,
    bodyBytes: limits.batch.bytes,
    status: 201,
    response: createRecordsAnswerSchema,
    errors: bodyErrors,
  },
  {
    operationId: 'ingestTraces',
    method: 'POST',
    path: '/traces',
    summary: 'Take OpenTelemetry spans, and append those that are decisions',
    description: `${otlpDescription} A span of status ERROR is left out unless it is marked.`,
    ...otlpRoute,
  },
  {
    operationId: 'ingestLogs',
    method: 'POST',
    path: '/logs',
    summary: 'Take OpenTelemetry log records, and append those that are decisions',
    description: `${otlpDescription} Here the event \`gen_ai.client.inference.operation.details\` is one.`,
    ...otlpRoute,
  },
] as const satisfies readonly Route[];
