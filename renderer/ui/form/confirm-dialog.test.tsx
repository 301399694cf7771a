/** A question has the focus from its first moment: no key goes to what lies beneath. */
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const onConfirm = vi.fn<() => void>();

function List() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onKeyDown={({ key }) => key === 'r' && setOpen(true)}>
        List
      </button>
      <ConfirmDialog
        title="Remove it?"
        question={
          isOpen
            ? {
                text: 'It is gone then.',
                submit: 'Remove',
                failed: 'No',
                isPending: false,
                onConfirm,
              }
            : undefined
        }
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** The cancelling button in the very moment that it is in the page. */
function cancelAsItAppears(): Promise<HTMLElement> {
  const { promise, resolve } = Promise.withResolvers<HTMLElement>();
  const observer = new MutationObserver(() => {
    const button = document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]');
    if (button === null) return;
    observer.disconnect();
    resolve(button);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return promise;
}

test('opened by a key, its cancelling button has the focus at once', async () => {
  await draw(<List />);
  const list = page.getByRole('button', { name: 'List' });
  list.element().focus();
  const appears = cancelAsItAppears();
  await userEvent.keyboard('r');
  const button = await appears;
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();
});
