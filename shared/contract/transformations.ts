/** The catalogue of transformations: names, methods, the parameters each takes, and what is reported. */
import * as z from './when-asked.ts';
import { listOf } from './common.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { fault, type FaultText } from './faults.ts';

export const transformationNames = [
  'anonymize',
  'pseudonymize',
  'generalize',
  'mask',
  'redact',
] as const;
export type TransformationName = (typeof transformationNames)[number];

export const transformationMethods = [
  'hash',
  'mask',
  'redact',
  'replace',
  'generalize',
  'date_shift',
  'noise',
  'drop',
] as const;
export type TransformationMethod = (typeof transformationMethods)[number];

/** The methods of each transformation; the first is the one taken where none is named and one may be. */
export const methodsOf = {
  anonymize: ['hash', 'mask', 'redact', 'replace', 'generalize', 'date_shift', 'noise', 'drop'],
  pseudonymize: ['hash'],
  generalize: ['generalize'],
  mask: ['mask'],
  redact: ['redact'],
} as const satisfies Record<TransformationName, readonly TransformationMethod[]>;

export const dateParts = ['year', 'quarter', 'month', 'day'] as const;
export type DatePart = (typeof dateParts)[number];

export const dateFormats = [
  'iso',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYYMMDD',
  'epoch_s',
  'epoch_ms',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** Limits of parameters; a request beyond is refused, never cut. */
export const transformationLimits = {
  fields: 64,
  pathSegments: 8,
  pathLength: 512,
  mapEntries: 1_000,
  text: 1_024,
  bins: 100,
  records: 1_000,
} as const;

const { fields: maximumFields, pathSegments, pathLength, mapEntries, text } = transformationLimits;

/** A dotted path: one to eight names, none of them empty; arrays on the way are mapped over. */
export const fieldPathSchema = z
  .string({ error: fault('field_path') })
  .min(1, fault('not_empty'))
  .max(pathLength, fault('at_most_characters_long', { maximum: pathLength }))
  .refine((path) => path.split('.').every((segment) => segment !== ''), {
    error: fault('no_empty_name'),
    abort: true,
  })
  .refine(
    (path) => path.split('.').length <= pathSegments,
    fault('at_most_names', { maximum: pathSegments }),
  );

/** Paths that do not cover one another: each value is transformed once. */
export const fieldPathsSchema = listOf(fieldPathSchema, maximumFields, {
  error: fault('type_field_names'),
  none: fault('one_field_named'),
  tooMany: fault('at_most_fields_named', { maximum: maximumFields }),
}).superRefine((paths, context) => {
  const named = new Set(paths);
  const seen = new Set<string>();
  for (const [index, path] of paths.entries()) {
    const above = pathsAbove(path).find((each) => named.has(each));
    if (seen.has(path)) {
      context.addIssue({ code: 'custom', path: [index], message: fault('named_twice') });
    } else if (above !== undefined) {
      const message = fault('inside_named', { field: above });
      context.addIssue({ code: 'custom', path: [index], message });
    }
    seen.add(path);
  }
});

function pathsAbove(path: string): string[] {
  const segments = path.split('.');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'));
}

const finite = z.number({ error: fault('type_finite') });
const positive = finite.positive(fault('greater_than', { minimum: 0 }));
const count = z
  .int({ error: fault('type_integer') })
  .min(0, fault('at_least', { minimum: 0 }))
  .max(text, fault('at_most', { maximum: text }));
export const dateFormatSchema = z.enum(dateFormats, {
  error: fault('one_of', { values: dateFormats.join(', ') }),
});
const shortText = z
  .string({ error: fault('type_string') })
  .max(text, fault('at_most_characters_long', { maximum: text }));
export const scalarSchema = z.union([shortText, finite, z.boolean(), z.null()], {
  error: fault('type_scalar'),
});

const common = { fields: fieldPathsSchema };

export const hashParametersSchema = z.strictObject({
  ...common,
  method: z.literal('hash'),
});

/** Parameters of a mask: what it leaves to be seen. */
export const maskMembers = {
  char: z
    .string({ error: fault('one_character') })
    .refine((char) => Array.from(char).length === 1 && char.isWellFormed(), fault('one_character'))
    .optional(),
  keep_first: count.optional(),
  keep_last: count.optional(),
};

export const maskParametersSchema = z.strictObject({
  ...common,
  method: z.literal('mask'),
  ...maskMembers,
});

export const redactParametersSchema = z.strictObject({ ...common, method: z.literal('redact') });

export const dropParametersSchema = z.strictObject({ ...common, method: z.literal('drop') });

export const replaceParametersSchema = z
  .strictObject({
    ...common,
    method: z.literal('replace'),
    value: scalarSchema.optional(),
    map: z
      .custom<JsonObject>(isJsonObject, { error: fault('type_object') })
      .superRefine((map, context) => {
        const entries = Object.entries(map);
        if (entries.length > mapEntries) {
          context.addIssue({
            code: 'custom',
            message: fault('at_most_members', { maximum: mapEntries }),
          });
        }
        for (const [name, value] of entries) {
          const message = scalarSchema.safeParse(value).error?.issues[0]?.message;
          if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
        }
      })
      .meta({ type: 'object', additionalProperties: true })
      .optional(),
    default: scalarSchema.optional(),
  })
  .superRefine(({ value, map, default: otherwise }, context) => {
    const refuse = (field: string, message: FaultText) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (value === undefined && map === undefined) refuse('value', fault('required'));
    if (value !== undefined && map !== undefined) refuse('map', fault('not_with_value'));
    // What is in no map must not come through in clear.
    if (map !== undefined && otherwise === undefined) refuse('default', fault('required'));
    if (map === undefined && otherwise !== undefined) refuse('default', fault('only_with_map'));
  });

/** The ways to generalize; `top` may stand alone or cap numbers that are bucketed. */
const generalizations = ['bucket_size', 'bins', 'top', 'zip3', 'date_part'] as const;

/** How values are made coarser. */
export const generalizationMembers = {
  bucket_size: positive.optional(),
  origin: finite.optional(),
  bins: listOf(finite, transformationLimits.bins, {
    error: fault('type_numbers'),
    none: fault('one_number'),
    tooMany: fault('at_most_numbers', { maximum: transformationLimits.bins }),
  })
    .refine(
      (bins) => bins.every((each, index) => index === 0 || each > (bins[index - 1] ?? each)),
      fault('ascending'),
    )
    .optional(),
  labels: listOf(shortText, transformationLimits.bins + 1, {
    error: fault('type_strings'),
  }).optional(),
  top: finite.optional(),
  zip3: z.literal(true, { error: fault('exactly', { value: 'true' }) }).optional(),
  date_part: z
    .enum(dateParts, { error: fault('one_of', { values: dateParts.join(', ') }) })
    .optional(),
  date_format: dateFormatSchema.optional(),
};

const generalizationSchema = z.strictObject(generalizationMembers);
export type Generalization = z.infer<typeof generalizationSchema>;

/** Refuses members of a generalization that do not go together, or none. */
export function judgeGeneralization(parameters: Generalization, context: z.RefinementCtx): void {
  const refuse = (field: string, message: FaultText) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { bucket_size, origin, bins, labels, top, date_part, date_format } = parameters;
  const ways = generalizations.filter((way) => parameters[way] !== undefined);
  const [first = 'bucket_size'] = ways;
  if (ways.length === 0) {
    const message = fault('have_one_of', { values: generalizations.join(', ') });
    context.addIssue({ code: 'custom', message });
  }
  for (const way of ways.slice(1)) {
    const together = first === 'bucket_size' && way === 'top';
    if (!together) refuse(way, fault('not_with', { other: first }));
  }
  if (origin !== undefined && bucket_size === undefined) {
    refuse('origin', fault('only_with', { other: 'bucket_size' }));
  }
  if (top !== undefined && bucket_size !== undefined && top <= (origin ?? 0)) {
    refuse('top', fault('greater_than_field', { other: 'origin' }));
  }
  if (labels !== undefined && bins === undefined)
    refuse('labels', fault('only_with', { other: 'bins' }));
  if (labels !== undefined && bins !== undefined && labels.length !== bins.length + 1) {
    refuse('labels', fault('one_more_than_bins', { length: bins.length + 1 }));
  }
  if (date_format !== undefined && date_part === undefined) {
    refuse('date_format', fault('only_with', { other: 'date_part' }));
  }
}

export const generalizeParametersSchema = z
  .strictObject({ ...common, method: z.literal('generalize'), ...generalizationMembers })
  .superRefine(judgeGeneralization);

export const dateShiftParametersSchema = z.strictObject({
  ...common,
  method: z.literal('date_shift'),
  group_by: fieldPathSchema.optional(),
  date_format: dateFormatSchema.optional(),
});

const noiseDistributions = ['laplace', 'gaussian'] as const;

export const noiseParametersSchema = z
  .strictObject({
    ...common,
    method: z.literal('noise'),
    distribution: z
      .enum(noiseDistributions, {
        error: fault('one_of', { values: noiseDistributions.join(', ') }),
      })
      .optional(),
    scale: positive,
    minimum: finite.optional(),
    maximum: finite.optional(),
    decimals: z
      .int({ error: fault('type_integer') })
      .min(0, fault('at_least', { minimum: 0 }))
      .max(15, fault('at_most', { maximum: 15 }))
      .optional(),
  })
  .superRefine(({ minimum, maximum }, context) => {
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      context.addIssue({
        code: 'custom',
        path: ['maximum'],
        message: fault('not_below', { other: 'minimum' }),
      });
    }
  });

