/** The columns of rows whose fields are known by a profile only. */
import type { TFunction } from 'i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { selectColumn } from '../list/row-control.tsx';
import type { GridColumn } from '../table/grid-column.ts';
import { cellText, columnId, recordIdField, recordIdOf, valueAt, valueText } from './row-values.ts';
import classes from './rows.module.css';

/** Pixels that a field is given at first: its name, or what its values take. */
function firstWidth(path: string, types: readonly string[]): number {
  let values = 88;
  if (types.includes('array')) values = 176;
  else if (types.includes('string')) values = 132;
  return Math.min(240, Math.max(values, Math.round(path.length * 6.6) + 34));
}

function Value({ row, path }: { row: JsonObject; path: string }) {
  const value = valueAt(row, path);
  if (value === undefined) return null;
  if (value === null) return <span className="pd-dim pd-italic">null</span>;
  if (typeof value === 'object')
    return <span className={classes.json}>{showHidden(cellText(value))}</span>;
  return showHidden(cellText(value));
}

/** `record_id` and one column for each path, in their order. */
export function rowColumns(
  t: TFunction<'datasets'>,
  fields: readonly DatasetField[],
  paths: readonly string[],
): GridColumn<JsonObject, null>[] {
  const typesOf = new Map(fields.map(({ path, types }) => [path, types]));
  return [
    {
      id: selectColumn,
      title: t('rows.select'),
      width: 28,
      fixed: true,
      cell: () => <span className={classes.check} aria-hidden="true" />,
    },
    {
      id: columnId(recordIdField),
      title: recordIdField,
      width: 168,
      mono: true,
      long: true,
      sortable: true,
      cell: (row) => recordIdOf(row),
      text: (row) => recordIdOf(row),
    },
    ...paths.map((path): GridColumn<JsonObject, null> => {
      const types = typesOf.get(path) ?? [];
      const isNumber = types.includes('number') && !types.includes('string');
      return {
        id: columnId(path),
        title: path,
        width: firstWidth(path, types),
        align: isNumber ? 'end' : 'start',
        long: true,
        sortable: true,
        cell: (row) => <Value row={row} path={path} />,
        text: (row) => valueText(valueAt(row, path)),
      };
    }),
  ];
}
