/** A figure of the mortgage file becomes evidence: recorded, its bundle fetched, and counted again by the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { OversightPage } from '../pages/oversight-page.ts';
import { repository } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

const model = 'mortgages';
const jobSchema = z.looseObject({ job_id: z.string(), status: z.string() });

/** The file as a line of NDJSON for each decision. */
function lines(): string {
  const folder = join(repository, 'shared', 'oversight', 'testing');
  const text = readFileSync(join(folder, 'mortgage-decisions-boston-1990.csv'), 'utf8');
  const cellsOf = (line: string) => line.replaceAll('"', '').split(',');
  const [header = '', ...rows] = text.trim().split(/\r?\n/);
  const names = cellsOf(header);
  return rows
    .map((row) => {
      const { deny, ...input } = Object.fromEntries(
        cellsOf(row).map((cell, at) => [names[at] ?? '', cell]),
      );
      return JSON.stringify({ model_id: model, input, output: { deny } });
    })
    .join('\n');
}

test('a figure of one group is recorded, and its bundle is verified as a case @whole', async ({
  page,
  api,
  host,
}) => {
  const imported = await fetch(`${host.baseUrl}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.apiKey}`, 'content-type': 'application/x-ndjson' },
    body: lines(),
  });
  const { job_id: jobId } = jobSchema.parse(await imported.json());
  const importing = expect.poll(async () => (await api.get(`/jobs/${jobId}`, jobSchema)).status, {
    timeout: 60_000,
  });
  await importing.toBe('completed');
  const profile = {
    outcome: { path: '/output/deny', favourable: ['no'], adverse: ['yes'], undecided: [] },
    decided_at: null,
    subject: null,
    groups: [{ name: 'afam', path: '/input/afam' }],
    version: null,
    amount: null,
    columns: [],
    reasons: null,
    review: null,
    small_group: 30,
  };
  const confirmed = await api.send('POST', `/models/${model}/profiles`, { body: { profile } });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(201);

  const oversight = new OversightPage(page);
  await oversight.open(model, { where: '{"group.afam":"yes"}' });
  await page.getByRole('button', { name: 'Export evidence…' }).click();
  const recording = page.getByRole('dialog', { name: 'Export evidence' });
  await recording.getByRole('radio', { name: /^Groups/ }).check();
  await expect(recording).toContainText('339 decisions');
  await recording.getByRole('button', { name: 'Keep in the ledger' }).click();
  const counts = page.getByRole('region', { name: 'Counts' });
  await expect(counts.getByRole('row').nth(1)).toHaveText('yes24396');

  await page.getByRole('button', { name: 'Export bundle…' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export an evidence bundle' });
  await expect(exporting.getByRole('radio', { name: /^One figure/ })).toBeChecked();
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting.getByText('The bundle is made')).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Download' }).first().click();
  const zip = await (await saving).path();
  await page.keyboard.press('Escape');
  await expect(exporting).toBeHidden();

  const integrity = new IntegrityPage(page);
  await integrity.open('tab=cases');
  await page.getByLabel('Evidence bundle', { exact: true }).setInputFiles({
    name: 'figure.zip',
    mimeType: 'application/zip',
    buffer: readFileSync(zip),
  });
  const cases = page.getByRole('table', { name: /^Cases kept here/ });
  const row = cases.getByRole('row').filter({ hasText: 'figure.zip' });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await expect(row).toContainText('Verified against an outside anchor');
});
