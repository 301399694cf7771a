/** Datasets in the console: make, import, read in a session, withdraw; accessibility. */
import { DatasetPage, DatasetsPage, RowBrowserPage } from '../pages/datasets-page.ts';
import { expectEverySizeToFit, expectAccessibleInBothThemes } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { addingTest, expect, test } from '../support/test.ts';

const digits = (index: number) => String(index).padStart(4, '0');

/** Rows `rec_0000`… with a score that falls, every third from the north. */
function someRows(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    record_id: `rec_${digits(index)}`,
    score: count - index,
    region: index % 3 === 0 ? 'north' : 'south',
    person: { age: 20 + (index % 60) },
    tags: index % 2 === 0 ? ['even'] : [],
  }));
}

async function sent(api: Api, path: string, body: object): Promise<unknown> {
  const answer = await api.send('POST', path, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function makeDataset(api: Api, id: string, rows: number, policy: object = {}): Promise<void> {
  await sent(api, '/datasets', {
    dataset_id: id,
    name: `Claims ${id}`,
    holder_id: 'clinic',
    policy: { access: 'open', unlisted: 'clear', record_ids: 'kept', ...policy },
  });
  if (rows > 0) await sent(api, `/datasets/${id}/records`, someRows(rows));
}

async function openSession(api: Api, dataset: string): Promise<string> {
  const session = await sent(api, '/sessions', {
    dataset_id: dataset,
    purpose: 'Review of claims',
  });
  const id: unknown = Reflect.get(Object(session), 'session_id');
  return String(id);
}

test('makes a dataset: faults at their fields, then the dataset, then its rows @whole', async ({
  page,
}) => {
  const datasets = new DatasetsPage(page);
  await datasets.open();
  await expect(page.getByRole('heading', { name: 'No datasets yet' })).toBeVisible();
  await datasets.create();
  const dataset = new DatasetPage(page);
  const { dialog, main } = dataset;
  await dialog.getByLabel('Dataset id').fill('no spaces');
  await dialog.getByRole('button', { name: 'Make the dataset' }).click();
  await expect(dialog).toContainText('must not be empty');
  await expect(dialog).toContainText('must be 1 to 128 letters');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Claims 2026');
  await dialog.getByLabel('Holder').fill('northwind');
  await dialog.getByLabel('Dataset id').fill('claims');
  await dialog.getByLabel('Publish all of it at once').check();
  await dialog.getByRole('button', { name: 'Make the dataset' }).click();

  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Claims 2026');
  await expect(main).toContainText('No rows yet');
  await main.getByRole('button', { name: 'Import rows' }).first().click();
  await dataset.checkFile('bad.ndjson', '{"age":1}\n[2]\n');
  await expect(dialog).toContainText('Rows that read well: 1; lines that do not: 1');
  await expect(dialog.getByRole('region', { name: 'Refused lines' })).toContainText('2');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await dataset.checkFile('good.csv', 'record_id,person.age,zip\nrec_a,61,02139\nrec_b,45,10001\n');
  await dialog.getByRole('button', { name: 'Append 2 rows' }).click();
  await expect(dialog).toContainText('2 rows appended');
  await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();

  await expect(main.getByRole('row', { name: /person\.age/ })).toContainText('number');
  await expect(main.getByRole('row', { name: /^zip/ })).toContainText('Readable');
  await dataset.show('Protection');
  await expect(main).toContainText('Every account opens sessions by itself.');
  await datasets.open();
  await expect(datasets.row('Claims 2026')).toContainText('Open · version 1');
});

addingTest('withdraws a dataset and says what stops @whole', async ({ page, api }) => {
  await makeDataset(api, 'withdrawn', 3);
  await openSession(api, 'withdrawn');
  const dataset = new DatasetPage(page);
  const { dialog, main } = dataset;
  await dataset.open('withdrawn');
  await dataset.show('Sessions');
  await expect(main.getByRole('row', { name: /Review of claims/ })).toContainText('Active');
  await main.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw the dataset' }).click();
  await expect(dialog).toContainText('1 open session is revoked with it.');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(dialog).toContainText('Say why.');
  await dialog.getByLabel('Reason').fill('Consent withdrawn');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(main.getByRole('note')).toContainText('Consent withdrawn');
  await expect(main.getByRole('row', { name: /Review of claims/ })).toContainText('Revoked');
  await expect(main.getByRole('button', { name: 'Import rows' })).toHaveCount(0);
});

addingTest('reads rows as they come into sight, by keyboard @whole', async ({ page, api }) => {
  await makeDataset(api, 'long', 1_000);
  const rows = new RowBrowserPage(page);
  await rows.open(await openSession(api, 'long'));
  await expect(page.getByText('100 of 1,000 rows read')).toBeVisible();
  await rows.grid.focus();
  await page.keyboard.press('End');
  await expect(page.getByText('300 of 1,000 rows read')).toBeVisible();
  await expect(rows.row(199)).toContainText('rec_0199');
  await page.keyboard.press('Home');
  await expect(rows.row(0)).toHaveAttribute('data-current', 'true');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(page.getByText('2 selected').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows.pane).toBeFocused();
  await expect(rows.pane).toContainText('rec_0001');
  await page.keyboard.press('Escape');
  await expect(rows.pane).toHaveCount(0);
  await expect(rows.grid).toBeFocused();

  await rows.grid.getByRole('columnheader', { name: 'score' }).click();
  await expect(rows.row(0)).toContainText('rec_0999');
  await expect(page.getByText('By score, ascending')).toBeVisible();
});

addingTest(
  'builds a filter, shows it as JSON and back, and names the clause at fault @whole',
  async ({ page, api, watch }) => {
    watch.expectError(/400 \(Bad Request\)/);
    await makeDataset(api, 'filtered', 90);
    const rows = new RowBrowserPage(page);
    await rows.open(await openSession(api, 'filtered'));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const { filter } = rows;
    await filter.getByRole('button', { name: 'Clause', exact: true }).click();
    await page.keyboard.type('region');
    await page.keyboard.press('Tab');
    await filter.getByRole('textbox', { name: 'Value for region' }).fill('north');
    await filter.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('menuitem', { name: 'None (NOT)' }).click();
    const group = filter.getByRole('group', { name: 'Group: None (NOT)' });
    await group.getByLabel('Field', { exact: true }).fill('score');
    await page.keyboard.press('Tab');
    await group.getByLabel('Operator of score').selectOption('$lt');
    await group.getByRole('textbox', { name: 'Value for score' }).fill('31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('20 rows, all read')).toBeVisible();

    await filter.locator('label').filter({ hasText: 'JSON' }).first().click();
    const text = filter.getByRole('textbox', { name: 'Filter as JSON' });
    await expect(text).toHaveValue(/"\$nor": \[\s+\{\s+"score": \{\s+"\$lt": 31/);
    await text.fill('{"region": "north", "score": {"$mod": [2, 0]}, "person.age": {"$gt": {}}}');
    await expect(filter.getByRole('alert')).toContainText('compares with a number');
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await filter.locator('label').filter({ hasText: 'Builder' }).click();
    await expect(filter).toContainText('Kept as written');
    await expect(filter.getByRole('textbox', { name: 'Value for region' })).toHaveValue('north');
    await expect(filter.getByRole('alert')).toContainText('compares with a number');
  },
);

addingTest(
  'what the walk does not reach is accessible in both themes and fits its window @whole',
  async ({ page, api }) => {
    test.setTimeout(420_000);
    await makeDataset(api, 'claims', 120, { fields: { person: { method: 'withheld' } } });
    const session = await openSession(api, 'claims');
    const datasets = new DatasetsPage(page);
    await datasets.open();
    await expect(datasets.row('Claims claims')).toBeVisible();
    await datasets.create();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'new dataset', 'overlay');
    await page.keyboard.press('Escape');

    const dataset = new DatasetPage(page);
    await dataset.open('claims');
    for (const tab of ['Fields', 'Protection', 'Sessions'] as const) {
      await dataset.show(tab);
      await expectAccessibleInBothThemes(page, tab, 'screen');
      await expectEverySizeToFit(page, tab);
    }
    await page.getByRole('button', { name: 'Import rows' }).click();
    await dataset.checkFile('rows.csv', 'a,b\n1,x\n');
    await expect(dataset.dialog.getByRole('button', { name: 'Append 1 row' })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'import', 'overlay');

    const rows = new RowBrowserPage(page);
    await rows.open(session);
    await rows.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await expect(rows.pane).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await rows.filter.getByRole('button', { name: 'Clause', exact: true }).click();
    await page.keyboard.type('region');
    await page.keyboard.press('Tab');
    await expectAccessibleInBothThemes(page, 'rows and filter', 'screen');
    await expectEverySizeToFit(page, 'rows and filter');
  },
);
