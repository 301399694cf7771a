/** Oversight from a file to the figures: imported, its profile confirmed, and every number a way to its decisions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { ImportDialog } from '../pages/import-dialog.ts';
import { OversightPage, ProfileDialog } from '../pages/oversight-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { repository } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

const file = join(
  repository,
  'shared',
  'oversight',
  'testing',
  'mortgage-decisions-boston-1990.csv',
);
const model = 'mortgage-underwriter';

test('a file of lending decisions is imported, said what it means, and its groups compared', async ({
  page,
}) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await dialog.choose(file);
  const [header = ''] = readFileSync(file, 'utf8').split('\n');
  for (const column of header.trim().replaceAll('"', '').split(',')) {
    await dialog.map(column, { rownames: 'Leave out', deny: 'Output' }[column] ?? 'Input');
  }
  await dialog.model(model);
  await dialog.import();
  await expect(dialog.outcome).toContainText('2,380 decisions imported');

  await dialog.dialog.getByRole('button', { name: 'See the proposal…' }).click();
  const profile = new ProfileDialog(page);
  const no = profile.dialog.getByRole('radiogroup', { name: 'Meaning of no', exact: true });
  await expect(no.getByRole('radio', { name: 'Favourable' })).toBeChecked();
  await profile.addGroup('/input/hschool', 3);
  await profile.confirm();

  const oversight = new OversightPage(page);
  await oversight.open(model);
  await expect(oversight.figure('Decisions')).toContainText('2,380');
  await expect(oversight.figure(/^Favourable/)).toContainText('88.0%');
  await expect(oversight.row('yes')).toContainText('0.790');
  await oversight.crossWith('single');
  await expect(oversight.figure('Lowest impact ratio')).toContainText('0.768');
  const both = oversight.row('yes, yes');
  await expect(both).toContainText('0.768');
  await expect(both).toContainText('Below 4/5');
  await both.getByRole('link', { name: '175', exact: true }).click();
  await decisions.expectTotal(175);
});

test.describe('with a demo', () => {
  test.use({ demo: 3_000 });

  test('an open alert leads to as many decisions as it says, and is acknowledged @whole', async ({
    page,
  }) => {
    const decisions = new DecisionsPage(page);
    const oversight = new OversightPage(page);
    await oversight.open('credit-scorer');
    await expectAccessible(page, 'oversight');
    const alert = oversight.alert('Adverse above 50%');
    const show = alert.getByRole('link', { name: /^Show [\d,]+ decisions$/ });
    const told = Number((await show.textContent())?.replaceAll(/\D/g, ''));
    await show.click();
    await decisions.expectTotal(told);
    await page.goBack();
    await alert.getByRole('button', { name: 'Acknowledge…' }).click();
    await page.keyboard.type('The rates of autumn are stricter.');
    await page.keyboard.press('Control+Enter');
    await expect(alert).toHaveCount(0);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    const rule = page.getByRole('listitem').filter({ hasText: 'Adverse above 50%' });
    await expect(rule).toContainText('The rates of autumn are stricter.');
  });

  test('in forced colours favourable, adverse and undecided are told apart @whole', async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const oversight = new OversightPage(page);
    await oversight.open('credit-scorer');
    const looks: string[] = [];
    for (const tone of ['favourable', 'adverse', 'undecided']) {
      const part = page.locator(`main svg [data-tone="${tone}"]`).first();
      await expect(part).toBeAttached();
      looks.push(await part.evaluate((element) => getComputedStyle(element).fill));
    }
    expect(new Set(looks).size).toBe(3);
    await expectAccessible(page, 'oversight in forced colours');
  });
});
