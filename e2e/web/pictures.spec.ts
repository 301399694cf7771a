/** The pictures of the README: `PROOFDESK_PICTURES=1 npm run e2e -- pictures` writes docs/images. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { BillingPage } from '../pages/billing-page.ts';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { ModelCardPage } from '../pages/models-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { SessionPage, SessionsPage } from '../pages/session-page.ts';
import { startHost, repository } from '../support/host.ts';
import { ledgerFile, tamper } from '../support/ledger-file.ts';
import { expect, signIn, test } from '../support/test.ts';

const images = join(repository, 'docs', 'images');

/** Registered only when asked for: an ordinary run neither writes nor skips anything. */
if (process.env['PROOFDESK_PICTURES'] === '1') {
  test.use({ demo: 10_000, deviceScaleFactor: 2 });
  test.describe.configure({ timeout: 300_000 });

  test('every area of the console', async ({ page, host, browser, api }) => {
    const { size } = await api.get('/chain', z.looseObject({ size: z.int() }));
    mkdirSync(images, { recursive: true });
    const console = new ConsolePage(page);
    const decisions = new DecisionsPage(page);
    const inspector = new Inspector(page);
    const integrity = new IntegrityPage(page);
    await integrity.open();
    await integrity.verify.click();
    await integrity.expectVerified(size);
    // The notice that the verification ended goes by itself.
    await expect(page.getByText('Verification finished')).toBeHidden();

    await decisions.open('model_id=credit-scorer');
    await decisions.expectShown(1);
    await decisions.grid.focus();
    for (let place = 0; place < 5; place += 1) await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await inspector.expectOpen(/^rec_/);
    for (const [theme, tab] of [
      ['Light', 'Content'],
      ['Dark', 'Explanation'],
    ] as const) {
      await inspector.tab(tab).click();
      await console.theme(theme);
      await decisions.grid.focus();
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(images, `decisions-${theme.toLowerCase()}.png`) });
    }
    await console.theme('Light');
    await integrity.open();
    await integrity.expectVerified(size);
    await page.screenshot({ path: join(images, 'integrity-verified.png') });
    const card = new ModelCardPage(page);
    await card.open('credit-scorer');
    await card.expectOpen('credit-scorer', '4.0.0');
    await expect(card.artifact).toContainText('This is the artifact on the card.');
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toBeHidden();
    await page.screenshot({ path: join(images, 'models-light.png') });

    const sessions = new SessionsPage(page);
    await sessions.open();
    await sessions.row('Diabetes risk model, training').getByRole('link').first().click();
    const session = new SessionPage(page);
    await session.tab('Evidence');
    await session.main.getByRole('button', { name: /^Generalize/ }).click();
    await session.evidence.getByRole('button', { name: 'Verify' }).click();
    await expect(session.evidence).toContainText('Verified');
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(images, 'sessions-light.png') });

    const review = new ReviewPage(page);
    await review.open();
    await expect(page.getByRole('tab', { name: 'Interventions' })).toBeVisible();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(images, 'review-light.png') });

    const billing = new BillingPage(page);
    await billing.open('tab=invoices');
    await billing.invoices.getByRole('row').nth(3).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Invoice INV/ })).toBeVisible();
    await expect(page.getByText('Ledger entry')).toBeVisible();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(images, 'billing-light.png') });

    await page.close();
    await host.stop();
    tamper(ledgerFile(host.directory, 'demo'), [
      `UPDATE payloads SET value = replace(value, '"decision":"DECLINE"', '"decision":"APPROVE"')
       WHERE field = 'output' AND seq = (
         SELECT min(seq) FROM payloads WHERE seq > 4200 AND field = 'output' AND value LIKE '%"decision":"DECLINE"%')`,
      "UPDATE records SET model_id = 'fraud-guard' WHERE seq = 7311",
    ]);
    const again = await startHost({ directory: host.directory, demo: 10_000 });
    const context = await browser.newContext({
      baseURL: again.origin,
      storageState: await signIn(again),
      deviceScaleFactor: 2,
    });
    const broken = new IntegrityPage(await context.newPage());
    await broken.open();
    await broken.verify.click();
    await expect(broken.verdict).toContainText('Failed');
    const notice = broken.page
      .getByRole('alert')
      .filter({ hasText: 'Verification found 2 deviations' });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await broken.break(0).click();
    await expect(broken.detail).toContainText('Expected');
    await broken.page.screenshot({ path: join(images, 'integrity-broken.png') });
    await context.close();
    await again.stop();
  });
}
