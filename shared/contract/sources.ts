/** Sources of datasets: where their rows are (extension). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, jsonObjectSchema, oneOf } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { relationKinds } from './source-connections.ts';

/** `embedded`: rows in the ledger's file. `files`: Parquet or CSV files, `postgres`: a table or view, read where they are. */
export const sourceKinds = ['embedded', 'files', 'postgres'] as const;
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
 * engine writes it. `uuid`: lower case. `date`: `2024-01-05`. `timestamp`: UTC with six digits of a second. `json`: any
 * JSON value, as it is.
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
  'json',
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
    column: z.boolean().meta({
      description:
        'Whether it is a column of the source itself; false for members of a struct, and of the structs in a list',
    }),
  })
  .meta({ id: 'SourceColumn' });
export type SourceColumn = z.infer<typeof sourceColumnSchema>;

export type RecordIdKind = (typeof recordIdKinds)[number];

/** A column that has no JSON form. */
export const leftOutSchema = z
  .object({ name: z.string(), type: z.string() })
  .meta({ id: 'LeftOutColumn' });
export type LeftOut = z.infer<typeof leftOutSchema>;

/** Signs between the cells of CSV files. */
export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

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
      .meta({
        description:
          'Absolute paths of Parquet files, or of CSV files (.csv, .csv.gz), in the order of their rows',
      }),
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

/** Shapes of rows: each column a field, or one column of JSON documents and the key. */
export const rowShapes = ['columns', 'document'] as const;
/**
 * How a session sees the same rows in a table that goes on changing. `visibility`: those that the server showed as it was
 * opened, by the versions that the server keeps of each. `version_column`: those whose version is not above the greatest
 * then. `frozen`: the table does not change.
 */
export const changeRules = ['visibility', 'version_column', 'frozen'] as const;
export type ChangeRule = (typeof changeRules)[number];

const relationMembers = {
  kind: z.enum(['postgres'], { error: fault('exactly', { value: 'postgres' }) }),
  connection_id: z
    .string({ error: fault('type_string') })
    .min(1, fault('not_empty'))
    .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
  schema: columnName.default('public'),
  relation: columnName.meta({ description: 'A table or view, by its name in the schema' }),
  shape: oneOf(rowShapes).default('columns'),
  document: columnName.optional().meta({
    description: 'The column of the type jsonb whose objects are the rows; with the shape document',
  }),
  as_text: z
    .array(columnName)
    .max(1_000, fault('at_most', { maximum: 1000 }))
    .default([])
    .meta({ description: 'Columns that are read as text' }),
};

interface Shaped {
  readonly shape: (typeof rowShapes)[number];
  readonly document?: string | undefined;
}
const isWithDocument = ({ shape, document }: Shaped) =>
  shape !== 'document' || document !== undefined;
const isWithoutDocument = ({ shape, document }: Shaped) =>
  shape === 'document' || document === undefined;
const documentRequired = { path: ['document'], error: fault('required') };
const documentRefused = { path: ['document'], error: fault('only_with_document') };

/** A relation of a server that a dataset is made of. */
export const postgresSourceSchema = z
  .strictObject({
    ...relationMembers,
    key: columnName.meta({
      description:
        'A column of different texts, integers or UUIDs, never null; record ids are made of it',
    }),
    rule: oneOf(changeRules),
    version_column: columnName.optional().meta({
      description:
        'Of integers or instants, raised by every insert and update; with the rule version_column',
    }),
  })
  .refine(isWithDocument, documentRequired)
  .refine(isWithoutDocument, documentRefused)
  .refine(({ rule, version_column: column }) => rule !== 'version_column' || column !== undefined, {
    path: ['version_column'],
    error: fault('required'),
  })
  .refine(({ rule, version_column: column }) => rule === 'version_column' || column === undefined, {
    path: ['version_column'],
    error: fault('only_with_version'),
  })
  .meta({ id: 'PostgresSource', sent: true });
export type PostgresSource = z.infer<typeof postgresSourceSchema>;

/** The same before key and rule are chosen. */
export const postgresPreviewSchema = z
  .strictObject(relationMembers)
  .refine(isWithDocument, documentRequired)
  .refine(isWithoutDocument, documentRefused)
  .meta({ id: 'PostgresPreview', sent: true });
export type PostgresPreview = z.infer<typeof postgresPreviewSchema>;

const kindOf = { error: fault('one_of', { values: 'files, postgres' }) };
/** The source of a new dataset. */
export const newSourceSchema = z.discriminatedUnion(
  'kind',
  [filesSourceSchema, postgresSourceSchema],
  kindOf,
);
export type NewSource = z.infer<typeof newSourceSchema>;
/** The body of `POST /sources/preview`. */
export const previewSourceSchema = z
  .discriminatedUnion('kind', [filesSourceSchema, postgresPreviewSchema], kindOf)
  .meta({ id: 'PreviewSource', sent: true });
export type PreviewSource = z.infer<typeof previewSourceSchema>;

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
    relation: z
      .object({
        connection_id: z.string(),
        schema: z.string(),
        name: z.string(),
        shape: z.enum(rowShapes),
        document: z.string().nullable(),
        key: z.string(),
        rule: z.enum(changeRules),
        version_column: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'For the operator and the holder' }),
  })
  .meta({ id: 'DatasetSource' });
export type DatasetSource = z.infer<typeof datasetSourceSchema>;

/** Rules that a relation can be read by, the better first, each with the columns that it may name. */
export const possibleRuleSchema = z.object({
  rule: z.enum(changeRules),
  columns: z.array(z.string()).meta({ description: 'Of versions; empty for the other rules' }),
});

/** Result of a look at files, or at a relation, that no dataset is made of yet. */
export const sourcePreviewSchema = z
  .object({
    fields: z.array(sourceColumnSchema),
    left_out: z.array(leftOutSchema),
    files: z.array(z.object({ path: z.string(), bytes: z.int(), rows: z.int() })),
    rows: z.int(),
    prepared: z.boolean().meta({
      description:
        'CSV: a typed copy of the rows is made in the data folder, and erased with the dataset',
    }),
    keys: z.array(z.string()).meta({ description: 'Columns that could be the key' }),
    first_rows: z.array(jsonObjectSchema).meta({ description: 'The first 20' }),
    relation: z
      .object({
        kind: z.enum(relationKinds),
        documents: z.array(z.string()).meta({ description: 'Columns of the type jsonb' }),
        rules: z.array(possibleRuleSchema),
      })
      .optional()
      .meta({ description: 'Of a relation; its rows are counted as the server remembers them' }),
  })
  .meta({ id: 'SourcePreview' });
export type SourcePreview = z.infer<typeof sourcePreviewSchema>;
