/**
 * Figures of oversight that were recorded as evidence: what was counted, over which decisions, to be counted again by
 * whoever has their bundle (extensions; docs/ledger-format.md, "Figures").
 */
import * as z from './when-asked.ts';
import { hashSchema, identifier, instantSchema, listOf, oneOf, paginated } from './common.ts';
import { fault } from './faults.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import {
  baselineSchema,
  bases,
  factValueSchema,
  whereParameter,
  type CountedClass,
} from './oversight.ts';
import { page, type Route } from './route.ts';

/** Parts of the screen that can be counted. */
export const figureMeasures = ['outcomes', 'groups', 'changes', 'confidence', 'drift'] as const;
export type FigureMeasure = (typeof figureMeasures)[number];

/** A value that decisions are counted by; `{"absent": true}` where a record has none. */
export const figureValueSchema = z
  .union([factValueSchema, z.object({ absent: z.literal(true) })])
  .meta({ id: 'FigureValue' });
export type FigureValue = z.infer<typeof figureValueSchema>;

const count = z.int().min(0);

const figureRowSchema = z
  .object({
    values: z.array(figureValueSchema).meta({ description: 'One of each of `fields`' }),
    favourable: count,
    adverse: count,
    undecided: count,
    unknown: count,
    absent: count,
  } satisfies Record<CountedClass | 'values', z.ZodType>)
  .meta({ id: 'FigureRow' });
export type FigureRow = z.infer<typeof figureRowSchema>;

/** Decisions by the values of fields, in each by the class of their outcome. */
export const figureTableSchema = z
  .object({
    fields: z.array(z.string()).meta({
      description:
        'As filters name them; of `confidence` the values are the numbers of ten bins, from 0',
    }),
    rows: z.array(figureRowSchema).meta({ description: 'Those with decisions, by their values' }),
  })
  .meta({ id: 'FigureTable' });
export type FigureTable = z.infer<typeof figureTableSchema>;

const figureBucketSchema = z
  .object({
    kind: oneOf(['range', 'value', 'other', 'absent']),
    above: z.number().nullable().exactOptional().meta({ description: 'Of a range: not in it' }),
    up_to: z.number().nullable().exactOptional().meta({ description: 'Of a range: in it' }),
    value: factValueSchema.exactOptional(),
    baseline: count,
    current: count,
  })
  .meta({ id: 'FigureBucket' });
export type FigureBucket = z.infer<typeof figureBucketSchema>;

const figureWindowSchema = z
  .object({
    count,
    from: instantSchema.nullable().meta({ description: 'null: open' }),
    to: instantSchema.nullable().meta({ description: 'The first instant behind it; null: open' }),
  })
  .meta({ id: 'FigureWindow' });
export type FigureWindow = z.infer<typeof figureWindowSchema>;

/** Decisions of two windows of time, by buckets of fields. */
export const figureDriftSchema = z
  .object({
    baseline: figureWindowSchema,
    current: figureWindowSchema,
    fields: z.array(z.object({ field: z.string(), buckets: z.array(figureBucketSchema) })),
  })
  .meta({ id: 'FigureDrift' });
export type FigureDrift = z.infer<typeof figureDriftSchema>;

export const figureResultSchema = z.union([figureTableSchema, figureDriftSchema]);
export type FigureResult = z.infer<typeof figureResultSchema>;

/** The body of `POST /oversight/figures`. */
export const createFigureSchema = z
  .strictObject({
    model_id: z
      .string({
        error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
      })
      .min(1, fault('not_empty'))
      .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
    measure: oneOf(figureMeasures).meta({
      description:
        'outcomes: decisions by class; groups: by the groups that are named; changes: by what people did; confidence: in ten bins; drift: two windows by the fields that drift',
    }),
    where: whereParameter,
    basis: oneOf(bases).default('model').meta({
      description: 'Counted by the outcome that was recorded, or by the one in effect',
    }),
    groups: listOf(identifier(z.string({ error: fault('type_string') })), limits.figures.groups, {
      error: fault('type_strings'),
      none: fault('one_value'),
    })
      .exactOptional()
      .meta({ description: 'Names: one, or two or three that are crossed; of the measure groups' }),
    baseline: baselineSchema.exactOptional().meta({
      description:
        'Of the measure drift: previous, first_half, or two UTC days, both in it, such as 2026-01-01..2026-03-31',
    }),
  })
  .superRefine(({ measure, groups, baseline }, context) => {
    const refuse = (field: string, message: ReturnType<typeof fault>) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (measure === 'groups' && groups === undefined) refuse('groups', fault('required'));
    if (measure !== 'groups' && groups !== undefined) {
      refuse('groups', fault('only_for_measure', { value: 'groups' }));
    }
    if (measure !== 'drift' && baseline !== undefined) {
      refuse('baseline', fault('only_for_measure', { value: 'drift' }));
    }
    if (groups !== undefined && new Set(groups).size < groups.length) {
      refuse('groups', fault('named_twice'));
    }
  })
  .meta({ id: 'CreateFigure', sent: true });
