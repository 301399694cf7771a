/** A grid on paper: a plain table of the rows that are there, its head on every page, nothing cut. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { printedRows } from '../../state/printing.ts';
import { formatCount } from '../format.ts';
import type { ArrangedColumn, GridColumn } from './grid-column.ts';
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
  const isShortened = columns.some((column) => column.shortOnPaper === true);
  const words = { title: label, shown: formatCount(rows.length), total: formatCount(rowCount) };
  return (
    <table className={classes.table} data-printed="true">
      <caption>
        {t(rows.length < rowCount ? 'printed.loaded' : 'printed.all', words)}
        {isShortened && ` ${t('printed.short')}`}
      </caption>
      <thead>
        <tr>
          {columns.map(({ id, title, header = title, align }) => (
            <th key={id} scope="col" data-align={align}>
              {shown(header)}
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
                data-long={isLong(column, row, context) || undefined}
              >
                {shown(printedCell(column, row, context))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Characters that stand on one line of paper. */
const lineLength = 32;

/** Whether a cell may take several lines. */
function isLong<Row, Context>(
  column: GridColumn<Row, Context>,
  row: Row,
  context: Context,
): boolean {
  if (column.long !== true) return false;
  const text = column.text?.(row, context);
  return text === undefined || text.length > lineLength;
}

/** An id as a whole, since nobody can point at it on paper; everything else as the grid draws it. */
function printedCell<Row, Context>(
  column: GridColumn<Row, Context>,
  row: Row,
  context: Context,
): ReactNode {
  const isWhole = column.mono === true && column.shortOnPaper !== true;
  return (isWhole ? column.text?.(row, context) : undefined) ?? column.cell(row, context, '');
}
