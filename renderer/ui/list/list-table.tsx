/** Rows by their description as a table, each as high as what it holds; what stands in their place, and their pages. */
import { Fragment, useEffect, useEffectEvent, type ReactNode } from 'react';
import { keyed } from '../keyed.ts';
import { useMark } from '../marked.ts';
import { Loaded } from '../page/loaded.tsx';
import { Pager } from '../page/pager.tsx';
import { shown } from '../shown.ts';
import { rowDomId } from '../table/data-grid.tsx';
import type { GridColumn } from '../table/grid-column.ts';
import { PlainTable } from '../table/plain-table.tsx';
import type { ListCells } from './define-list.ts';
import type { ListRows } from './use-row-keys.tsx';
import { useRowTable, type RowTable } from './use-row-table.ts';
import type { TableState } from './use-table.ts';

export interface ListTableProps<Row extends object, Translate> {
  readonly table: TableState<Row, Translate>;
  /** Names the table, and a file of its rows. */
  readonly title: string;
  /** Names the table for assistive technology; the title unless told. */
  readonly label?: string;
  /** Said where the rows could not be read. */
  readonly failed?: string;
  /** Stands in place of no rows. */
  readonly empty?: ReactNode;
  /** Cells that need what only the screen has, by column. */
  readonly draw?: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Of a row that takes several `tr`: the row as each of them draws it. */
  readonly parts?: (row: Row) => readonly Row[];
  /** Further props of the `tr` of a row. */
  readonly rowProps?: (row: Row) => Readonly<Record<`data-${string}`, boolean | undefined>>;
  readonly rowClass?: string | undefined;
  /** An address may ask for one of the rows (`mark=`). */
  readonly isMarkable?: boolean;
  /** The row that is open. */
  readonly openId?: string | undefined;
  /** Drawn beneath a row; nothing where nothing of it is open. */
  readonly renderBeneath?: (row: Row) => ReactNode;
  /** Fills its place, which scrolls to the row that is open. */
  readonly fills?: boolean;
  /** A last row: cells by column, and its name in the first column without one. */
  readonly foot?:
    | { readonly title: string; readonly cells: Readonly<Record<string, ReactNode>> }
    | undefined;
  /** Turns the page. */
  readonly onOffset?: (offset: number) => void;
  /** Gives the rows a cursor, selection, keys and a menu. */
  readonly keys?: Pick<
    ListRows<Row>,
    'noun' | 'idName' | 'copied' | 'fileRow' | 'unfold' | 'total' | 'filtersOf'
  >;
}

export function ListTable<Row extends object, Translate>(props: ListTableProps<Row, Translate>) {
  const { table, failed = '' } = props;
  const { query } = table.source;
  if (query === undefined) return <TableRows {...props} />;
  return (
    <Loaded query={query} failed={failed}>
      {() => <TableRows {...props} />}
    </Loaded>
  );
}

/** The rows that are here. */
export function TableRows<Row extends object, Translate>(props: ListTableProps<Row, Translate>) {
  const { keys, table, empty = null, onOffset } = props;
  const { page, total = 0 } = table.source;
  if (table.rows.length === 0) return empty;
  return (
    <>
      {keys === undefined ? <Drawn {...props} /> : <WithKeys {...props} keys={keys} />}
      {page !== undefined && onOffset !== undefined && (
        <Pager {...page} total={total} onOffset={onOffset} />
      )}
    </>
  );
}

function WithKeys<Row extends object, Translate>(
  props: ListTableProps<Row, Translate> & {
    keys: NonNullable<ListTableProps<Row, Translate>['keys']>;
  },
) {
  const { openId, fills = false } = props;
  const { list, rows, columns, source } = props.table;
  const { whole, total = 0 } = source;
  const held = useRowTable<Row>({
    ...props.keys,
    id: list.id,
    title: props.title,
    rows,
    rowId: list.rowId,
    fileColumns: columns.fileColumns,
    whole: whole && { ...whole, total },
    openId,
  });
  const opened = rows.findIndex((row) => list.rowId(row) === openId);
  const isHere = fills && opened >= 0;
  const show = useEffectEvent(() => {
    document.getElementById(rowDomId(list.id, opened))?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (isHere) show();
  }, [isHere, openId]);
  return (
    <>
      <Drawn {...props} held={held} />
      {held.menu}
    </>
  );
}

