/** Dialogs that have just opened, and options of a list, chosen with the pointer. */
import { expect, type Locator } from '@playwright/test';

/**
 * Expects that a dialog has taken the focus, as it does a moment after it opened: a list that is
 * opened sooner is closed by that, and a key that is pressed sooner goes elsewhere.
 */
export async function expectFocusWithin(dialog: Locator): Promise<void> {
  const holds = dialog.evaluate.bind(dialog);
  await expect
    .poll(() => holds((element) => element.contains(document.activeElement)), 'focus in the dialog')
    .toBe(true);
  // Once more after the next picture: the last to set the focus is an effect of that.
  await holds(
    () =>
      new Promise<void>((settle) => {
        requestAnimationFrame(() => setTimeout(() => setTimeout(settle)));
      }),
  );
}

/** Picks an option of the list with this label. */
export async function pick(within: Locator, label: string, option: string) {
  const list = within.getByRole('combobox', { name: label, exact: true });
  const isInDialog = await list.evaluate((element) => element.closest('[role="dialog"]') !== null);
  if (isInDialog) await expectFocusWithin(within);
  await list.click();
  await within.page().getByRole('option', { name: option, exact: true }).click();
}
