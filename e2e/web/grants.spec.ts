/** A grant from its request to its end: asked for, granted for less than that, and withdrawn. */
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import type { Api } from '../support/api.ts';
import { pick } from '../support/choices.ts';
import { connect, openServer } from '../support/connections.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { expect, signIn, test } from '../support/test.ts';

const day = 86_400_000;
const keySchema = z.looseObject({ key: z.string() });

async function addClinic(api: Api): Promise<void> {
  const policy = { unlisted: 'clear', record_ids: 'kept' };
  const body = { dataset_id: 'clinic', name: 'Clinic', holder_id: 'mayo', policy };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  const rows = [{ record_id: 'rec_1', age: 45, diagnosis: 'Asthma' }];
  const appended = await api.send('POST', '/datasets/clinic/records', { body: rows });
  expect(appended.status).toBe(201);
}

/** Asks for two fields of it, for thirty days. */
async function askForAccess(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: 'Ask for access' }).first().click();
  await dialog.getByRole('combobox', { name: /^Dataset/ }).click();
  await page.getByRole('option', { name: 'Clinic' }).click();
  await dialog.getByRole('textbox', { name: /^Purpose/ }).fill('Triage of asthma');
  const fields = dialog.getByRole('combobox', { name: /^Fields/ });
  for (const field of ['age', 'diagnosis']) {
    await fields.fill(field);
    await fields.press('Enter');
  }
  const last = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: /^Last day/ }).fill(last);
  await dialog.getByRole('textbox', { name: /^Budget/ }).fill('500');
  await dialog.getByRole('textbox', { name: /^Rows you expect/ }).fill('10000');
  await dialog.getByRole('textbox', { name: /^Hours/ }).fill('2');
  await dialog.getByRole('textbox', { name: /^Calls/ }).fill('50');
  await page.keyboard.press('Control+Enter');
}

test('access is asked for, granted for less, and withdrawn @whole', async ({ page, api }) => {
  await addClinic(api);
  const console = new ConsolePage(page);
  const dialog = page.getByRole('dialog');
  await console.open('Grants');
  await expect(console.main.getByText('There are no grants yet')).toBeVisible();

  await askForAccess(page);

  const pane = page.getByRole('region', { name: 'Grant' });
  await expect(pane.getByRole('heading', { name: 'Triage of asthma' })).toBeVisible();
  await expect(pane.getByText('Rows: 10,000 · hours: 2 · calls: 50')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a request for a grant');

  await pane.getByRole('button', { name: 'Answer…' }).click();
  await dialog.getByRole('checkbox', { name: 'diagnosis' }).uncheck();
  await dialog.getByRole('textbox', { name: /^Conditions/ }).fill('Publish nothing raw.');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(pane.getByText('Active', { exact: true })).toBeVisible();
  await expect(pane.getByText('age', { exact: true })).toBeVisible();
  await expect(pane.getByText('Publish nothing raw.')).toBeVisible();

  await pane.getByRole('button', { name: 'Withdraw…' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The study is over.');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(pane.getByText('The study is over.')).toBeVisible();
  await expect(pane.getByRole('button', { name: /…$/ })).toHaveCount(0);
});

/** The console of a lab elsewhere, which works against the holder's server with the lab's key. */
async function openLab(browser: Browser, server: Host, key: string) {
  const directory = temporaryDirectory('lab');
  const own = await startHost({ directory: directory.path });
  const context = await browser.newContext({
    baseURL: own.origin,
    storageState: await signIn(own),
  });
  const lab = await context.newPage();
  await connect(lab, 'Clinic', server.baseUrl, key);
  await openServer(lab, 'Clinic');
  return {
    lab,
    end: async () => {
      await context.close();
      await own.stop();
      directory.remove();
    },
  };
}

test('a lab asks, is granted, reads for the price on the button, is seen, and told at once when it is revoked', async ({
  page,
  browser,
  host,
  api,
}) => {
  await addClinic(api);
  const parts = ['line1', 'city', 'state', 'postal_code', 'country'];
  const address = Object.fromEntries(parts.map((part) => [part, '-']));
  const account = { account_id: 'acme', name: 'Acme', email: 'a@acme.example', address };
  expect((await api.send('POST', '/billing/accounts', { body: account })).status).toBe(201);
  const made = await api.send('POST', '/api-keys', {
    body: { name: 'trainer', role: 'ai_lab', account_id: 'acme' },
  });
  const { lab, end } = await openLab(browser, host, keySchema.parse(made.body).key);
  const holder = new ConsolePage(page);
  const labs = new ConsolePage(lab);

  await labs.open('Grants');
  await askForAccess(lab);
  await expect(lab.getByRole('region', { name: 'Grant' }).getByText('Waiting')).toBeVisible();

  await holder.open('Grants');
  await holder.main.getByText('Triage of asthma').click();
  const pane = page.getByRole('region', { name: 'Grant' });
  await expect(pane.getByText(/of it .* for the holder/)).toBeVisible();
  const waiting = holder.navigation.getByRole('link', { name: /^Grants/ });
  await expect(waiting).toContainText('1');
  await pane.getByRole('button', { name: 'Answer…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the answer' }).click();
  await expect(pane.getByText('Active', { exact: true })).toBeVisible();
  await expect(waiting).not.toContainText('1');

  await labs.open('Sessions');
  await labs.main.getByRole('button', { name: 'Open a session' }).first().click();
  await pick(lab.getByRole('dialog'), 'Dataset', 'Clinic · 1 row');
  await lab.getByRole('dialog').getByRole('textbox', { name: 'Purpose' }).fill('First look');
  await lab.getByRole('dialog').getByRole('button', { name: 'Open session' }).click();
  const session = new SessionPage(lab);
  await session.expectOpen('First look', 'Active');
  await expect(session.main).toContainText('Key trainer');
  await session.tab('Data');
  await session.button(/^Read 1 row · at most \$0\.\d+$/).click();
  await expect(session.rows).toContainText('Asthma');
  await session.tab('Activity');
  await expect(session.main.getByRole('row', { name: /Rows read/ })).toContainText('$0.');

  await page.goto('/#/datasets/clinic?tab=access');
  const used = holder.main.getByRole('row', { name: /^Acme/ });
  await expect(used).toContainText('$0.');
  await expect(holder.main.getByRole('row', { name: /Rows read/ })).toContainText('acme');
  await expectAccessibleInBothThemes(page, 'who used a dataset');
  await used.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Consent withdrawn');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the access' }).click();
  await expect(used.getByRole('button', { name: 'Revoke…' })).toBeHidden();

  await expect(session.main.getByText('Consent withdrawn')).toBeVisible();
  await expect(session.header).toContainText('Revoked');
  await end();
});
