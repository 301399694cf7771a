/** Every screen in both languages and every window: a title of its own, nothing cut, nothing covered. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import type { Api } from '../support/api.ts';
import { expectWholeCells } from '../support/cells.ts';
import { expectRoom, windows } from '../support/room.ts';
import { withBadLines } from '../support/sample-files.ts';
import { furtherPages, openings, routerPaths, sections, things } from '../support/screens.ts';
import {
  expectGerman,
  prefer,
  ReceivedData,
  unspeakable,
  type Language,
} from '../support/spoken.ts';
import { expect, readingTest, test as writingTest, type Watch } from '../support/test.ts';

// Parts of one walk: both workers share them.
writingTest.describe.configure({ mode: 'parallel', timeout: 300_000 });

/** Looks at a page as it is in every window; leaves it in the first of all. */
async function look(page: Page, what: string): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size);
    await expectRoom(page, `${what} at ${size.width}`);
    if (size.width === 1440) await expectWholeCells(page, what);
  }
  await page.setViewportSize(windows[0]);
}

const softly = expect.configure({ soft: true });

/** Sections whose screens are walked together, about as many in each part. */
const parts = [
  ['overview', 'oversight', 'review', 'persons'],
  ['decisions'],
  ['integrity', 'recovery'],
  ['models', 'audit', 'open'],
  ['sessions'],
  ['datasets', 'grants', 'payouts'],
  ['billing'],
  ['settings', 'developers'],
  ['help'],
] as const;

const sectionOf = (address: string) => address.split(/[?/]/)[1] ?? '';

interface Walk {
  readonly page: Page;
  readonly api: Api;
  readonly watch: Watch;
}

/** Goes to every screen of some sections, and looks at each in both languages. */
async function walk({ page, api, watch }: Walk, part: readonly string[]): Promise<void> {
  // One of the addresses is of a thing that is not there.
  watch.expectError(/status of 404/);
  const received = new ReceivedData();
  received.listenTo(page);
  const console = new ConsolePage(page);
  const screens = [...sections, ...(await things(api)), ...furtherPages, ...(await openings(api))];
  /** Tabs of the screens, each with whether it was the one that is open. */
  const tabs = new Map<string, boolean>();
  for (const [place, { name, address }] of screens.entries()) {
    const section = sectionOf(address);
    if (!part.includes(section)) continue;
    const languages: readonly Language[] = place % 2 === 0 ? ['en', 'de'] : ['de', 'en'];
    await writingTest.step(name, async () => {
      await page.goto(`/#${address}`);
      await console.expectSettled();
      // Loaded once, and read in one language, then in the other one.
      for (const language of languages) {
        await prefer(page, language);
        for (const tab of await page.locator('main [role="tab"]:not([data-side-pane] *)').all()) {
          const key = `${language}, ${section}: ${await tab.textContent()}`;
          const isOpen = (await tab.getAttribute('aria-selected')) === 'true';
          tabs.set(key, isOpen || tabs.get(key) === true);
        }
        await softly
          .poll(() => unspeakable(page), `${name} (${language}) is called what it shows`)
          .toEqual([]);
        if (language === 'de') await expectGerman(page, received, name, softly);
        await look(page, `${name} (${language})`);
        if (name !== 'decision') continue;
        for (const tab of await page.locator('[data-side-pane]').getByRole('tab').all()) {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
          await console.expectSettled();
          await look(page, `${name}, ${await tab.textContent()} (${language})`);
        }
        await page.locator('[data-side-pane]').getByRole('tab').first().click();
      }
    });
  }
  expect([...tabs].filter(([, wasOpen]) => !wasOpen)).toEqual([]);
}

for (const part of parts) {
  readingTest(
    `${part.join(', ')}: room in every window, and what is said is read @whole`,
    async ({ page, api, watch }) => {
      await walk({ page, api, watch }, part);
    },
  );
}

writingTest.describe('with jobs of every outcome', () => {
  writingTest.use({ demo: 3_000 });

  writingTest(
    'jobs: room in every window, and what is said is read @whole',
    async ({ page, api, watch }) => {
      await api.importFile(withBadLines.text(), 'application/x-ndjson', {
        name: withBadLines.name,
      });
      await api.verify();
      const bundle = await api.send('POST', '/bundles', { body: { kind: 'full' } });
      expect(bundle.status).toBe(202);
      const bundleJobSchema = z.looseObject({ job_id: z.string(), status: z.string() });
      const { job_id: id } = bundleJobSchema.parse(bundle.body);
      await expect
        .poll(async () => (await api.get(`/jobs/${id}`, bundleJobSchema)).status, {
          timeout: 50_000,
        })
        .toBe('completed');
      await walk({ page, api, watch }, ['jobs']);
      for (const language of ['en', 'de'] as const) {
        await prefer(page, language);
        await page
          .getByRole('button', { name: /^(Show refused lines|Abgelehnte Zeilen anzeigen)$/ })
          .click();
        await look(page, `jobs with refused lines (${language})`);
        await page
          .getByRole('button', { name: /^(Hide refused lines|Abgelehnte Zeilen ausblenden)$/ })
          .click();
      }
    },
  );
});

readingTest(
  'every address has a title of its own in both languages @whole',
  async ({ page, api, watch }) => {
    watch.expectError(/status of 404/);
    const screens = [...sections, ...(await things(api)), ...furtherPages];
    await page.goto('/');
    await new ConsolePage(page).expectSettled();
    const titles: Record<Language, Set<string>> = { en: new Set(), de: new Set() };
    for (const language of ['en', 'de'] as const) {
      await prefer(page, language);
      const seen = titles[language];
      for (const { address } of screens) {
        await page.goto(`/#${address}`);
        // What is open beside a list is named once its code is there.
        const isItsOwn = async () => {
          const title = await page.title();
          return title.endsWith(' · Proofdesk') && !seen.has(title);
        };
        await expect.poll(isItsOwn, `${address} has a title of its own (${language})`).toBe(true);
        seen.add(await page.title());
      }
    }
    expect([...titles.de]).not.toEqual([...titles.en]);
  },
);

readingTest('no address is left out of that', async ({ api }) => {
  const paths = [...sections, ...furtherPages].map(({ address }) => address.split('?')[0]);
  // Home goes on to the first section; the rest are the things that a ledger holds.
  const ofThings = new Set(['/', '/sessions/$id', '/billing/invoices/$id']);
  const left = routerPaths().filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll('$id', '[^/]+')}$`);
    return !ofThings.has(path) && !paths.some((each) => pattern.test(each ?? ''));
  });
  expect(routerPaths().length).toBeGreaterThan(20);
  expect(left).toEqual([]);
  const screens = [...sections, ...(await things(api)), ...furtherPages, ...(await openings(api))];
  const walked = new Set<string>(['jobs', ...parts.flat()]);
  expect(screens.filter(({ address }) => !walked.has(sectionOf(address)))).toEqual([]);
});
