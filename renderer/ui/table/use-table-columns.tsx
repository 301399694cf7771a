/** The columns of a table that is drawn row by row: shown, hidden, moved. A grid has use-grid-columns.ts. */
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { arrangedFile, moveBy } from './column-order.ts';
import type { PlainColumn } from './plain-table.tsx';
import type { ColumnChoices, ColumnInFile } from './use-grid-columns.ts';
import { useKeptColumns } from './use-kept-columns.ts';

export interface TableColumn<Id extends string> extends PlainColumn {
  readonly id: Id;
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

/** Columns of the table named `tableId`, remembered across starts under that name; `files`: what a file of it can hold. */
export function useTableColumns<const Id extends string>(
  tableId: string,
  columns: readonly TableColumn<Id>[],
  files: readonly ColumnInFile[],
): TableColumns<Id> {
  const { kept, keep, setShown, reset } = useKeptColumns(tableId, columns);
  const fixed = columns.filter((column) => column.fixed === true);
  const moving = kept.order.flatMap((id) =>
    columns.filter((column) => column.id === id && column.fixed !== true),
  );
  const arranged = [...moving, ...fixed];
  const shown = arranged.filter(
    (column) => column.fixed === true || column.kept === true || !kept.hidden.includes(column.id),
  );
  return {
    shown,
    cells: (cells) => shown.map(({ id }) => <Fragment key={id}>{cells[id]}</Fragment>),
    fileColumns: arrangedFile(arranged, shown, files),
    choices: moving.map((column) => ({
      id: column.id,
      title: column.label,
      shown: shown.includes(column),
      kept: column.kept === true,
    })),
    setShown,
    step: (id, way) =>
      keep({
        order: moveBy(kept.order, id, way, (each) =>
          moving.some((column) => column.id === each && shown.includes(column)),
        ),
      }),
    reset,
  };
}
