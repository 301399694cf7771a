/** The record that one row would become: the engine's rules for cells, for looking at while mapping. */
import type { CsvMapping } from '../../../../shared/contract/imports.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/contract/json.ts';
import { parseStrictJson } from '../../../../shared/ledger/canonical-json.ts';
import type { ColumnChoice, ColumnType } from './guess-mapping.ts';
import type { Delimiter } from './csv-sample.ts';

export interface MappingConstants {
  readonly model_id: string;
  readonly policy_id: string;
}

/** The mapping as `POST /imports` takes it; a constant gives way to a column with the same target. */
export function mappingOf(
  choices: readonly ColumnChoice[],
  constants: MappingConstants,
  delimiter: Delimiter,
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
  };
}

/** A number only where its text is exactly how the number is written: nothing of a cell is lost. */
function automatic(text: string): JsonValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const number = Number(text);
  const keeps =
    Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return keeps && String(number) === text ? number : text;
}

/** A cell's value under a type; `undefined` when it is not what the type says. */
export function cellValue(text: string, type: ColumnType): JsonValue | undefined {
  switch (type) {
    case 'auto':
      return automatic(text);
    case 'string':
      return text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'number':
    case 'json':
      try {
        const value = parseStrictJson(text);
        return type === 'json' || typeof value === 'number' ? value : undefined;
      } catch {
        return undefined;
      }
    default:
      return undefined;
  }
}

/** What a row becomes, and the columns whose cell is not what their type says. Empty cells are absent. */
export function previewRecord(
  mapping: CsvMapping,
  header: readonly string[],
  row: readonly string[],
): { record: JsonObject; unreadable: readonly string[] } {
  const record: JsonObject = {};
  if (mapping.constants.model_id !== undefined) record['model_id'] = mapping.constants.model_id;
  const sent = new Set(mapping.columns.map(({ target }) => target.split('.', 1)[0]));
  for (const part of ['input', 'output', 'context', 'explanation']) {
    if (sent.has(part)) record[part] = {};
  }
  if (mapping.constants.policy_id !== undefined) record['policy_id'] = mapping.constants.policy_id;
  const unreadable: string[] = [];
  for (const { column, target, type } of mapping.columns) {
    const text = row[header.indexOf(column)] ?? '';
    if (text === '') continue;
    const value = cellValue(text, type);
    if (value === undefined) {
      unreadable.push(column);
      continue;
    }
    const steps = target.split('.');
    let holder = record;
    for (const step of steps.slice(0, -1)) {
      const inner = holder[step];
      const next: JsonObject = isJsonObject(inner) ? inner : {};
      holder[step] = next;
      holder = next;
    }
    holder[steps.at(-1) ?? ''] = value;
  }
  return { record, unreadable };
}
