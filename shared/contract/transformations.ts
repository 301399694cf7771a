/** The catalogue of transformations: names, methods, the parameters each takes, and what is reported. */
import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.ts';

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
  'tokenize',
] as const;
export type TransformationMethod = (typeof transformationMethods)[number];

/** The methods of each transformation; the first is the one taken where none is named and one may be. */
export const methodsOf = {
  anonymize: ['hash', 'mask', 'redact', 'replace', 'generalize', 'date_shift', 'noise', 'drop'],
  pseudonymize: ['tokenize', 'hash'],
  generalize: ['generalize'],
  mask: ['mask'],
  redact: ['redact'],
} as const satisfies Record<TransformationName, readonly TransformationMethod[]>;

/** Whose key is used: the same value gives the same result within it, and another one outside. */
export const keyScopes = ['session', 'dataset'] as const;
export type KeyScope = (typeof keyScopes)[number];

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

/** What parameters may hold; a request beyond is refused, never cut. */
export const transformationLimits = {
  fields: 64,
  pathSegments: 8,
  pathLength: 512,
  mapEntries: 1_000,
  text: 1_024,
  bins: 100,
  days: 3_650,
  records: 1_000,
} as const;

const { fields: maximumFields, pathSegments, pathLength, mapEntries, text } = transformationLimits;

/** A dotted path: one to eight names, none of them empty; arrays on the way are mapped over. */
export const fieldPathSchema = z
  .string({ error: 'must be a dotted field name' })
  .min(1, 'must not be empty')
  .max(pathLength, `must be at most ${pathLength} characters`)
  .refine((path) => path.split('.').every((segment) => segment !== ''), {
    error: 'must not have an empty name between dots',
    abort: true,
  })
  .refine(
    (path) => path.split('.').length <= pathSegments,
    `must have at most ${pathSegments} names`,
  );

/** Paths that do not cover one another: each value is transformed once. */
export const fieldPathsSchema = z
  .array(fieldPathSchema, { error: 'must be an array of field names' })
  .min(1, 'must name at least one field')
  .max(maximumFields, `must name at most ${maximumFields} fields`)
  .superRefine((paths, context) => {
    const named = new Set(paths);
    const seen = new Set<string>();
    for (const [index, path] of paths.entries()) {
      const above = pathsAbove(path).find((each) => named.has(each));
      if (seen.has(path)) {
        context.addIssue({ code: 'custom', path: [index], message: 'is named twice' });
      } else if (above !== undefined) {
        const message = `is inside ${above}, which is named too`;
        context.addIssue({ code: 'custom', path: [index], message });
      }
      seen.add(path);
    }
  });

function pathsAbove(path: string): string[] {
  const segments = path.split('.');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'));
}

/** k-anonymity and l-diversity of what comes out, over the fields that others could know. */
export const riskRequestSchema = z.strictObject({
  quasi_identifiers: fieldPathsSchema,
  sensitive: fieldPathsSchema.optional(),
});
export type RiskRequest = z.infer<typeof riskRequestSchema>;

const finite = z.number({ error: 'must be a finite number' });
const positive = finite.positive('must be greater than 0');
const count = z
  .int({ error: 'must be an integer' })
  .min(0, 'must be at least 0')
  .max(text, `must be at most ${text}`);
const keyScopeSchema = z.enum(keyScopes, { error: `must be one of ${keyScopes.join(', ')}` });
const dateFormatSchema = z.enum(dateFormats, { error: `must be one of ${dateFormats.join(', ')}` });
const shortText = z
  .string({ error: 'must be a string' })
  .max(text, `must be at most ${text} characters`);
const scalarSchema = z.union([shortText, finite, z.boolean(), z.null()], {
  error: 'must be a string, a number, true, false or null',
});

const common = { fields: fieldPathsSchema, risk: riskRequestSchema.optional() };

export const hashParametersSchema = z.strictObject({
  ...common,
  method: z.literal('hash'),
  key_scope: keyScopeSchema.optional(),
});

export const tokenizeParametersSchema = z.strictObject({
  ...common,
  method: z.literal('tokenize'),
  key_scope: keyScopeSchema.optional(),
});

