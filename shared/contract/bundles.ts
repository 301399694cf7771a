/** Evidence bundles: a zip that anyone verifies without this service (ledger.md, "Evidence bundle"). */
import { z } from 'zod';
import { hashSchema } from './common.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import { recordFilterConflicts, recordFilterSchema } from './records.ts';
import type { Route } from './route.ts';

export const bundleKinds = ['full', 'range', 'selection'] as const;
export const bundleFormats = ['bundle', 'tiles'] as const;

/** The body of `POST /bundles`. */
export const createBundleSchema = z
  .strictObject({
    kind: z.enum(bundleKinds, { error: 'must be full, range or selection' }),
    format: z
      .enum(bundleFormats, { error: 'must be bundle or tiles' })
      .default('bundle')
      .meta({ description: 'tiles: the entries of all the ledger in the C2SP tlog-tiles layout' }),
    range: z
      .strictObject({ from: z.int().min(1), to: z.int().min(1) })
      .optional()
      .meta({ description: 'First and last journal index, for a range' }),
    record_ids: z.array(z.string()).min(1).max(limits.bundleRecords).optional(),
    filter: z.record(z.string(), z.string()).optional().meta({
      description: 'The filters of the list of records, as texts, for a selection',
    }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    const { kind, format, range, filter = {} } = body;
    const conflicts = recordFilterConflicts(filter);
    for (const issue of recordFilterSchema.safeParse(filter).error?.issues ?? []) {
      refuse(['filter', ...issue.path.map(String)].join('.'), issue.message);
    }
    for (const { field, message } of conflicts) refuse(`filter.${field}`, message);
    if (format === 'tiles' && kind !== 'full')
      refuse('format', 'must be bundle unless kind is full');
    if (kind === 'range' && range === undefined) refuse('range', 'is required for a range');
    if (kind !== 'range' && range !== undefined) refuse('range', 'is for a range only');
    if (range !== undefined && range.from > range.to)
      refuse('range', 'must not end before it starts');
    const selections = [body.record_ids, body.filter].filter((each) => each !== undefined).length;
    if (kind === 'selection' && selections !== 1) {
      refuse('record_ids', 'either record_ids or filter is required for a selection');
    }
    if (kind !== 'selection' && selections > 0)
      refuse('kind', 'must be selection to select records');
  });
export type CreateBundle = z.infer<typeof createBundleSchema>;

/** The result of a finished job of the kind `bundle`. */
export const bundleResultSchema = z.object({
  bundle_id: z.string().meta({ description: 'The job’s id' }),
  kind: z.enum(bundleKinds),
  format: z.enum(bundleFormats),
  entries: z.int(),
  size: z.int().meta({ description: 'Entries that the checkpoint covers' }),
  bytes: z.int(),
  sha256: hashSchema,
});
export type BundleResult = z.infer<typeof bundleResultSchema>;

export const bundleRoutes = [
  {
    operationId: 'createBundle',
    method: 'POST',
    path: '/bundles',
    summary: 'Export an evidence bundle as a job',
    description:
      'The `result` of the finished job is a BundleResult. The same ledger, checkpoint and selection give the same bytes.',
    area: 'chain',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: createBundleSchema,
    status: 202,
    response: jobSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'downloadBundle',
    method: 'GET',
    path: '/bundles/{id}',
    summary: 'The zip of a finished bundle',
    description: 'Kept until the next erasure, and for the last ten bundles.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/zip' },
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
