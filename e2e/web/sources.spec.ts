/** Datasets of files that stay where they are: folders are chosen, files looked at, read, changed, away and back. */
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatasetPage, DatasetsPage } from '../pages/datasets-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { expectAccessibleInBothThemes, expectEverySizeToFit } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import type { Host } from '../support/host.ts';
import { parquetFiles, visits, type ParquetFiles } from '../support/parquet-files.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ files: ParquetFiles }>({
  files: async ({ host }, use) => {
    const files = parquetFiles(host.directory);
    await files.write('clinic/a.parquet', visits(0, 30));
    await files.write('clinic/b.parquet', visits(30, 40));
    await use(files);
    files.remove();
  },
});

/** Allows the folder of the files, as a person would in the settings. */
function giveFolder(host: Host, files: ParquetFiles): void {
  const places = JSON.stringify({ folders: [files.path] });
  writeFileSync(join(host.directory, 'source-places.json'), places);
}

/** A dataset of the files. */
async function makeDataset(api: Api, host: Host, files: ParquetFiles): Promise<void> {
  giveFolder(host, files);
  const { status } = await api.send('POST', '/datasets', {
    body: {
      dataset_id: 'visits',
      name: 'Visits',
      holder_id: 'clinic',
      source: { kind: 'files', folder: join(files.path, 'clinic') },
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
    },
  });
  expect(status).toBe(201);
}

async function openSession(api: Api): Promise<string> {
  const { body } = await api.send('POST', '/sessions', {
    body: { dataset_id: 'visits', purpose: 'Review of visits' },
  });
  return String(Reflect.get(Object(body), 'session_id'));
}

