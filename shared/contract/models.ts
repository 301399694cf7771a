/** Model cards, their artifacts, exports and imports (specification, "Model card" and "Models"). */
import * as z from './when-asked.ts';
import { dateSchema, hashSchema, identifier, instantSchema, queryInteger } from './common.ts';
import { isJsonObject } from './json.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { fault } from './faults.ts';

/** Most digits of one part of a version: every such integer is exact. */
const versionDigits = 15;

const versionPattern = new RegExp(
  `^(0|[1-9]\\d{0,${versionDigits - 1}})(\\.(0|[1-9]\\d{0,${versionDigits - 1}})){2}$`,
);

/** `<major>.<minor>.<patch>`, each an integer without leading zeros. */
export const modelVersionSchema = z
  .string({ error: fault('type_string') })
  .regex(versionPattern, fault('version'));

/** Major, minor and patch of a valid version. */
export function versionParts(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

/** Below 0 where `a` is older than `b` by number: 1.9.0 is older than 1.10.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** The artifact's hash as the client wrote it: the digits may be of either case. */
export const modelHashSchema = z
  .string({ error: fault('type_string') })
  .regex(/^sha256:[0-9a-fA-F]{64}$/, fault('hash'));

const modelIdSchema = identifier(
  z
    .string({ error: fault('type_string') })
    .min(1, fault('not_empty'))
    .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
).refine((id) => id !== '.' && id !== '..', fault('no_dots_alone'));

const longText = z
  .string({ error: fault('type_string') })
  .max(limits.cardText, fault('at_most_characters', { maximum: limits.cardText }));

/** Metric name to number. Taken as it is, like every object of a client: `__proto__` is a name too. */
export type Metrics = Readonly<Record<string, number>>;

export const metricsSchema = z
  .custom<Metrics>((value) => isJsonObject(value), {
    error: fault('type_metrics'),
  })
  .superRefine((metrics, context) => {
    const names = Object.keys(metrics);
    if (names.length > limits.cardMetrics) {
      context.addIssue({
        code: 'custom',
        message: fault('at_most_metrics', { maximum: limits.cardMetrics }),
      });
      return;
    }
    for (const name of names) {
      if (Number.isFinite(metrics[name])) continue;
      context.addIssue({ code: 'custom', path: [name], message: fault('type_finite') });
    }
  })
  .meta({ type: 'object', additionalProperties: { type: 'number' } });

/**
 * The body of `POST /models`. `model_id` and `version` are required; what else is sent is validated.
 * `null` for an optional member is refused, never taken as absent.
 */
export const createModelSchema = z.strictObject({
  model_id: modelIdSchema,
  version: modelVersionSchema,
  model_hash: modelHashSchema.optional(),
  training_date: dateSchema.optional(),
  framework: z
    .string({ error: fault('type_string') })
    .min(1, fault('not_empty'))
    .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }))
    .optional(),
  performance: metricsSchema.optional(),
  fairness: metricsSchema.optional().meta({
    description: 'Part of the registration and its ledger entry, never of a returned card',
  }),
  intended_use: longText.optional(),
  limitations: longText.optional(),
});
export type CreateModel = z.infer<typeof createModelSchema>;

/** The body of `POST /models` with what the new version was made upon. */
export const registerModelSchema = createModelSchema
  .extend({
    if_previous: previousOf({
      version: modelVersionSchema.nullable().meta({
        description: 'The highest registered version; null for none',
      }),
    }),
  })
  .meta({ id: 'CreateModel', sent: true });

const returnedMetrics = z.record(z.string(), z.number());

/** A registered card. Members that were not sent are not there; fairness never is. */
export const modelCardSchema = z
  .object({
    model_id: z.string(),
    version: z.string(),
    model_hash: z.string().optional(),
    training_date: z.string().optional(),
    framework: z.string().optional(),
    performance: returnedMetrics.optional(),
    intended_use: z.string().optional(),
    limitations: z.string().optional(),
    created_at: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
      .meta({ description: 'UTC, to the second' }),
  })
  .meta({ id: 'ModelCard' });
export type ModelCard = z.infer<typeof modelCardSchema>;

/** `GET /models`: a bare array, one item per model with its highest version, by model_id. */
export const modelListSchema = z
  .array(z.object({ model_id: z.string(), version: z.string() }))
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof modelListSchema>;

/** Which version; the highest by number where it is not given. */
export const modelVersionQuerySchema = z.strictObject({ version: modelVersionSchema.optional() });

/** One registration: where it stands in the journal, and what its card says of its artifact. */
export const modelVersionEntrySchema = z
  .object({
    version: z.string(),
    created_at: instantSchema,
    seq: z.int().meta({ description: 'Journal index of its ledger.model/v1 entry' }),
    entry_id: z.string().meta({ description: 'Prefix card_' }),
    entry_hash: hashSchema,
    model_hash: z.string().nullable(),
  })
  .meta({ id: 'ModelVersionEntry' });
