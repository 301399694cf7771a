/** What was said of the columns of a CSV file, kept until it is imported, also while no window is open: names, none of its values. */
import { z } from 'zod';
import { forgetDraft, keepDraft, readDraft } from '../../state/kept-drafts.ts';
import { delimiters, readCsvSample, type CsvSample } from './csv-sample.ts';
import type { FileSample } from './file-sample.ts';

const mappingSchema = z.object({
  delimiter: z.enum(delimiters),
  columns: z.array(
    z.object({
      column: z.string(),
      target: z.string(),
      type: z.enum(['auto', 'string', 'number', 'boolean', 'time', 'json']),
    }),
  ),
  /** Of decisions. */
  constants: z.object({ model_id: z.string(), policy_id: z.string() }).optional(),
  nullTexts: z.array(z.string()),
});
export type KeptMapping = z.infer<typeof mappingSchema>;

const keyOf = (subject: string) => `proofdesk.import ${subject}`;

/** Keeps one mapping for each subject, such as a dataset. */
export function keepMapping(subject: string, mapping: KeptMapping): void {
  keepDraft(localStorage, keyOf(subject), mapping);
}

export function forgetMapping(subject: string): void {
  forgetDraft(localStorage, keyOf(subject));
}

/** Mapping that was kept, where the file has just these columns, and its beginning read with that separator. */
export function keptMapping(
  subject: string,
  sample: FileSample,
): { readonly mapping: KeptMapping; readonly csv: CsvSample } | undefined {
  const mapping = readDraft(localStorage, keyOf(subject), mappingSchema);
  if (mapping === undefined) return undefined;
  const csv = readCsvSample(sample.text, mapping.delimiter);
  const isSame =
    csv.columns.length === mapping.columns.length &&
    csv.columns.every((name, place) => mapping.columns[place]?.column === name);
  return isSame ? { mapping, csv } : undefined;
}
