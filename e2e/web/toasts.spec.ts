/** Toasts stand where they cover nothing of what they speak of. */
import type { Locator, Page } from '@playwright/test';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { expect, readingTest as test } from '../support/test.ts';

/** Whether the toasts that are shown cover a part of what `locators` find; null while none is shown. */
async function covered(page: Page, locators: readonly Locator[]): Promise<boolean | null> {
  const subjects = await Promise.all(locators.map((each) => each.elementHandle()));
  return page.evaluate((elements) => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].map((each) =>
      each.getBoundingClientRect(),
    );
    if (toasts.every(({ height }) => height === 0)) return null;
    return elements.some((element) => {
      const box = element?.getBoundingClientRect() ?? new DOMRect();
      return toasts.some(
        (toast) =>
          Math.min(toast.right, box.right) > Math.max(toast.left, box.left) &&
          Math.min(toast.bottom, box.bottom) > Math.max(toast.top, box.top),
      );
    });
  }, subjects);
}

/**
 * `act` raises the toast that says `words`, and it covers nothing of `subjects`. A toast that went before it
 * was looked at is raised once more.
 */
async function expectClear(
  page: Page,
  act: () => Promise<void>,
  words: RegExp,
  subjects: readonly Locator[],
): Promise<void> {
  await expect(async () => {
    await act();
    await expect(page.getByRole('status').filter({ hasText: words }).last()).toBeVisible();
    expect(await covered(page, subjects)).toBe(false);
  }).toPass();
}

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const) {
  test(`a toast leaves row, bar and pane free at ${width} @whole`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write']);
    await page.setViewportSize({ width, height });
    const decisions = new DecisionsPage(page);
    const current = decisions.grid.locator('[data-current]');
    const copyByKey = () => page.keyboard.press('c');
    await decisions.open();
    await decisions.expectShown(1);
    // The last row that is seen.
    await decisions.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('PageDown');
    await expectClear(page, copyByKey, /copied/i, [current]);
    // Down to where the toast is.
    for (let row = 0; row < 3; row += 1) await page.keyboard.press('j');
    await expectClear(page, copyByKey, /copied/i, [current]);

    await page.keyboard.press('x');
    await expectClear(page, copyByKey, /copied/i, [
      current,
      page.getByRole('toolbar', { name: 'Selection' }),
    ]);

    await page.keyboard.press('Enter');
    const inspector = new Inspector(page);
    await inspector.expectOpen(/^rec_/);
    await decisions.grid.focus();
    await expectClear(page, copyByKey, /copied/i, [current, inspector.pane]);
    const copyButton = inspector.pane.getByRole('button', { name: /^Copy/ }).first();
    await expectClear(page, () => copyButton.click(), /copied/i, [inspector.pane]);
  });
}

test('a toast stays where it is while a pointer is on it @whole', async ({ page }) => {
  await page.goto('/#/decisions?model_id=fraud-guard&min_confidence=0.5');
  const decisions = new DecisionsPage(page);
  await decisions.expectShown(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Undo' });
  await toast.hover();
  const before = await toast.boundingBox();
  await page.keyboard.press('Tab');
  expect(await toast.boundingBox()).toEqual(before);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/model_id=fraud-guard/);
});