export const modelVersionsSchema = z
  .object({
    model_id: z.string(),
    versions: z.array(modelVersionEntrySchema).meta({ description: 'Highest version first' }),
  })
  .meta({ id: 'ModelVersions' });
export type ModelVersions = z.infer<typeof modelVersionsSchema>;

/** The fairness metrics of one version; null where none were sent. */
export const modelFairnessSchema = z
  .object({
    model_id: z.string(),
    version: z.string(),
    fairness: returnedMetrics.nullable(),
  })
  .meta({ id: 'ModelFairness' });
export type ModelFairness = z.infer<typeof modelFairnessSchema>;

/** How far a card answers one thing asked: all of it, a part of it, or nothing that is known. */
export const completenessStatuses = ['present', 'partial', 'unknown'] as const;
export const completenessItemSchema = z
  .object({
    item: z.string().meta({ description: 'A card member, or a point of Annex IV such as 2(g)' }),
    title: z.string(),
    status: z.enum(completenessStatuses),
    sources: z.array(z.string()).meta({ description: 'Card members that say it' }),
    note: z.string().nullable().meta({ description: 'What is still to be stated' }),
  })
  .meta({ id: 'CompletenessItem' });
export type CompletenessItem = z.infer<typeof completenessItemSchema>;
export const completenessGroupSchema = z
  .object({
    items: z.array(completenessItemSchema),
    present: z.int(),
    partial: z.int(),
    unknown: z.int(),
    total: z.int(),
  })
  .meta({ id: 'CompletenessGroup' });
/** The card against the specification's fields and EU AI Act Annex IV. Nothing is ever guessed. */
export const modelCompletenessSchema = z
  .object({
    model_id: z.string(),
    version: z.string(),
    specification: completenessGroupSchema,
    annex_iv: completenessGroupSchema,
  })
  .meta({ id: 'ModelCompleteness' });
export type ModelCompleteness = z.infer<typeof modelCompletenessSchema>;
export type CompletenessGroup = z.infer<typeof completenessGroupSchema>;

/** How an artifact compared with the hash on the card. */
export const artifactOutcomes = ['match', 'mismatch', 'no_hash'] as const;
export const artifactOutcomeSchema = z.enum(artifactOutcomes);
export type ArtifactOutcome = z.infer<typeof artifactOutcomeSchema>;

/** `sha256` of one file's bytes, or the root digest of a folder as OpenSSF model signing has it. */
export const artifactMethods = ['sha256', 'openssf-model-signing'] as const;

/** One artifact check: what was computed, what the card says, and the evidence of it. */
export const artifactCheckSchema = z
  .object({
    evidence_id: z.string().meta({ description: 'Prefix ev_; a ledger.evidence/v1 entry' }),
    seq: z.int(),
    model_id: z.string(),
    version: z.string(),
    method: z.enum(artifactMethods),
    outcome: artifactOutcomeSchema,
    expected: z.string().nullable().meta({ description: 'model_hash of the card' }),
    actual: hashSchema.meta({ description: 'What was computed' }),
    name: z.string(),
    files: z.int(),
    bytes: z.int(),
    created_at: instantSchema,
  })
  .meta({ id: 'ArtifactCheck' });
export type ArtifactCheck = z.infer<typeof artifactCheckSchema>;

/** The `result` of an `artifact_check` job that came to its end. */
export const artifactCheckResultSchema = artifactCheckSchema
  .extend({
    manifest: z
      .array(z.object({ path: z.string(), bytes: z.int(), sha256: hashSchema }))
      .meta({ description: 'The files of a folder by path, the first 1,000; empty for a file' }),
  })
  .meta({ id: 'ArtifactCheckResult' });
export type ArtifactCheckResult = z.infer<typeof artifactCheckResultSchema>;

/** A file or folder name for people; never a path on the client's disk. */
const artifactName = z
  .string({ error: fault('type_string') })
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

/** The query of the check of one file whose bytes are the body. */
export const artifactFileQuerySchema = z.strictObject({
  version: modelVersionSchema.optional(),
  name: artifactName.default('artifact'),
  bytes: queryInteger(0, limits.artifactBytes)
    .optional()
    .meta({ description: 'Size of the file, so that the job knows how far it is' }),
});

/** Opens a check whose files are sent one after another. */
export const openArtifactCheckSchema = z
  .strictObject({
    kind: z.enum(['file', 'folder'], {
      error: fault('either_of', { values: 'file', last: 'folder' }),
    }),
    version: modelVersionSchema.optional(),
    name: artifactName.default('artifact'),
    files: z.int(fault('type_integer')).min(1).max(limits.artifactFiles).optional(),
    bytes: z.int(fault('type_integer')).min(0).max(limits.artifactBytes).optional().meta({
      description: 'Of all files together, so that the job knows how far it is',
    }),
  })
  .meta({ id: 'OpenArtifactCheck', sent: true });
