/** The rows of a session as a file: its columns, and what they are read as. */
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { fileColumn, type FileColumn } from '../../ui/list/table-tools.ts';
import { columnPaths, recordIdField } from '../../ui/rows/row-values.ts';

/** A dotted name as a JSON Pointer. */
function pointerOf(path: string): string {
  const names = path.split('.').map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/${names.join('/')}`;
}

/** `record_id` and every field that can be a column; those of `shown`, in their order, come first. */
export function rowFileColumns(
  fields: readonly DatasetField[],
  shown: readonly string[],
): FileColumn[] {
  const typesOf = new Map(fields.map(({ path, types }) => [path, types]));
  const others = columnPaths(fields).filter((path) => !shown.includes(path));
  return [recordIdField, ...shown, ...others].map((path) => {
    const types = typesOf.get(path) ?? [];
    const isNumber = types.includes('number') && !types.includes('string');
    return {
      ...fileColumn(path, path, pointerOf(path), isNumber ? 'number' : 'text'),
      shown: path === recordIdField || shown.includes(path),
    };
  });
}

/** Fields that a stream is asked for so that no more is read than the columns hold; all where they are too many. */
export function streamFields(columns: readonly FileColumn[]): { readonly fields?: string } {
  if (columns.length === 0 || columns.length > limits.session.fields) return {};
  return { fields: columns.map(({ id }) => id).join(',') };
}
