/** Rows of a list that are all here: found by words, narrowed by filters, in the order of a column. */
import { pointer } from '../../../shared/json-pointer.ts';
import { compareValues, hasWords, textOf } from './compare-values.ts';
import type { AnyList, AnyTable, ListColumn } from './define-list.ts';

/** Search, filters and order of rows; names that the list lacks count for nothing. */
export interface Arrangement {
  readonly text: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** The column of that id, and nothing that objects have besides. */
export function columnOf<Row, Translate>(
  list: AnyList<Row, Translate>,
  id: string,
): ListColumn<Row, Translate> | undefined {
  return Object.hasOwn(list.columns, id) ? list.columns[id] : undefined;
}

/** The column, with its id, that narrows the list by a member of the address. */
export function narrowingColumn<Row, Translate>(
  list: AnyList<Row, Translate>,
  member: string,
): readonly [string, ListColumn<Row, Translate>] | undefined {
  return Object.entries(list.columns).find(([, { narrows }]) => narrows === member);
}

/** Reads the value of a column in a row; a column of buttons has none. */
export function readerOf<Row, Translate>({
  path,
}: ListColumn<Row, Translate>): (row: Row) => unknown {
  return path === undefined ? () => undefined : pointer(path);
}

/** The value of a row that the list can be narrowed to by the column; empty for none. */
export function narrowedBy<Row, Translate>(column: ListColumn<Row, Translate>, row: Row): string {
  const { narrowedBy: own } = column;
  return textOf(own === undefined ? readerOf(column)(row) : own(row));
}

/** True when the list can be ordered by the column. */
export function isSortable<Row, Translate>(
  list: AnyTable<Row, Translate>,
  column: ListColumn<Row, Translate>,
): boolean {
  const { sort, form, path } = column;
  return list.first !== undefined && sort !== false && form !== 'json' && path !== undefined;
}

/** Rows with every word of `text` in what the searched columns hold together. */
export function findRows<Row, Translate>(
  list: AnyList<Row, Translate>,
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  if (text.trim() === '') return rows;
  const searched = Object.values(list.columns).filter((column) => column.searched === true);
  const besides = (list.alsoSearched ?? []).map((path) => pointer(path));
  const readers = [...searched.map((column) => readerOf(column)), ...besides];
  return rows.filter((row) =>
    hasWords(
      readers.map((read) => read(row)),
      text,
    ),
  );
}

/** Rows with the values of the filters. */
/** True where a list that is narrowed to a value has the row. */
export function isUnder<Row, Translate>(
  column: ListColumn<Row, Translate>,
  row: Row,
  value: string,
): boolean {
  return narrowedBy(column, row) === value || column.alsoUnder?.(row).includes(value) === true;
}

export function narrowRows<Row, Translate>(
  list: AnyList<Row, Translate>,
  rows: readonly Row[],
  filters: Arrangement['filters'],
): readonly Row[] {
  const wanted = Object.entries(filters).flatMap(([name, value]) => {
    const [, column] = narrowingColumn(list, name) ?? [];
    return column === undefined ? [] : [{ column, value }];
  });
  if (wanted.length === 0) return rows;
  return rows.filter((row) => wanted.every(({ column, value }) => isUnder(column, row, value)));
}

/** Rows in the order of a column; equals stay as they came, either way. */
export function sortRows<Row, Translate>(
  list: AnyList<Row, Translate>,
  rows: readonly Row[],
  { sort, order }: Pick<Arrangement, 'sort' | 'order'>,
): readonly Row[] {
  const column = columnOf(list, sort);
  if (column === undefined || !isSortable(list, column)) return rows;
  const compare = orderOf(column);
  const way = order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => way * compare(one, other));
}

function orderOf<Row, Translate>(
  column: ListColumn<Row, Translate>,
): (one: Row, other: Row) => number {
  if (typeof column.sort === 'function') return column.sort;
  const read = readerOf(column);
  const { codes } = column;
  if (codes === undefined) return (one, other) => compareValues(read(one), read(other));
  const rank = (row: Row) => codes.findIndex((code) => code === read(row));
  return (one, other) => rank(one) - rank(other);
}