export const maskParametersSchema = z.strictObject({
  ...common,
  method: z.literal('mask'),
  char: z
    .string({ error: 'must be one character' })
    .refine((char) => Array.from(char).length === 1 && char.isWellFormed(), 'must be one character')
    .optional(),
  keep_first: count.optional(),
  keep_last: count.optional(),
});

export const redactParametersSchema = z.strictObject({ ...common, method: z.literal('redact') });

export const dropParametersSchema = z.strictObject({ ...common, method: z.literal('drop') });

export const replaceParametersSchema = z
  .strictObject({
    ...common,
    method: z.literal('replace'),
    value: scalarSchema.optional(),
    map: z
      .custom<JsonObject>(isJsonObject, { error: 'must be an object' })
      .superRefine((map, context) => {
        const entries = Object.entries(map);
        if (entries.length > mapEntries) {
          context.addIssue({ code: 'custom', message: `must have at most ${mapEntries} members` });
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
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (value === undefined && map === undefined) fault('value', 'is required');
    if (value !== undefined && map !== undefined) fault('map', 'must not be sent with a value');
    // What is in no map must not come through in clear.
    if (map !== undefined && otherwise === undefined) fault('default', 'is required');
    if (map === undefined && otherwise !== undefined) fault('default', 'is only used with a map');
  });

/** The ways to generalize; `top` may stand alone or cap numbers that are bucketed. */
const generalizations = ['bucket_size', 'bins', 'top', 'zip3', 'date_part'] as const;

export const generalizeParametersSchema = z
  .strictObject({
    ...common,
    method: z.literal('generalize'),
    bucket_size: positive.optional(),
    origin: finite.optional(),
    bins: z
      .array(finite, { error: 'must be an array of numbers' })
      .min(1, 'must have at least one number')
      .max(transformationLimits.bins, `must have at most ${transformationLimits.bins} numbers`)
      .refine(
        (bins) => bins.every((each, index) => index === 0 || each > (bins[index - 1] ?? each)),
        'must be in ascending order without repetition',
      )
      .optional(),
    labels: z.array(shortText, { error: 'must be an array of strings' }).optional(),
    top: finite.optional(),
    zip3: z.literal(true, { error: 'must be true' }).optional(),
    date_part: z.enum(dateParts, { error: `must be one of ${dateParts.join(', ')}` }).optional(),
    date_format: dateFormatSchema.optional(),
  })
  .superRefine((parameters, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { bucket_size, origin, bins, labels, top, date_part, date_format } = parameters;
    const ways = generalizations.filter((way) => parameters[way] !== undefined);
    const [first = 'bucket_size'] = ways;
    if (ways.length === 0) {
      const message = `must have one of ${generalizations.join(', ')}`;
      context.addIssue({ code: 'custom', message });
    }
    for (const way of ways.slice(1)) {
      const together = first === 'bucket_size' && way === 'top';
      if (!together) fault(way, `must not be sent with ${first}`);
    }
    if (origin !== undefined && bucket_size === undefined) {
      fault('origin', 'is only used with bucket_size');
    }
    if (top !== undefined && bucket_size !== undefined && top <= (origin ?? 0)) {
      fault('top', 'must be greater than origin');
    }
    if (labels !== undefined && bins === undefined) fault('labels', 'is only used with bins');
    if (labels !== undefined && bins !== undefined && labels.length !== bins.length + 1) {
      fault('labels', `must have ${bins.length + 1} strings, one more than bins`);
    }
    if (date_format !== undefined && date_part === undefined) {
      fault('date_format', 'is only used with date_part');
    }
  });

const { days } = transformationLimits;

export const dateShiftParametersSchema = z.strictObject({
  ...common,
  method: z.literal('date_shift'),
  group_by: fieldPathSchema.optional(),
  max_days: z
    .int({ error: 'must be an integer' })
    .min(1, 'must be at least 1')
    .max(days, `must be at most ${days}`)
    .optional(),
  date_format: dateFormatSchema.optional(),
  key_scope: keyScopeSchema.optional(),
});

const noiseDistributions = ['laplace', 'gaussian'] as const;

export const noiseParametersSchema = z
  .strictObject({
    ...common,
    method: z.literal('noise'),
    distribution: z
      .enum(noiseDistributions, { error: `must be one of ${noiseDistributions.join(', ')}` })
      .optional(),
    scale: positive,
    minimum: finite.optional(),
    maximum: finite.optional(),
    decimals: z
      .int({ error: 'must be an integer' })
      .min(0, 'must be at least 0')
      .max(15, 'must be at most 15')
      .optional(),
    key_scope: keyScopeSchema.optional(),
  })
  .superRefine(({ minimum, maximum }, context) => {
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      context.addIssue({ code: 'custom', path: ['maximum'], message: 'must not be below minimum' });
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

export const safeHarborPreset = 'hipaa_safe_harbor';

/** Which fields belong to which class, where the caller knows; the rest is judged by name. */
export const safeHarborParametersSchema = z
  .strictObject({
    preset: z.literal(safeHarborPreset, { error: `must be ${safeHarborPreset}` }),
    classes: z
      .partialRecord(
        z.enum(safeHarborClasses, { error: 'is not one of the 18 classes' }),
        fieldPathsSchema,
        { error: 'must be an object of a class to field names' },
      )
      .optional(),
    not_identifying: fieldPathsSchema.optional(),
    risk: riskRequestSchema.optional(),
  })
  .superRefine(({ classes = {}, not_identifying = [] }, context) => {
    const placed = new Map<string, string>();
    const place = (at: readonly string[], paths: readonly string[]) => {
      for (const [index, path] of paths.entries()) {
        const before = [path, ...pathsAbove(path)].find((each) => placed.has(each));
        if (before === undefined) continue;
        const message = `is in ${placed.get(before)} already`;
        context.addIssue({ code: 'custom', path: [...at, index], message });
      }
      for (const path of paths) placed.set(path, at.join('.'));
    };
    for (const group of safeHarborClasses) place(['classes', group], classes[group] ?? []);
    place(['not_identifying'], not_identifying);
  });
export type SafeHarborParameters = z.infer<typeof safeHarborParametersSchema>;

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
  tokenize: tokenizeParametersSchema,
} as const satisfies Record<TransformationMethod, z.ZodType>;

/** Valid parameters of one method. */
export type MethodParameters = {
  [Method in TransformationMethod]: z.infer<(typeof parametersSchemas)[Method]>;
}[TransformationMethod];

export type HashParameters = z.infer<typeof hashParametersSchema>;
export type MaskParameters = z.infer<typeof maskParametersSchema>;
export type ReplaceParameters = z.infer<typeof replaceParametersSchema>;
export type GeneralizeParameters = z.infer<typeof generalizeParametersSchema>;
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

export const riskReportSchema = z.object({
  quasi_identifiers: z.array(z.string()),
  records: z.int(),
  classes: z.int().meta({ description: 'Groups of rows that agree in every quasi-identifier' }),
  least_k: z.int().meta({ description: 'Rows in the smallest class; 0 without rows' }),
  unique_records: z.int().meta({ description: 'Rows alone in their class' }),
  class_sizes: z
    .array(z.object({ size: z.int(), classes: z.int() }))
    .meta({ description: 'How many classes there are of each size, ascending' }),
  sensitive: z.array(z.object({ field: z.string(), least_distinct: z.int() })),
});
export type RiskReport = z.infer<typeof riskReportSchema>;

export const safeHarborReportSchema = z.object({
  certified: z.literal(false),
  statement: z.string(),
  classes: z.array(
    z.object({
      class: z.enum(safeHarborClasses),
      fields: z.array(
        z.object({
          field: z.string(),
          decided_by: z.enum(['caller', 'name', 'value']),
          treatment: z.string(),
        }),
      ),
    }),
  ),
  undecided: z.array(z.object({ field: z.string(), reason: z.string() })),
});
export type SafeHarborReport = z.infer<typeof safeHarborReportSchema>;

export const transformationReportSchema = z.object({
  fields: z.array(fieldReportSchema),
  notes: z.array(z.string()),
  safe_harbor: safeHarborReportSchema.optional(),
  risk: riskReportSchema.optional(),
});
export type TransformationReport = z.infer<typeof transformationReportSchema>;
