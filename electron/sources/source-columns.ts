/** Rules of columns that hold wherever rows are: which may be keys, which are read as text, and the digest of all. */
import { faultOf } from '../../shared/contract/faults.ts';
import { jsonValueOf } from '../../shared/contract/json.ts';
import type { SourceField } from '../../shared/contract/sources.ts';
import { digestOf } from './files/file-snapshot.ts';
import { SourceRefusal } from './source-refusal.ts';

/** Columns of such forms can name rows. */
export const keyForms: ReadonlySet<string> = new Set([
  'text',
  'spelled',
  'integer',
  'long',
  'uuid',
]);

/** Forms whose values are no single text. */
const withoutText: ReadonlySet<string> = new Set(['list', 'struct', 'json']);

/**
 * Refuses to read as text a column that there is not, and one that has no text: that would be read, or left out, as before.
 * @param isNew false of a dataset that is there: its columns are compared with those that it was made with
 * @throws {SourceRefusal} naming the first such column
 */
export function refuseAsText(
  asText: readonly string[],
  columns: readonly { readonly name: string; readonly field: SourceField | undefined }[],
  isNew: boolean,
): void {
  refuseUnknown(
    asText,
    columns.map(({ name }) => name),
  );
  if (!isNew) return;
  for (const [index, name] of asText.entries()) {
    const form = columns.find((each) => each.name === name)?.field?.form;
    if (form !== undefined && !withoutText.has(form)) continue;
    throw new SourceRefusal(`as_text.${index}`, faultOf('column_without_text', { name }));
  }
}

/** @throws {SourceRefusal} naming the first column to be read as text that there is not */
export function refuseUnknown(asText: readonly string[], names: readonly string[]): void {
  for (const [index, name] of asText.entries()) {
    if (names.includes(name)) continue;
    throw new SourceRefusal(`as_text.${index}`, faultOf('no_such_column', { name }));
  }
}

/** `sha256:` and hex, of the fields of rows. */
export function fieldsDigest(fields: readonly SourceField[]): string {
  return digestOf(jsonValueOf(fields));
}
