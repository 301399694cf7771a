/** What the rows of a dataset hold, field by field, and how many of them look alike: for their holder alone. */
import * as z from './when-asked.ts';
import { instantSchema, listOf } from './common.ts';
import { fault } from './faults.ts';
import { jobSchema } from './jobs.ts';
import { fieldRuleSchema, policyLimits, policySchema } from './policies.ts';
import type { Route } from './route.ts';

/** Kinds of values that point to a person, wherever one of them stands. */
export const foundKinds = [
  'image',
  'email',
  'url',
  'ip',
  'ssn',
  'iban',
  'card',
  'coordinates',
  'handle',
  'phone',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Subjects of a field, as far as name and values tell. */
export const fieldClasses = [
  'name',
  'place',
  'postcode',
  'date',
  'age',
  'phone',
  'email',
  'ssn',
  'identifier',
  'url',
  'ip',
  'image',
  'coordinates',
  'iban',
  'card',
  'free_text',
  'category',
  'measure',
] as const;
export type FieldClass = (typeof fieldClasses)[number];

/** Fields that rows may be compared by. */
export const mostQuasiIdentifiers = 32;

const addressCharacters = policyLimits.addressCharacters;
const addressSchema = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(addressCharacters, fault('at_most_characters_long', { maximum: addressCharacters }));

/** Wishes of whoever asks for an analysis, beside what is in the fields. */
export const askAnalysisSchema = z.strictObject({
  quasi_identifiers: listOf(addressSchema, mostQuasiIdentifiers)
    .default([])
    .refine((addresses) => new Set(addresses).size === addresses.length, fault('each_field_once'))
    .meta({
      description:
        'Fields that others could know a person by; rows that agree in all of them look alike',
    }),
  policy: policySchema.optional().meta({
    description:
      'As a rows grant under this policy would see them; as they are stored where it is left out',
  }),
});
export type AskedAnalysis = z.infer<typeof askAnalysisSchema>;

const fieldAnalysisSchema = z.object({
  address: z.string(),
  types: z.array(z.enum(['boolean', 'number', 'string', 'null'])),
  distinct: z.int().meta({ description: 'Different values' }),
  missing: z.int().meta({ description: 'Rows without a value, or with null' }),
  longest: z.int().meta({ description: 'Characters of the longest value' }),
  found: z.array(z.object({ kind: z.enum(foundKinds), rows: z.int() })).meta({
    description: 'Rows with a value of a kind that points to a person; one is enough',
  }),
  class: z.enum(fieldClasses).nullable().meta({
    description: 'What the field is, by its name or its values; null where nothing tells',
  }),
  proposal: fieldRuleSchema.meta({ description: 'What nothing tells is proposed to be withheld' }),
});
export type FieldAnalysis = z.infer<typeof fieldAnalysisSchema>;

const classSizesSchema = z.object({
  quasi_identifiers: z.array(z.string()),
  records: z.int(),
  least_k: z.int().meta({ description: 'Rows of the smallest class; 0 without rows' }),
  alone: z.int().meta({ description: 'Rows that no other looks like' }),
  below_five: z.int().meta({ description: 'Rows in classes of less than five' }),
  histogram: z.array(z.object({ size: z.int(), classes: z.int() })).meta({
    description: 'Classes of each size, the smallest first',
  }),
});
export type ClassSizes = z.infer<typeof classSizesSchema>;

/** All that is found in rows. */
export const analysisFindingsSchema = z.object({
  records: z
    .int()
    .meta({ description: 'Rows that were read: all that there were, unless of_records is there' }),
  of_records: z.int().optional().meta({
    description: 'Rows that there were in a source, of which the first 100,000 are read',
  }),
  is_complete: z
    .boolean()
    .meta({ description: 'False where rows have more fields than are listed' }),
  entity: z.string().nullable().meta({
    description: 'The field that says whose a row is, as the policy says or its name tells',
  }),
  fields: z.array(fieldAnalysisSchema),
  class_sizes: classSizesSchema.nullable().meta({
    description: 'null where no quasi-identifiers were chosen',
  }),
  hardly_changed: z.array(z.object({ address: z.string(), before: z.int(), after: z.int() })).meta({
    description:
      'Fields that are generalized, of which more than half of the different values stay apart',
  }),
});
export type AnalysisFindings = z.infer<typeof analysisFindingsSchema>;

export const datasetAnalysisSchema = analysisFindingsSchema
  .extend({
    dataset_id: z.string(),
    analysed_at: instantSchema,
    is_current: z.boolean().meta({ description: 'False where rows came since' }),
    asked: askAnalysisSchema,
  })
  .meta({ id: 'DatasetAnalysis' });
export type DatasetAnalysis = z.infer<typeof datasetAnalysisSchema>;

/** The last analysis of a dataset, where there was one. */
export const lastAnalysisSchema = z
  .object({
    analysis: datasetAnalysisSchema.nullable().meta({ description: 'null before the first' }),
  })
  .meta({ id: 'LastAnalysis' });

/** The result of a finished job of the kind `dataset_analysis`: what was found is told by the dataset. */
export const analysisResultSchema = z.object({ dataset_id: z.string(), records: z.int() });

export const analysisRoutes = [
  {
    operationId: 'startDatasetAnalysis',
    method: 'POST',
    path: '/datasets/{dataset_id}/analysis',
    summary: 'Analyse all rows of a dataset, as a job',
    description:
      'Never of a sample. An import begins one by itself, with what was asked for last. A field that no row has is refused, by the job where it cannot be known before.',
    area: 'datasets',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: askAnalysisSchema.meta({ id: 'AskDatasetAnalysis' }),
    status: 202,
    response: jobSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
      'access_revoked',
    ],
  },
  {
    operationId: 'getDatasetAnalysis',
    method: 'GET',
    path: '/datasets/{dataset_id}/analysis',
    summary: 'What the last analysis of a dataset found',
    description: 'Fields, what they are, and what is proposed for each. No values of rows.',
    area: 'datasets',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: lastAnalysisSchema,
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
