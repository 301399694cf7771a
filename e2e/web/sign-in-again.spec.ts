/** The session of a browser ends while the console is open: signed in again in place, nothing typed is lost. */
import type { Page, Request } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SignInDialog } from '../pages/sign-in-dialog.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { Api } from '../support/api.ts';
import { startHost } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

const away =
  /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_CONNECTION_RESET|status of 503/;
const refused = /status of 401/;

const datasetsSchema = z.looseObject({ data: z.array(z.looseObject({ name: z.string() })) });
const linkSchema = z.looseObject({ url: z.url() });

async function namesOfDatasets(api: Api): Promise<string[]> {
  const { data } = await api.get('/datasets', datasetsSchema);
  return data.map(({ name }) => name).toSorted();
}

/** The form of a new dataset over the list of datasets. */
class DatasetForm {
  readonly page: Page;
  readonly name;
  readonly holder;
  readonly send;
  /** What was sent of it. */
  readonly sent: Request[] = [];

  constructor(page: Page) {
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    this.page = page;
    this.name = dialog.getByRole('textbox', { name: /^Name/ });
    this.holder = dialog.getByLabel(/^Holder/);
    this.send = dialog.locator('button[type="submit"]');
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/datasets')) {
        this.sent.push(request);
      }
    });
  }

  async open(typed: string): Promise<void> {
    await this.page.goto('/#/datasets');
    await new ConsolePage(this.page).expectSettled();
    await this.page.getByRole('main').getByRole('button', { name: 'New dataset' }).first().click();
    await this.name.fill(typed);
  }
}

// Hosts that are started twice, as in `remote.spec.ts`.
test.describe.configure({ timeout: 180_000 });

test('a restart with two tabs and half-filled dialogs: signed in again in one, both go on @whole', async ({
  page,
  context,
  host,
  watch,
}) => {
  watch.expectError(away);
  watch.expectError(refused);
  const other = await context.newPage();
  const forms = [new DatasetForm(page), new DatasetForm(other)] as const;
  await forms[0].open('Half a name');
  await forms[1].open('Another half');
  const dialogs = [new SignInDialog(page), new SignInDialog(other)] as const;
  await forms[0].name.focus();

  await host.stop();
  const again = await startHost({ directory: host.directory, port: host.port });
  try {
    for (const { dialog, field } of dialogs) {
      await expect(dialog).toBeVisible();
      await expect(field).toBeFocused();
    }
    await expectAccessible(page, 'signing in again');
    await expect(page.getByRole('alert')).toHaveCount(0);

    // Neither Escape nor the way of the focus reaches what lies below.
    const [{ dialog, field, submit }] = dialogs;
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      expect(await dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
    }
    await page.mouse.click(8, 450);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Leave without sending?' })).toHaveCount(0);

    // The key of the start before, then nothing, then the right one.
    await field.fill(host.apiKey);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('This is not the API key of this start');
    await expect(field).toBeFocused();
    await field.fill('');
    await submit.click();
    await expect(dialog).toContainText('Type or paste the key, or a link');
    await field.fill(again.apiKey);
    await page.keyboard.press('Enter');

    for (const each of dialogs) await expect(each.dialog).toBeHidden();
    await expect(forms[0].name).toHaveValue('Half a name');
    await expect(forms[1].name).toHaveValue('Another half');
    await expect(forms[0].name).toBeFocused();
    await expect(new ConsolePage(page).status).toContainText('Engine running');

    // What was half written is finished, and sent once by each.
    const api = new Api(again);
    await page.keyboard.type(', whole');
    for (const form of forms) {
      await form.holder.fill('holder-a');
      await form.send.click();
      await expect(form.name).toBeHidden();
      expect(form.sent).toHaveLength(1);
    }
    expect(await namesOfDatasets(api)).toEqual(['Another half', 'Half a name, whole']);
  } finally {
    await again.stop();
  }
});

test('a change that meets a session that is over waits, and is sent once under its key @whole', async ({
  page,
  context,
  api,
  watch,
}) => {
  watch.expectError(refused);
  const form = new DatasetForm(page);
  const { dialog, field, submit } = new SignInDialog(page);
  await form.open('Held');
  const { url } = linkSchema.parse(
    await page.evaluate(async () => {
      const answer = await fetch('./v1/server/links', { method: 'POST' });
      return answer.json();
    }),
  );
  await form.holder.fill('holder-a');
  await context.clearCookies();
  await form.send.click();
  await expect(dialog).toContainText('One change waits');
  await expect(form.name).toHaveValue('Held');

  // By a link; a spent one is told as such.
  await field.fill(`${new URL(url).origin}/open?token=spent`);
  await submit.click();
  await expect(dialog).toContainText('This link has been used already');
  await field.fill(url);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(form.name).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Held');
  expect(await namesOfDatasets(api)).toEqual(['Held']);
  const keys = await Promise.all(form.sent.map((each) => each.headerValue('idempotency-key')));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('what waits is not sent to another ledger, and nothing of the one before stays to be seen @whole', async ({
  page,
  context,
  api,
  host,
  watch,
}) => {
  watch.expectError(away);
  watch.expectError(refused);
  const before = { name: 'Of the ledger before', holder_id: 'holder-a' };
  expect((await api.send('POST', '/datasets', { body: before })).status).toBe(201);
  const form = new DatasetForm(page);
  const asked = new SignInDialog(page);
  const { dialog } = asked;
  await form.open('Meant for another');
  await expect(page.getByRole('main')).toContainText('Of the ledger before');
  await form.holder.fill('holder-a');
  await context.clearCookies();
  await form.send.click();
  await expect(dialog).toContainText('One change waits');

  await host.stop();
  const again = await startHost({ directory: host.directory, port: host.port, demo: 20 });
  try {
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText('One change waits');
    await asked.enter(again.apiKey);
    await expect(dialog).toBeHidden();
    await expect(form.name).toHaveValue('Meant for another');
    await expect(page.getByRole('dialog')).toContainText('this browser was signed out meanwhile');
    await expect(page.getByText('What is open now is not what was open before')).toBeVisible();
    await expect(page.getByText('Of the ledger before')).toHaveCount(0);
    await expect(new ConsolePage(page).workspace).toContainText('DEMO');
    expect(await namesOfDatasets(new Api(again))).not.toContain('Meant for another');
    expect(form.sent).toHaveLength(1);
  } finally {
    await again.stop();
  }
});
