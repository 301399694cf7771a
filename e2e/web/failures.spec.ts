/** What a German console says when the service fails: German, or English that says that it is. */
import type { Page, Route } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { addWhatDialogsNeed, everyDialog } from '../support/dialogs.ts';
import { furtherPages, sections, things } from '../support/screens.ts';
import { expectGerman, prefer, ReceivedData } from '../support/spoken.ts';
import { expect, readingTest, test } from '../support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
const softly = expect.configure({ soft: true, timeout: 5_000 });

/** Asked by what surrounds every screen: without them no screen would be drawn. */
const ofTheFrame =
  /\/v1\/(me|workspace|events|connections|recovery|chain|chain\/standing)([?].*)?$/;

/** Answers as a service does that failed at it. */
async function fail(route: Route, status: number): Promise<void> {
  const failure = {
    code: status === 409 ? 'conflict' : 'internal_error',
    type: status === 409 ? 'conflict' : 'internal_error',
    message: 'The thing that was asked for has been changed by somebody else in the meantime.',
    details: [],
    request_id: 'req_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  };
  await route.fulfill({ status, json: { error: failure } });
}

/** Has every question of the page but those of its frame be answered by a failure. */
async function failQuestions(page: Page): Promise<void> {
  await page.route(/\/v1\//, async (route) => {
    const isKept = route.request().method() !== 'GET' || ofTheFrame.test(route.request().url());
    if (isKept) await route.continue();
    else await fail(route, 500);
  });
}

readingTest.describe('on a German computer', () => {
  readingTest.use({ locale: 'de-AT' });

  readingTest(
    'screens that cannot be read say so in German @whole',
    async ({ page, api, watch }) => {
      watch.expectError(/status of 500/);
      const console = new ConsolePage(page);
      const screens = [...sections, ...(await things(api)), ...furtherPages];
      const received = new ReceivedData();
      received.listenTo(page);
      await page.goto('/');
      await console.expectSettled();
      await failQuestions(page);
      for (const { name, address } of screens) {
        await page.goto(`/#${address}`);
        await page.reload();
        await console.expectSettled();
        await expectGerman(page, received, name, softly);
      }
    },
  );
});

test.describe('in every dialog', () => {
  test.use({ demo: 300 });

  test('what is refused is said in German @whole', async ({ page, api, watch }) => {
    watch.expectError(/status of 409/);
    await addWhatDialogsNeed(api, page);
    const console = new ConsolePage(page);
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const received = new ReceivedData();
    received.listenTo(page);
    const refused: string[] = [];
    await page.goto('/');
    for (const { name, address, open, refuses = false } of await everyDialog(api)) {
      // What is refused before it is sent is in dialogs.spec.ts.
      if (refuses) continue;
      await page.unrouteAll();
      await page.goto(`/#${address}`);
      await page.reload();
      await console.expectSettled();
      await open(page);
      const send = dialog.locator('button[data-variant="filled"]:enabled').last();
      await expect(dialog.first(), name).toBeVisible();
      if ((await send.count()) === 0) continue;
      const sent: string[] = [];
      await page.route(/\/v1\//, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        sent.push(name);
        return fail(route, 409);
      });
      await prefer(page, 'de');
      await send.click();
      await console.expectSettled();
      refused.push(...sent.slice(0, 1));
      await expectGerman(page, received, name, softly);
      await prefer(page, 'en');
    }
    // Dialogs that begin with a file send nothing; of the others a fault would be hidden.
    expect(refused.length).toBeGreaterThan(5);
  });
});
