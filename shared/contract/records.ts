/** Decision records (specification, "Decision record" and "Records"). */
import * as z from './when-asked.ts';
import {
  dateSchema,
  identifier,
  hashSchema,
  instantSchema,
  jsonObjectSchema,
  queryBoolean,
  queryInteger,
} from './common.ts';
import type { FieldError } from './errors.ts';
import { interventionSchema } from './interventions.ts';
import { limits } from './limits.ts';
import {
  factValueSchema,
  oversightIntervals,
  whereParameter,
  type CountedClass,
} from './oversight.ts';
import { reviewFilterSchema, waitingReasons } from './reviews.ts';
import { page } from './route.ts';
import { fault, faultAt } from './faults.ts';

const shortString = z
  .string({
    error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
  })
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));
const idText = identifier(shortString);

/** The body of `POST /records`. `null` for an optional member is refused, never taken as absent. */
export const createRecordSchema = z
  .strictObject({
    model_id: idText,
    input: jsonObjectSchema,
    output: jsonObjectSchema,
    confidence: z
      .number({ error: fault('type_number') })
      .min(0, fault('at_least', { minimum: 0 }))
      .max(1, fault('at_most', { maximum: 1 }))
      .optional(),
    transaction_id: idText.optional(),
    policy_id: idText.optional(),
    context: jsonObjectSchema.optional(),
    explanation: jsonObjectSchema.optional(),
  })
  .meta({ id: 'CreateRecord', sent: true });
export type CreateRecord = z.infer<typeof createRecordSchema>;

/** The members of a record whose values are committed to, not written in clear, in its entry. */
export const committedFields = [
  'context',
  'explanation',
  'input',
  'output',
  'transaction_id',
] as const;
export type CommittedField = (typeof committedFields)[number];

/** A decision as the profile of its model reads it: members that the record does not have are not there. */
export const recordFactsSchema = z
  .object({
    outcome: factValueSchema.exactOptional(),
    outcome_class: z.string().exactOptional(),
    effect: factValueSchema.exactOptional().meta({ description: 'The outcome in effect' }),
    effect_class: z.string().exactOptional(),
    decided_at: instantSchema,
    decided_from: z.enum(['profile', 'recording']),
    version: factValueSchema.exactOptional(),
    amount: z.number().exactOptional(),
    changed: z.boolean(),
    reviewed: z.boolean(),
    groups: z
      .record(z.string(), factValueSchema)
      .exactOptional()
      .meta({ description: 'By name; never to a lab' }),
    columns: z.record(z.string(), factValueSchema),
  })
  .meta({ id: 'RecordFacts' });
export type RecordFacts = z.infer<typeof recordFactsSchema>;

/** A stored record. `seq` is an extension, present only with `include=seq`. */
export const recordSchema = z
  .object({
    id: z.string().meta({ description: 'Prefix rec_' }),
    model_id: z.string(),
    input: jsonObjectSchema,
    output: jsonObjectSchema,
    confidence: z.number().optional(),
    transaction_id: z.string().optional(),
    policy_id: z.string().optional(),
    context: jsonObjectSchema.optional(),
    explanation: jsonObjectSchema.optional(),
    hash: hashSchema,
    previous_hash: hashSchema,
    created_at: instantSchema,
    interventions: z.array(interventionSchema),
    seq: z
      .int()
      .optional()
      .meta({ 'x-extension': true, description: 'Journal index, with include=seq' }),
    facts: recordFactsSchema.nullable().optional().meta({
      'x-extension': true,
      description: 'With facts=true; null where no profile of the model is applied',
    }),
    waiting: z
      .object({
        reason: z.enum(waitingReasons),
        since: instantSchema.meta({
          description:
            'When it was recorded, or a profile of the model first asked for it, or somebody did what it waits for',
        }),
      })
      .meta({ id: 'RecordWaiting' })
      .optional()
      .meta({
        'x-extension': true,
        description: 'In a list with `review`: why the record waits for a person, and since when',
      }),
  })
  .meta({ id: 'Record' });
export type DecisionRecord = z.infer<typeof recordSchema>;

/** A record in brief, as a list of many is drawn from. */
export const briefRecordSchema = recordSchema
  .omit({ input: true, context: true, explanation: true })
  .extend({
    output: jsonObjectSchema.optional(),
    omitted: z
      .partialRecord(z.enum(committedFields), z.int())
      .optional()
      .meta({ description: 'Bytes of each value that is left out' }),
  });
