/** A bundle that was handed over: verified, kept as a case, opened read-only, never merged. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { temporaryDirectory } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

const jobSchema = z.looseObject({ job_id: z.string(), status: z.string() });

test('imported, opened with the same screens, left again; a zip that is no bundle is refused @whole', async ({
  page,
  api,
  host,
}) => {
  const { id } = await api.append({
    model_id: 'credit-scorer',
    input: { income: 1 },
    output: { decision: 'decline' },
  });
  const started = await api.send('POST', '/bundles', { body: { kind: 'full' } });
  const { job_id: jobId } = jobSchema.parse(started.body);
  await expect
    .poll(async () => (await api.get(`/jobs/${jobId}`, jobSchema)).status)
    .toBe('completed');
  const response = await fetch(`${host.baseUrl}/bundles/${jobId}`, {
    headers: { authorization: `Bearer ${host.apiKey}` },
  });
  const folder = temporaryDirectory('case');
  const zip = path.join(folder.path, 'from-the-bank.zip');
  writeFileSync(zip, Buffer.from(await response.arrayBuffer()));
  const rubbish = path.join(folder.path, 'rubbish.zip');
  writeFileSync(rubbish, 'not a zip');

  const integrity = new IntegrityPage(page);
  await integrity.open('tab=cases');
  await expect(page.getByText('No cases yet')).toBeVisible();
  await page.getByLabel('Evidence bundle').setInputFiles(rubbish);
  await expect(page.getByRole('alert').filter({ hasText: 'was not imported' })).toBeVisible();
  await page.getByLabel('Evidence bundle').setInputFiles(zip);
  const table = page.getByRole('table', { name: /^Cases kept here/ });
  await expect(table).toContainText('from-the-bank.zip', { timeout: 30_000 });
  await expect(table).toContainText('local ledger');
  await table.getByRole('button', { name: 'Open from-the-bank.zip read-only' }).click();

  const banner = page.getByRole('note').filter({ hasText: 'read-only, as it was handed over' });
  await expect(banner).toContainText('from-the-bank.zip', { timeout: 30_000 });
  await expect(page.getByTitle(/^Workspace/)).toContainText('CASE');
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  await decisions.open();
  await decisions.expectTotal(1);
  await decisions.expectShown(1);
  await expect(page.getByRole('button', { name: 'New decision' })).toBeDisabled();
  for (const theme of ['Light', 'Dark'] as const) {
    await new ConsolePage(page).theme(theme);
    await expectAccessible(page, `an open case, ${theme}`);
  }
  await decisions.row(1).dblclick();
  await inspector.expectOpen(id);
  await inspector.tab('Interventions').click();
  await expect(inspector.panel()).toContainText('nobody can act in it');
  await expect(inspector.panel().getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await new ConsolePage(page).open('Integrity');
  await integrity.verify.click();
  // The genesis and the decision.
  await expect(page.getByText(/Checked 2 of 2 entries/)).toBeVisible();

  await banner.getByRole('button', { name: 'Back to the local ledger' }).click();
  await expect(banner).toBeHidden({ timeout: 30_000 });
  await decisions.open();
  await decisions.expectTotal(1);
  await expect(page.getByRole('button', { name: 'New decision' })).toBeEnabled();

  await integrity.open('tab=cases');
  await table.getByRole('button', { name: 'Remove from-the-bank.zip' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No cases yet')).toBeVisible();
  folder.remove();
});
