/** Checkpoints on the Integrity screen: signed, saved, compared; a database that was replaced is told at once. */
import { copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { Api } from '../support/api.ts';
import { expect, signIn, test, Watch } from '../support/test.ts';
import { ledgerFile, tamper } from '../support/ledger-file.ts';

const decision = { model_id: 'm', input: { a: 1 }, output: { decision: 'yes' } };
const noteSchema = z.looseObject({ note: z.string(), size: z.int() });

test('signed now, saved to a file, and compared when it comes back @whole', async ({
  page,
  api,
}) => {
  for (let count = 0; count < 3; count += 1) await api.append(decision);
  const integrity = new IntegrityPage(page);
  await integrity.open('tab=checkpoints');
  await page.getByRole('button', { name: 'Sign a checkpoint' }).click();
  const table = page.getByRole('table', { name: /^Checkpoints kept/ });
  await expect(table.getByRole('row').nth(1)).toContainText('4');
  await expect(table.getByRole('row').nth(1)).toContainText('Goes on from it');
  await expect(page.getByText('Goes on from its own checkpoint')).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the checkpoint over 4 entries' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/0000000004\.checkpoint\.txt$/);
  const note = readFileSync(await file.path(), 'utf8');
  expect(note.split('\n')[1]).toBe('4');

  await api.append(decision);
  await page.getByRole('button', { name: 'Compare one kept elsewhere…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Checkpoint' }).fill('not a checkpoint');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog).toContainText('A checkpoint has three lines');
  await dialog.getByLabel('Choose a file…').setInputFiles(await file.path());
  await expect(dialog.getByRole('textbox', { name: 'Checkpoint' })).toHaveValue(note);
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog).toContainText('Goes on from a checkpoint kept elsewhere');
  await expect(dialog).toContainText('It is kept as an anchor');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(table).toContainText('Elsewhere');
});

test('a note signed by another key is compared and not kept @whole', async ({ page, api }) => {
  await api.append(decision);
  const foreign = temporaryDirectory('foreign');
  const other = await startHost({ directory: foreign.path });
  const answer = await new Api(other).send('POST', '/chain/checkpoints');
  const { note } = noteSchema.parse(answer.body);
  await other.stop();
  foreign.remove();
  const integrity = new IntegrityPage(page);
  await integrity.open('tab=checkpoints');
  await page.getByRole('button', { name: 'Compare one kept elsewhere…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Checkpoint' }).fill(note);
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog).toContainText('unknown key');
  await expect(dialog).toContainText('not kept');
});

test('the key is changed: both keys are told, and what was signed before still verifies @whole', async ({
  page,
  api,
  host,
}) => {
  await api.append(decision);
  const integrity = new IntegrityPage(page);
  await integrity.open('tab=checkpoints');
  const keys = page.getByRole('table', { name: /^Keys of the ledger/ });
  await expect(keys.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Change the key…' }).click();
  const change = page.getByRole('dialog').getByRole('button', { name: 'Change the key' });
  await expect(change).toBeDisabled();
  await page.getByRole('dialog').getByLabel('API key of this start').fill(host.apiKey);
  await change.click();
  await expect(keys.getByRole('row')).toHaveCount(3);
  await expect(keys.getByRole('row').nth(1)).toContainText('In force');
  await expect(keys.getByRole('row').nth(2)).toContainText('Replaced');
  await api.append(decision);
  await page.getByRole('button', { name: 'Sign a checkpoint' }).click();
  await integrity.verify.click();
  await expect(page.getByText(/Checked 4 of 4 entries/)).toBeVisible();
  expect((await api.verify()).outcome.verdict).toBe('VERIFIED_SIGNED');
});

/** What was done to the database file, what the console says of it, and how many entries are left. */
const replaced = [
  {
    name: 'yesterday’s database put back: rolled back',
    title: 'The ledger was rolled back',
    banner: 'Entries signed for: 7; entries here: 3',
    verdict: 'Rolled back',
    replace: (file: string, yesterday: string) => copyFileSync(yesterday, file),
  },
  {
    name: 'a history of its own from yesterday on: forked',
    title: 'The ledger holds another history',
    banner: 'The root (entries: 7) is not the one that was signed',
    verdict: 'Another history',
    replace: async (file: string, yesterday: string) => {
      const elsewhere = temporaryDirectory('forked');
      cpSync(path.dirname(path.dirname(file)), elsewhere.path, { recursive: true });
      const other = ledgerFile(elsewhere.path);
      await replaceDatabase(other, () => copyFileSync(yesterday, other));
      for (const beside of ['checkpoints', 'last-seen.json']) {
        rmSync(path.join(path.dirname(other), beside), { recursive: true });
      }
      const host = await startHost({ directory: elsewhere.path });
      for (let count = 0; count < 4; count += 1) {
        await new Api(host).append({ ...decision, model_id: 'another' });
      }
      await host.stop();
      copyFileSync(other, file);
      elsewhere.remove();
    },
  },
  {
    name: 'the last entries deleted: cut off',
    title: 'The end of the ledger was cut off',
    banner: 'Entries signed for: 7; entries here: 4',
    verdict: 'End cut off',
    replace: (file: string) =>
      tamper(
        file,
        ['records', 'payloads', 'entries'].map((table) => `DELETE FROM ${table} WHERE seq >= 4`),
      ),
  },
] as const;

/** Replaces a database of a host that is stopped, with nothing left of its log. */
async function replaceDatabase(file: string, replace: () => unknown): Promise<void> {
  await replace();
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

const yesterdayOf = (directory: string) => path.join(directory, 'yesterday.copy');

/** A ledger of seven entries, closed, and beside it what it was the day before. */
let grown = { path: '', remove: () => {} };

test.describe('a database that was replaced', () => {
  test.beforeAll(async () => {
    grown = temporaryDirectory('grown');
    for (const records of [1, 3]) {
      const host = await startHost({ directory: grown.path });
      for (let count = 0; count < records; count += 1) await new Api(host).append(decision);
      await host.stop();
      if (records === 1) copyFileSync(ledgerFile(grown.path), yesterdayOf(grown.path));
    }
  });
  test.afterAll(() => grown.remove());

  for (const { name, title, banner, verdict, replace } of replaced) {
    test(`${name}, both sides shown, on every screen, in both themes @whole`, async ({
      browser,
    }) => {
      const directory = temporaryDirectory('replaced');
      cpSync(grown.path, directory.path, { recursive: true });
      const file = ledgerFile(directory.path);
      const yesterday = yesterdayOf(directory.path);
      await replaceDatabase(file, () => replace(file, yesterday));

      const host = await startHost({ directory: directory.path });
      const watch = new Watch(host.origin);
      const context = await browser.newContext({
        baseURL: host.origin,
        storageState: await signIn(host),
      });
      await watch.observe(context);
      const page = await context.newPage();
      await page.goto('/#/decisions');
      const alert = page.getByRole('alert').filter({ hasText: title });
      await expect(alert).toContainText(banner);
      await alert.getByRole('link', { name: 'Show the checkpoints' }).click();
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'The checkpoint' })).toBeVisible();
      await expect(main.getByRole('heading', { name: 'The ledger', exact: true })).toBeVisible();
      await expect(main).toContainText('Nothing can be appended until this is explained');
      const kept = main.getByRole('table', { name: /^Checkpoints kept/ });
      await expect(kept).toContainText(verdict);
      await expectAccessibleInBothThemes(page, verdict);
      watch.check();
      await context.close();
      await host.stop();
      directory.remove();
    });
  }
});
