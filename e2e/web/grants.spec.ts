/** A grant from its request to its end: asked for, granted for less than that, and withdrawn; and rows that are erased. */
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import type { Api } from '../support/api.ts';
import { expectFocusWithin, pick } from '../support/choices.ts';
import { connect, openServer } from '../support/connections.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { expect, signIn, test } from '../support/test.ts';

const day = 86_400_000;
const keySchema = z.looseObject({ key: z.string() });

const open = { unlisted: 'clear', record_ids: 'kept' };

/** A dataset with its rows; without a policy it is a draft. */
async function addClinic(api: Api, policy?: object): Promise<void> {
  const body = { dataset_id: 'clinic', name: 'Clinic', holder_id: 'mayo', policy };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  const rows = [{ record_id: 'rec_1', name: 'Ada', age: 45, diagnosis: 'Asthma' }];
  const appended = await api.send('POST', '/datasets/clinic/records', { body: rows });
  expect(appended.status).toBe(201);
}

/** What the person at the window sends, who may what no key of an admin may; the answer. */
async function asWindow(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  if (page.url() === 'about:blank') await page.goto('/');
  const { status, text } = await page.evaluate(
    async ([how, where, sent]) => {
      const response = await fetch(`/v1${where}`, {
        method: how,
        headers: { 'content-type': 'application/json' },
        ...(sent !== undefined && { body: sent }),
      });
      return { status: response.status, text: await response.text() };
    },
    [method, path, body && JSON.stringify(body)] as const,
  );
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text);
}

const sessionIdSchema = z.looseObject({ session_id: z.string() });

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
  await addClinic(api, open);
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
  await expect(pane.getByText('age · Readable')).toBeVisible();
  await expect(pane.getByText('Publish nothing raw.')).toBeVisible();

  await pane.getByRole('button', { name: 'Withdraw…' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The study is over.');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(pane.getByText('The study is over.')).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Withdraw…' })).toHaveCount(0);
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

