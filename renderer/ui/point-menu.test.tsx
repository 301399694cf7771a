/** A menu at a point has the focus from its first moment: no key goes to what lies beneath. */
import { useState } from 'react';
import { Menu } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { PointMenu } from './point-menu.tsx';

const keyBeneath = vi.fn<(key: string) => void>();

function List() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onKeyDown={({ key }) => {
          if (key === 'f') setOpen(true);
          else keyBeneath(key);
        }}
      >
        List
      </button>
      {isOpen && (
        <PointMenu point={{ x: 40, y: 40 }} label="Menu of the row" onClose={() => setOpen(false)}>
          <Menu.Item>Only this</Menu.Item>
        </PointMenu>
      )}
    </>
  );
}

/** Presses a key where the focus is, without leaving the page time for anything between two of them. */
function press(key: string): void {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
  );
}

test('keys that come as it opens are its own', async () => {
  await draw(<List />);
  const list = page.getByRole('button', { name: 'List' });
  list.element().focus();
  press('f');
  await expect.element(page.getByRole('menu', { name: 'Menu of the row' })).toBeVisible();
  press('Escape');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(keyBeneath).not.toHaveBeenCalled();
});
