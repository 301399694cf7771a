/** A server elsewhere that is gone: what was read of it stays readable with its time, and nothing else does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { Api } from '../support/api.ts';
import { connect, openServer } from '../support/connections.ts';
import { createKey, records, test } from '../support/elsewhere.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { expect } from '../support/test.ts';

const notRead = 'This was not read before the connection was lost.';

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 20_000 });

test('lists and records that were opened stay readable without the server, until something is erased there @whole', async ({
  page,
  host,
  elsewhere,
  watch,
}) => {
  watch.expectError(/503/);
  const { key, host: there } = elsewhere;
  await connect(page, 'Head office', there.baseUrl, key);
  await openServer(page, 'Head office');
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  await decisions.open();
  await decisions.expectTotal(records);
  await decisions.row(1).click();
  await page.keyboard.press('Enter');
  await inspector.expectOpen(/^rec_/);
  const opened = new URL(page.url()).hash;
  await page.goto('/#/models');
  await expect(page.getByRole('grid', { name: /^Models/ })).toBeVisible();

  await elsewhere.stop();
  const banner = page.getByRole('alert').filter({ hasText: 'Head office does not answer' });
  await expect(banner).toBeVisible();

  // As after a restart: nothing is in the memory of the page.
  await page.goto(`/${opened}`);
  await page.reload();
  await decisions.expectTotal(records);
  await inspector.expectOpen(/^rec_/);
  await expect(banner).toContainText(
    /As read on .*\. Cannot be refreshed while the server is away\./,
  );
  await expectAccessible(page, 'a record of a server that is away');
  await page.goto('/#/models');
  await expect(page.getByRole('grid', { name: /^Models/ })).toBeVisible();

  // What was not read says so.
  await page.goto('/#/billing?tab=invoices');
  await expect(page.getByText(notRead).first()).toBeVisible();

  // What writes is disabled, with the reason.
  await page.goto('/#/decisions');
  await page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Head office does not answer: nothing can be written until it is back.',
  );
  await expect(dialog.getByRole('button', { name: 'Review' })).toBeDisabled();
  await page.keyboard.press('Escape');

  // The files tell nothing: neither the key nor what was read.
  const folder = join(host.directory, 'connections');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && `${each.parentPath}/${each.name}`.includes('cache'),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name)).toString('latin1');
    expect(bytes).not.toContain(key);
    expect(bytes).not.toMatch(/rec_|model_id|\/v1\//);
  }
});

test('an erasure there empties what is kept here, also one that nobody here was told of @whole', async ({
  page,
  watch,
}) => {
  watch.expectError(/503/);
  const directory = temporaryDirectory('erased-elsewhere');
  let there = await startHost({ directory: directory.path });
  let api = new Api(there);
  const record = await api.append({ model_id: 'm', input: { name: 'A Person' }, output: {} });
  const { key } = await createKey(api, { name: 'Head office', role: 'admin' });
  await connect(page, 'Head office', there.baseUrl, key);
  await openServer(page, 'Head office');
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectTotal(1);
  await decisions.row(1).click();
  await page.keyboard.press('Enter');
  const inspector = new Inspector(page);
  await inspector.expectOpen(record.id);

  const banner = page.getByRole('alert').filter({ hasText: 'Head office does not answer' });
  await there.stop();
  await expect(banner).toBeVisible();
  await page.reload();
  await inspector.expectOpen(record.id);

  const { port } = there;
  there = await startHost({ directory: directory.path, port });
  api = new Api(there);
  const body = {
    fields: ['input'],
    legal_basis: 'GDPR Art. 17(1)(a)',
    actor: { id: 'usr_1', role: 'compliance_officer' },
  };
  const path = `/records/${record.id}/erasures`;
  expect((await api.send('POST', path, { body })).status).toBe(201);
  await page.goto('/#/settings?tab=connections');
  await expect(banner).toBeHidden({ timeout: 45_000 });
  await there.stop();
  await expect(banner).toBeVisible();
  await page.goto(`/#/decisions?id=${record.id}`);
  await page.reload();
  await expect(page.getByText(notRead).first()).toBeVisible();
  directory.remove();
});

test('the table of connections tells of three ledgers, one of them away @whole', async ({
  page,
  elsewhere,
}) => {
  const directory = temporaryDirectory('branch');
  const branch = await startHost({ directory: directory.path });
  const api = new Api(branch);
  await api.append({ model_id: 'm', input: {}, output: {} });
  const { key } = await createKey(api, { name: 'Branch', role: 'admin' });
  await connect(page, 'Head office', elsewhere.host.baseUrl, elsewhere.key);
  await connect(page, 'Branch', branch.baseUrl, key);
  await connect(page, 'Archive', 'http://127.0.0.1:9/v1', key);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Branch')).toContainText(/Online\s*1\s*0/);
  await expect(row('Head office')).toContainText('Online');
  await expect(row('Archive')).toContainText('No answer');
  await expectAccessible(page, 'connections with their figures');
  await branch.stop();
  directory.remove();
});