export type CreateFigure = z.infer<typeof createFigureSchema>;

/** A recorded figure without its counts. */
export const figureSummarySchema = z
  .object({
    figure_id: z.string().meta({ description: 'Prefix fig_' }),
    model_id: z.string(),
    profile_id: z.string(),
    profile_n: z.int().meta({ description: 'Which profile of the model it was counted by' }),
    measure: oneOf(figureMeasures),
    basis: oneOf(bases),
    created_at: instantSchema,
    actor: z.object({ id: z.string(), role: z.string() }).meta({ description: 'Who recorded it' }),
    count: z.int().meta({ description: 'Decisions that it counts' }),
    ids_root: hashSchema.meta({
      description: 'RFC 6962 tree head over the ids of these decisions, in their order',
    }),
    ledger_size: z.int().meta({ description: 'Entries that it was counted over' }),
    sequence: z.int().meta({ description: 'Journal index of its entry' }),
    hash: hashSchema.meta({ description: 'Of its entry' }),
  })
  .meta({ id: 'FigureSummary' });
export type FigureSummary = z.infer<typeof figureSummarySchema>;

export const figureSchema = figureSummarySchema
  .extend({
    where: z
      .string()
      .nullable()
      .meta({ description: 'The filter, as canonical JSON; null once it was erased' }),
    result: figureResultSchema.nullable().meta({ description: 'null once it was erased' }),
    erased_since: z.int().meta({
      description:
        'Its decisions that lost values since it was recorded: they are not counted again',
    }),
    is_full_offered: z.boolean().meta({
      description:
        'Whether the ledger is small enough for a bundle of all of it, which also shows that no decision was left out',
    }),
  })
  .meta({ id: 'Figure' });
export type Figure = z.infer<typeof figureSchema>;

export const figurePageSchema = paginated(figureSummarySchema).meta({ id: 'FigureList' });
export type FigurePage = z.infer<typeof figurePageSchema>;

export const figureOrders = ['created_at', '-created_at'] as const;

export const listFiguresQuerySchema = z.strictObject({
  model_id: z.string().min(1, fault('not_empty')).optional(),
  measure: oneOf(figureMeasures).optional(),
  order: oneOf(figureOrders).default('-created_at'),
  ...page(limits.figures),
});
export type ListFiguresQuery = z.infer<typeof listFiguresQuerySchema>;

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

export const figureRoutes = [
  {
    operationId: 'createFigure',
    method: 'POST',
    path: '/oversight/figures',
    summary: 'Record a figure as evidence: what was counted, over which decisions',
    description:
      'Counted by the profile whose facts are complete, over all entries before its own; at most 1,000,000 decisions. The filter and the counts are committed to and not told in clear. The dates of drift are one condition `decided_at` with `$gte`, `$lt` or both.',
    area: 'chain',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: createFigureSchema,
    status: 201,
    response: figureSchema,
    errors: [...bodyErrors, 'not_found', 'no_profile', 'too_many_groups'],
  },
  {
    operationId: 'listFigures',
    method: 'GET',
    path: '/oversight/figures',
    summary: 'Recorded figures, the newest first',
    description:
      'A figure is a number that somebody recorded, with the filter that gives it and the place in the chain that it was counted at.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: listFiguresQuerySchema,
    status: 200,
    response: figurePageSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getFigure',
    method: 'GET',
    path: '/oversight/figures/{id}',
    summary: 'A recorded figure with its filter and counts',
    description:
      'It can be counted again from the records up to its place in the chain, and has to come to the same.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: figureSchema,
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];

/** Routes of their bundles. */
export const figureBundleRoutes = [
  {
    operationId: 'createFigureBundle',
    method: 'POST',
    path: '/oversight/figures/{id}/bundle',
    summary: 'Export the bundle of a recorded figure as a job',
    description:
      'The same as `POST /bundles` with the kind figure: its decisions with what people did and what was erased, the profile, and its entry. It proves what these decisions say, not that none was left out of the filter.',
    area: 'chain',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    status: 202,
    response: jobSchema,
    errors: ['not_found', 'idempotency_key_reused'],
  },
  {
    operationId: 'downloadFigureBundle',
    method: 'GET',
    path: '/oversight/figures/{id}/bundle',
    summary: 'The newest finished bundle of a recorded figure',
    description: 'Kept as every bundle is: until the next erasure, among the last ten.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/zip' },
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