function Drawn<Row extends object, Translate>(
  props: ListTableProps<Row, Translate> & { held?: RowTable<Row> },
) {
  const { table, title, held, fills } = props;
  const { rows, shown: columns } = table;
  return (
    <PlainTable
      label={props.label ?? title}
      columns={columns.map(({ id, title: name, header, about, align, fixed, width }) => ({
        label: header ?? name,
        about: header === undefined ? about : name,
        align,
        fixed,
        width,
        isSilent: table.list.columns[id]?.isSilent,
      }))}
      fills={fills === true}
      foot={props.foot && <Foot columns={columns} {...props.foot} />}
      rows={held?.table}
      bar={held?.bar}
    >
      {rows.map((row, index) => (
        <Row key={table.list.rowId(row)} {...props} {...{ row, index }} />
      ))}
    </PlainTable>
  );
}

type Columns<Row, Translate> = readonly GridColumn<Row, ListCells<Translate>>[];

/** Every `tr` of a row, and what is open beneath it. */
function Row<Row extends object, Translate>({
  row,
  index,
  ...props
}: ListTableProps<Row, Translate> & {
  row: Row;
  index: number;
  held?: RowTable<Row>;
}) {
  const { table, draw = {}, parts, rowProps, rowClass, held, openId } = props;
  const { list, cells, shown: columns } = table;
  const id = list.rowId(row);
  const isOpen = id === openId;
  const beneath = props.renderBeneath?.(row);
  const Line = props.isMarkable === true ? MarkedLine : 'tr';
  return (
    <Fragment>
      {keyed(parts?.(row) ?? [row], () => id).map(({ key, item: part, place }) => (
        <Line
          key={key}
          {...(props.isMarkable === true && { 'data-id': id })}
          {...held?.row(row, index, place)}
          {...rowProps?.(part)}
          className={rowClass}
          data-shown={isOpen || undefined}
        >
          {columns.map((column) => {
            const Cell = column.identity === true ? 'th' : 'td';
            const own = list.columns[column.id];
            const isOwn = own?.cell !== undefined || Object.hasOwn(draw, column.id);
            const cell = (draw[column.id] ?? ((each: Row) => column.cell(each, cells, '')))(part);
            return (
              <Cell
                key={column.id}
                scope={column.identity === true ? 'row' : undefined}
                className={own?.className}
                data-align={column.align}
                title={isOwn ? own?.text?.(part, cells) : undefined}
              >
                {shown(cell)}
              </Cell>
            );
          })}
        </Line>
      ))}
      {Boolean(beneath) && (
        <tr data-under>
          <td colSpan={columns.length}>{beneath}</td>
        </tr>
      )}
    </Fragment>
  );
}

function MarkedLine(props: React.ComponentProps<'tr'> & { 'data-id'?: string }) {
  const { 'data-id': id = '', ...line } = props;
  return <tr {...line} {...useMark<HTMLTableRowElement>(id)} />;
}

function Foot<Row, Translate>({
  columns,
  title,
  cells,
}: {
  columns: Columns<Row, Translate>;
  title: string;
  cells: Readonly<Record<string, ReactNode>>;
}) {
  const titled = columns.find(({ id }) => !Object.hasOwn(cells, id));
  if (columns.every(({ id }) => !Object.hasOwn(cells, id))) return null;
  return (
    <tr>
      {columns.map((column) =>
        column === titled ? (
          <th key={column.id} scope="row">
            {title}
          </th>
        ) : (
          <td key={column.id} data-align={column.align}>
            {cells[column.id]}
          </td>
        ),
      )}
    </tr>
  );
}
