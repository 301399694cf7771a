/** Verifying in the console: the verdict in words, and where someone altered the file. */
import { readFileSync } from 'node:fs';
import { ConsolePage } from '../pages/console-page.ts';
import { Inspector } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { chainSchema } from '../support/api.ts';
import { startHost } from '../support/host.ts';
import { ledgerFile, tamper } from '../support/ledger-file.ts';
import { decisions } from '../support/sample-files.ts';
import { expect, readingTest, signIn, test } from '../support/test.ts';

readingTest(
  'a ledger verifies, every entry of it, and says what that does not prove',
  async ({ page, api }) => {
    const integrity = new IntegrityPage(page);
    await integrity.open();
    await integrity.verify.click();
    await expect(integrity.verdict).toContainText('Verified');
    // Open lines are sealed before the check begins: the ledger is longer by their batches.
    const { size } = await api.get('/chain', chainSchema);
    const entries = size.toLocaleString('en');
    await integrity.expectVerified(size);
    // Which of the two depends on whether a checkpoint was signed yet.
    await expect(integrity.verdict).toContainText(/Consistent in itself|signed checkpoint/);
    await expect(page.getByText('What this does not prove')).toBeVisible();
    await expect(page.getByText(/nothing was cut off the end/)).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('cell', { name: `${entries} / ${entries}` }).first()).toBeVisible();
    await expect(new ConsolePage(page).status).toContainText(`Verified ${entries} of ${entries}`);
  },
);

readingTest('the verdict is handed over as a PDF @whole', async ({ page }) => {
  const integrity = new IntegrityPage(page);
  await integrity.open();
  await integrity.verify.click();
  await expect(integrity.verdict).toContainText('Verified');
  const saving = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Report PDF' }).first().click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString('latin1'),
  ).toBe('%PDF-');
});

readingTest('v verifies from the keyboard @whole', async ({ page, api }) => {
  const { size } = await api.get('/chain', chainSchema);
  const integrity = new IntegrityPage(page);
  await integrity.open();
  await page.keyboard.press('v');
  await integrity.expectVerified(size);
});

test('what was appended since is not called verified @whole', async ({ page, api }) => {
  await api.importFile(decisions.text(), 'application/x-ndjson');
  const integrity = new IntegrityPage(page);
  await integrity.open();
  await integrity.verify.click();
  await integrity.expectVerified(9);
  await api.append({ model_id: 'm', input: {}, output: {} });
  await expect(integrity.verdict).toContainText('Verified earlier');
  await expect(page.getByText('1 entry was appended since and is not checked.')).toBeVisible();
});

test('an altered byte is shown at its record and field, in the console and after a restart @whole', async ({
  api,
  host,
  browser,
}) => {
  const records = [];
  for (let index = 0; index < 40; index += 1) {
    records.push(
      await api.append({
        model_id: 'credit-scorer',
        input: { age: 41 + index, income: 52_000.5 },
        output: { decision: 'APPROVE' },
        confidence: 0.9,
      }),
    );
  }
  expect(await host.stop()).toBe(0);
  const [altered, moved] = [records[11], records[29]];
  if (altered === undefined || moved === undefined) throw new Error('no such records');
  tamper(ledgerFile(host.directory), [
    `UPDATE payloads SET value = replace(value, '52000.5', '92000.5') WHERE seq = ${altered.seq} AND field = 'input'`,
    `UPDATE records SET model_id = 'credit-scorer-2' WHERE seq = ${moved.seq}`,
  ]);

  const again = await startHost({ directory: host.directory });
  const context = await browser.newContext({
    baseURL: again.origin,
    storageState: await signIn(again),
  });
  try {
    const page = await context.newPage();
    const integrity = new IntegrityPage(page);
    await integrity.open();
    await integrity.verify.click();
    await expect(integrity.verdict).toContainText('Failed');
    await expect(integrity.verdict).toContainText('2 deviations found');
    // The genesis, the decisions, and the batches of the log of accesses.
    await expect(page.getByText(/^Checked (\d+) of \1 entries$/)).toBeVisible();

    await expect(integrity.break(0)).toContainText('Value altered');
    await expect(integrity.break(0)).toContainText('input');
    await expect(integrity.break(0)).toContainText(altered.id);
    await expect(integrity.break(1)).toContainText('Index column differs');
    await expect(integrity.break(1)).toContainText('model_id');
    await expect(integrity.break(1)).toContainText(moved.id);

    await integrity.break(0).click();
    await expect(integrity.detail.getByRole('heading', { level: 3 })).toContainText(
      `Break at entry ${altered.seq}`,
    );
    await expect(integrity.detail).toContainText('Expected');
    await expect(integrity.detail).toContainText('Actual');
    await page.keyboard.press(']');
    await expect(integrity.detail).toContainText(`Break at entry ${moved.seq}`);
    await expect(integrity.detail).toContainText('credit-scorer-2');
    await page.keyboard.press('[');
    await integrity.detail.getByRole('link', { name: 'Open the decision' }).click();

    const inspector = new Inspector(page);
    await inspector.expectOpen(altered.id);
    await expect(inspector.pane.getByText('Failed', { exact: true }).first()).toBeVisible();
    const console = new ConsolePage(page);
    await expect(console.status).toContainText('Failed · 2 deviations');
    await expect(console.navigation.getByRole('link', { name: /^Integrity/ })).toHaveAccessibleName(
      'Integrity Failed: Does not verify',
    );
    // What is told first is what weighs most.
    await console.open('Overview');
    await expect(console.main.getByRole('listitem').first()).toContainText(
      'The last verification found 2 deviations',
    );
  } finally {
    await context.close();
    await again.stop();
  }
});