export type BriefRecord = z.infer<typeof briefRecordSchema>;

/** Every filter of `GET /records`; the first four are the specification's, the others extensions. */
export const recordFilterSchema = z.strictObject({
  model_id: shortString.optional(),
  start_date: dateSchema.optional(),
  end_date: dateSchema.optional(),
  has_intervention: queryBoolean.optional(),
  review: reviewFilterSchema.optional().meta({
    'x-extension': true,
    description: 'Only records that wait for a person: for any reason, or for this one',
  }),
  where: whereParameter.meta({ 'x-extension': true }),
  person: z
    .string()
    .regex(/^(psr|preq)_\w+$/, fault('pattern'))
    .optional()
    .meta({
      'x-extension': true,
      description:
        'Only decisions that a search of `POST /persons/search` found (`psr_`, for an hour), or that a request of a person is about (`preq_`: those chosen; while there are none, those certain); for compliance and admins',
    }),
  q: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.searchText, fault('at_most_characters', { maximum: limits.searchText }))
    .optional()
    .meta({
      'x-extension': true,
      description: `Record id, hash prefix, transaction id, or words inside input and output. Of a record of more than ${limits.searchIndex.words} words, or ${limits.searchIndex.characters} characters, a part is searched: the beginning, with ${limits.searchIndex.longValue} characters of each value. How many such records there are, the list says`,
    }),
});
export type RecordFilter = z.infer<typeof recordFilterSchema>;

/**
 * Faults of filter values that are valid alone but not together: an interval that ends before it
 * starts. Takes the query as text and judges only values that are valid by themselves, so that its
 * findings can stand beside those of the schema.
 */
export function recordFilterConflicts(query: Readonly<Record<string, string>>): FieldError[] {
  const { shape } = recordFilterSchema;
  const conflicts: FieldError[] = [];
  const start = shape.start_date.safeParse(query['start_date']).data;
  const end = shape.end_date.safeParse(query['end_date']).data;
  if (start !== undefined && end !== undefined && start > end) {
    conflicts.push(
      faultAt('start_date', 'not_after', { other: 'end_date' }),
      faultAt('end_date', 'not_before', { other: 'start_date' }),
    );
  }
  if (query['sort'] !== undefined) {
    for (const other of ['order', 'after_seq']) {
      if (query[other] !== undefined) conflicts.push(faultAt('sort', 'not_with', { other }));
    }
  }
  return conflicts;
}

export const includeSchema = z
  .enum(['seq'], { error: fault('exactly', { value: 'seq' }) })
  .optional()
  .meta({ 'x-extension': true, description: 'seq adds the journal index to each record' });

/** The query of `GET /records`. Days are UTC; `end_date` is an inclusive day. */
export const listRecordsQuerySchema = recordFilterSchema.extend({
  ...page(limits.records),
  order: z
    .enum(['asc', 'desc'], { error: fault('either_of', { values: 'asc', last: 'desc' }) })
    .default('desc')
    .meta({ 'x-extension': true }),
  sort: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }))
    .optional()
    .meta({
      'x-extension': true,
      description:
        'A field that `where` can name, but transaction_id; descending with a - before it, such as -decided_at. Instead of `order`',
    }),
  after_seq: queryInteger(0, Number.MAX_SAFE_INTEGER).optional().meta({
    'x-extension': true,
    description: 'Only records that follow this journal index in the asked order',
  }),
  include: includeSchema,
  facts: queryBoolean.default(false).meta({
    'x-extension': true,
    description: 'true: each record with `facts`, what the profile of its model reads in it',
  }),
  brief: queryBoolean.default(false).meta({
    'x-extension': true,
    description: `Rows to draw a list from: \`input\`, \`context\` and \`explanation\` are left out, so are an output and the outcomes of interventions of more than ${limits.briefBytes} bytes; \`omitted\` tells the bytes of each value of the record that is`,
  }),
});
export type ListRecordsQuery = z.infer<typeof listRecordsQuerySchema>;

export const getRecordQuerySchema = z.strictObject({ include: includeSchema });

/** The answer of `GET /records`, without `brief=true`. */
export const recordListSchema = z
  .object({
    data: z.array(recordSchema),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    partly_searched: z.int().optional().meta({
      'x-extension': true,
      description:
        'Where `q` has words: how many records that the other filters select are too long to be searched whole, those found among them. Absent for none',
    }),
  })
  .meta({ id: 'RecordList' });
