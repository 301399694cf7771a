/** Two hosts on one machine: the console of one works against the other over the network, which goes away and comes back. */
import { z } from 'zod';
import { BillingPage, InvoicePage } from '../pages/billing-page.ts';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { SessionPage, SessionsPage } from '../pages/session-page.ts';
import { expectAccessible, expectNoHorizontalOverflow } from '../support/accessibility.ts';
import { chooseFor, connect, openServer, workspaceButton } from '../support/connections.ts';
import { createKey, records, test } from '../support/elsewhere.ts';
import { expect } from '../support/test.ts';
import { startPlainServer } from '../support/plain-server.ts';
import { sections, things } from '../support/screens.ts';

test.describe.configure({ timeout: 600_000 });
test.use({ actionTimeout: 20_000 });

test('decisions, sessions and billing of another host, which goes away and comes back @whole', async ({
  page,
  api,
  elsewhere,
  received,
  watch,
}) => {
  // What is asked while the server is away is answered with 503, and told.
  watch.expectError(/503/);
  await api.append({ model_id: 'of-this-machine', input: {}, output: {} });
  const { key, host } = elsewhere;

  await connect(page, 'Head office', host.baseUrl, key);
  await chooseFor(page, 'Head office', 'Check');
  await expect(page.getByRole('main')).toContainText('role Administrator');
  await expectAccessible(page, 'connections');
  await openServer(page, 'Head office');

  // Decisions: read, open, and append there.
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectTotal(records);
  await decisions.expectShown(1);
  await decisions.row(1).click();
  await page.keyboard.press('Enter');
  await new Inspector(page).expectOpen(/^rec_/);
  const appended = await elsewhere.api.append({ model_id: 'told-by-push', input: {}, output: {} });
  await decisions.expectTotal(records + 1);
  await expect(decisions.row(1)).toContainText('told-by-push');
  await page.goto(`/#/decisions?id=${appended.id}`);

  // Sessions: one is opened and read.
  const sessions = new SessionsPage(page);
  const session = new SessionPage(page);
  await sessions.open();
  await sessions.openSession.click();
  await session.dialog.getByRole('combobox', { name: 'Dataset', exact: true }).click();
  await page.getByRole('option', { name: /^Northwind claims/ }).click();
  await session.dialog.getByRole('textbox', { name: 'Purpose' }).fill('Over the network');
  await session.dialog.getByRole('button', { name: 'Open session' }).click();
  await session.expectOpen('Over the network', 'Active');
  await session.read();

  // Billing: the same amounts as there.
  const billing = new BillingPage(page);
  const invoice = new InvoicePage(page);
  const { data } = await elsewhere.api.get(
    '/billing/invoices?status=PENDING&limit=1',
    z.looseObject({ data: z.array(z.looseObject({ invoice_id: z.string() })) }),
  );
  const id = data[0]?.invoice_id ?? '';
  await billing.open('tab=invoices');
  await invoice.open(id);
  const { total } = await elsewhere.api.get(
    `/billing/invoices/${id}`,
    z.looseObject({ total: z.number() }),
  );
  await expect(invoice.document).toContainText(
    total.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  );

  // The server goes away: told, and what is on the screen stays.
  await elsewhere.stop();
  const banner = page.getByRole('alert').filter({ hasText: 'Head office does not answer' });
  await expect(banner).toContainText('Nothing listens at its address');
  await expect(invoice.document).toBeVisible();
  await expectAccessible(page, 'a server that is away');
  await page.goto('/#/sessions');
  await expect(sessions.row('Over the network')).toBeVisible();
  await expect(banner).toBeVisible();
  // Of a list that was never read nothing is said, neither how long it is nor that it is empty.
  await expect(banner).toContainText(/As read on .* Cannot be refreshed while the server is away/);
  await page.goto('/#/sessions?status=revoked');
  await expect(page.getByText('The sessions could not be loaded')).toBeVisible();
  await expect(page.getByText(/\b0 sessions/)).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Sessions', exact: true })).toBeVisible();
  await page.goto('/#/sessions');

  // It comes back: told, and everything is asked again by itself.
  await elsewhere.startAgain();
  await expect(banner).toBeHidden({ timeout: 45_000 });
  await expect(sessions.row('Over the network')).toBeVisible();
  await decisions.open();
  await decisions.expectTotal(records + 1);

  // The ledger of this machine was open all the time.
  await workspaceButton(page, 'Head office').click();
  await page.getByRole('menuitem', { name: /own ledger|local ledger/i }).click();
  await expect(new ConsolePage(page).workspace).toContainText('LOCAL');
  await decisions.open();
  await decisions.expectTotal(1);
  await expect(decisions.row(1)).toContainText('of-this-machine');

  // The key went in once and never came out.
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(received.length).toBeGreaterThan(20);
  expect([...received, kept, await page.content()].join('\n')).not.toContain(key);
});

test('a key that is revoked there is refused, and another one entered @whole', async ({
  page,
  elsewhere,
  watch,
}) => {
  watch.expectError(/401/);
  // The server ends before the window does.
  watch.expectError(/503/);
  const { api, key, keyId, host } = elsewhere;
  await connect(page, 'Branch', host.baseUrl, key);
  await openServer(page, 'Branch');
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectTotal(records);

  expect((await api.send('POST', `/api-keys/${keyId}/revoke`)).status).toBe(200);
  await page.reload();
  const banner = page.getByRole('alert').filter({ hasText: 'Branch does not accept the key' });
  await expect(banner).toBeVisible();

  const other = await createKey(api, { name: 'Another', role: 'admin' });
  await page.goto('/#/settings?tab=connections');
  await chooseFor(page, 'Branch', 'Change');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'API key' }).fill(other.key);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(banner).toBeHidden();
  await decisions.open();
  await decisions.expectTotal(records);
});

