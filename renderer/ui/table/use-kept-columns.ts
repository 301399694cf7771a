/** The arrangement of a table's columns as the preferences remember it. */
import { useMemo } from 'react';
import { prefer, usePreferences, type ColumnPreferences } from '../../state/preferences.ts';
import { arrangedIds } from './column-order.ts';

/** What of a column its arrangement begins with. */
interface Arrangeable {
  readonly id: string;
  /** Left out until somebody asks for it. */
  readonly hiddenAtFirst?: boolean;
}

export interface KeptColumns {
  /** With every column of `columns` in the order, and none that is no longer there. */
  readonly kept: ColumnPreferences;
  readonly keep: (changes: Partial<ColumnPreferences>) => void;
  readonly setShown: (id: string, shown: boolean) => void;
  readonly reset: () => void;
}

/** Columns of the table named `tableId`, kept across starts. */
export function useKeptColumns(tableId: string, columns: readonly Arrangeable[]): KeptColumns {
  const remembered = usePreferences((state) => state.columns[tableId]);
  const kept: ColumnPreferences = useMemo(
    () => ({
      order: arrangedIds(
        columns.map(({ id }) => id),
        remembered?.order ?? [],
      ),
      hidden:
        remembered?.hidden ??
        columns.filter((column) => column.hiddenAtFirst === true).map((column) => column.id),
      sizes: remembered?.sizes ?? {},
      pinned: remembered?.pinned ?? [],
    }),
    [columns, remembered],
  );
  const keep = (changes: Partial<ColumnPreferences>) => {
    const current = usePreferences.getState().columns;
    prefer({ columns: { ...current, [tableId]: { ...kept, ...current[tableId], ...changes } } });
  };
  return {
    kept,
    keep,
    setShown: (id, shown) =>
      keep({ hidden: shown ? kept.hidden.filter((each) => each !== id) : [...kept.hidden, id] }),
    reset: () => {
      const { [tableId]: _forgotten, ...others } = usePreferences.getState().columns;
      prefer({ columns: others });
    },
  };
}
