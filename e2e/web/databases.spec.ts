/** Datasets of tables that stay on their server: connected, chosen, looked at, changed, away and back. */
import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { DatasetPage, DatasetsPage } from '../pages/datasets-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { expectAccessibleInBothThemes, expectEverySizeToFit } from '../support/accessibility.ts';
import {
  giveServers,
  hasPostgres,
  readerRole,
  serverPassword,
  startClinic,
  type PostgresServer,
} from '../support/clinic-server.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasPostgres(), 'PostgreSQL is not installed.');
let server: PostgresServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startClinic();
});
test.afterAll(() => server.remove());

interface Address {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** Types where the server is, and who reads there. */
async function fillDatabase(within: Locator, { host, port, database }: Address, password: string) {
  const field = (name: string) => within.getByRole('textbox', { name, exact: true });
  await within.getByRole('textbox', { name: /^Name/ }).first().fill('Clinic');
  await field('Server').fill(host);
  await field('Port').fill(String(port));
  await field('Database').fill(database);
  await field('User').fill(readerRole);
  await within.getByLabel('Password', { exact: true }).fill(password);
  await within.getByLabel('Encryption').selectOption('off');
}

/** Opens New dataset at the database. */
async function openDatabaseWay(page: Page): Promise<Locator> {
  const datasets = new DatasetsPage(page);
  await datasets.open();
  await datasets.create();
  const { dialog } = new DatasetPage(page);
  await dialog.getByLabel('Connect a database').check();
  return dialog;
}

function memberOf(body: unknown, name: string): string {
  return String(Reflect.get(Object(body), name));
}

async function connect(api: Api, { host, port, database }: Address): Promise<string> {
  const { status, body } = await api.send('POST', '/source-connections', {
    body: {
      name: 'Clinic',
      host,
      port,
      database,
      user: readerRole,
      password: serverPassword,
      tls: 'off',
    },
  });
  expect(status).toBe(201);
  return memberOf(body, 'connection_id');
}

async function makeDataset(api: Api, connection: string, relation: string): Promise<void> {
  const { status } = await api.send('POST', '/datasets', {
    body: {
      dataset_id: relation,
      name: 'Visits',
      holder_id: 'clinic',
      source: {
        kind: 'postgres',
        connection_id: connection,
        relation,
        key: 'patient',
        rule: 'visibility',
      },
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
    },
  });
  expect(status).toBe(201);
}

test('a server is connected on the way, a table of it is found and looked at, and a dataset is made of it', async ({
  page,
  host,
  watch,
}) => {
  watch.expectError(/400 \(Bad Request\)/);
  giveServers(host, [`${server.host}:${server.port}`]);
  const dialog = await openDatabaseWay(page);
  const { main } = new DatasetPage(page);
  const part = dialog.getByRole('group', { name: 'Connect a database' });
  await fillDatabase(part, server, 'not-the-password');
  await part.getByRole('button', { name: 'Connect' }).click();
  // The process that reads sources starts with the first look.
  await expect(part.getByLabel('Password', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
    { timeout: 60_000 },
  );
  await part.getByLabel('Password', { exact: true }).fill(serverPassword);
  await page.keyboard.press('Enter');

  await dialog.getByRole('textbox', { name: 'Find a table' }).fill('visi');
  await expect(dialog.getByRole('radio', { name: 'public.log' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'public.visits' }).check();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('about 40 rows');
  await expect(dialog).toContainText(
    'A column is left out, since JSON has no form for it: scan (bytea)',
  );
  const fields = dialog.getByRole('table', { name: 'Fields' });
  await expect(fields.getByRole('row', { name: /^seen/ })).toContainText('text, an instant in UTC');
  await expect(dialog.getByRole('table', { name: 'First rows' })).toContainText('p0001');
  await expect(dialog.getByLabel('What names a row')).toHaveValue('patient');
  await expect(dialog.getByRole('radio', { name: 'Rows may be added and changed' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Visits');
  await dialog.getByLabel('Holder').fill('clinic');
  await dialog.getByRole('button', { name: 'Make the dataset' }).click();

  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Visits');
  const line = main.getByRole('region', { name: 'Source' });
  await expect(line).toContainText('Table of a server');
  await expect(line).toContainText('public.visits');
  await expect(line.getByRole('link', { name: 'Clinic' })).toBeVisible();
  await expect(line).toContainText('Rows may be added and changed');
  await expect(main).toContainText('Rows40');
  await expect(main.getByRole('button', { name: 'Import rows' })).toHaveCount(0);
});

test('a server that is not allowed, and one that does not answer, are told at their place @whole', async ({
  page,
  host,
  watch,
}) => {
  watch.expectError(/40[03] \(/);
  const dialog = await openDatabaseWay(page);
  const part = dialog.getByRole('group', { name: 'Connect a database' });
  await expect(part).toContainText('No database server is allowed on this machine yet.');
  await expect(part.getByRole('link', { name: 'Choose servers in Settings' })).toBeVisible();
  await fillDatabase(part, server, serverPassword);
  await part.getByRole('button', { name: 'Connect' }).click();
  await expect(part.getByRole('alert')).toContainText('The database was not connected');
  await expect(dialog.getByRole('button', { name: 'Make the dataset' })).toBeDisabled();
  giveServers(host, [`${server.host}:${server.port}`, '127.0.0.1:1']);
  await part.getByRole('textbox', { name: 'Port' }).fill('1');
  await part.getByRole('button', { name: 'Connect' }).click();
  const address = part.getByRole('textbox', { name: 'Server' });
  await expect(address).toHaveAttribute('aria-invalid', 'true', { timeout: 60_000 });
  await expect(address).toBeFocused();
  await part.getByRole('textbox', { name: 'Port' }).fill(String(server.port));
  await part.getByRole('textbox', { name: 'Database' }).fill('elsewhere');
  await part.getByRole('button', { name: 'Connect' }).click();
  await expect(part.getByRole('textbox', { name: 'Database' })).toBeFocused();
  await expectAccessibleInBothThemes(page, 'a database that is not connected');
  await expectEverySizeToFit(page, 'a database that is not connected');
});

test('a table without a key makes no dataset, and a key of equal values is told at its field @whole', async ({
  page,
  host,
  api,
  watch,
}) => {
  watch.expectError(/400 \(Bad Request\)/);
  giveServers(host, [`${server.host}:${server.port}`]);
  await connect(api, server);
  const dialog = await openDatabaseWay(page);
  await dialog.getByRole('radio', { name: 'public.log' }).check();
  await dialog.getByRole('button', { name: 'Look at the table' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No column can name the rows.');
  await expect(dialog.getByRole('button', { name: 'Make the dataset' })).toBeDisabled();
  await expectAccessibleInBothThemes(page, 'a table without a key');

  await dialog.getByRole('button', { name: 'Choose another table' }).click();
  await dialog.getByRole('radio', { name: 'public.adults' }).check();
  await dialog.getByRole('button', { name: 'Look at the table' }).click();
  await expect(dialog).toContainText('the server does not remember how many rows');
  const visibility = dialog.getByRole('radio', { name: 'Rows may be added and changed' });
  await expect(visibility).toBeDisabled();
  await expect(dialog).toContainText('Not possible: the server keeps no versions of these rows.');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Adults');
  await dialog.getByLabel('Holder').fill('clinic');
  const make = dialog.getByRole('button', { name: 'Make the dataset' });
  await make.click();
  const key = dialog.getByLabel('What names a row');
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await key.click();
  await page.getByRole('option', { name: 'age' }).click();
  await dialog.getByRole('radio', { name: 'This table does not change' }).check();
  await make.click();
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('in more than one row');
  await key.click();
  await page.getByRole('option', { name: 'patient' }).click();
  await make.click();
  const { main } = new DatasetPage(page);
  const line = main.getByRole('region', { name: 'Source' });
  await expect(line).toContainText('This table does not change');
});

test('a user that may read no table is told so, and another database can be connected @whole', async ({
  page,
  host,
  watch,
}) => {
  watch.expectError(/400 \(Bad Request\)/);
  await server.query(
    `DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD '${serverPassword}'`,
  );
  giveServers(host, [`${server.host}:${server.port}`]);
  const dialog = await openDatabaseWay(page);
  const part = dialog.getByRole('group', { name: 'Connect a database' });
  await fillDatabase(part, server, serverPassword);
  await part.getByRole('textbox', { name: 'User', exact: true }).fill('stranger');
  await part.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog).toContainText('The user of this database may read no table or view.', {
    timeout: 60_000,
  });
  await expect(dialog.getByRole('radio', { name: /^public\./ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Make the dataset' })).toBeDisabled();
  await expectAccessibleInBothThemes(page, 'a database without a table to read');
  await expectEverySizeToFit(page, 'a database without a table to read');
});

test('documents of a column are the rows, and a column is read as text @whole', async ({
  page,
  host,
  api,
}) => {
  giveServers(host, [`${server.host}:${server.port}`]);
  await connect(api, server);
  const dialog = await openDatabaseWay(page);
  await dialog.getByRole('radio', { name: 'public.visits' }).check();
  await dialog.getByRole('button', { name: 'Look at the table' }).click();
  const fields = dialog.getByRole('table', { name: 'Fields' });
  await fields.getByLabel('Read age as text').check();
  await expect(fields.getByRole('row', { name: /^age/ })).toContainText('text, as it is written');
  await dialog.getByLabel('A row is').click();
  await page.getByRole('option', { name: 'The document in note' }).click();
  const rows = dialog.getByRole('table', { name: 'First rows' });
  await expect(rows).toContainText('smoker');
  await expect(rows).not.toContainText('p0001');
  await dialog.getByRole('radio', { name: 'a column tells the newest' }).check();
  await dialog.getByLabel('Column of versions').click();
  await page.getByRole('option', { name: 'version' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Notes');
  await dialog.getByLabel('Holder').fill('clinic');
  await dialog.getByRole('button', { name: 'Make the dataset' }).click();
  const { main } = new DatasetPage(page);
  const line = main.getByRole('region', { name: 'Source' });
  await expect(line).toContainText('note');
  await expect(line).toContainText('version');
});

test('a table is connected and chosen by the keyboard alone @whole', async ({
  page,
  host,
  api,
}) => {
  giveServers(host, [`${server.host}:${server.port}`]);
  await connect(api, server);
  const datasets = new DatasetsPage(page);
  await datasets.open();
  const { dialog, main } = new DatasetPage(page);
  await page.locator('header').getByRole('button', { name: 'New dataset' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Import a file' })).toBeVisible();
  const reach = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await reach(dialog.getByRole('radio', { name: 'Import a file' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Connect a database' })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: 'public.visits' })).toBeVisible();
  await reach(dialog.getByRole('combobox', { name: 'Database' }));
  await reach(dialog.getByRole('textbox', { name: 'Find a table' }));
  await page.keyboard.type('visits');
  await expect(dialog.getByRole('radio', { name: 'public.log' })).toHaveCount(0);
  await reach(dialog.getByRole('radio', { name: 'public.visits' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('about 40 rows')).toBeFocused();
  await reach(dialog.getByRole('radio', { name: 'Rows may be added and changed' }));
  await reach(dialog.getByRole('textbox', { name: 'Name', exact: true }));
  await page.keyboard.type('Visits');
  await page.keyboard.press('Tab');
  await page.keyboard.type('clinic');
  await page.keyboard.press('Control+Enter');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Visits');
});

test('a server that is slow is not waited for, and one with many tables says that there are more @whole', async ({
  page,
  host,
  api,
}) => {
  giveServers(host, [`${server.host}:${server.port}`]);
  await connect(api, server);
  let isSlow = true;
  await page.route('**/relations**', async (route) => {
    if (isSlow) return;
    const response = await route.fetch();
    const list: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(list), has_more: true } });
  });
  await page.route('**/sources/preview', () => {});
  const dialog = await openDatabaseWay(page);
  await expect(dialog).toContainText('The server is asked');
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(dialog).toContainText('The server did not answer yet.');
  isSlow = false;
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog).toContainText('are listed. Type more of the name.');
  await dialog.getByRole('textbox', { name: 'Find a table' }).fill('nothing of that name');
  await expect(dialog).toContainText('has “nothing of that name” in its name');
  await dialog.getByRole('textbox', { name: 'Find a table' }).fill('');
  await dialog.getByRole('radio', { name: 'public.visits' }).check();
  await dialog.getByRole('button', { name: 'Look at the table' }).click();
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(dialog.getByRole('button', { name: 'Look at the table' })).toBeEnabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a server that is away and back, and a table that changes, are told at the dataset @whole', async ({
  page,
  host,
  api,
}) => {
  await server.query(`CREATE TABLE away (patient text PRIMARY KEY, age integer);
    INSERT INTO away VALUES ('p1', 30), ('p2', 40)`);
  giveServers(host, [`${server.host}:${server.port}`]);
  await makeDataset(api, await connect(api, server), 'away');
  const dataset = new DatasetPage(page);
  const { main } = dataset;
  await dataset.open('away');
  const check = () => main.getByRole('button', { name: 'Check now' }).click();
  await server.stop();
  await check();
  await expect(main).toContainText('The source cannot be reached.', { timeout: 60_000 });
  await expect(main).toContainText('Sessions wait; nothing is lost.');
  await expectAccessibleInBothThemes(page, 'a dataset of a server that is away');
  await server.restart();
  await check();
  await expect(page.getByText('The rows are those that were seen before')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Source' })).toContainText('Ready');

  const { body } = await api.send('POST', '/sessions', {
    body: { dataset_id: 'away', purpose: 'Review of visits' },
  });
  const session = memberOf(body, 'session_id');
  await server.query("UPDATE away SET age = 31 WHERE patient = 'p1'");
  const pipeline = [{ $group: { _id: null, count: { $sum: 1 } } }];
  const counted = await api.send('POST', `/sessions/${session}/aggregate`, { body: { pipeline } });
  expect(counted.status).toBe(409);
  await expect(main).toContainText(
    'The table was changed. 1 session ended. New sessions see the new rows.',
  );
  await page.goto(`/#/sessions/${session}`);
  await expect(main).toContainText('The rows changed.');
  await expect(main).toContainText('Table of a server');
  await dataset.open('away');
  await check();
  await expect(page.getByText('The rows are others: new sessions see them')).toBeVisible();
  await server.query('ALTER TABLE away DROP COLUMN age');
  await check();
  await expect(main).toContainText('The fields are others than those');
  await expectEverySizeToFit(page, 'a dataset of a server');
});

test('a password is changed once the server has taken it, and a database in use stays @whole', async ({
  page,
  host,
  api,
  watch,
}) => {
  watch.expectError(/4(00|09) \(/);
  giveServers(host, [`${server.host}:${server.port}`]);
  await makeDataset(api, await connect(api, server), 'visits');
  const settings = new SettingsPage(page);
  await settings.open('Databases');
  const { dialog } = settings;
  const table = page.getByRole('table', { name: 'Databases' });
  const further = table.getByRole('button', { name: 'Actions for Clinic' });
  await further.click();
  await page.getByRole('menuitem', { name: 'Another password' }).click();
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(serverPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Clinic has another password')).toBeVisible();
  await table.getByRole('button', { name: 'Test Clinic' }).click();
  await expect(page.getByText('Ready')).toBeVisible();
  await further.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(dialog).toContainText('A dataset is read over Clinic');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('The database was not removed');
  await page.keyboard.press('Escape');
  await expect(table).toContainText('Clinic');
  await expectAccessibleInBothThemes(page, 'databases');
  await expectEverySizeToFit(page, 'databases');
});
