/** The columns of a list as its grid draws them and as a file holds them. */
import type { ReactNode } from 'react';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { pointer } from '../../../shared/json-pointer.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatBytes, formatCount, formatDay, formatInstant } from '../format.ts';
import type { GridColumn } from '../table/grid-column.ts';
import { instantHead } from '../table/instant-head.ts';
import { isSortable } from './arrange-rows.ts';
import { textOf } from './compare-values.ts';
import type { AnyList, ListCells, ListColumn, ListForm, WordValues } from './define-list.ts';
import { wordsOf } from './table-tools.ts';
import classes from './list.module.css';

const kinds: Readonly<Record<ListForm, ExportColumnKind>> = {
  text: 'text',
  id: 'text',
  count: 'number',
  bytes: 'number',
  instant: 'instant',
  day: 'day',
  status: 'text',
  json: 'json',
};

/** A word of a list. */
export type Say = (key: string, values?: Partial<WordValues>) => string;

/** Says the words of the list in the language of `t`. */
export function sayIn<Row, Translate>(list: AnyList<Row, Translate>, t: Translate): Say {
  return (key, values) => list.words(t, key, { count: 0, total: '', text: '', ...values });
}

/** Columns of the list, titled in the words given. */
export function gridColumns<Row, Translate>(
  list: AnyList<Row, Translate>,
  t: Translate,
  zone: TimeZoneChoice,
): GridColumn<Row, ListCells<Translate>>[] {
  const say = sayIn(list, t);
  return Object.entries(list.columns).map(([id, column]) => gridColumn(id, column, say, zone));
}

function gridColumn<Row, Translate>(
  id: string,
  column: ListColumn<Row, Translate>,
  say: Say,
  zone: TimeZoneChoice,
): GridColumn<Row, ListCells<Translate>> {
  const { path, form = 'text', width, codes, wordsAt = id, short, cell, text, ...marks } = column;
  const name = say(`column.${id}`);
  const isInstant = form === 'instant';
  const ofHeader = short === undefined ? name : say(short);
  const isFigure = kinds[form] === 'number' && cell === undefined;
  const side = marks.side ?? (isFigure ? 'end' : 'start');
  const draw = drawn(column, say);
  const whole = text ?? (cell === undefined ? wholeText(column) : undefined);
  return {
    id,
    title: name,
    width,
    ...(short !== undefined && { header: ofHeader }),
    ...(isInstant && instantHead(ofHeader, zone, name)),
    ...(side === 'end' && { align: side }),
    sortable: isSortable(column),
    ...(form === 'id' && { mono: true }),
    ...flagsOf(column),
    data: {
      path,
      kind: kinds[form],
      ...(isInstant && { title: ofHeader }),
      ...(codes !== undefined && {
        words: wordsOf(codes, (code) => say(`${wordsAt}.${code}`)),
      }),
    },
    cell: draw,
    ...(whole !== undefined && { text: whole }),
  };
}

function flagsOf<Row, Translate>(column: ListColumn<Row, Translate>) {
  const { mono, dim, long, identity, hiddenAtFirst } = column;
  return {
    ...(mono !== undefined && { mono }),
    ...(dim !== undefined && { dim }),
    ...(long !== undefined && { long }),
    ...(identity !== undefined && { identity }),
    ...(hiddenAtFirst !== undefined && { hiddenAtFirst }),
  };
}

/** What a column's own `cell`, else its `text`, else its form makes of a row. */
function drawn<Row, Translate>(column: ListColumn<Row, Translate>, say: Say) {
  const { cell, text, none, form = 'text' } = column;
  const read = pointer(column.path);
  return (row: Row, cells: ListCells<Translate>): ReactNode => {
    const value = read(row);
    if (none !== undefined && (value === null || value === undefined)) {
      return <span className={classes.none}>{say(none)}</span>;
    }
    if (cell !== undefined) return cell(row, cells);
    return text === undefined ? ofForm(form, value, cells.zone) : text(row, cells);
  };
}

/** Text on hover for what may be cut. */
function wholeText<Row, Translate>({ form = 'text', path, long }: ListColumn<Row, Translate>) {
  if (long !== true || kinds[form] !== 'text') return undefined;
  const read = pointer(path);
  return (row: Row) => textOf(read(row));
}

function ofForm(form: ListForm, value: unknown, zone: TimeZoneChoice): ReactNode {
  if (typeof value === 'number') {
    if (form === 'count') return formatCount(value);
    if (form === 'bytes') return formatBytes(value);
  }
  if (typeof value === 'string') {
    if (form === 'day') return formatDay(value);
    if (form === 'instant') {
      return (
        <time dateTime={value} title={value}>
          {formatInstant(value, zone, 'minute')}
        </time>
      );
    }
  }
  return showHidden(textOf(value));
}
