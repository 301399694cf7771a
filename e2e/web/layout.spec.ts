/** Room: nothing is wider than the window, down to the smallest one. */
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { expectNoHorizontalOverflow } from '../support/accessibility.ts';
import { readingTest as test } from '../support/test.ts';

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
  [960, 600],
] as const) {
  test(`every screen fits ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const console = new ConsolePage(page);
    for (const section of ['Decisions', 'Integrity', 'Models', 'Jobs', 'Settings'] as const) {
      await console.open(section);
      await expectNoHorizontalOverflow(page, section);
    }
    const decisions = new DecisionsPage(page);
    await decisions.open('model_id=fraud-guard&min_confidence=0.5&start_date=2023-01-01&q=amount');
    await decisions.expectShown(1);
    await expectNoHorizontalOverflow(page, 'Decisions, filtered');
    await decisions.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await new Inspector(page).expectOpen(/^rec_/);
    await expectNoHorizontalOverflow(page, 'Decisions, inspector open');
  });
}