export type OpenArtifactCheck = z.infer<typeof openArtifactCheckSchema>;

/** `path` below the folder, `/` between its parts; for a single file its name. */
export const artifactUploadQuerySchema = z.strictObject({
  path: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.artifactPath, fault('at_most_characters', { maximum: limits.artifactPath }))
    .refine(
      (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
      fault('relative_path'),
    )
    .refine((path) => !path.includes('\0'), fault('no_nul')),
});

/** Files of a check that have arrived so far. */
export const artifactReceiptSchema = z
  .object({
    job_id: z.string(),
    path: z.string(),
    bytes: z.int(),
    sha256: hashSchema,
    files_received: z.int(),
    bytes_received: z.int(),
  })
  .meta({ id: 'ArtifactReceipt' });
export type ArtifactReceipt = z.infer<typeof artifactReceiptSchema>;

/** One model in the console's list: its highest version and what stands behind it. */
export const modelOverviewSchema = z
  .object({
    model_id: z.string(),
    version: z.string().meta({ description: 'The highest by number' }),
    versions: z.int(),
    registered_at: instantSchema.meta({ description: 'Of the highest version' }),
    framework: z.string().nullable(),
    training_date: z.string().nullable(),
    model_hash: z.string().nullable(),
    artifact: z
      .enum([...artifactOutcomes, 'unchecked'])
      .meta({ description: 'Of the newest check of this version; unchecked where there was none' }),
    artifact_checked_at: instantSchema.nullable(),
    specification: z.object({ present: z.int(), total: z.int() }),
    annex_iv: z.object({ present: z.int(), partial: z.int(), total: z.int() }),
    has_intended_use: z.boolean(),
    has_limitations: z.boolean(),
    decision_count: z.int(),
  })
  .meta({ id: 'ModelOverview' });
export type ModelOverview = z.infer<typeof modelOverviewSchema>;

/** Models that decisions name and no card describes; most decisions first. */
export const unregisteredModelsSchema = z
  .object({
    models: z.array(z.object({ model_id: z.string(), decision_count: z.int() })),
  })
  .meta({ id: 'UnregisteredModels' });
export type UnregisteredModels = z.infer<typeof unregisteredModelsSchema>;

/** The card in force when a decision was made: the highest version registered before it. */
export const recordModelSchema = z
  .object({
    record_id: z.string(),
    model_id: z.string(),
    registered: z
      .boolean()
      .meta({ description: 'Whether the model had a card when the decision was made' }),
    card: modelCardSchema.nullable(),
    latest_version: z
      .string()
      .nullable()
      .meta({ description: 'The highest version there is now; null for an unregistered model' }),
  })
  .meta({ id: 'RecordModel' });
export type RecordModel = z.infer<typeof recordModelSchema>;

/** Media type and file name of each export, by its name in the query. */
export const exportFormats = {
  cyclonedx: { mediaType: 'application/vnd.cyclonedx+json', extension: 'cdx.json' },
  huggingface: { mediaType: 'text/markdown', extension: 'README.md' },
  'annex-iv': { mediaType: 'text/markdown', extension: 'annex-iv.md' },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
} as const;
export type ExportFormat = keyof typeof exportFormats;
export const exportModelQuerySchema = z.strictObject({
  format: z.enum(['cyclonedx', 'huggingface', 'annex-iv', 'pdf'], {
    error: fault('either_of', { values: 'cyclonedx, huggingface, annex-iv', last: 'pdf' }),
  }),
  version: modelVersionSchema.optional(),
});

export const importModelQuerySchema = z.strictObject({
  format: z.enum(['huggingface', 'cyclonedx'], {
    error: fault('either_of', { values: 'huggingface', last: 'cyclonedx' }),
  }),
});

/** A card proposed from another format: not registered, and perhaps not complete. */
export const proposedCardSchema = z
  .object({
    card: z.object({
      model_id: z.string().optional(),
      version: z.string().optional(),
      model_hash: z.string().optional(),
      training_date: z.string().optional(),
      framework: z.string().optional(),
      performance: returnedMetrics.optional(),
      fairness: returnedMetrics.optional(),
      intended_use: z.string().optional(),
      limitations: z.string().optional(),
    }),
    missing: z.array(z.string()).meta({ description: 'Card members that the file does not state' }),
    notes: z.array(z.string()).meta({ description: 'What was found and could not be taken' }),
  })
  .meta({ id: 'ProposedCard' });
export type ProposedCard = z.infer<typeof proposedCardSchema>;
