/** Which decisions are selected, and how many may be at once. */
import { useState } from 'react';
import type { ListedRecord } from '../../api/records.ts';
import type { KeptSelection } from '../../ui/list/row-selection.ts';
import { nothingSelected, type Selection as TableSelection } from '../../ui/list/selection.ts';

export type Selection = TableSelection<ListedRecord>;

/** Records that are read to be copied. */
export const copyLimit = 10_000;

export const recordIdOf = ({ id }: ListedRecord): string => id;

/** The selected rows in journal order; empty for "all", whose rows must be read first. */
export function selectedRows(selection: Selection): ListedRecord[] {
  return selection.kind === 'all'
    ? []
    : [...selection.rows.values()].toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
}

/** A selection that belongs to the view of this key: of another view nothing is selected. */
export function useViewSelection(key: string): KeptSelection<ListedRecord> {
  const [kept, setKept] = useState<{ of: string; selection: Selection }>({
    of: key,
    selection: nothingSelected,
  });
  return {
    selection: kept.of === key ? kept.selection : nothingSelected,
    keep: (selection) => setKept({ of: key, selection }),
  };
}
