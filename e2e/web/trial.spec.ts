/** A whole story on real data: a trial is imported, read, grouped, anonymised, trained on, and withdrawn. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { DatasetPage, DatasetsPage } from '../pages/datasets-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { pick } from '../support/choices.ts';
import { trial } from '../support/sample-files.ts';
import { expect, test } from '../support/test.ts';

const envelopeSchema = z.looseObject({ payloadType: z.string(), payload: z.string() });
const severe = '{"bili": {"$gte": 3}, "status": {"$in": [1, 2]}}';

test('a clinical trial from its import to its withdrawal @whole', async ({ page }) => {
  const datasets = new DatasetsPage(page);
  const dataset = new DatasetPage(page);
  await datasets.open();
  await datasets.create();
  await dataset.dialog.getByLabel('Name').fill('PBC trial');
  await dataset.dialog.getByLabel('Holder').fill('mayo-clinic');
  await dataset.dialog.getByLabel('Dataset id').fill('pbc-trial');
  await dataset.dialog.getByRole('button', { name: 'Make the dataset' }).click();
  await dataset.main.getByRole('button', { name: 'Import rows' }).first().click();
  await dataset.checkFile(trial.name, trial.text());
  await dataset.dialog.getByRole('button', { name: `Append ${trial.rows} rows` }).click();
  await expect(dataset.dialog).toContainText(`${trial.rows} rows appended`);
  await dataset.dialog.locator('footer').getByRole('button', { name: 'Close' }).click();

  const session = new SessionPage(page);
  await session.button('Open a session').first().click();
  await session.dialog.getByRole('textbox', { name: 'Purpose' }).fill('Survival model');
  await session.dialog.getByRole('button', { name: 'Open session' }).click();
  await session.expectOpen('Survival model', 'Active');
  await session.read();
  await expect(session.main).toContainText(`of ${trial.rows} rows read`);

  const matching = trial.severe.f + trial.severe.m;
  await session.button('Filter').click();
  await session.main.getByText('JSON', { exact: true }).click();
  await session.main.getByRole('textbox', { name: 'Filter as JSON' }).fill(severe);
  await expect(session.main).toContainText(`${matching} of ${trial.rows} rows match`);
  await session.button('Apply').click();
  await expect(session.main).toContainText(`${matching} rows, all read`);

  await session.tab('Aggregate');
  await pick(session.main, 'Group by', 'sex');
  await page.keyboard.press('Escape');
  await session.button('Run').click();
  const groups = session.main.getByRole('table', { name: 'Groups' });
  await expect(groups.getByRole('row', { name: /^f/ })).toContainText(String(trial.severe.f));
  await expect(groups.getByRole('row', { name: /^m/ })).toContainText(String(trial.severe.m));

  await session.button('Transform').click();
  await pick(session.dialog, 'Transformation', 'Anonymize');
  await pick(session.dialog, 'Fields', 'id');
  await page.keyboard.press('Escape');
  await session.dialog.getByRole('button', { name: 'Preview' }).click();
  await session.dialog.getByRole('button', { name: `Transform ${matching} rows` }).click();
  await session.dialog.getByRole('button', { name: 'Show the evidence' }).click();
  await expect(session.evidence).toContainText('Anonymize by keyed hash');
  await expect(session.evidence).toContainText(`${matching} rows of`);

  await session.header.getByRole('button', { name: 'Record' }).click();
  await session.dialog.getByRole('combobox', { name: 'Model' }).fill('survival-net');
  await session.dialog.getByRole('button', { name: 'Record operation' }).click();
  await expect(session.evidence).toContainText('Transformed before');
  await session.evidence.getByRole('button', { name: 'Verify' }).click();
  await expect(session.evidence).toContainText('Verified');
  const download = page.waitForEvent('download');
  await session.evidence.getByRole('button', { name: 'DSSE envelope' }).click();
  const envelope = envelopeSchema.parse(
    JSON.parse(readFileSync(await (await download).path(), 'utf8')),
  );
  expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
  const statement = Buffer.from(envelope.payload, 'base64').toString('utf8');
  expect(statement).toContain('"TRAIN"');
  expect(statement).toContain('"survival-net"');

  await session.action(/Revoke/);
  await session.dialog.getByRole('textbox', { name: 'Reason' }).fill('Consent was withdrawn.');
  await session.dialog.getByRole('button', { name: 'Revoke session' }).click();
  await session.expectOpen('Survival model', 'Revoked');
  await expect(session.main.getByRole('note')).toContainText('Revoked by mayo-clinic');
  await expect(session.main.getByRole('note')).toContainText('Consent was withdrawn.');
});
