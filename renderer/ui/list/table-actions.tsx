/** The menu of a short table beside the buttons of its head. */
import type { ReactNode } from 'react';
import { TableMenu, type TableMenuProps } from './table-menu.tsx';
import classes from './table.module.css';

export function TableActions({
  children,
  ...menu
}: TableMenuProps & {
  /** Buttons after it. */
  children?: ReactNode;
}) {
  return (
    <span className={classes.actions}>
      <TableMenu {...menu} />
      {children}
    </span>
  );
}
