/** Room for a filtered list and its inspector; every screen as it opens is in walk.spec.ts. */
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { expectEverySizeToFit } from '../support/accessibility.ts';
import { readingTest as test } from '../support/test.ts';

test('a filtered list and its inspector fit every window', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open('model_id=fraud-guard&min_confidence=0.5&start_date=2023-01-01&q=amount');
  await decisions.expectShown(1);
  await expectEverySizeToFit(page, 'Decisions, filtered');
  await decisions.grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await new Inspector(page).expectOpen(/^rec_/);
  await expectEverySizeToFit(page, 'Decisions, inspector open');
});
