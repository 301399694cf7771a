/** The audit log: what keys and the console did, narrowed, opened with its hash, exported. */
import { readFileSync } from 'node:fs';
import { AuditPage } from '../pages/audit-page.ts';
import {
  expectAccessibleInBothThemes,
  expectNoHorizontalOverflow,
} from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

test('what a key did appears by itself; narrowed by caller and object, opened, recomputed, exported', async ({
  page,
  api,
  host,
}) => {
  const { id } = await api.append({
    model_id: 'credit-scorer',
    input: { income: 1 },
    output: { decision: 'decline' },
  });
  const audit = new AuditPage(page);
  await audit.open();
  const made = await api.send('POST', '/api-keys', {
    body: { name: 'Auditor', role: 'compliance' },
  });
  const key = String(Reflect.get(Object(made.body), 'key'));
  const ask = (path: string) => fetch(`${host.baseUrl}${path}`, { headers: { 'x-api-key': key } });
  expect((await ask(`/records/${id}`)).status).toBe(200);
  expect(
    (
      await fetch(`${host.baseUrl}/rate-limits`, {
        method: 'PUT',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: '{}',
      })
    ).status,
  ).toBe(403);
  await expect(audit.row('Auditor').first()).toBeVisible({ timeout: 20_000 });

  await page.getByRole('combobox', { name: 'Who' }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await audit.expectCount(2);
  await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Refused').click();
  await audit.expectCount(1);
  await expect(audit.row('setRateLimits')).toContainText('403');
  await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('All').click();

  await audit.row('getRecord').click();
  await expect(audit.pane).toContainText('Read: getRecord');
  await expect(audit.pane).toContainText('Recomputed here: the hash is that of this line.');
  await expect(audit.pane.locator('pre')).toContainText(id);
  await expectAccessibleInBothThemes(page, 'an event open', 'screen');
  await audit.pane.getByRole('link', { name: 'Everything about this object' }).click();
  await expect(page.getByText(`Object ${id}`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).first().click();

  await page.getByRole('main').getByRole('button', { name: 'Export…' }).click();
  await expectAccessibleInBothThemes(page, 'export', 'overlay');
  await audit.dialog.getByRole('radio', { name: /^JSON Lines/ }).check();
  await audit.dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(audit.dialog.getByText('The file is ready')).toBeVisible({ timeout: 30_000 });
  const download = page.waitForEvent('download');
  await audit.dialog.getByRole('button', { name: 'Download' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.some((line) => line.includes(`"object_id":"${id}"`))).toBe(true);
  expect(lines.join('\n')).not.toContain(key);
});

test('empty, nothing found, a page of many; by the keyboard alone @whole', async ({
  page,
  api,
}) => {
  const audit = new AuditPage(page);
  await audit.open('q=nothing-has-this');
  await expect(page.getByText('No event matches')).toBeVisible();
  for (let number = 0; number < 105; number += 1) await api.send('GET', '/models?limit=1');
  await audit.open('operation=listModels');
  await audit.expectCount(105);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–100 of 105');
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('101–105 of 105');

  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await expect(audit.grid).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(audit.pane).toContainText('listModels');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectNoHorizontalOverflow(page, 'narrow, an event open');
  await page.keyboard.press('F6');
  await expect(audit.pane).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(audit.pane).toBeHidden();
  await expect(audit.grid).toBeFocused();
});
