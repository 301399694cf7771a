/** Importing from the console: mapping, dry run, bad lines by number, skip, cancel. */
import { readFileSync } from 'node:fs';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ImportDialog } from '../pages/import-dialog.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { auditStateSchema, recordListSchema } from '../support/api.ts';
import { decisions as sample, lending, withBadLines } from '../support/sample-files.ts';
import { expect, test } from '../support/test.ts';

/** Sends the lending file's columns where they belong. */
async function mapLending(dialog: ImportDialog): Promise<void> {
  const [header = ''] = readFileSync(lending.path, 'utf8').split('\n');
  for (const column of header.split(',')) {
    await dialog.map(column, { rownames: 'Leave out', deny: 'Output' }[column] ?? 'Input');
  }
  await dialog.model('mortgage-underwriting');
}

test('a file of lending decisions is imported by mapping, read by keyboard and verified @whole', async ({
  page,
  api,
}) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await dialog.choose(lending.path);
  await mapLending(dialog);
  await dialog.dryRun();
  await expect(dialog.outcome).toContainText('All 60 decisions read well');
  expect((await api.get('/records', recordListSchema)).total).toBe(0);
  await dialog.import();
  await expect(dialog.outcome).toContainText('60 decisions imported');
  await dialog.close();

  await decisions.expectTotal(lending.rows);
  await decisions.expectShown(1);
  await decisions.grid.focus();
  await page.keyboard.press('End');
  await decisions.expectShown(lending.rows);
  await page.keyboard.press('Enter');
  const inspector = new Inspector(page);
  await inspector.expectOpen(/^rec_/);
  await expect(inspector.panel()).toContainText('mortgage-underwriting');
  await expect(inspector.pane.getByText('Verified', { exact: true }).first()).toBeVisible();

  await page.keyboard.press('Alt+6');
  const integrity = new IntegrityPage(page);
  await expect(integrity.verify).toBeVisible();
  await page.keyboard.press('v');
  // The genesis, and the batch of the log of accesses that the verification seals.
  await integrity.expectVerified(lending.rows + 2);
  await expect(integrity.verdict).toContainText('Verified against a signed checkpoint');
  // Who asks for a decision stands in the log of accesses, which a second verification seals.
  const [record] = (await api.get('/records', recordListSchema)).data;
  await api.send('GET', `/records/${record?.id}`);
  await expect
    .poll(async () => {
      const { size, anchored_size: sealed } = await api.get('/audit/state', auditStateSchema);
      return size > sealed;
    })
    .toBe(true);
  const { outcome } = await api.verify();
  expect(outcome).toMatchObject({
    verdict: 'VERIFIED_SIGNED',
    checked: lending.rows + 3,
    total: lending.rows + 3,
  });
});

