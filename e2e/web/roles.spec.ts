/** What a key may not is not offered, and nothing is asked that it is refused. */
import { cpSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { Api } from '../support/api.ts';
import { connect, openServer } from '../support/connections.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { expect, test as base } from '../support/test.ts';

const records = 300;

const test = base.extend<{ elsewhere: Host }>({
  elsewhere: async ({ demoLedger }, use) => {
    const directory = temporaryDirectory('elsewhere');
    cpSync(await demoLedger(records), directory.path, { recursive: true });
    const host = await startHost({ directory: directory.path, demo: records });
    await use(host);
    await host.stop();
    directory.remove();
  },
});
test.describe.configure({ timeout: 300_000 });

/** Opens the server elsewhere with a key. */
async function openAs(page: Page, elsewhere: Host, body: Record<string, unknown>): Promise<void> {
  const made = await new Api(elsewhere).send('POST', '/api-keys', { body: { name: 'x', ...body } });
  const { key } = z.looseObject({ key: z.string() }).parse(made.body);
  await connect(page, 'Elsewhere', elsewhere.baseUrl, key);
  await openServer(page, 'Elsewhere');
}

const addresses = [
  '/payouts',
  '/audit',
  '/review',
  '/billing',
  '/billing?tab=rates',
  '/billing?tab=limits',
  '/settings?tab=backup',
  '/models',
  '/integrity',
  '/datasets/riverside-outpatients',
];

test('a lab is offered what its key may, is told where it may not, and asks nothing that is refused', async ({
  page,
  elsewhere,
  watch,
}) => {
  // The server ends before the window does. A 403 is not expected anywhere.
  watch.expectError(/503/);
  await page.goto('/');
  await openAs(page, elsewhere, { role: 'ai_lab', account_id: 'default' });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const main = page.getByRole('main');
  for (const address of addresses) {
    await page.goto(`/#${address}`);
    await expect(main.getByRole('heading').first()).toBeVisible();
    // What a screen asks, it asks once it is drawn.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  await expect(main.getByRole('button', { name: 'Open a session' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Import rows' })).toHaveCount(0);
  await page.goto('/#/billing?tab=invoices');
  await expect(main.getByRole('tab', { name: 'Invoices' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Close a month' })).toHaveCount(0);
  await page.goto('/#/billing?tab=rates');
  await expect(main.getByRole('note')).toContainText('is not to be had here');
  await page.goto('/#/payouts');
  await expect(main).toContainText('Payouts is not to be had here');
  expect(refused).toEqual([]);
});
