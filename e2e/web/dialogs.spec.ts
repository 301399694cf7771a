/** Every dialog in both languages and every window, empty and refused: nothing cut, nothing covered. */
import type { Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { addWhatDialogsNeed, everyDialog } from '../support/dialogs.ts';
import { expectRoom } from '../support/room.ts';
import { expectGerman, prefer, ReceivedData, type Language } from '../support/spoken.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.use({ demo: 300 });

const usual = { width: 1440, height: 900 };

const sizes = [usual, { width: 1024, height: 700 }, { width: 320, height: 640 }];
const languages: readonly Language[] = ['en', 'de'];

/** One fault of a dialog does not hide those of the others. */
const softly = expect.configure({ soft: true, timeout: 5_000 });

/** Looks at what is open in every window; leaves it in the usual one. */
async function look(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectRoom(page, `${what} at ${size.width}`, softly);
  }
  await page.setViewportSize(usual);
}

/** Dialogs in so many tests, so that both workers share them. */
const parts = 8;

for (let part = 0; part < parts; part += 1) {
  test(`part ${part + 1} of ${parts}: room in every window @whole`, async ({
    page,
    api,
    watch,
  }) => {
    // A key that is asked for and not given is refused by the host.
    watch.expectError(/status of (400|422)/);
    await addWhatDialogsNeed(api, page);
    const dialogs = await everyDialog(api);
    const share = Math.ceil(dialogs.length / parts);
    const console = new ConsolePage(page);
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const received = new ReceivedData();
    received.listenTo(page);
    const lookAt = async (what: string, showsFile: boolean) => {
      for (const language of languages) {
        await prefer(page, language);
        if (language === 'de' && !showsFile) await expectGerman(page, received, what, softly);
        await look(page, `${what} (${language})`);
      }
    };
    await page.goto('/');
    for (const { name, address, open, refuses = false, showsFile = false } of dialogs.slice(
      part * share,
      (part + 1) * share,
    )) {
      await test.step(name, async () => {
        await page.goto('about:blank');
        await page.goto(`/#${address}`);
        await console.expectSettled();
        await open(page);
        await softly(dialog.first(), name).toBeVisible();
        if (!(await dialog.first().isVisible())) return;
        await lookAt(name, showsFile);
        if (!refuses) return;
        // Faults are worded as they are found.
        await prefer(page, 'de');
        await dialog.locator('button[data-variant="filled"]').last().click();
        await softly(
          dialog.locator('[aria-invalid="true"], [data-error], [role="alert"]').first(),
          `${name} is refused`,
        ).toBeVisible();
        await lookAt(`${name}, refused`, showsFile);
      });
    }
  });
}
