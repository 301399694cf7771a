/** The keys, selection and menu of a list whose rows are drawn as a table, each as high as what it holds. */
import { useRef, type ReactNode } from 'react';
import { rowDomId } from '../table/data-grid.tsx';
import { useRowKeys, type ListRows } from './use-row-keys.tsx';
import classes from './table.module.css';

/** How far the page keys go: rows of a table have no one height. */
const pageRows = 10;

/** What of a row the key Enter presses: the control that is marked so, or the first within. */
const opener = ':is(a, button)[data-opens], [data-opens] :is(a, button)';

/** Props of the `table`. */
export type RowTableProps = Pick<
  React.ComponentProps<'table'>,
  | 'ref'
  | 'role'
  | 'tabIndex'
  | 'className'
  | 'aria-multiselectable'
  | 'aria-activedescendant'
  | 'onKeyDown'
  | 'onMouseDown'
  | 'onContextMenu'
>;

/** Props of the `tr` of a row. */
export interface RowTableRow {
  readonly id?: string;
  readonly 'data-row': number;
  readonly 'data-current': true | undefined;
  readonly 'aria-selected': boolean;
}

export interface RowTable<Row> {
  readonly table: RowTableProps;
  /** Of the row at an index; `part` counts the `tr` of a row that has several. */
  readonly row: (row: Row, index: number, part?: number) => RowTableRow;
  /** The bar of the selection; to stand under the table, in sight. */
  readonly bar: ReactNode;
  readonly menu: ReactNode;
}

function indexUnder(event: React.MouseEvent): number {
  const target = event.target instanceof Element ? event.target : null;
  return Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
}

export function useRowTable<Row extends object>(list: ListRows<Row>): RowTable<Row> {
  const { id, rows, rowId } = list;
  const table = useRef<HTMLTableElement>(null);
  const elementOf = (index: number) => document.getElementById(rowDomId(id, index));
  const openerOf = (row: Row) => {
    const index = rows.findIndex((each) => rowId(each) === rowId(row));
    return elementOf(index)?.querySelector<HTMLElement>(opener) ?? undefined;
  };
  const keys = useRowKeys({
    ...list,
    opensOnPress: false,
    canOpen: (row) => openerOf(row) !== undefined,
    onOpen: (row) => openerOf(row)?.click(),
    showRow: (index) => elementOf(index)?.scrollIntoView({ block: 'nearest' }),
    pageSize: () => pageRows,
    focus: () => table.current?.focus({ preventScroll: true }),
  });
  const { current } = keys;
  return {
    table: {
      ref: table,
      role: 'grid',
      tabIndex: 0,
      className: classes.rows,
      'aria-multiselectable': true,
      'aria-activedescendant': current < 0 ? undefined : rowDomId(id, current),
      onKeyDown: keys.onKeyDown,
      onMouseDown: (event) => {
        if (event.button === 0) keys.onPress(indexUnder(event), event);
      },
      onContextMenu: (event) => {
        const index = indexUnder(event);
        if (index < 0) return;
        event.preventDefault();
        keys.onRowMenu(index, { x: event.clientX, y: event.clientY });
      },
    },
    row: (row, index, part = 0) => ({
      ...(part === 0 && { id: rowDomId(id, index) }),
      'data-row': index,
      'data-current': index === current || undefined,
      'aria-selected': keys.isSelected(row),
    }),
    bar: keys.bar,
    menu: keys.menu,
  };
}
