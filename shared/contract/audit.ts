/** The audit log: who read, wrote, exported, erased, paid or changed keys, as a chain of its own (extension). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, paginated } from './common.ts';
import { isTimeZone } from '../local-time.ts';
import { limits } from './limits.ts';
import { page } from './route.ts';
import { fault } from './faults.ts';

/** Actions, in the words of the log. `manage`: keys, limits, servers, workspaces, settings. */
export const auditActions = [
  'read',
  'write',
  'export',
  'erase',
  'pay',
  'manage',
  'unknown',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `refused`: 401, 403 and 429. `failed`: every other status from 400 on. */
export const auditOutcomes = ['done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who asked. `key_id` and `role` are those of an API key; `name` is what the key is called now. */
export const auditCallerSchema = z
  .object({
    kind: z.enum(['operator', 'api_key', 'anonymous']),
    key_id: z.string().nullable(),
    name: z.string().nullable(),
    role: z.string().nullable(),
  })
  .meta({ id: 'AuditCaller' });
export type AuditCaller = z.infer<typeof auditCallerSchema>;

export const auditEventSchema = z
  .object({
    seq: z.int().meta({ description: 'Place in the log, from 1' }),
    at: instantSchema,
    request_id: z.string().meta({ description: 'Prefix req_' }),
    mount: z.enum(['app', 'loopback', 'server', 'direct']),
    caller: auditCallerSchema,
    action: z.enum(auditActions),
    operation_id: z.string().nullable().meta({ description: 'null where no operation was asked' }),
    method: z.string(),
    path: z.string().meta({ description: 'Without query; at most 512 characters' }),
    object_id: z.string().nullable().meta({ description: 'What the path names' }),
    status: z.int(),
    outcome: z.enum(auditOutcomes),
    ms: z.int().meta({ description: 'Until the answer began' }),
    omitted: z
      .int()
      .meta({ description: 'Refusals of the same caller before this one that are only counted' }),
    decisions: z
      .object({ created: z.int(), replayed: z.int(), refused: z.int() })
      .exactOptional()
      .meta({ description: 'Of a batch: what became of its decisions' }),
    previous_hash: hashSchema.meta({
      description: 'Of the event before; of the genesis of the ledger for the first',
    }),
    hash: hashSchema,
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** One event with the bytes that are hashed, and the entry of the ledger that vouches for it. */
export const auditEventDetailsSchema = auditEventSchema
  .extend({
    line: z.string().meta({ description: 'Canonical JSON; its SHA-256 is `hash`' }),
    anchored_by: z.int().nullable().meta({
      description: 'Journal index of the batch that covers it; null until there is one',
    }),
  })
  .meta({ id: 'AuditEventDetails' });
export type AuditEventDetails = z.infer<typeof auditEventDetailsSchema>;

export const auditPageSchema = paginated(auditEventSchema).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;

const dateTime = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, {
    error: fault('date_and_time'),
  })
  .transform((text) => new Date(text).toISOString())
  .meta({ format: 'date-time' });

const words = (maximum: number) => z.string().min(1, fault('not_empty')).max(maximum);

/** Members that the log is searched by; all of it together. */
export const auditFilterSchema = z.strictObject({
  caller: words(limits.shortString)
    .optional()
    .meta({ description: '`operator`, `anonymous` or the id of an API key' }),
  action: z
    .enum(auditActions, { error: fault('one_of', { values: auditActions.join(', ') }) })
    .optional(),
  operation_id: words(limits.shortString).optional(),
  object_id: words(limits.shortString).optional(),
  outcome: z
    .enum(auditOutcomes, { error: fault('one_of', { values: auditOutcomes.join(', ') }) })
    .optional(),
  from: dateTime.optional().meta({ format: 'date-time', description: 'At or after' }),
  to: dateTime.optional().meta({ format: 'date-time', description: 'Before' }),
  q: words(limits.searchText)
    .optional()
    .meta({ description: 'The beginning of a request id, an object id or an operation id' }),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const listAuditEventsQuerySchema = auditFilterSchema.extend({
  ...page(limits.audit),
});

/** How far the log has come, and how much of it the ledger vouches for. */
export const auditStateSchema = z
  .object({
    size: z.int(),
    head: hashSchema.nullable().meta({ description: 'Hash of the newest event' }),
    anchored_size: z.int().meta({ description: 'Events that batches of the ledger cover' }),
    last_anchor_entry_seq: z.int().nullable(),
    last_anchored_at: instantSchema.nullable(),
  })
  .meta({ id: 'AuditState' });
export type AuditState = z.infer<typeof auditStateSchema>;

export const auditExportFormats = ['csv', 'jsonl'] as const;

/** The body of `POST /audit/exports`: the filter of the list, and how the file is written. */
export const createAuditExportSchema = auditFilterSchema
  .extend({
    format: z
      .enum(auditExportFormats, { error: fault('either_of', { values: 'csv', last: 'jsonl' }) })
      .meta({
        description: 'jsonl: the hashed lines as they are; csv: for a spreadsheet',
      }),
    time_zone: z
      .string()
      .refine(isTimeZone, fault('time_zone'))
      .optional()
      .meta({ description: 'For csv: local times beside those in UTC; UTC unless told' }),
    list_separator: z
      .enum([',', ';'], { error: fault('either_of', { values: ',', last: ';' }) })
      .optional()
      .meta({
        description: 'For csv: what parts the cells; `,` unless told',
      }),
  })
  .refine(({ format, time_zone: zone }) => format === 'csv' || zone === undefined, {
    error: fault('only_for_csv_zone'),
    path: ['time_zone'],
  })
  .refine(({ format, list_separator: separator }) => format === 'csv' || separator === undefined, {
    error: fault('only_for_csv'),
    path: ['list_separator'],
  })
  .meta({ id: 'CreateAuditExport', sent: true });
export type CreateAuditExport = z.infer<typeof createAuditExportSchema>;

/** The result of a finished job of the kind `audit_export`. */
export const auditExportResultSchema = z.object({
  export_id: z.string().meta({ description: 'The job’s id' }),
  format: z.enum(auditExportFormats),
  list_separator: z.enum([',', ';']).exactOptional().meta({ description: 'Of a csv file' }),
  events: z.int(),
  bytes: z.int(),
  sha256: hashSchema,
});
export type AuditExportResult = z.infer<typeof auditExportResultSchema>;