export type RecordList = z.infer<typeof recordListSchema>;

/** Where a record stands in a filtered list, for jumps that keep the scroll position. */
export const recordPositionSchema = z
  .object({
    id: z.string(),
    seq: z.int(),
    offset: z
      .int()
      .nullable()
      .meta({ description: 'Row in the list of this filter and order; null when filtered out' }),
    total: z.int(),
  })
  .meta({ id: 'RecordPosition' });
export type RecordPosition = z.infer<typeof recordPositionSchema>;

/** The query of `GET /records/facets`. */
export const recordFacetsQuerySchema = recordFilterSchema.extend({
  facets: z
    .string()
    .min(1, fault('not_empty'))
    .max(
      limits.session.queryFilterBytes,
      fault('at_most_characters', { maximum: limits.session.queryFilterBytes }),
    )
    .optional()
    .meta({
      'x-extension': true,
      description: 'Fields that `where` can name, with commas, such as outcome,group.race',
    }),
});
export type RecordFacetsQuery = z.infer<typeof recordFacetsQuerySchema>;

/** Values of a field among the records of a filter. */
export const fieldFacetSchema = z
  .object({
    field: z.string(),
    values: z
      .array(z.object({ value: factValueSchema, count: z.int() }))
      .meta({ description: 'The 1,000 most frequent, in that order; none of numbers and times' }),
    absent: z.int(),
    bins: z.array(z.int()).exactOptional().meta({
      description: 'Of `confidence`: ten bins, [0, 0.1) to [0.9, 1]',
    }),
    least: z.union([z.number(), z.string()]).nullable().meta({
      description: 'Of numbers and times',
    }),
    greatest: z.union([z.number(), z.string()]).nullable(),
  })
  .meta({ id: 'FieldFacet' });
export type FieldFacet = z.infer<typeof fieldFacetSchema>;

/** Values a filter can take, with how many records have each: the 1,000 most frequent, in that order. */
export const recordFacetsSchema = z
  .object({
    total: z.int(),
    models: z.array(z.object({ model_id: z.string(), count: z.int() })),
    policies: z.array(z.object({ policy_id: z.string(), count: z.int() })),
    fields: z.array(fieldFacetSchema).exactOptional().meta({ description: 'Those of `facets`' }),
  })
  .meta({ id: 'RecordFacets' });
export type RecordFacets = z.infer<typeof recordFacetsSchema>;

/** The query of `GET /records/histogram`. */
export const recordHistogramQuerySchema = recordFilterSchema.extend({
  interval: z
    .enum(oversightIntervals, {
      error: fault('one_of', { values: oversightIntervals.join(', ') }),
    })
    .optional()
    .meta({
      description:
        'Chosen after the time that the decisions span where it is not given; the next longer one where there are more than 400',
    }),
});
export type RecordHistogramQuery = z.infer<typeof recordHistogramQuerySchema>;

const classNumbers = z
  .object({
    favourable: z.int(),
    adverse: z.int(),
    undecided: z.int(),
    unknown: z.int(),
    absent: z.int(),
  } satisfies Record<CountedClass, z.ZodType>)
  .meta({ description: 'By the class of the outcome; absent without a profile' });

const histogramCounts = {
  total: z.int(),
  classes: classNumbers,
  without_confidence: z.int(),
  mean_confidence: z.number().nullable(),
  confidence: z.array(z.int()).meta({ description: 'Ten bins, [0, 0.1) to [0.9, 1]' }),
};

/** Decisions over time: by when the profile of their model says they were made, else by when they were recorded. UTC. */
export const recordHistogramSchema = z
  .object({
    ...histogramCounts,
    interval: z.enum(oversightIntervals),
    by_recording: z
      .int()
      .meta({ description: 'How many stand at the time of their recording, for want of another' }),
    periods: z
      .array(
        z.object({
          start: instantSchema,
          end: instantSchema.meta({ description: 'The first instant behind it' }),
          ...histogramCounts,
        }),
      )
      .meta({ description: 'Those with decisions, at most 400, in order; weeks begin on Monday' }),
    left_out: z
      .int()
      .meta({ description: 'Decisions before the first period, where there are more' }),
  })
  .meta({ id: 'RecordHistogram' });
export type RecordHistogram = z.infer<typeof recordHistogramSchema>;
