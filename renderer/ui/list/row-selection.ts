/** Rows of a list which are selected: by key, by range, all that are loaded, or all that there are. */
import { useState } from 'react';
import {
  everythingSelected,
  isSelected,
  nothingSelected,
  toggled,
  withRows,
  type Selection,
} from './selection.ts';

export interface RowSelection<Row> {
  /** In the order of the list; of those that are gone or filtered away nothing is said. */
  readonly rows: readonly Row[];
  /** Ids that are left out of all rows of the filter; undefined while only loaded ones are selected. */
  readonly except: ReadonlySet<string> | undefined;
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Selects what lies between where the range began and `index`; the first call begins it at `from`. */
  readonly extend: (from: number, index: number) => void;
  /** The next range begins anew. */
  readonly endRange: () => void;
  readonly selectLoaded: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** `listed` names the list with its filter: another one, and "all" is nothing of it. */
export function useRowSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  listed: string,
): RowSelection<Row> {
  const [kept, setKept] = useState<{ of: string; selection: Selection<Row> }>({
    of: listed,
    selection: nothingSelected,
  });
  /** Where a range began, and what was selected before it. */
  const [range, setRange] = useState<{ from: number; before: Selection<Row> } | null>(null);
  const isOther = kept.selection.kind === 'all' && kept.of !== listed;
  const selection: Selection<Row> = isOther ? nothingSelected : kept.selection;
  const select = (next: Selection<Row>) => {
    setKept({ of: listed, selection: next });
    setRange(null);
  };
  const has = (row: Row) => isSelected(selection, rowId(row));
  const isNothing = selection.kind === 'rows' && selection.rows.size === 0;
  return {
    rows: isNothing ? [] : rows.filter(has),
    except: selection.kind === 'all' ? selection.except : undefined,
    has,
    toggle: (row) => select(toggled(selection, rowId(row), row)),
    extend: (from, index) => {
      const began = range ?? { from, before: selection };
      const between = rows.slice(Math.min(began.from, index), Math.max(began.from, index) + 1);
      setKept({ of: listed, selection: withRows(began.before, between, rowId) });
      setRange(began);
    },
    endRange: () => setRange(null),
    selectLoaded: () => select(withRows<Row>(nothingSelected, rows, rowId)),
    selectAll: () => select(everythingSelected),
    clear: () => select(nothingSelected),
  };
}
