/** What is offered to a key of each role is pressed: rows, their menus, tabs, every command. Nothing is refused. */
import { cpSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { keysOfRoles, makeCaller } from '../support/callers.ts';
import { commandNames } from '../support/controls.ts';
import { connect, openServer } from '../support/connections.ts';
import { demoLedgerOf } from '../support/demo-ledgers.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { expect, test as base } from '../support/test.ts';

/** A demo for all roles of a worker: each has a key of its own. */
const test = base.extend<object, { readonly server: Host }>({
  server: [
    async ({ browserName }, use) => {
      const directory = temporaryDirectory(`roles-${browserName}`);
      cpSync(await demoLedgerOf(300), directory.path, { recursive: true });
      const host = await startHost({ directory: directory.path, demo: 300 });
      await use(host);
      await host.stop();
      directory.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Commands for another workspace, where the key has no say, and for another language than this test reads. */
const leftOut = /^(Open the (local|demo) ledger$|Open the server |Language: )/;

interface Offer {
  /** The heading it stands under. */
  readonly group: string;
  readonly title: string;
}

const isWay = ({ group }: Offer) => group === 'Go to';

/** Opens the palette over the screen alone; a dialog may come a moment after its command. */
async function openPalette(page: Page, text: string): Promise<Locator> {
  const field = page.getByRole('combobox', { name: 'Command palette' });
  await expect(async () => {
    await leaveDialogs(page);
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await field.fill(text);
  return field;
}

/** Every command that the palette offers now. */
async function offers(page: Page): Promise<readonly Offer[]> {
  const field = await openPalette(page, '');
  const found = await page.getByRole('listbox').evaluate((list) => {
    let group = '';
    return [...list.children].flatMap((each) => {
      if (each.getAttribute('role') === 'option') {
        return [{ group, title: each.children[1]?.textContent ?? '' }];
      }
      group = each.textContent;
      return [];
    });
  });
  await field.press('Escape');
  await expect(field).toBeHidden();
  return found.filter(({ group, title }) => group !== 'Opened lately' && !leftOut.test(title));
}

/** Leaves whatever opened over the screen. */
async function leaveDialogs(page: Page): Promise<void> {
  const open = page.getByRole('dialog').or(page.getByRole('menu')).filter({ visible: true });
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Every command that the list of keys names. */
async function keysListed(page: Page): Promise<readonly string[]> {
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await page.keyboard.press('?');
  await expect(help.getByRole('listitem').first()).toBeVisible();
  const titles = await help
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.firstChild?.textContent ?? ''));
  await leaveDialogs(page);
  return titles;
}

/** Presses the first row of the first list that the screen has. */
async function openFirstRow(page: Page, console: ConsolePage): Promise<void> {
  const row = page.locator('main [role="grid"] [data-row="0"]').first();
  if ((await row.count()) === 0) return;
  await row.click({ position: { x: 60, y: 12 } });
  await console.expectSettled();
}

for (const [name, { body }] of Object.entries(keysOfRoles)) {
  test(`${name}: whatever is offered may be pressed @whole`, async ({ page, server }) => {
    const caller = await makeCaller(server, body, `presses as ${name}`);
    const operations = await caller.operations();
    await caller.addThings(name);
    await page.goto('/');
    await connect(page, 'Elsewhere', server.baseUrl, caller.key);
    await openServer(page, 'Elsewhere');
    const console = new ConsolePage(page);
    await page.reload();
    await console.expectSettled();

    let where = '';
    const refused: string[] = [];
    page.on('response', (response) => {
      const status = response.status();
      if (status >= 400) refused.push(`${status} ${response.url()} after ${where}`);
    });
    const sections = await console.navigation
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((each) => (each instanceof HTMLAnchorElement ? each.hash : '')),
      );
    expect(sections).toContain('#/settings');
    const pressed = new Set<string>();

    const eachTab = async (tabs: string) => {
      const found = page.locator(tabs);
      for (let place = 0; place < (await found.count()); place += 1) {
        where = `${where.split(' › ')[0]} › ${await found.nth(place).textContent()}`;
        await found.nth(place).click();
        await console.expectSettled();
      }
    };
    /** Runs what was not run yet; what the row is for is run on every screen. */
    const runCommands = async (section: string) => {
      const stand = async () => {
        await page.goto(`/${section}`);
        await console.expectSettled();
        await openFirstRow(page, console);
      };
      const all = await offers(page);
      const named = [...all.map(({ title }) => title), ...(await keysListed(page))];
      for (const [operation, pattern] of Object.entries(commandNames)) {
        if (operations.includes(operation)) continue;
        const offered = named.filter((title) => pattern.test(title));
        expect.soft(offered, `${operation} on ${section}`).toEqual([]);
      }
      const keyOf = ({ group, title }: Offer) => (group === 'Row' ? `${section} ${title}` : title);
      const rest = all.filter((each) => !pressed.has(keyOf(each)));
      // Where a command leads away from the screen, its others are no more: those that go are the last.
      for (const offer of rest.toSorted(
        (one, other) => Number(isWay(one)) - Number(isWay(other)),
      )) {
        pressed.add(keyOf(offer));
        where = `${section} “${offer.title}”`;
        const field = await openPalette(page, offer.title);
        const option = page.getByRole('option').filter({ hasText: offer.title }).first();
        if ((await option.count()) === 0) {
          // A command before it changed what is there.
          await field.press('Escape');
          continue;
        }
        await option.click();
        await console.expectSettled();
        await leaveDialogs(page);
        if (!isWay(offer) && !page.url().includes(section)) await stand();
      }
    };

    for (const section of sections) {
      where = section;
      await page.goto(`/${section}`);
      await console.expectSettled();
      await eachTab('main [role="tab"]:not([data-side-pane] *)');
      await page.goto(`/${section}`);
      await console.expectSettled();
      await openFirstRow(page, console);
      where = `first row of ${section}`;
      await eachTab('main [role="tab"]');
      await page.goto(`/${section}`);
      await console.expectSettled();
      const row = page.locator('main [role="grid"] [data-row="0"]').first();
      if ((await row.count()) > 0) {
        await row.click({ button: 'right', position: { x: 60, y: 12 } });
        await leaveDialogs(page);
      }
      await openFirstRow(page, console);
      await runCommands(section);
    }
    // A list of commands that is not found would hide a fault.
    expect(pressed.size).toBeGreaterThan(30);
    expect(refused).toEqual([]);
  });
}
