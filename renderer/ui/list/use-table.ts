/** Rows by their description: their columns as they are kept, their words. */
import { useMemo } from 'react';
import { usePreferences } from '../../state/preferences.ts';
import type { GridColumn } from '../table/grid-column.ts';
import { useGridColumns, type GridColumns } from '../table/use-grid-columns.ts';
import type { AnyTable, ListCells } from './define-list.ts';
import { gridColumns, sayIn, type Say } from './list-columns.tsx';
import type { TableSource } from './row-source.ts';
import type { TableMenuProps } from './table-menu.tsx';
import type { TableTools } from './table-tools.ts';

export interface TableState<Row, Translate> {
  readonly list: AnyTable<Row, Translate>;
  readonly source: TableSource<Row>;
  /** As they stand. */
  readonly rows: readonly Row[];
  readonly columns: GridColumns<Row, ListCells<Translate>>;
  /** Those shown, in their order; what can be done with a row is the last. */
  readonly shown: readonly GridColumn<Row, ListCells<Translate>>[];
  readonly cells: ListCells<Translate>;
  readonly say: Say;
}

/** The menu of a table: its columns, which cannot be pinned, and its rows as a file. */
export function menuOf<Row extends object, Translate>(
  { list, source, rows, columns }: TableState<Row, Translate>,
  tools: Partial<TableTools> & Pick<TableTools, 'title'>,
): TableMenuProps {
  const { setPinned: _none, ...choices } = columns;
  return {
    columns: choices,
    tools: {
      id: list.id,
      source: source.whole?.source ?? { rows },
      total: source.total,
      notes: [],
      ...tools,
    },
  };
}

const nothing: readonly never[] = [];

export function useTable<Row, Translate>(
  list: AnyTable<Row, Translate>,
  source: TableSource<Row>,
  t: Translate,
): TableState<Row, Translate> {
  const zone = usePreferences((state) => state.timeZone);
  const definitions = useMemo(() => gridColumns(list, t, zone), [list, t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns(list.columnsId ?? list.id, definitions);
  const { arranged } = columns;
  const shown = useMemo(() => {
    const all = arranged.map(({ column }) => column);
    return [...all.filter((each) => each.fixed !== true), ...all.filter((each) => each.fixed)];
  }, [arranged]);
  return { list, source, rows: source.rows ?? nothing, columns, shown, cells, say: sayIn(list, t) };
}
