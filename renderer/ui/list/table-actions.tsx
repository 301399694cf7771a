/** The menu of a short table beside the buttons of its head. */
import type { ReactNode } from 'react';
import { TableMenu, type TableMenuProps } from './table-menu.tsx';

export function TableActions({
  children,
  ...menu
}: TableMenuProps & {
  /** Buttons after it. */
  children?: ReactNode;
}) {
  return (
    <span className="pd-ending pd-gap-8 pd-wraps pd-to-end">
      <TableMenu {...menu} />
      {children}
    </span>
  );
}
