/** Further things that can be done with a row: a menu behind three dots. */
import type { ReactNode } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

export function RowMenu({
  name,
  width,
  children,
}: {
  /** Tells which row it is of. */
  readonly name: string;
  /** Pixels; as wide as its words unless told. */
  readonly width?: number;
  readonly children: ReactNode;
}) {
  return (
    <Menu position="bottom-end" {...(width !== undefined && { width })}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={name}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
