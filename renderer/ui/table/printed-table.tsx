/** A grid on paper: a plain table of the rows that are there, its head on every page, nothing cut. */
import { useTranslation } from 'react-i18next';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';
import { printedRows } from '../../state/printing.ts';
import { formatCount } from '../format.ts';
import type { ArrangedColumn } from './grid-column.ts';
import { shown } from '../shown.ts';
import classes from './printed-table.module.css';

export function PrintedTable<Row, Context>({
  label,
  arranged,
  rowCount,
  rowAt,
  rowId,
  context,
}: {
  label: string;
  arranged: readonly ArrangedColumn<Row, Context>[];
  rowCount: number;
  /** Undefined for a row that is not loaded. */
  rowAt: (index: number) => Row | undefined;
  rowId: (row: Row) => string;
  context: Context;
}) {
  const { t } = useTranslation('tables');
  const columns = arranged.map((each) => each.column).filter((each) => each.fixed !== true);
  const rows: Row[] = [];
  for (let index = 0; index < Math.min(rowCount, printedRows); index += 1) {
    const row = rowAt(index);
    if (row !== undefined) rows.push(row);
  }
  const words = { title: label, shown: formatCount(rows.length), total: formatCount(rowCount) };
  return (
    <table className={classes.table} data-printed="true">
      <caption>{t(rows.length < rowCount ? 'printed.loaded' : 'printed.all', words)}</caption>
      <thead>
        <tr>
          {columns.map(({ id, title, align }) => (
            <th key={id} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {columns.map((column) => (
              <td
                key={column.id}
                data-align={column.align}
                data-mono={column.mono || undefined}
                data-whole={isWhole(column.data?.kind) || undefined}
              >
                {column.mono === true
                  ? shown(column.text?.(row, context) ?? column.cell(row, context, ''))
                  : shown(column.cell(row, context, ''))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Days, times and figures are not broken: what stands on two lines is read as two. */
function isWhole(kind: ExportColumnKind | undefined): boolean {
  return kind === 'day' || kind === 'instant' || kind === 'number';
}