test('a mapping outlives Escape and another screen, until its file is imported @whole', async ({
  page,
}) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  const model = dialog.dialog.getByRole('combobox', { name: 'Model', exact: true });
  await decisions.open();
  await dialog.choose(lending.path);
  await mapLending(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toBeHidden();
  await page.goto('/#/integrity');
  await expect(new IntegrityPage(page).verify).toBeVisible();
  await page.goto('/#/decisions');
  await dialog.open();
  await expect(model.or(dialog.dialog.getByRole('textbox', { name: 'Model' })).first()).toHaveValue(
    'mortgage-underwriting',
  );
  await expect(dialog.part('deny')).toHaveValue('output');
  await expect(dialog.part('rownames')).toHaveValue('none');
  await dialog.dryRun();
  await expect(dialog.outcome).toContainText('All 60 decisions read well');
  await expect(
    dialog.dialog.getByRole('row', { name: /^pirat input\.pirat Number/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.open();
  await dialog.import();
  await expect(dialog.outcome).toContainText('60 decisions imported');
  await dialog.close();
  await dialog.open();
  await expect(dialog.dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a mapping outlives its window, for a file with the same columns, until one is imported @whole', async ({
  page,
  context,
}) => {
  await new DecisionsPage(page).open();
  const left = new ImportDialog(page);
  await left.choose(lending.path);
  await mapLending(left);
  await page.close();

  const next = await context.newPage();
  const dialog = new ImportDialog(next);
  const model = dialog.dialog.getByRole('combobox', { name: 'Model', exact: true });
  const continued = dialog.dialog.getByText('The columns go where you had sent them.');
  await new DecisionsPage(next).open();
  const [header = '', ...rows] = readFileSync(lending.path, 'utf8').split('\n');
  const other = { name: 'other.csv', mimeType: 'text/csv' };
  await dialog.choose({ ...other, buffer: Buffer.from('age,decision\n41,yes\n') });
  await expect(dialog.part('age')).toHaveValue('input');
  await expect(continued).toBeHidden();
  await dialog.close('Escape');

  await dialog.choose({ ...other, buffer: Buffer.from([header, ...rows.slice(9)].join('\n')) });
  await expect(continued).toBeVisible();
  await expect(model).toHaveValue('mortgage-underwriting');
  await expect(dialog.part('rownames')).toHaveValue('none');
  await expect(dialog.part('deny')).toHaveValue('output');
  await dialog.import();
  await expect(dialog.outcome).toContainText('51 decisions imported');
  await dialog.close();
  await dialog.choose(lending.path);
  await expect(dialog.part('rownames')).toHaveValue('context');
  await expect(continued).toBeHidden();
  await expect(model).toHaveValue('');
});

test('an import that fails while its dialog is closed leaves the mapping to be mended @whole', async ({
  page,
  api,
}) => {
  const dialog = new ImportDialog(page);
  await new DecisionsPage(page).open();
  await dialog.choose({
    name: 'lending.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lending.text().trimEnd()}\ntoo,few\n`),
  });
  await mapLending(dialog);
  const goOn = Promise.withResolvers<void>();
  await page.route('**/v1/imports?*', async (route) => {
    await goOn.promise;
    await route.continue();
  });
  await dialog.import();
  await expect(dialog.dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await dialog.close('Escape');
  goOn.resolve();
  await dialog.open();
  await expect(dialog.outcome).toContainText('Nothing was imported');
  expect((await api.get('/records', recordListSchema)).total).toBe(0);
  await dialog.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.part('deny')).toHaveValue('output');
  await expect(dialog.part('rownames')).toHaveValue('none');
});

test('a file dropped on the window is imported @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await dialog.drop(sample.name, sample.text());
  await dialog.import();
  await expect(dialog.outcome).toContainText('8 decisions imported');
  await dialog.close();
  await decisions.expectTotal(sample.lines);
  await expect(decisions.grid).toContainText('kyc-match');
});

test('bad lines stop the import, each named by its number, unless they are skipped @whole', async ({
  page,
  api,
}) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await dialog.choose(withBadLines.path);
  await dialog.import();
  await expect(dialog.outcome).toContainText('Nothing was imported');
  for (const line of withBadLines.badLines) {
    await expect(
      dialog.refused
        .getByRole('cell', { name: String(line), exact: true })
        .or(dialog.refused.getByRole('rowheader', { name: String(line), exact: true }))
        .first(),
    ).toBeVisible();
  }
  await expect(dialog.refused).toContainText('model_id');
  expect((await api.get('/records', recordListSchema)).total).toBe(0);

  await dialog.dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.onError('Skip it and import the rest');
  await dialog.import();
  await expect(dialog.outcome).toContainText('5 decisions imported');
  await expect(dialog.dialog).toContainText('5 lines were skipped.');
  await dialog.close();
  await decisions.expectTotal(5);
});

test('a running import is canceled and leaves nothing behind @whole', async ({ page, api }) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await dialog.choose({
    name: 'many.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(sample.text().repeat(6_000)),
  });
  await dialog.import();
  await expect(dialog.dialog.getByRole('button', { name: 'Run in the background' })).toBeVisible();
  await dialog.dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog.outcome).toContainText('Canceled');
  await dialog.close();
  expect((await api.get('/records', recordListSchema)).total).toBe(0);
  await page.goto('/#/jobs');
  await expect(page.getByRole('main')).toContainText('Canceled');
});

test('50,000 decisions are imported and reached from first to last @whole', async ({
  page,
  api,
}) => {
  test.setTimeout(180_000);
  const { job_id: jobId } = await api.startImport(
    sample.text().repeat(6_250),
    'application/x-ndjson',
  );
  await expect
    .poll(async () => (await api.send('GET', `/jobs/${jobId}`)).body, { timeout: 150_000 })
    .toMatchObject({ status: 'completed' });
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectTotal(50_000);
  await decisions.grid.focus();
  await page.keyboard.press('End');
  await decisions.expectShown(50_000);
  await expect(decisions.row(50_000)).toContainText('credit-scorer');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await decisions.expectShown(1);
  await expect(decisions.row(1)).toContainText('50,000');
});
