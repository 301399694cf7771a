/** The columns of a table that is drawn row by row: shown, hidden, moved. A grid has use-grid-columns.ts. */
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { moveBy } from './column-order.ts';
import type { PlainColumn } from './plain-table.tsx';
import type { ColumnChoices, ColumnInFile } from './use-grid-columns.ts';
import { useKeptColumns } from './use-kept-columns.ts';

export interface TableColumn<Id extends string> extends PlainColumn {
  readonly id: Id;
  /** Always there, behind the others: what can be done with a row. */
  readonly fixed?: boolean;
  /** Moved, but not hidden: the only way into a row. */
  readonly kept?: boolean;
  /** The columns of a file that say the same; that of its own name unless told. */
  readonly files?: readonly string[];
}

export interface TableColumns<Id extends string> extends ColumnChoices {
  /** Those shown, in their order. */
  readonly shown: readonly TableColumn<Id>[];
  /** The cells of a row as the columns stand. */
  readonly cells: (cells: Readonly<Record<Id, ReactElement>>) => ReactNode;
}

/** Of the table named `tableId`, remembered across starts under that name; `files`: what a file of it can hold. */
export function useTableColumns<const Id extends string>(
  tableId: string,
  columns: readonly TableColumn<Id>[],
  files: readonly ColumnInFile[],
): TableColumns<Id> {
  const { kept, keep, reset } = useKeptColumns(tableId, columns);
  const fixed = columns.filter((column) => column.fixed === true);
  const isFixed = (id: string) => fixed.some((column) => column.id === id);
  const isHidden = (id: string) => kept.hidden.includes(id) && !isFixed(id);
  const moving = kept.order.flatMap((id) =>
    columns.filter((column) => column.id === id && column.fixed !== true),
  );
  const arranged = [...moving, ...fixed];
  const shown = arranged.filter((column) => !isHidden(column.id));
  return {
    shown,
    cells: (cells) => shown.map(({ id }) => <Fragment key={id}>{cells[id]}</Fragment>),
    fileColumns: arrangeFile(arranged, shown, files),
    choices: moving.map(({ id, label, kept: isKept = false }) => ({
      id,
      title: label,
      shown: !isHidden(id),
      kept: isKept,
    })),
    setShown: (id, isShown) =>
      keep({ hidden: isShown ? kept.hidden.filter((each) => each !== id) : [...kept.hidden, id] }),
    step: (id, way) =>
      keep({ order: moveBy(kept.order, id, way, (each) => !isFixed(each) && !isHidden(each)) }),
    reset,
  };
}

/**
 * The columns of a file as the table stands: each behind the last column that it belongs to, or
 * behind the one before it where it belongs to none; left out when nothing shown says the same.
 */
export function arrangeFile(
  arranged: readonly TableColumn<string>[],
  shown: readonly TableColumn<string>[],
  files: readonly ColumnInFile[],
): ColumnInFile[] {
  const says = (file: ColumnInFile) => (column: TableColumn<string>) =>
    (column.files ?? [column.id]).includes(file.id);
  let place = -1;
  return files
    .map((file) => {
      const own = arranged.findLastIndex(says(file));
      if (own >= 0) place = own;
      return { place, file: { ...file, shown: own < 0 || shown.some(says(file)) } };
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file);
}
