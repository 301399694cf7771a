/** Rows by their description as a table, each as high as what it holds; what stands in their place, and their pages. */
import { Fragment, type ReactNode } from 'react';
import { keyed } from '../keyed.ts';
import { useMark } from '../marked.ts';
import { Loaded } from '../page/loaded.tsx';
import { Pager } from '../page/pager.tsx';
import { shown } from '../shown.ts';
import type { GridColumn } from '../table/grid-column.ts';
import { PlainTable } from '../table/plain-table.tsx';
import type { ListCells } from './define-list.ts';
import type { ListRows } from './use-row-keys.tsx';
import { useRowTable, type RowTable } from './use-row-table.ts';
import type { TableState } from './use-table.ts';

export interface ListTableProps<Row extends object, Translate> {
  readonly table: TableState<Row, Translate>;
  /** Names the table. */
  readonly title: string;
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
  /** Drawn beneath the row that is open. */
  readonly renderBeneath?: (row: Row) => ReactNode;
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
  const { keys } = props;
  return keys === undefined ? <Drawn {...props} /> : <WithKeys {...props} keys={keys} />;
}

function WithKeys<Row extends object, Translate>(
  props: ListTableProps<Row, Translate> & {
    keys: NonNullable<ListTableProps<Row, Translate>['keys']>;
  },
) {
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
    openId: props.openId,
  });
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
  const { table, title, failed = '', empty = null, held, onOffset } = props;
  const { source, rows, shown: columns } = table;
  const content = () => {
    if (rows.length === 0) return empty;
    return (
      <>
        <PlainTable
          label={title}
          columns={columns.map(({ id, title: name, header, about, align, fixed }) => ({
            label: header ?? name,
            about: header === undefined ? about : name,
            align,
            fixed,
            isSilent: table.list.columns[id]?.isSilent,
          }))}
          foot={props.foot && <Foot columns={columns} {...props.foot} />}
          rows={held?.table}
          bar={held?.bar}
        >
          {rows.map((row, index) => (
            <Row key={table.list.rowId(row)} {...props} {...{ row, index }} />
          ))}
        </PlainTable>
        {source.page !== undefined && onOffset !== undefined && (
          <Pager {...source.page} total={source.total ?? 0} onOffset={onOffset} />
        )}
      </>
    );
  };
  if (source.query === undefined) return content();
  return (
    <Loaded query={source.query} failed={failed}>
      {content}
    </Loaded>
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
  const { table, draw = {}, parts, rowProps, rowClass, held, openId, renderBeneath } = props;
  const { list, cells, shown: columns } = table;
  const id = list.rowId(row);
  const isOpen = id === openId;
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
      {isOpen && renderBeneath !== undefined && (
        <tr data-under>
          <td colSpan={columns.length}>{renderBeneath(row)}</td>
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