test('a folder is allowed in the settings, its files are looked at, and a dataset is made of them', async ({
  page,
  files,
}) => {
  const settings = new SettingsPage(page);
  await settings.open('Databases');
  await page.getByLabel('Folders', { exact: true }).fill(files.path);
  await page.getByRole('button', { name: 'Keep the places' }).click();
  await expect(page.getByText('The places are kept')).toBeVisible();

  const datasets = new DatasetsPage(page);
  await datasets.open();
  await datasets.create();
  const { dialog, main } = new DatasetPage(page);
  await dialog.getByLabel('Open files in place').check();
  await expect(dialog.getByRole('button', { name: 'Make the dataset' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(join(files.path, 'clinic'));
  await page.keyboard.press('Enter');
  // The process that reads files starts with the first look.
  await expect(dialog).toContainText('40 rows', { timeout: 60_000 });
  await expect(dialog).toContainText(
    'A column is left out, since JSON has no form for it: scan (BLOB)',
  );
  const fields = dialog.getByRole('table', { name: 'Fields' });
  await expect(fields.getByRole('row', { name: /^seen/ })).toContainText(
    'text, such as 2024-01-05',
  );
  await fields.getByLabel('Read age as text').check();
  await expect(fields.getByRole('row', { name: /^age/ })).toContainText('text, as it is written');
  await expect(dialog.getByRole('table', { name: 'First rows' })).toContainText('00019');
  await expect(dialog).toContainText('Ids of rows hold for the files as they are now');
  await dialog.getByLabel('What names a row').click();
  await page.getByRole('option', { name: 'patient' }).click();
  await expect(dialog).toContainText('Ids of rows are made of this column');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Visits');
  await dialog.getByLabel('Holder').fill('clinic');
  await dialog.getByRole('button', { name: 'Make the dataset' }).click();

  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Visits');
  const line = main.getByRole('region', { name: 'Source' });
  await expect(line).toContainText('Files in place');
  await expect(line).toContainText(join(files.path, 'clinic'));
  await expect(line).toContainText('2 files');
  await expect(main.getByRole('button', { name: 'Import rows' })).toHaveCount(0);
});

test('a folder that nobody allowed is refused without a word of what is there @whole', async ({
  page,
  files,
  watch,
}) => {
  watch.expectError(/403 \(Forbidden\)/);
  const datasets = new DatasetsPage(page);
  await datasets.open();
  await datasets.create();
  const { dialog } = new DatasetPage(page);
  await dialog.getByLabel('Open files in place').check();
  await expect(dialog).toContainText('No folder of this machine is allowed yet.');
  await expect(dialog.getByRole('link', { name: 'Choose folders in Settings' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(join(files.path, 'clinic'));
  await dialog.getByRole('button', { name: 'Look at the files' }).click();
  await expect(dialog).toContainText('The files could not be looked at');
  await expectAccessibleInBothThemes(page, 'a new dataset of files');
});

test('a database server is allowed first, and tells why it cannot be used @whole', async ({
  page,
  watch,
}) => {
  watch.expectError(/40[03] \(/);
  const settings = new SettingsPage(page);
  await settings.open('Databases');
  const { dialog } = settings;
  await expect(page.getByText('No database is connected')).toBeVisible();
  await page.getByRole('button', { name: 'New database' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clinic');
  await dialog.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: 'Port' }).fill('1');
  await dialog.getByRole('textbox', { name: 'Database' }).fill('clinic');
  await dialog.getByRole('textbox', { name: 'User', exact: true }).fill('reader');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog).toContainText('The database was not connected');
  await expect(dialog.getByRole('button', { name: 'Connect' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.getByLabel('Database servers').fill('127.0.0.1:1');
  await page.getByRole('button', { name: 'Keep the places' }).click();
  await expect(page.getByText('The places are kept')).toBeVisible();
  await page.getByRole('button', { name: 'New database' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clinic');
  await dialog.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: 'Port' }).fill('1');
  await dialog.getByRole('textbox', { name: 'Database' }).fill('clinic');
  await dialog.getByRole('textbox', { name: 'User', exact: true }).fill('reader');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Server' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectAccessibleInBothThemes(page, 'a new database');
});

test('CSV files are told to be copied, and a column can be text @whole', async ({
  page,
  host,
  files,
  watch,
}) => {
  watch.expectError(/400 \(Bad Request\)/);
  giveFolder(host, files);
  mkdirSync(join(files.path, 'csv'));
  writeFileSync(join(files.path, 'csv', 'a.csv'), 'patient,zip,price\np1,02139,100.00\n');
  const datasets = new DatasetsPage(page);
  await datasets.open();
  await datasets.create();
  const { dialog } = new DatasetPage(page);
  await dialog.getByLabel('Open files in place').check();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(join(files.path, 'csv'));
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('a typed copy is kept in the data folder');
  const rows = dialog.getByRole('table', { name: 'First rows' });
  await expect(rows).toContainText('02139');
  await expect(rows.getByRole('cell', { name: '100', exact: true })).toBeVisible();
  await dialog.getByLabel('Read price as text').check();
  await expect(rows.getByRole('cell', { name: '100.00', exact: true })).toBeVisible();
  writeFileSync(join(files.path, 'csv', 'b.csv'), 'patient,city,price\np2,Delft,7\n');
  await dialog.getByRole('button', { name: 'Choose others' }).click();
  await dialog.getByRole('button', { name: 'Look at the files' }).click();
  await expect(dialog).toContainText('b.csv differs from the first one at the column city');
});

test('files that change end their session, and the dataset says so', async ({
  page,
  api,
  host,
  files,
}) => {
  await makeDataset(api, host, files);
  const id = await openSession(api);
  const { main } = new DatasetPage(page);
  await page.goto(`/#/sessions/${id}`);
  await expect(main).toContainText('Files in place');
  await files.write('clinic/b.parquet', visits(30, 45));
  const count = await api.send('POST', `/sessions/${id}/count`, { body: { filter: {} } });
  expect(count.status).toBe(409);
  await expect(main).toContainText('The rows changed.');
  await page.goto('/#/datasets/visits');
  await expect(main).toContainText(
    'The files were changed. 1 session ended. New sessions see the new rows.',
  );
  await main.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The rows are others: new sessions see them')).toBeVisible();
  await expect(main).toContainText('45');
});

test('a folder that is away, back, empty, or has other fields is told as that @whole', async ({
  page,
  api,
  host,
  files,
}) => {
  await makeDataset(api, host, files);
  const dataset = new DatasetPage(page);
  const { main } = dataset;
  await dataset.open('visits');
  const check = () => main.getByRole('button', { name: 'Check now' }).click();
  renameSync(join(files.path, 'clinic'), join(files.path, 'away'));
  await check();
  await expect(main).toContainText('The source cannot be reached.');
  await expect(main).toContainText('Sessions wait; nothing is lost.');
  mkdirSync(join(files.path, 'clinic'));
  await check();
  await expect(main).toContainText('This folder has no Parquet or CSV files.');
  rmdirSync(join(files.path, 'clinic'));
  renameSync(join(files.path, 'away'), join(files.path, 'clinic'));
  await check();
  await expect(page.getByText('The rows are those that were seen before')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Source' })).toContainText('Ready');
  await files.write('clinic/a.parquet', 'SELECT 1 AS other');
  await files.write('clinic/b.parquet', 'SELECT 1 AS other');
  await check();
  await expect(main).toContainText('The fields are others than those');
  await expectAccessibleInBothThemes(page, 'a dataset of files');
  await expectEverySizeToFit(page, 'a dataset of files');
});
