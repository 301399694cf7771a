/** The menu of a short table beside the buttons of its head. */
import type { ReactNode } from 'react';
import type { ColumnChoices } from '../../ui/table/use-grid-columns.ts';
import { TableMenu } from './table-menu.tsx';
import type { FileColumn, TableTools } from './table-tools.ts';
import classes from './table.module.css';

export function TableActions({
  tools,
  columns,
  fileColumns,
  isSecond = false,
  children,
}: {
  tools: TableTools;
  columns?: ColumnChoices;
  fileColumns?: readonly FileColumn[];
  /** There is another table on the screen, which the keys and commands are for. */
  isSecond?: boolean;
  /** Buttons after it. */
  children?: ReactNode;
}) {
  return (
    <span className={classes.actions}>
      <TableMenu
        tools={tools}
        isSecond={isSecond}
        {...(columns !== undefined && { columns })}
        {...(fileColumns !== undefined && { fileColumns })}
      />
      {children}
    </span>
  );
}
