/** Requests: what this window asked, what everybody asked, and the command that repeats it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { RequestsPage } from '../pages/requests-page.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoHorizontalOverflow,
} from '../support/accessibility.ts';
import { expect, readingTest, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

test('the calls of this window, newest first; one opens, its curl has no key and works @whole', async ({
  page,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const requests = new RequestsPage(page);
  await page.goto(host.origin);
  const console = new ConsolePage(page);
  await console.open('Models');
  // Whoever leaves sooner gives up what is asked.
  await console.expectSettled();
  await requests.open();
  await expect(requests.row('/model-cards')).toContainText('200');
  await expect(requests.row('/model-cards')).toContainText('ms');

  await requests.row(/\/model-cards\?limit/).click();
  await expect(requests.pane).toContainText('GET /model-cards');
  await expect(requests.pane).toContainText(/req_[0-9A-Z]{26}/);
  const command = await requests.curl().innerText();
  expect(command).toContain('$PROOFDESK_API_KEY');
  expect(command).not.toContain('pdk_');
  await requests.pane.getByRole('button', { name: 'Copy as curl' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  // Waited for aside: a slowed host runs on only while this process does.
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, PROOFDESK_API_KEY: host.apiKey },
  });
  expect(JSON.parse(stdout)).toHaveProperty('data');
});

test('a write is repeated with its body; a refused call says why @whole', async ({
  page,
  host,
  watch,
}) => {
  watch.expectError(/404/);
  const requests = new RequestsPage(page);
  await page.goto(`${host.origin}/#/models/no-such-model`);
  await expect(page.getByText(/no-such-model/).first()).toBeVisible();
  await new ConsolePage(page).expectSettled();
  await requests.open('status=4xx');
  await requests.row('/models/no-such-model').click();
  await expect(requests.pane).toContainText('404');
  await expect(requests.pane).toContainText('not_found');
  await expect(requests.error()).toContainText('There is no model no-such-model');
  await requests.segment('By answer', 'Failed').click();
  await expect(page.getByText('No request matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(requests.row('/workspace')).toBeVisible();
});

test('everyone: what an API key asked appears by itself, with its rate limit; held while one reads @whole', async ({
  page,
  api,
  host,
}) => {
  const made = await api.send('POST', '/api-keys', {
    body: {
      name: 'Nightly export',
      role: 'compliance',
      rate_limits: { read: { limit: 3, period: '1h' } },
    },
  });
  const key = String(Reflect.get(Object(made.body), 'key'));
  const requests = new RequestsPage(page);
  await requests.open('of=everyone');
  const ask = () => fetch(`${host.baseUrl}/records?limit=1`, { headers: { 'x-api-key': key } });
  await ask();
  await expect(requests.row('Nightly export')).toContainText('2 / 3', { timeout: 20_000 });

  await page.getByRole('button', { name: 'Hold' }).click();
  await ask();
  await ask();
  expect((await ask()).status).toBe(429);
  await expect(page.getByText(/newer requests? (is|are) not shown/)).toBeVisible({
    timeout: 20_000,
  });
  const refused = requests.answered(429);
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(refused).toContainText('Nightly export');
  await requests.segment('By answer', 'Refused').click();
  await refused.click();
  await expect(requests.pane).toContainText('0 of 3 left');
  await expect(requests.pane).toContainText('are not kept');
  await expect(requests.error()).toContainText('"code": "rate_limit_exceeded"');
  await requests.segment('Whose requests', 'Without the console').click();
  await requests.segment('By answer', 'All').click();
  await expect(refused).toContainText('Nightly export');
  await expect(requests.grid.getByRole('row').filter({ hasText: 'Console' })).toHaveCount(0);
  await requests.answered(429).click();
  await expectAccessibleInBothThemes(page, 'a request open', 'screen');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectNoHorizontalOverflow(page, 'narrow');
  await expectAccessible(page, 'narrow, the pane over the list', 'screen');
});

readingTest(
  'by the keyboard alone: search, open, to the pane and back, close @whole',
  async ({ page }) => {
    const requests = new RequestsPage(page);
    await new DecisionsPage(page).open();
    await requests.open();
    await page.keyboard.press('/');
    await expect(requests.search).toBeFocused();
    await page.keyboard.type('/me');
    await page.keyboard.press('Enter');
    await expect(requests.grid).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(requests.pane).toContainText('GET /me');
    await page.keyboard.press('F6');
    await expect(requests.pane).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(requests.pane).toBeHidden();
    await expect(requests.grid).toBeFocused();
    await new ConsolePage(page).run('Hold or resume the list of requests');
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  },
);
