/**
 * Every screen, in both themes, of an empty ledger, a demo and a large one: no error in the console,
 * no violation of WCAG, nothing wider than the window in four sizes, and the same pictures as in docs/images/screens (`npm run e2e -- walk --update-snapshots` takes them anew).
 */
import { ConsolePage } from '../pages/console-page.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  showTheme,
} from '../support/accessibility.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { windows } from '../support/room.ts';
import { sections, things } from '../support/screens.ts';
import { expect, test as base } from '../support/test.ts';
import { isWhole } from '../support/whole.ts';

/** The host's clock and the browser's stand there, so that two pictures are alike. */
const fixedTime = Date.parse('2026-11-16T10:00:00Z');
/** A zoom of 400 % is looked at with German words, which need the most room. */
const sizes = windows.filter(({ width }) => width >= 960);
const smallest = { width: 960, height: 600 };

const light = ['light', 'dark'] as const;
const dark = ['dark', 'light'] as const;

/** Ledgers of the fixed world; each is walked once, so that it is made once. The demo has the pictures. */
const others = [
  { name: 'empty', records: undefined },
  { name: 'large', records: 30_000 },
];
const ledgers = [{ name: 'demo', records: 300 }, ...(isWhole ? others : [])];

const test = base.extend<{ readonly records: number | undefined }>({
  records: [undefined, { option: true }],
  host: async ({ records }, use) => {
    const directory = temporaryDirectory('walk');
    const host = await startHost({
      directory: directory.path,
      fixedTime,
      ...(records === undefined ? {} : { demo: records }),
    });
    await use(host);
    await host.stop();
    directory.remove();
  },
});

test.describe.configure({ mode: 'parallel', timeout: 900_000 });

for (const { name: ledger, records } of ledgers) {
  test.describe(`${ledger} ledger`, () => {
    test.use({ records });

    test('every screen, light and dark, in four sizes', async ({ page, api }) => {
      await page.clock.setFixedTime(fixedTime);
      const console = new ConsolePage(page);
      await console.open('Settings');
      await page.mouse.move(0, 0);
      const all = records === undefined ? sections : [...sections, ...(await things(api))];
      // Those of each run have pictures; what looks much like them is walked with `--all`.
      const screens = isWhole ? all : all.filter(({ hasPicture = true }) => hasPicture);
      const [usual] = windows;
      for (const [place, { name, address, hasPicture = true }] of screens.entries()) {
        await page.setViewportSize(usual);
        await page.goto(`/#${address}`);
        await console.expectSettled();
        await test.step(`${name}, ${ledger}`, async () => {
          // Begins with the theme that the screen before ended with: three changes for each screen.
          const themes = (place % 2 === 0 ? light : dark).slice(0, isWhole ? 2 : 1);
          for (const theme of themes) {
            const what = `${name}, ${ledger}, ${theme}`;
            await showTheme(page, theme);
            await expectAccessible(page, what, place === 0 ? 'page' : 'screen');
            if (ledger === 'demo' && hasPicture) {
              await expect(page).toHaveScreenshot(`${name}-${theme}.png`);
            }
          }
          if (ledger === 'demo') {
            if (!isWhole) return;
            // Whether all of it has room is looked at in room.spec.ts.
            await page.setViewportSize(smallest);
            await expectAccessible(page, `${name}, smallest`, 'size');
            return;
          }
          for (const size of sizes) {
            await page.setViewportSize(size);
            const what = `${name}, ${ledger}, ${size.width} × ${size.height}`;
            await expectNoHorizontalOverflow(page, what);
          }
        });
      }
    });
  });
}