/** The holder decides about a draft, looks at it as a lab would, and publishes. */
async function protect(page: Page): Promise<void> {
  const console = new ConsolePage(page);
  const dialog = page.getByRole('dialog');
  await page.goto('/#/datasets/clinic?tab=protection');
  await expect(console.main.getByText('3 fields are withheld until you decide')).toBeVisible();
  await console.main.getByLabel('How age leaves', { exact: true }).selectOption('Generalised');
  await dialog.getByLabel('Bucket size').fill('10');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await console.main.getByLabel('How diagnosis leaves', { exact: true }).selectOption('Readable');
  await expect(console.main.getByText('1 field is withheld until you decide')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the protection of a dataset');
  await console.main.getByText('As a lab sees it').click();
  const seen = console.main.getByRole('table', { name: 'As a lab sees it' });
  await expect(seen.getByRole('row', { name: /\[40,50\) Asthma/ })).toBeVisible();
  await expect(seen).not.toContainText('Ada');
  await console.main.getByRole('button', { name: 'Publish…' }).click();
  await expect(dialog).toContainText('Generalised: age');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(console.main.getByText('Version 1, in force since')).toBeVisible();
}

test('a draft is protected, looked at as a lab would, and published @whole', async ({
  page,
  api,
}) => {
  await addClinic(api);
  await protect(page);
});

const sizes = [
  { width: 1440, height: 900, mark: '' },
  { width: 1024, height: 700, mark: ' @whole' },
] as const;

for (const { mark, ...size } of sizes) {
  test(`a lab asks, is granted, reads for the price on the button, is seen, and told at once when it is revoked, at ${size.width}${mark}`, async ({
    page,
    browser,
    host,
    api,
  }) => {
    await addClinic(api);
    const fields = {
      age: { method: 'generalize', bucket_size: 10 },
      diagnosis: { method: 'clear' },
    };
    const mayo = { name: 'Mayo', role: 'data_holder', holder_id: 'mayo' };
    const { body: holding } = await api.send('POST', '/api-keys', { body: mayo });
    const published = await api.send('PUT', '/datasets/clinic/policy', {
      headers: { authorization: `Bearer ${keySchema.parse(holding).key}` },
      body: { policy: { fields }, based_on: 0 },
    });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    const parts = ['line1', 'city', 'state', 'postal_code', 'country'];
    const address = Object.fromEntries(parts.map((part) => [part, '-']));
    const account = { account_id: 'acme', name: 'Acme', email: 'a@acme.example', address };
    expect((await api.send('POST', '/billing/accounts', { body: account })).status).toBe(201);
    const made = await api.send('POST', '/api-keys', {
      body: { name: 'trainer', role: 'ai_lab', account_id: 'acme' },
    });
    const { lab, end } = await openLab(browser, host, keySchema.parse(made.body).key);
    for (const each of [page, lab]) await each.setViewportSize(size);
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
    await expect(session.rows).toContainText('[40,50)');
    await expect(session.rows).not.toContainText('Ada');
    await session.tab('Activity');
    await expect(session.main.getByRole('row', { name: /Rows read/ })).toContainText('$0.');

    await page.goto('/#/datasets/clinic?tab=access');
    const used = holder.main.getByRole('row', { name: /^Acme/ });
    await expect(used).toContainText('$0.');
    await expect(holder.main.getByRole('row', { name: /Rows read/ })).toContainText('acme');
    await expectAccessibleInBothThemes(page, 'who used a dataset');
    await used.getByRole('button', { name: 'Revoke…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Reason' })
      .fill('Consent withdrawn');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the access' }).click();
    await expect(used.getByRole('button', { name: 'Revoke…' })).toBeHidden();

    await expect(session.main.getByText('Consent withdrawn')).toBeVisible();
    await expect(session.header).toContainText('Revoked');
    await end();
  });
}

test('statistics are asked for, granted with an ε, answered with noise, and paid for once @whole', async ({
  page,
  api,
}) => {
  const body = {
    dataset_id: 'people',
    name: 'People',
    holder_id: 'mayo',
    policy: { unlisted: 'clear', kinds: ['statistics'], statistics: { epsilon: 1 } },
  };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  const rows = Array.from({ length: 400 }, (_, index) => ({
    record_id: `rec_${index}`,
    sex: index % 2 === 0 ? 'f' : 'm',
  }));
  expect((await api.send('POST', '/datasets/people/records', { body: rows })).status).toBe(201);
  await asWindow(page, 'POST', '/grants', {
    dataset_id: 'people',
    kind: 'statistics',
    purpose: 'How many',
    fields: ['sex'],
    operations: ['aggregate'],
    ends_at: new Date(Date.now() + 30 * day).toISOString(),
    budget: { amount: 50, currency: 'USD' },
    expected: { rows: 0, hours: 1, operations: 4 },
  });
  const console = new ConsolePage(page);
  const dialog = page.getByRole('dialog');
  await console.open('Grants');
  await console.main.getByText('How many').click();
  const pane = page.getByRole('region', { name: 'Grant' });
  await expect(pane.getByText('ε 1; ε 50 of 50 are left for all')).toBeVisible();
  await pane.getByRole('button', { name: 'Answer…' }).click();
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(pane.getByText('2 answers left')).toBeVisible();

  const counting = { dataset_id: 'people', purpose: 'Counts', allowed_operations: ['aggregate'] };
  const opened = await asWindow(page, 'POST', '/sessions', counting);
  const { session_id: id } = sessionIdSchema.parse(opened);
  await page.goto(`/#/sessions/${id}?tab=aggregate`);
  const main = console.main;
  await expect(main.getByRole('tab', { name: 'Data' })).toHaveCount(0);
  await main.getByRole('combobox', { name: 'Group by' }).fill('sex');
  await page.getByRole('option', { name: 'sex' }).click();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Ask · ε 0.5' }).click();
  await expect(main.getByRole('row', { name: /^[fm] / })).toHaveCount(2);
  await expect(main.getByText(/With noise, ε 1/)).toBeVisible();
  await expect(main.getByText('1 answer left')).toBeVisible();
  await main.getByRole('button', { name: 'Ask · ε 0.5' }).click();
  await expect(main.getByText('1 answer left')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'statistics');
});

/** Presses Tab until an element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

for (const { mark: _mark, ...size } of sizes) {
  test(`rows of one entity are erased by keyboard alone, and who was given them is named, at ${size.width} @whole`, async ({
    page,
    api,
  }) => {
    // Looked at three times in both themes.
    test.setTimeout(420_000);
    await page.setViewportSize(size);
    await addClinic(api);
    const policy = { ...open, access: 'open', entity: 'name' };
    await asWindow(page, 'PUT', '/datasets/clinic/policy', { policy, based_on: 0 });
    const counting = { dataset_id: 'clinic', purpose: 'Counts' };
    const opened = await asWindow(page, 'POST', '/sessions', counting);
    const { session_id: id } = sessionIdSchema.parse(opened);
    await asWindow(page, 'GET', `/sessions/${id}/stream`);
    await page.goto('/#/datasets/clinic?tab=erasures');
    const main = new ConsolePage(page).main;
    const dialog = page.getByRole('dialog');
    await expect(main.getByText('Nothing was erased')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'a dataset of which nothing was erased');
    await reach(page, main.getByRole('button', { name: 'Erase rows…' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Record ids' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'All rows of one name' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('GDPR Art. 17(1)(b)');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Consent was withdrawn.');
    await expectAccessibleInBothThemes(page, 'erasing rows', 'overlay');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toContainText('All rows whose name is Ada.');
    await page.keyboard.type('erase');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const erasure = main.getByRole('row', { name: /1 row GDPR/ });
    await expect(erasure).toContainText('1 account');
    await reach(page, erasure.getByRole('button', { name: 'Details…' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Consent was withdrawn.');
    await expect(dialog.getByRole('row', { name: /^default The grant 1 / })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'an erasure of rows', 'overlay');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const { batch } = z
      .looseObject({ batch: z.array(z.unknown()) })
      .parse(await asWindow(page, 'GET', `/sessions/${id}/stream`));
    expect(batch).toEqual([]);
  });
}

for (const { mark: _mark, ...size } of sizes) {
  test(`a policy is decided and published by keyboard alone at ${size.width} @whole`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize(size);
    await addClinic(api);
    await page.goto('/#/datasets/clinic?tab=protection');
    const main = new ConsolePage(page).main;
    const dialog = page.getByRole('dialog');
    const method = main.getByLabel('How diagnosis leaves', { exact: true });
    await expect(method).toBeVisible();
    await reach(page, method);
    await page.keyboard.type('Read');
    await expect(main.getByText('2 fields are withheld until you decide')).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await main.getByRole('button', { name: 'Publish…' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Readable: diagnosis');
    await expectFocusWithin(dialog);
    await page.keyboard.press('Control+Enter');
    await expect(main.getByText('Version 1, in force since')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'a published policy');
  });
}
