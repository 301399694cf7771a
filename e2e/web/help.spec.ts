/** The palette over everything, what verdicts mean, the interface, the tour, and the history of notifications. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { Api } from '../support/api.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, readingTest, test } from '../support/test.ts';

const sessionsSchema = z.object({ data: z.array(z.object({ session_id: z.string() })) });
const recordsSchema = z.object({ data: z.array(z.object({ id: z.string(), seq: z.int() })) });
const evidenceSchema = z.object({ data: z.array(z.object({ evidence_id: z.string() })) });

readingTest(
  'the palette opens ids, names, tabs, and what was opened lately @whole',
  async ({ page, host }) => {
    const console = new ConsolePage(page);
    await console.open('Overview');
    const api = new Api(host);
    const { data: sessions } = await api.get('/sessions?limit=20', sessionsSchema);
    let found: { session: string; evidence: string } | undefined;
    for (const { session_id: session } of sessions) {
      const { data } = await api.get(`/sessions/${session}/evidence`, evidenceSchema);
      const [first] = data;
      if (first !== undefined) found = { session, evidence: first.evidence_id };
    }
    const field = await console.palette(found?.evidence.toLowerCase() ?? '');
    await expect(page.getByRole('option').first()).toContainText('Open the evidence');
    await field.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/sessions/${found?.session}\\?tab=evidence`));

    const named = await console.palette('fraud-guard');
    await expect(page.getByRole('option', { name: 'fraud-guard Model' })).toBeVisible();
    await named.press('Enter');
    // A thing counts as opened once its screen has found it.
    await expect(page.getByRole('heading', { name: 'fraud-guard', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/#\/models\/fraud-guard/);
    await console.run('Go to Billing › Rate cards');
    await expect(page.getByRole('tab', { name: 'Rate cards', selected: true })).toBeVisible();

    const empty = await console.palette('');
    await expect(page.getByText('Opened lately')).toBeVisible();
    await expect(page.getByRole('option').first()).toContainText('fraud-guard');
    await empty.press('Escape');
    const [newest] = (await api.get('/records?limit=1&include=seq', recordsSchema)).data;
    await page.goto(`/#/open/%23${newest?.seq}`);
    await expect(page).toHaveURL(new RegExp(`#/decisions\\?record=${newest?.id}`));
  },
);

readingTest(
  'help says what verdicts mean and how the interface is used @whole',
  async ({ page }) => {
    const console = new ConsolePage(page);
    await console.open('Overview');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What a verdict means' }).click();
    await expect(page.getByRole('region', { name: 'Cut off at the end' })).toContainText(
      'TRUNCATED',
    );
    for (const theme of ['Dark', 'Light'] as const) {
      await console.theme(theme);
      await expectAccessible(page, `verdicts, ${theme}`);
    }
    await page.goto('/#/help/api');
    await page.keyboard.press('/');
    await page.keyboard.type('createRecord');
    await page.getByRole('link', { name: /Append a decision record/ }).click();
    const operation = page.getByRole('article', { name: /Append a decision record/ });
    await expect(operation).toContainText('model_id');
    await expect(operation).toContainText('curl -sS -X POST');
    await expectAccessible(page, 'the interface');
    await page.goto('/#/help');
    await expectAccessible(page, 'help');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    await keys.getByRole('searchbox').fill('overview');
    await expect(keys.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page, 'keys', 'overlay');
  },
);

readingTest(
  'the tour goes by keyboard, is left, continued, and not offered again @whole',
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter');
    const tour = page.getByRole('region', { name: 'Tour' });
    await expect(tour).toContainText('Stop 1 of 7');
    await expect(page.locator('[data-tour-target][data-part="ledger"]')).toBeVisible();
    await tour.getByRole('button', { name: 'Next' }).press('Enter');
    await expect(tour.getByRole('heading')).toBeFocused();
    await expect(page.locator('[role="grid"][data-tour-target]')).toBeVisible();
    await expectAccessible(page, 'the tour');
    await page.keyboard.press('Escape');
    await expect(tour).toBeHidden();
    await expect(page.locator('[data-tour-target]')).toHaveCount(0);
    await page.goto('/#/overview');
    await page.getByRole('button', { name: 'Continue the tour' }).click();
    for (let stop = 2; stop < 7; stop += 1) {
      await expect(tour).toContainText(`Stop ${stop} of 7`);
      await tour.getByRole('button', { name: 'Next' }).click();
    }
    await tour.getByRole('button', { name: 'Done' }).click();
    await page.goto('/#/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('button', { name: /tour/ })).toHaveCount(0);
  },
);

test.describe('with a ledger of its own', () => {
  test.use({ demo: 300 });
  test('notifications and the end of a job outlive the window @whole', async ({ page, api }) => {
    const console = new ConsolePage(page);
    await console.open('Integrity');
    await console.run('Verify the whole ledger');
    await expect(page.getByText('Verification finished').first()).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const history = page.getByRole('dialog', { name: 'Notifications' });
    await expect(history.getByRole('link', { name: 'Verification finished' })).toHaveCount(1);
    await expectAccessible(page, 'notifications', 'overlay');
    await history.getByText('Errors', { exact: true }).click();
    await expect(history).toContainText('Nothing has failed.');
    await history.getByText('All', { exact: true }).click();
    await history.getByRole('button', { name: 'Clear' }).click();
    await expect(history).toContainText('What happens here is kept');
    expect((await api.verify()).outcome.findings_total).toBe(0);
  });
});
