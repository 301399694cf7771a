/** API keys shown once and revoked, rate limits, the loopback server, and what a key may not see. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import {
  expectAccessibleInBothThemes,
  expectNoHorizontalOverflow,
} from '../support/accessibility.ts';
import { expectFocusWithin } from '../support/choices.ts';
import { expect, readingTest, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

const cardSchema = z.looseObject({ name: z.string(), scopes: z.array(z.string()) });

test('a key is made, shown once, works by its role, and is revoked', async ({
  page,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = new SettingsPage(page);
  await settings.open('API keys');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'New API key' }).click();
  await settings.dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(settings.dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await expect(settings.dialog).toContainText('must not be empty');
  await page.keyboard.type('Auditor of May');
  await page.keyboard.press('Enter');

  await expect(settings.dialog.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings.dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(settings.dialog).toContainText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const key = await settings.takeKey();
  expect(copied).toBe(key);
  await expect(settings.key('Auditor of May')).toContainText('Compliance');
  await expect(settings.key('Auditor of May')).toContainText('Active');
  expect(await page.content()).not.toContain(key);

  const ask = (path: string, method = 'GET') =>
    fetch(`${host.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  expect((await ask('/records?limit=1')).status).toBe(200);
  expect((await ask('/api-keys', 'POST')).status).toBe(403);

  await settings.key('Auditor of May').getByRole('button', { name: 'Revoke' }).click();
  await expect(settings.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await settings.dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(settings.key('Auditor of May')).toContainText('Revoked');
  expect((await ask('/records?limit=1')).status).toBe(401);
  await page.getByRole('radiogroup', { name: 'Which keys' }).getByText('Active').click();
  await expect(page.getByText('No keys in this state')).toBeVisible();
});

test('the form offers exactly the scopes that each role has @whole', async ({ page, api }) => {
  const bound = {
    Compliance: {},
    Administrator: {},
    'Data holder': { holder_id: 'h' },
    'AI lab': { account_id: 'default' },
  } as const;
  const roles = {
    Compliance: 'compliance',
    Administrator: 'admin',
    'Data holder': 'data_holder',
    'AI lab': 'ai_lab',
  } as const;
  const settings = new SettingsPage(page);
  await settings.open('API keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await settings.dialog.getByRole('radio', { name: 'Only these areas' }).check();
  for (const role of ['Compliance', 'Administrator', 'Data holder', 'AI lab'] as const) {
    await settings.dialog.getByRole('radio', { name: role }).check();
    const offered = await settings.dialog
      .getByRole('checkbox', { name: /^(Read|Write): / })
      .count();
    const { body, status } = await api.send('POST', '/api-keys', {
      body: { name: role, role: roles[role], ...bound[role] },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(cardSchema.parse(body).scopes, role).toHaveLength(offered);
  }
});

test('a key of a lab is bound to its account, with areas, an end and limits of its own @whole', async ({
  page,
  api,
}) => {
  const settings = new SettingsPage(page);
  await settings.open('API keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const { dialog } = settings;
  await expectFocusWithin(dialog);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Acme training');
  await dialog.getByRole('radio', { name: 'AI lab' }).check();
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByLabel(/^Account/).first()).toBeFocused();
  await page.getByRole('option').first().click();
  await dialog.getByRole('radio', { name: 'Only these areas' }).check();
  for (const box of await dialog.getByRole('checkbox', { name: /^Write: / }).all())
    await box.uncheck();
  await dialog.getByRole('checkbox', { name: 'Rate limits of its own' }).check();
  await dialog.getByRole('textbox', { name: 'Reading: requests' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Reading: period' }).fill('soon');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog).toContainText('must be a duration such as 30s, 1m or 24h');
  await dialog.getByRole('textbox', { name: 'Reading: period' }).fill('1h');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await settings.takeKey();
  await expect(settings.key('Acme training')).toContainText('limits of its own');
  const { body } = await api.send('GET', '/api-keys');
  expect(JSON.stringify(body)).not.toContain(':write');
});

test('rate limits: refused by name, taken back, saved @whole', async ({ page, api }) => {
  const settings = new SettingsPage(page);
  await settings.open('Rate limits');
  const field = page.getByRole('textbox', { name: 'Writing: requests' });
  const before = await field.inputValue();
  await field.fill('0');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(field).toHaveValue(before);
  await field.fill('777');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await expect(page.getByText('Rate limits saved')).toBeVisible();
  const { body } = await api.send('GET', '/rate-limits');
  expect(body).toMatchObject({ write: { limit: 777 } });
});

readingTest(
  'the server that serves this console: its address, a live log, no switch @whole',
  async ({ page, host }) => {
    const settings = new SettingsPage(page);
    await settings.open('Loopback server');
    await expect(page.getByText('Listening')).toBeVisible();
    await expect(page.getByText(host.baseUrl, { exact: true })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Loopback server' })).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Live log' })).toContainText('/server', {
      timeout: 20_000,
    });
  },
);

test('a key that may not: sections, tabs and commands are not offered @whole', async ({ page }) => {
  // What a narrow key may, as its own answer says it.
  await page.route('**/v1/me', (route) =>
    route.fulfill({
      json: {
        kind: 'api_key',
        role: 'data_holder',
        key_id: 'key_x',
        name: 'x',
        account_id: null,
        holder_id: 'h',
        person_id: null,
        scopes: [],
        operations: ['getMe', 'listDatasets', 'getDataset', 'listPayouts', 'getWorkspace'],
      },
    }),
  );
  const console = new ConsolePage(page);
  await page.goto('/#/audit');
  await expect(page.getByText('Audit is not to be had here')).toBeVisible();
  await expect(console.navigation.getByRole('link')).toHaveText([
    'Datasets',
    'Payouts',
    'Developers',
    'Settings',
  ]);
  await page.getByRole('link', { name: 'Go to Datasets' }).click();
  await console.expectSection('Datasets');
  await expect(page.getByRole('button', { name: 'New dataset' })).toHaveCount(0);
  await console.open('Settings');
  await expect(page.getByRole('tab', { name: 'API keys' })).toHaveCount(0);
  const field = await console.palette('New decision');
  await expect(page.getByRole('option', { name: 'New decision…' })).toHaveCount(0);
  await field.press('Escape');
});

test('keys, and what opens over the settings, are accessible in both themes and whole @whole', async ({
  page,
  api,
}) => {
  test.setTimeout(420_000);
  await api.send('POST', '/api-keys', { body: { name: 'Auditor', role: 'compliance' } });
  const settings = new SettingsPage(page);
  await settings.open('Connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  await expect(settings.dialog).toBeVisible();
  await expectAccessibleInBothThemes(page, 'new connection', 'overlay');
  await page.keyboard.press('Escape');
  await settings.open('API keys');
  await expect(settings.key('Auditor')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'API keys', 'screen');
  await page.getByRole('button', { name: 'New API key' }).click();
  await settings.dialog.getByRole('radio', { name: 'Only these areas' }).check();
  await settings.dialog.getByRole('checkbox', { name: 'Rate limits of its own' }).check();
  await expectAccessibleInBothThemes(page, 'new key', 'overlay');
  await settings.dialog.getByRole('textbox', { name: /^Name/ }).fill('Once');
  await settings.dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(settings.dialog.getByRole('textbox', { name: 'API key' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the key, once', 'overlay');
  await settings.takeKey();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectNoHorizontalOverflow(page, 'narrow');
});
