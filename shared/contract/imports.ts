/** Import of decision records from NDJSON or CSV (extension). */
import * as z from './when-asked.ts';
import { lineFaultSchema } from './errors.ts';
import { queryBoolean } from './common.ts';
import { limits } from './limits.ts';
import { fault } from './faults.ts';

/**
 * Where a CSV column goes. `target` is a record member (`model_id`, `confidence`,
 * `transaction_id`, `policy_id`) or a path below `input`, `output`, `context` or `explanation`
 * (for example `input.income`; a dot nests, `\\.` is a dot of a name).
 */
export const columnMappingSchema = z.strictObject({
  column: z.string(),
  target: z
    .string()
    .regex(
      /^(model_id|confidence|transaction_id|policy_id|(input|output|context|explanation)\..+)$/,
      fault('csv_target'),
    ),
  type: z.enum(['auto', 'string', 'number', 'boolean', 'time', 'json']).default('auto').meta({
    description:
      '`time`: a day as in 2026-01-31, an instant with its offset, or seconds or milliseconds since 1970; it is kept as it stands',
  }),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** Cells taken as absent in every column, whatever its type. */
export const nullTextsSchema = z
  .array(z.string().max(64))
  .max(16)
  .default([])
  .meta({ description: 'Cells taken as absent besides the empty one, for example NA' });

/** How a CSV file becomes records: mapped columns (others are left out) and constants. */
export const csvMappingSchema = z
  .strictObject({
    columns: z.array(columnMappingSchema).min(1).max(1_000),
    constants: z
      .strictObject({
        model_id: z.string().min(1).optional(),
        policy_id: z.string().min(1).optional(),
      })
      .default({}),
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    null_texts: nullTextsSchema,
  })
  .meta({ id: 'CsvMapping', sent: true });
export type CsvMapping = z.infer<typeof csvMappingSchema>;

/** The query of `POST /imports`; the body is the file itself. `mapping` is JSON, for text/csv only. */
export const importQuerySchema = z.strictObject({
  name: z.string().max(255).default('import').meta({ description: 'File name, for display' }),
  dry_run: queryBoolean.default(false),
  on_error: z
    .enum(['abort', 'skip'], { error: fault('either_of', { values: 'abort', last: 'skip' }) })
    .default('abort'),
  mapping: z
    .string()
    .max(limits.importMapping, fault('at_most_characters', { maximum: limits.importMapping }))
    .optional()
    .meta({ contentSchema: 'CsvMapping', description: 'Required for text/csv' }),
});

/** One refused line: 1-based number in the file (a CSV record is named by the line it starts on). */
export const importLineErrorSchema = z
  .object({
    line: z.int(),
    message: z.string(),
    fields: z.array(lineFaultSchema),
  })
  .meta({ id: 'ImportLineError' });
export type ImportLineError = z.infer<typeof importLineErrorSchema>;

/**
 * One column of a CSV file as it is read. `auto` becomes one type for the whole column: a number or a
 * boolean where every cell is one, text otherwise.
 */
export const importColumnSchema = z.object({
  column: z.int().meta({ description: 'Its place in the file, from 1' }),
  header: z.string(),
  target: z.string().meta({ description: 'Where it goes; a dot nests, `\\.` is a dot of a name' }),
  type: z.enum(['number', 'boolean', 'string', 'time', 'json', 'empty']),
  chosen: z.boolean().meta({ description: 'Whether the mapping names the type' }),
  empty: z.int().meta({ description: 'Empty cells' }),
  missing: z.array(z.object({ text: z.string(), count: z.int(), taken: z.boolean() })).meta({
    description: 'Words for a missing value, and whether they are absent or kept as text',
  }),
  reason: z.enum(['mixed', 'leading_zeros', 'many_digits']).nullable().meta({
    description: 'Why cells that look like numbers or booleans stay text; `mixed` is a warning',
  }),
  exceptions_total: z.int().meta({ description: 'Cells that are the reason' }),
  exceptions: z
    .array(z.object({ line: z.int(), text: z.string() }))
    .meta({ description: 'The first of them, by line' }),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

/** The `result` of a finished import job, and of a failed one as far as it came. */
export const importResultSchema = z
  .object({
    dry_run: z.boolean(),
    lines: z.int(),
    accepted: z.int(),
    imported: z.int().meta({ description: '0 in a dry run and when nothing was written' }),
    rejected: z.int(),
    errors: z.array(importLineErrorSchema).meta({ description: 'The first 1,000' }),
    preview: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'The first 5 accepted bodies' }),
    columns: z
      .array(importColumnSchema)
      .default([])
      .meta({ description: 'Of a CSV file, the first 1,000 that are taken' }),
    first_seq: z.int().nullable(),
    last_seq: z.int().nullable(),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResultSchema>;
