/** Sources of datasets: where their rows are (extension). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, jsonObjectSchema } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';

/** `embedded`: rows in the ledger's file. `files`: Parquet files, read where they are. */
export const sourceKinds = ['embedded', 'files'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** `given`: a field of the rows. `key`: the text of the row's key. `position`: file and row, within one snapshot only. */
export const recordIdKinds = ['given', 'key', 'position'] as const;

/** Statement of evidence and receipts, in clear, about rows that the ledger does not hold. */
export const sourceClaimSchema = z
  .object({
    kind: z.enum(sourceKinds),
    snapshot_sha256: hashSchema,
    record_ids: z.enum(recordIdKinds),
  })
  .meta({ id: 'SourceClaim' });
export type SourceClaim = z.infer<typeof sourceClaimSchema>;

/**
 * How an engine's value becomes JSON. `integer`: up to 32 bits. `long`: wider integers, as a number within ±(2^53 − 1).
 * `double`: NaN and ±Infinity are missing. `decimal`: a number of 15 digits at most. `text`: as it is. `spelled`: as the
 * engine writes it. `uuid`: lower case. `date`: `2024-01-05`. `timestamp`: UTC with six digits of a second.
 */
export const fieldForms = [
  'boolean',
  'integer',
  'long',
  'double',
  'decimal',
  'text',
  'spelled',
  'uuid',
  'date',
  'timestamp',
  'list',
  'struct',
] as const;
export type FieldForm = (typeof fieldForms)[number];

/** The type of a field, or of the elements of a list. */
export interface SourceNode {
  /** As the engine writes it. */
  readonly type: string;
  readonly form: FieldForm;
  /** Of a list. */
  readonly element?: SourceNode | undefined;
  /** Of a struct, in their order. */
  readonly members?: readonly SourceField[] | undefined;
}

export interface SourceField extends SourceNode {
  readonly name: string;
}

/** A field as it is shown: that of a struct, or of the structs in a list, by its dotted path. */
export const sourceColumnSchema = z
  .object({
    path: z.string(),
    type: z.string().meta({ description: 'As the engine writes it' }),
    form: z.enum(fieldForms).meta({ description: 'How its values become JSON' }),
  })
  .meta({ id: 'SourceColumn' });
export type SourceColumn = z.infer<typeof sourceColumnSchema>;

export type RecordIdKind = (typeof recordIdKinds)[number];

/** A column that has no JSON form. */
export const leftOutSchema = z
  .object({ name: z.string(), type: z.string() })
  .meta({ id: 'LeftOutColumn' });
export type LeftOut = z.infer<typeof leftOutSchema>;

const place = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(4_096, fault('at_most_characters', { maximum: 4096 }));
const columnName = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

/** Files that rows are read from: some of them, or those of a folder whose names fit a pattern. */
export const filesSourceSchema = z
  .strictObject({
    kind: z.enum(['files'], { error: fault('exactly', { value: 'files' }) }),
    paths: z
      .array(place)
      .min(1, fault('not_empty'))
      .max(1_000, fault('at_most_items', { maximum: 1000 }))
      .optional()
      .meta({ description: 'Absolute paths of Parquet files, in the order of their rows' }),
    folder: place.optional().meta({ description: 'An absolute path, instead of paths' }),
    pattern: z
      .string({ error: fault('type_string') })
      .regex(/^[A-Za-z0-9 _.*-]{1,128}$/, fault('file_pattern'))
      .default('*')
      .meta({ description: 'Of names in the folder; * stands for any text' }),
    key: columnName.optional().meta({
      description:
        'A column of different texts, integers or UUIDs that record ids are made of; the place of each row unless told',
    }),
    as_text: z
      .array(columnName)
      .max(1_000, fault('at_most_items', { maximum: 1000 }))
      .default([])
      .meta({ description: 'Columns that are read as text' }),
  })
  .refine(({ paths, folder }) => (paths === undefined) !== (folder === undefined), {
    path: ['paths'],
    error: fault('paths_or_folder'),
  })
  .meta({ id: 'FilesSource', sent: true });
export type FilesSource = z.infer<typeof filesSourceSchema>;

export const sourceStates = ['ready', 'unavailable', 'changed'] as const;

/** The source of a dataset, as the operator and its holder see it; a lab sees kind, state, rows and fields. */
export const datasetSourceSchema = z
  .object({
    dataset_id: z.string(),
    kind: z.enum(sourceKinds),
    state: z.enum(sourceStates).meta({
      description:
        '`changed`: the fields are others by now; rows that are others make a new snapshot, and the state is ready',
    }),
    since: instantSchema.optional().meta({ description: 'When it was first found in that state' }),
    reason: z.enum(['empty']).optional().meta({
      description: '`empty`: the folder is there, and no file that fits',
    }),
    checked_at: instantSchema
      .optional()
      .meta({ description: 'Of the last look, whatever it found' }),
    rows: z.int(),
    record_ids: z.enum(recordIdKinds).nullable(),
    snapshot_sha256: hashSchema
      .nullable()
      .meta({ description: 'Of the rows as they were seen last' }),
    seen_at: instantSchema.nullable(),
    fields: z.array(sourceColumnSchema),
    left_out: z.array(leftOutSchema),
    files: z
      .array(z.object({ path: z.string(), bytes: z.int(), sha256: hashSchema, rows: z.int() }))
      .optional()
      .meta({ description: 'For the operator and the holder' }),
  })
  .meta({ id: 'DatasetSource' });
export type DatasetSource = z.infer<typeof datasetSourceSchema>;

/** Result of a look at files that no dataset is made of yet. */
export const sourcePreviewSchema = z
  .object({
    fields: z.array(sourceColumnSchema),
    left_out: z.array(leftOutSchema),
    files: z.array(z.object({ path: z.string(), bytes: z.int(), rows: z.int() })),
    rows: z.int(),
    keys: z.array(z.string()).meta({ description: 'Columns that could be the key' }),
    first_rows: z.array(jsonObjectSchema).meta({ description: 'The first 20' }),
  })
  .meta({ id: 'SourcePreview' });
export type SourcePreview = z.infer<typeof sourcePreviewSchema>;
