/** The columns of a list as its grid draws them and as a file holds them. */
import type { ReactNode } from 'react';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { pointer } from '../../../shared/json-pointer.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatBytes, formatCount, formatDay, formatInstant } from '../format.ts';
import { Ago, Instant } from '../instant.tsx';
import { MoneyText } from '../money/money-text.tsx';
import { StatusBadge } from '../status-badge.tsx';
import type { GridColumn } from '../table/grid-column.ts';
import { instantHead } from '../table/instant-head.ts';
import { isSortable, readerOf } from './arrange-rows.ts';
import { textOf } from './compare-values.ts';
import type { AnyTable, ListCells, ListColumn, ListForm, WordValues } from './define-list.ts';
import { wordsOf } from './table-tools.ts';

const kinds: Readonly<Record<ListForm, ExportColumnKind>> = {
  text: 'text',
  id: 'text',
  count: 'number',
  bytes: 'number',
  money: 'number',
  instant: 'instant',
  ago: 'instant',
  zoned: 'instant',
  day: 'day',
  status: 'text',
  json: 'json',
};

/** A word of a list. */
export type Say = (key: string, values?: Partial<WordValues>) => string;

/** Says the words of the list in the language of `t`. */
export function sayIn<Row, Translate>(list: AnyTable<Row, Translate>, t: Translate): Say {
  return (key, values) => list.words(t, key, { count: 0, total: '', text: '', ...values });
}

/** The title of a column. */
export function titleOf<Row, Translate>(
  list: AnyTable<Row, Translate>,
  id: string,
  say: Say,
): string {
  return say(list.columns[id]?.title ?? `${list.columnsAt ?? 'column'}.${id}`);
}

/** Columns of the list, titled in the words given. */
export function gridColumns<Row, Translate>(
  list: AnyTable<Row, Translate>,
  t: Translate,
  zone: TimeZoneChoice,
): GridColumn<Row, ListCells<Translate>>[] {
  const say = sayIn(list, t);
  return Object.entries(list.columns).map(([id, column]) => ({
    ...gridColumn(id, titleOf(list, id, say), column, say, zone),
    sortable: isSortable(list, column),
  }));
}

function gridColumn<Row, Translate>(
  id: string,
  name: string,
  column: ListColumn<Row, Translate>,
  say: Say,
  zone: TimeZoneChoice,
): GridColumn<Row, ListCells<Translate>> {
  const { form = 'text', width = 0, short, about, cell, text, ...marks } = column;
  const isInstant = form === 'instant';
  const ofHeader = short === undefined ? name : say(short);
  const isFigure = kinds[form] === 'number' && cell === undefined;
  const side = marks.side ?? (isFigure ? 'end' : 'start');
  const whole = text ?? (cell === undefined ? wholeText(column) : undefined);
  return {
    id,
    title: name,
    width,
    ...(short !== undefined && { header: ofHeader }),
    ...(isInstant && instantHead(ofHeader, zone, name)),
    ...(about !== undefined && { about: say(about) }),
    ...(side === 'end' && { align: side }),
    ...(form === 'id' && { mono: true }),
    ...flagsOf(column),
    ...(column.path !== undefined && { data: dataOf(id, ofHeader, column, say, column.path) }),
    cell: drawn(id, column, say),
    ...(whole !== undefined && { text: whole }),
  };
}

/** Place and kind of a column's value in a file. */
function dataOf<Row, Translate>(
  id: string,
  header: string,
  { form = 'text', codes, wordsAt = id, titleInFiles }: ListColumn<Row, Translate>,
  say: Say,
  path: string,
) {
  return {
    path,
    kind: kinds[form],
    ...(form === 'instant' && { title: header }),
    ...(titleInFiles !== undefined && { title: say(titleInFiles) }),
    ...(codes !== undefined && {
      words: wordsOf(codes, (code) => say(`${wordsAt}.${code}`)),
    }),
  };
}

function flagsOf<Row, Translate>(column: ListColumn<Row, Translate>) {
  const { mono, dim, long, identity, hiddenAtFirst, onlyInFiles, kept, fixed } = column;
  return {
    ...(onlyInFiles !== undefined && { onlyInFiles }),
    ...(kept !== undefined && { kept }),
    ...(fixed !== undefined && { fixed }),
    ...(mono !== undefined && { mono }),
    ...(dim !== undefined && { dim }),
    ...(long !== undefined && { long }),
    ...(identity !== undefined && { identity }),
    ...(hiddenAtFirst !== undefined && { hiddenAtFirst }),
  };
}

/** Draws a row by the column's own `cell`, else its `text`, the word of its code, its form. */
function drawn<Row, Translate>(id: string, column: ListColumn<Row, Translate>, say: Say) {
  const { cell, text, none, codes = [], wordsAt = id, badges } = column;
  const read = readerOf(column);
  return (row: Row, cells: ListCells<Translate>): ReactNode => {
    const value = read(row);
    if (none !== undefined && (value === null || value === undefined)) {
      return <span className="pd-dim">{say(none)}</span>;
    }
    if (cell !== undefined) return cell(row, cells);
    if (text !== undefined) return text(row, cells);
    const code = codes.find((each) => each === value);
    if (code === undefined) return ofForm(column, value, row, cells.zone);
    const [tone, shape] = badges?.[code] ?? [];
    const word = say(`${wordsAt}.${code}`);
    return tone === undefined ? word : <StatusBadge {...{ tone, shape }}>{word}</StatusBadge>;
  };
}

/** Text on hover for what may be cut. */
function wholeText<Row, Translate>(column: ListColumn<Row, Translate>) {
  if (column.long !== true || kinds[column.form ?? 'text'] !== 'text') return undefined;
  const read = readerOf(column);
  return (row: Row) => textOf(read(row));
}

const currencyOf = pointer('/currency');

function ofForm<Row, Translate>(
  { form, precision = 'minute' }: ListColumn<Row, Translate>,
  value: unknown,
  row: Row,
  zone: TimeZoneChoice,
): ReactNode {
  if (typeof value === 'number') {
    if (form === 'money') {
      return <MoneyText value={value} currency={textOf(currencyOf(row)) || undefined} />;
    }
    if (form === 'count') return formatCount(value);
    if (form === 'bytes') return formatBytes(value);
  }
  if (typeof value === 'string') {
    if (form === 'day') return formatDay(value);
    if (form === 'ago') return <Ago at={value} />;
    if (form === 'zoned') return <Instant at={value} withZone />;
    if (form === 'instant') {
      return (
        <time dateTime={value} title={value}>
          {formatInstant(value, zone, precision)}
        </time>
      );
    }
  }
  return showHidden(textOf(value));
}
