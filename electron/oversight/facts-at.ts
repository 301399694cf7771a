/** One decision as the profile of its model reads it. */
import { recordFactsSchema, type RecordFacts } from '../../shared/contract/records.ts';
import type { FactValue } from '../../shared/contract/oversight.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import type { ModelColumns } from './model-columns.ts';
import { isoOf } from './periods.ts';

/** Members that stand in it under their own names. */
const single = [
  'outcome',
  'outcome_class',
  'effect',
  'effect_class',
  'decided_at',
  'decided_from',
  'version',
  'amount',
  'changed',
  'reviewed',
] as const;

/** The decision at a position of the ledger; undefined where the model has no profile, or no decision there. */
export function factsAt(
  columns: ModelColumns,
  position: number,
  { showsGroups }: { readonly showsGroups: boolean },
): RecordFacts | undefined {
  const row = columns.rowOf(position);
  const document = columns.profile?.document;
  if (row === undefined || document === undefined) return undefined;
  const told = (prefix: string, members: readonly { readonly name: string }[]) =>
    Object.fromEntries(
      present(members.map(({ name }) => [name, valueAt(columns, `${prefix}${name}`, row)])),
    );
  return recordFactsSchema.parse({
    ...Object.fromEntries(present(single.map((field) => [field, valueAt(columns, field, row)]))),
    ...(showsGroups ? { groups: told(groupPrefix, document.groups) } : {}),
    columns: told(columnPrefix, document.columns),
  });
}

function present(members: readonly (readonly [name: string, value: FactValue | undefined])[]) {
  return members.filter(([, value]) => value !== undefined);
}

function valueAt(columns: ModelColumns, field: string, row: number): FactValue | undefined {
  const column = columns.column(field);
  switch (column?.kind) {
    case 'coded':
      return column.values[column.codes[row] ?? 0];
    case 'number': {
      const value = column.numbers[row] ?? Number.NaN;
      return Number.isNaN(value) ? undefined : value;
    }
    case 'time':
      return isoOf(column.numbers[row] ?? 0);
    default:
      return undefined;
  }
}