/** The 18 classes of identifiers of 45 CFR 164.514(b)(2)(i), in its order. */
export const safeHarborClasses = [
  'names',
  'geographic',
  'dates',
  'telephone_numbers',
  'fax_numbers',
  'email_addresses',
  'social_security_numbers',
  'medical_record_numbers',
  'health_plan_numbers',
  'account_numbers',
  'certificate_numbers',
  'vehicle_identifiers',
  'device_identifiers',
  'web_urls',
  'ip_addresses',
  'biometric_identifiers',
  'photographs',
  'other_identifiers',
] as const;
export type SafeHarborClass = (typeof safeHarborClasses)[number];

/** The schema of each method's parameters. */
export const parametersSchemas = {
  hash: hashParametersSchema,
  mask: maskParametersSchema,
  redact: redactParametersSchema,
  replace: replaceParametersSchema,
  generalize: generalizeParametersSchema,
  date_shift: dateShiftParametersSchema,
  noise: noiseParametersSchema,
  drop: dropParametersSchema,
} as const satisfies Record<TransformationMethod, z.ZodType>;

/** Valid parameters of one method. */
export type MethodParameters = {
  [Method in TransformationMethod]: z.infer<(typeof parametersSchemas)[Method]>;
}[TransformationMethod];

export type MaskParameters = z.infer<typeof maskParametersSchema>;
export type ReplaceParameters = z.infer<typeof replaceParametersSchema>;
export type DateShiftParameters = z.infer<typeof dateShiftParametersSchema>;
export type NoiseParameters = z.infer<typeof noiseParametersSchema>;

/** Values of one field over all rows. */
export const fieldReportSchema = z.object({
  field: z.string(),
  method: z.string(),
  changed: z.int().meta({ description: 'Values that came out different' }),
  kept: z.int().meta({ description: 'Values the method leaves as they are, null among them' }),
  suppressed: z.int().meta({ description: 'Values the method cannot take; they became null' }),
  skipped: z.int().meta({ description: 'Rows that do not have the field' }),
});
export type FieldReport = z.infer<typeof fieldReportSchema>;

export const transformationReportSchema = z.object({
  fields: z.array(fieldReportSchema),
  notes: z.array(z.string()),
});
export type TransformationReport = z.infer<typeof transformationReportSchema>;