test('what a key may not, and what is of the window alone, is not offered @whole', async ({
  page,
  elsewhere,
  watch,
}) => {
  // The server ends before the window does.
  watch.expectError(/503/);
  const { key } = await createKey(elsewhere.api, {
    name: 'A lab',
    role: 'ai_lab',
    account_id: 'meridian-labs',
  });
  await connect(page, 'Lab', elsewhere.host.baseUrl, key);
  await openServer(page, 'Lab');
  const { navigation } = new ConsolePage(page);
  await expect(navigation.getByRole('link', { name: 'Sessions' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Payouts' })).toBeHidden();
  await expect(navigation.getByRole('link', { name: 'Audit' })).toBeHidden();
});

for (const describesItself of [true, false]) {
  test(`a server with the specified routes alone, which ${describesItself ? 'describes' : 'does not describe'} itself @whole`, async ({
    page,
    elsewhere,
    watch,
  }) => {
    // What it turns out not to have is asked for once.
    watch.expectError(/404|503/);
    const plain = await startPlainServer(elsewhere.host, describesItself);
    await connect(page, 'Plain', plain.baseUrl, elsewhere.key);
    await openServer(page, 'Plain');

    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.expectTotal(records);
    await decisions.expectShown(2);
    await decisions.row(2).dblclick();
    const inspector = new Inspector(page);
    await inspector.expectOpen(/^rec_/);
    await expect(inspector.panel()).toContainText('Answered');
    await inspector.tab('Content').click();
    await expect(inspector.panel()).toContainText('input');

    const { navigation } = new ConsolePage(page);
    await page.goto('/#/models');
    const models = page.getByRole('grid', { name: /models/i });
    await expect(models.getByRole('columnheader')).toHaveText(['Model', 'Version']);
    await expect(models).toContainText('credit-scorer');
    await expect(models).toContainText('4.0.0');
    await models.getByText('credit-scorer').click();
    const card = page.getByRole('main');
    await expect(card.getByRole('heading', { name: 'Limitations' })).toBeVisible();
    await expect(card).toContainText('Registered');
    await expect(card.getByRole('tab', { name: 'Versions' })).toBeHidden();
    await expect(card.getByRole('heading', { name: 'Fairness' })).toBeHidden();
    await expect(card.getByRole('heading', { name: 'Artifact check' })).toBeHidden();
    await page.goto('/#/billing?tab=invoices');
    await expect(page.getByRole('main').getByText(/^inv_/).first()).toBeVisible();
    await page.goto('/#/payouts');
    if (describesItself) {
      await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Revenue' })).toBeHidden();
      await page.goto('/#/billing');
      await expect(page.getByRole('tab', { name: 'Invoices' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Journal' })).toBeHidden();
      await expect(navigation.getByRole('link', { name: 'Audit' })).toBeHidden();
    }
    await expect(navigation.getByRole('link', { name: 'Decisions' })).toBeVisible();

    // Every screen shows what there is, or says that the server has no such thing.
    const console = new ConsolePage(page);
    for (const { name, address } of [...sections, ...(await things(elsewhere.api))]) {
      await test.step(name, async () => {
        await page.goto(`/#${address}`);
        await console.expectSettled();
        await expect(page.getByRole('main')).toHaveText(/\w{3}/);
        await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
        await expectNoHorizontalOverflow(page, name);
      });
    }
    await plain.close();
  });
}

const peopleSchema = z.looseObject({
  data: z.array(z.looseObject({ person_id: z.string(), name: z.string() })),
});
const signedSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      action: z.string(),
      signature: z.looseObject({ by: z.string() }).optional(),
    }),
  ),
});

test('a person signs in this window what is decided there, by a key that names them @whole', async ({
  page,
  elsewhere,
  watch,
}) => {
  // What is asked before the server answers is answered with 503.
  watch.expectError(/503/);
  const { api: server, host } = elsewhere;
  const { data: people } = await server.get('/people', peopleSchema);
  const officer = people.find(({ name }) => name === 'Maja Lindqvist')?.person_id ?? '';
  const { key } = await createKey(server, {
    name: 'Reviewer of the branch',
    role: 'compliance',
    person_id: officer,
  });
  const record = await server.append({
    model_id: 'decided-alone',
    input: { income: 52_000 },
    output: { decision: 'decline' },
  });
  await connect(page, 'Head office', host.baseUrl, key);
  await openServer(page, 'Head office');

  // The key names her: nobody else is offered, and the server gives her sealed key.
  await page.getByRole('banner').getByRole('button', { name: 'Nobody is signed in' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog.getByRole('combobox', { name: 'Person' })).toHaveValue(/^Maja Lindqvist/);
  await dialog
    .getByLabel(/^Passphrase/)
    .first()
    .fill('proofdesk demo');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(
    page
      .getByRole('banner')
      .getByRole('button', { name: 'Maja Lindqvist, compliance officer: signed in' }),
  ).toBeVisible();

  await page.goto(`/#/decisions?record=${record.id}`);
  await new Inspector(page).expectOpen(record.id);
  await page.getByRole('grid').focus();
  await page.keyboard.press('a');
  await expect(dialog).toContainText('Maja Lindqvist');
  await dialog.getByRole('button', { name: 'Append the approval' }).click();
  await expect(dialog).toBeHidden();
  const { data } = await server.get(`/records/${record.id}/interventions`, signedSchema);
  expect(data).toMatchObject([{ action: 'approve', signature: { by: officer } }]);
});
