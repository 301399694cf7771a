/** A menu that opens at a point of the page: context menus by pointer and by key. */
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

export interface MenuPoint {
  /** Pixels in the page's view. */
  readonly x: number;
  readonly y: number;
}

/** Takes the focus as the menu appears: its own trap comes a moment later, and a key pressed meanwhile would go astray. */
function focusAtOnce(dropdown: HTMLElement | null): void {
  const first = dropdown?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)');
  (first ?? dropdown)?.focus({ preventScroll: true });
}

/** A Mantine menu whose items are `children`, open at `point` for as long as it is rendered. */
export function PointMenu({
  point,
  label,
  onClose,
  children,
}: {
  point: MenuPoint;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Menu
      key={`${point.x} ${point.y}`}
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <span aria-hidden="true" style={{ position: 'fixed', left: point.x, top: point.y }} />
      </Menu.Target>
      <Menu.Dropdown ref={focusAtOnce} aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
