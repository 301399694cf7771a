/** Every address of the console, with a key of each role: nothing refused is asked for, nothing shut is offered. */
import { cpSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { Api } from '../support/api.ts';
import { keysOfRoles, makeCaller, type Caller } from '../support/callers.ts';
import { connect, openServer } from '../support/connections.ts';
import { controlNames, othersControls } from '../support/controls.ts';
import { demoLedgerOf } from '../support/demo-ledgers.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { sections } from '../support/screens.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ readonly records: number | undefined; readonly elsewhere: Host }>({
  records: [undefined, { option: true }],
  elsewhere: async ({ records }, use) => {
    const directory = temporaryDirectory('doors');
    const isDemo = records !== undefined;
    if (isDemo) cpSync(await demoLedgerOf(records), directory.path, { recursive: true });
    const host = await startHost({
      directory: directory.path,
      ...(isDemo ? { demo: records } : {}),
    });
    await use(host);
    await host.stop();
    directory.remove();
  },
});
test.describe.configure({ mode: 'parallel', timeout: 420_000 });

/** The pages of what a key may open, one of each kind. */
async function thingsOf(caller: Caller): Promise<readonly string[]> {
  const page = (path: string) => (id: string) => `${path}${id}`;
  const found = await Promise.all([
    caller.ids('/records?limit=1', 'id').then((ids) => ids.map(page('/decisions?record='))),
    caller.ids('/model-cards?limit=1', 'model_id').then((ids) => ids.map(page('/models/'))),
    caller.ids('/sessions?limit=2', 'session_id').then((ids) => ids.map(page('/sessions/'))),
    caller.ids('/datasets?limit=2', 'dataset_id').then((ids) => ids.map(page('/datasets/'))),
    ...['PAID', 'PENDING', 'OVERDUE'].map(async (status) => {
      const ids = await caller.ids(`/billing/invoices?status=${status}&limit=1`, 'invoice_id');
      return ids.map(page('/billing/invoices/'));
    }),
    caller
      .ids('/billing/payouts?limit=1', 'payout_id')
      .then((ids) => ids.map(page('/payouts?payout='))),
  ]);
  return found.flat();
}

/** What is offered on the screen: names of buttons and items of menus, addresses of links. */
function offeredIn(page: Page): Promise<{ controls: string[]; links: string[] }> {
  return page.getByRole('main').evaluate((main) => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const controls = [...main.querySelectorAll('button:not([role="tab"])')]
      .filter(seen)
      .map((each) => (each.getAttribute('aria-label') ?? each.textContent).trim());
    const links = [...main.querySelectorAll<HTMLAnchorElement>('a[href*="#/"]')]
      .filter(seen)
      .map(({ hash }) => hash);
    return { controls, links };
  });
}

/** Opens each tab of the screen in turn, and calls `look` on it. */
async function eachTab(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('main').getByRole('tab');
  for (let place = 0; place < (await tabs.count()); place += 1) {
    const tab = tabs.nth(place);
    const name = (await tab.textContent()) ?? '';
    await tab.click();
    await look(name);
  }
}

const ledgers: readonly (readonly [string, number | undefined])[] = [
  ['a demo', 300],
  ['an empty ledger', undefined],
];

for (const [ledger, records] of ledgers) {
  test.describe(ledger, () => {
    test.use({ records });

    for (const [name, { body, offered }] of Object.entries(keysOfRoles)) {
      test(`${name}: no door that is shut stands open @whole`, async ({
        page,
        elsewhere,
        watch,
      }) => {
        // The server ends before the window does.
        watch.expectError(/503/);
        const operator = new Api(elsewhere);
        if (records === undefined) {
          await operator.send('POST', '/billing/accounts', {
            body: {
              account_id: 'meridian-labs',
              name: 'Lab',
              email: 'a@b.example',
              address: { line1: '', city: '', state: '', postal_code: '', country: 'DE' },
            },
          });
        }
        const caller = await makeCaller(elsewhere, body, name);
        const operations = await caller.operations();
        if (records !== undefined) await caller.addThings(name);
        await page.goto('/');
        await connect(page, 'Elsewhere', elsewhere.baseUrl, caller.key);
        await openServer(page, 'Elsewhere');

        const console = new ConsolePage(page);
        await page.reload();
        await console.expectSettled();
        const refused: string[] = [];
        let where = '';
        page.on('response', (response) => {
          const status = response.status();
          if (status >= 400) refused.push(`${status} ${response.url()} on ${where}`);
        });
        const open = await console.navigation
          .getByRole('link')
          .evaluateAll((links) =>
            links.map((each) => (each instanceof HTMLAnchorElement ? each.hash : '')),
          );
        expect(open).toContain('#/settings');
        const isOpen = (address: string) => {
          const path = address.replace(/[?].*$/, '');
          if (/^#\/(help|recovery)/.test(path)) return true;
          return open.some((each) => path === each || path.startsWith(`${each}/`));
        };
        const found = new Set<string>();
        const look = async (place: string) => {
          where = place;
          await console.expectSettled();
          expect.soft(await page.getByRole('alert').allInnerTexts(), place).toEqual([]);
          const { controls, links } = await offeredIn(page);
          expect
            .soft(
              links.filter((each) => !isOpen(each)),
              `links on ${place}`,
            )
            .toEqual([]);
          for (const [operation, pattern] of Object.entries(controlNames)) {
            if (othersControls[operation]?.test(place) === true) continue;
            const offering = controls.filter((each) => pattern.test(each));
            if (offering.length > 0) found.add(operation);
            if (operations.includes(operation)) continue;
            expect.soft(offering, `${operation} on ${place}`).toEqual([]);
          }
        };

        for (const { address } of sections) {
          where = address;
          await page.goto(`/#${address}`);
          // As somebody comes with a link: what the key may is not known yet.
          if (records !== undefined) await page.reload();
          await look(address);
          if (isOpen(`#${address}`)) continue;
          await expect.soft(console.main, address).toContainText('is not to be had here');
          await expect.soft(console.main.getByRole('link', { name: /^Go to / })).toBeVisible();
        }
        for (const address of await thingsOf(caller)) {
          where = address;
          await page.goto(`/#${address}`);
          await look(address);
          await eachTab(page, (tab) => look(`${address} › ${tab}`));
        }
        expect(refused).toEqual([]);
        if (records === undefined) return;
        // Else a name that is no longer that of its control would find nothing, and hide a fault.
        const missing = offered.filter((each) => operations.includes(each) && !found.has(each));
        expect(missing, 'what this key is offered').toEqual([]);
      });
    }
  });
}
