/** Evidence bundles: a zip that anyone verifies without this service (docs/ledger-format.md, "Bundles"). */
import * as z from './when-asked.ts';
import { hashSchema, listOf, textsByName } from './common.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import { recordFilterConflicts, recordFilterSchema } from './records.ts';
import type { Route } from './route.ts';
import { fieldErrors } from './intake.ts';
import { carried, fault, type FaultText } from './faults.ts';

export const bundleKinds = ['full', 'range', 'selection', 'payout', 'figure'] as const;
export const bundleFormats = ['bundle', 'tiles'] as const;

/** The body of `POST /bundles`. */
export const createBundleSchema = z
  .strictObject({
    kind: z.enum(bundleKinds, {
      error: fault('either_of', { values: 'full, range, selection, payout', last: 'figure' }),
    }),
    format: z
      .enum(bundleFormats, { error: fault('either_of', { values: 'bundle', last: 'tiles' }) })
      .default('bundle')
      .meta({ description: 'tiles: the entries of all the ledger in the C2SP tlog-tiles layout' }),
    range: z
      .strictObject({ from: z.int().min(1), to: z.int().min(1) })
      .optional()
      .meta({ description: 'First and last journal index, for a range' }),
    record_ids: listOf(z.string(), limits.bundleRecords, {
      none: fault('one_record_named'),
    }).optional(),
    payout_id: z.string().max(512).optional().meta({
      description:
        'The payout that a bundle of the kind payout is of; a data holder may name its own alone',
    }),
    figure_id: z.string().max(512).optional().meta({
      description: 'The recorded figure that a bundle of the kind figure is of',
    }),
    since: listOf(z.int().min(1), limits.bundleSince).optional().meta({
      description: 'Sizes of earlier checkpoints that the bundle shows to be its beginning',
    }),
    filter: textsByName(limits.queryMembers).optional().meta({
      description: 'The filters of the list of records, as texts, for a selection',
    }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: FaultText) =>
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    const { kind, format, range, filter = {} } = body;
    const conflicts = recordFilterConflicts(filter);
    const { error } = recordFilterSchema.safeParse(filter);
    for (const found of [...fieldErrors(error?.issues ?? [], filter, 'member'), ...conflicts]) {
      refuse(`filter.${found.field}`, carried(found));
    }
    if (format === 'tiles' && kind !== 'full') refuse('format', fault('bundle_unless_full'));
    if (kind === 'range' && range === undefined) refuse('range', fault('required_for_range'));
    if (kind !== 'range' && range !== undefined) refuse('range', fault('only_for_range'));
    if (range !== undefined && range.from > range.to)
      refuse('range', fault('not_end_before_start'));
    const selections = [body.record_ids, body.filter].filter((each) => each !== undefined).length;
    if (kind === 'selection' && selections !== 1) {
      refuse(
        'record_ids',
        fault('either_required_for_selection', { one: 'record_ids', other: 'filter' }),
      );
    }
    if (kind === 'payout' && body.payout_id === undefined) {
      refuse('payout_id', fault('required_for_payout'));
    }
    if (kind !== 'payout' && body.payout_id !== undefined) {
      refuse('payout_id', fault('only_for_payout'));
    }
    if (kind === 'figure' && body.figure_id === undefined) {
      refuse('figure_id', fault('required_for_figure'));
    }
    if (kind !== 'figure' && body.figure_id !== undefined) {
      refuse('figure_id', fault('only_for_figure'));
    }
    if (kind !== 'selection' && selections > 0) refuse('kind', fault('selection_of_records'));
  })
  .meta({ id: 'CreateBundle', sent: true });
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
      'The `result` of the finished job is a BundleResult. The same order of an unchanged ledger gives the same bytes. A selection appends at most one entry, the index that shows that nothing about a chosen record is left out.',
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
  {
    operationId: 'getVerifier',
    method: 'GET',
    path: '/verifier',
    summary: 'The program that verifies bundles',
    description:
      'The same for every ledger: docs/auditor.py of this version. Whoever verifies a bundle takes it from here or from where it is published, rather than from the bundle.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'text/x-python' },
    errors: [],
  },
] as const satisfies readonly Route[];
