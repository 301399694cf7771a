/** The record that the first row would become, for looking at while mapping. */
import type { CsvMapping } from '../../../../shared/contract/imports.ts';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import type { ColumnChoice } from './guess-mapping.ts';
import type { Delimiter } from '../../../ui/import/csv-sample.ts';
import { placeFirstRow, type SampleColumns } from '../../../ui/import/sample-columns.ts';

export interface MappingConstants {
  readonly model_id: string;
  readonly policy_id: string;
}

/** The mapping as `POST /imports` takes it; a constant gives way to a column with the same target. */
export function mappingOf(
  choices: readonly ColumnChoice[],
  constants: MappingConstants,
  delimiter: Delimiter,
  nullTexts: readonly string[] = [],
): CsvMapping {
  const columns = choices.filter((choice) => choice.target !== '');
  const has = (target: string) => columns.some((choice) => choice.target === target);
  const model = constants.model_id.trim();
  const policy = constants.policy_id.trim();
  return {
    columns: columns.map(({ column, target, type }) => ({ column, target, type })),
    constants: {
      ...(model !== '' && !has('model_id') ? { model_id: model } : {}),
      ...(policy !== '' && !has('policy_id') ? { policy_id: policy } : {}),
    },
    delimiter,
    null_texts: [...nullTexts],
  };
}

/** Record that the first line of the file becomes, and the columns whose cell is not what their type says. Empty cells are absent. */
export function previewRecord(
  mapping: CsvMapping,
  columns: SampleColumns,
): { record: JsonObject; unreadable: readonly string[] } {
  const record: JsonObject = {};
  if (mapping.constants.model_id !== undefined) record['model_id'] = mapping.constants.model_id;
  const sent = new Set(mapping.columns.map(({ target }) => target.split('.', 1)[0]));
  for (const part of ['input', 'output', 'context', 'explanation']) {
    if (sent.has(part)) record[part] = {};
  }
  if (mapping.constants.policy_id !== undefined) record['policy_id'] = mapping.constants.policy_id;
  const unreadable = placeFirstRow(mapping.columns, columns, mapping.null_texts, record);
  return { record, unreadable };
}
