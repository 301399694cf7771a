/** What every table can do: saved views, its rows in a file, rows selected and copied, paper. */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import { TableMenu } from '../pages/table-menu.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test.use({ demo: 300 });

const sessionsSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      session_id: z.string(),
      snapshot: z.looseObject({ record_count: z.int() }),
    }),
  ),
});
const usageSchema = z.looseObject({
  usage: z.looseObject({ records_accessed: z.int(), read_operations: z.int() }),
});

test('a view is saved, named otherwise, opened, exported in three formats, deleted and back', async ({
  page,
}) => {
  const table = new TableMenu(page);
  await page.goto('/#/sessions?status=closed');
  const grid = page.getByRole('grid', { name: /^Sessions/ });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await table.saveView('Closed ones');
  await table.choose('Rename “Closed ones”…', 'Closed ones');
  await table.dialog.getByRole('textbox', { name: 'Name' }).fill('Ended');
  await table.dialog.getByRole('button', { name: 'Save' }).click();
  await table.choose('Everything', 'Ended');
  await expect(table.button()).toBeVisible();
  await table.choose('Ended');
  await expect(page).toHaveURL(/status=closed/);

  await table.choose('Export as a file…', 'Ended');
  await expect(table.dialog.getByText(`${count} rows`)).toBeVisible();
  await expect(table.dialog.getByText('State: Closed')).toBeVisible();
  await expectAccessible(page, 'the export dialog', 'overlay');
  await table.dialog.getByRole('checkbox', { name: 'Session id' }).check();
  const csv = await table.export('CSV, for a spreadsheet');
  expect(csv.name).toMatch(/^DEMO-sessions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines[0]).toContain('Purpose,State');
  expect(lines[1]).toContain('sess_');

  await table.dialog.getByRole('button', { name: 'Export again' }).click();
  const json = await table.export('JSON Lines, for a program');
  const rows = json.bytes.toString().trimEnd().split('\n');
  expect(rows).toHaveLength(count);
  expect(JSON.parse(rows[0] ?? '')).toMatchObject({ status: 'closed' });

  await table.dialog.getByRole('button', { name: 'Export again' }).click();
  const pdf = await table.export('PDF, for paper and files');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await page.keyboard.press('Escape');

  await table.choose('Delete “Ended”', 'Ended');
  await expect(table.button()).toBeVisible();
  // That of the new name may still be there beside it.
  const deleted = page.getByRole('status').filter({ hasText: /Ended.* deleted|deleted.*Ended/i });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(table.button('Ended')).toBeVisible();
});

test('decisions: the filter goes into the file, every page of it @whole', async ({ page }) => {
  const table = new TableMenu(page);
  await page.goto('/#/decisions?order=asc');
  await table.choose('Export as a file…');
  await table.dialog.getByRole('radio', { name: 'JSON Lines, for a program' }).check();
  await table.dialog.getByRole('checkbox', { name: 'Whole rows, as the API gives them' }).check();
  const { bytes } = await table.export('JSON Lines, for a program');
  const rows = bytes.toString().trimEnd().split('\n');
  expect(rows).toHaveLength(300);
  expect(JSON.parse(rows[0] ?? '')).toHaveProperty('input');
  await page.goto('/#/jobs');
  await expect(page.getByText(/^300 rows, /).first()).toBeVisible();
});

test('rows are selected by key, exported, and a list is printed light and whole @whole', async ({
  page,
}) => {
  const table = new TableMenu(page);
  await page.goto('/#/models');
  const grid = page.getByRole('grid', { name: /^Models/ });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await expect(grid).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(table.bar.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  const all = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await expect(table.bar.getByText(`${all} selected`)).toBeVisible();
  await expectAccessible(page, 'rows selected');
  await table.bar.getByRole('button', { name: 'Export…' }).click();
  const csv = await table.export('CSV, for a spreadsheet');
  expect(csv.bytes.toString().trimEnd().split('\r\n')).toHaveLength(all + 1);
  await page.keyboard.press('Escape');
  await grid.focus();
  await page.keyboard.press('Escape');
  await expect(table.bar).toBeHidden();

  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(table.printed.locator('tbody tr')).toHaveCount(all);
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
  await expect(table.button()).toBeHidden();
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(table.printed).toHaveCount(0);
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
});

test('payouts, the journal and jobs: rows by key, narrowed by a value of one, opened, exported @whole', async ({
  page,
}) => {
  const table = new TableMenu(page);
  const menu = page.getByRole('menu');
  await page.goto('/#/payouts');
  const payouts = page.getByRole('grid', { name: 'Payouts' });
  await expect(payouts.locator('[data-row="0"]')).toBeVisible();
  await payouts.focus();
  await page.keyboard.press('j');
  await expect(payouts.locator('[data-current]')).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(table.bar.getByText('2 selected')).toBeVisible();
  await expect(payouts.locator('[aria-selected="true"]')).toHaveCount(2);
  await expect(table.bar).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'payouts selected');
  await table.bar.getByRole('button', { name: 'Export…' }).click();
  const paid = await table.export('CSV, for a spreadsheet');
  expect(paid.bytes.toString().trimEnd().split('\r\n')).toHaveLength(3);
  await page.keyboard.press('Escape');
  await payouts.focus();
  await page.keyboard.press('Escape');
  await expect(table.bar).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Shares in payout_/ })).toBeVisible();
  await payouts.focus();
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /^Holder: / }).click();
  await expect(page).toHaveURL(/holder=/);

  await page.goto('/#/billing?tab=journal');
  const journal = page.getByRole('grid', { name: 'Journal' });
  await expect(journal.locator('[data-row="0"]').first()).toBeVisible();
  await journal.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /^Source: / }).click();
  await expect(page).toHaveURL(/source=/);
  await expect(page.getByRole('button', { name: /^Remove: Source: / })).toBeVisible();
  await journal.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await expect(table.bar.getByText('1 selected')).toBeVisible();
  const postings = await journal.locator('[aria-selected="true"]').count();
  await expectAccessible(page, 'a transaction selected');
  await table.bar.getByRole('button', { name: 'Export…' }).click();
  const posted = await table.export('CSV, for a spreadsheet');
  const [, ...lines] = posted.bytes.toString().trimEnd().split('\r\n');
  // Both sides of one transaction, also those of nothing, which the screen leaves out.
  expect(lines.length).toBeGreaterThanOrEqual(postings);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1);
  await page.keyboard.press('Escape');

  await page.goto('/#/jobs');
  const jobs = page.getByRole('grid', { name: 'Jobs, newest first' });
  await expect(jobs.locator('[data-row="0"]')).toBeVisible();
  await jobs.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Copy as JSON' })).toBeVisible();
  await expectAccessible(page, 'the menu of a job', 'overlay');
  await menu.getByRole('menuitem', { name: 'Kind: Export of a table' }).click();
  await expect(page).toHaveURL(/kind=view_export/);
  await jobs.focus();
  await page.keyboard.press('Control+a');
  await expect(table.bar).toContainText('selected');
  const exports = await jobs.locator('[aria-selected="true"]').count();
  await table.bar.getByRole('button', { name: 'Export…' }).click();
  const listed = await table.export('JSON Lines, for a program');
  expect(listed.bytes.toString().trimEnd().split('\n')).toHaveLength(exports);
  await page.keyboard.press('Escape');
  await page
    .getByRole('radiogroup', { name: 'State of the jobs' })
    .getByText(/^Failed/)
    .click();
  await expect(page).toHaveURL(/status=failed/);
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await expect(page).not.toHaveURL(/status=|kind=/);
});

test('columns of payouts, the journal and jobs are hidden and moved, and so is their file @whole', async ({
  page,
}) => {
  const table = new TableMenu(page);
  const headOf = (grid: Locator) => grid.getByRole('columnheader').allTextContents();
  await page.goto('/#/payouts');
  const payouts = page.getByRole('grid', { name: 'Payouts' });
  await expect(payouts.locator('[data-row="0"]')).toBeVisible();
  const before = await headOf(payouts);
  const cells = await payouts.locator('[data-row="0"]').getByRole('gridcell').allTextContents();
  expect(before.slice(0, 4)).toEqual(['Amount', 'Status', 'Statement', 'Holder']);
  await table.choose('Columns');
  await expectAccessible(page, 'the columns of payouts', 'overlay');
  await table.dialog.getByRole('checkbox', { name: 'Show Status' }).press('Space');
  await table.dialog.getByRole('button', { name: 'Move Holder up' }).press('Enter');
  await page.keyboard.press('Escape');
  const arranged = ['Amount', 'Holder', 'Statement', ...before.slice(4)];
  expect(await headOf(payouts)).toEqual(arranged);
  const [amount = '', , statement = '', holder = '', ...others] = cells;
  await expect(payouts.locator('[data-row="0"]').getByRole('gridcell')).toHaveText([
    amount,
    holder,
    statement,
    ...others,
  ]);
  await table.choose('Export as a file…');
  const csv = await table.export('CSV, for a spreadsheet');
  const head = csv.bytes.toString().split('\r\n')[0];
  expect(head?.startsWith('Payout id,Amount,Currency,Holder,Statement,Period from,')).toBe(true);
  expect(head).not.toContain('Status');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(payouts.locator('[data-row="0"]')).toBeVisible();
  expect(await headOf(payouts)).toEqual(arranged);
  await table.choose('Columns');
  await table.dialog.getByRole('button', { name: 'Reset to default' }).click();
  expect(await headOf(payouts)).toEqual(before);

  await page.goto('/#/billing?tab=journal');
  const journal = page.getByRole('grid', { name: 'Journal' });
  await expect(journal.locator('[data-row="0"]').first()).toBeVisible();
  await table.choose('Columns');
  await table.dialog.getByRole('checkbox', { name: 'Show Event' }).uncheck();
  await expect(journal.getByRole('columnheader', { name: 'Event' })).toHaveCount(0);

  await page.goto('/#/jobs');
  const jobs = page.getByRole('grid', { name: 'Jobs, newest first' });
  await expect(jobs.locator('[data-row="0"]')).toBeVisible();
  await table.choose('Columns');
  await table.dialog.getByRole('checkbox', { name: /^Show Progress/ }).uncheck();
  await expect(jobs.locator('[data-row="0"] > *')).toHaveCount(4);
});

/** Of every table on the screen: heads, and rows whose cells do not stand under them. */
async function tablesOf(page: Page): Promise<{ readonly heads: string[]; readonly odd: number }[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('table')].map((table) => {
      const heads = [...table.querySelectorAll('thead th')];
      const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr, tfoot tr')];
      const width = (row: HTMLTableRowElement) =>
        [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
      return {
        heads: heads.map((head) => head.textContent || (head.getAttribute('aria-label') ?? '')),
        odd: rows.filter((row) => width(row) !== heads.length).length,
      };
    }),
  );
}

test('columns of every short table are hidden, moved and reset, its cells with them @whole', async ({
  page,
  api,
}) => {
  const { data: sessions } = await api.get('/sessions?status=active&offset=1', sessionsSchema);
  const session = `/sessions/${sessions[0]?.session_id}`;
  await api.send('POST', '/api-keys', { body: { name: 'Nightly export', role: 'compliance' } });
  const console = new ConsolePage(page);
  const buttons = page.getByRole('main').getByRole('button', { name: /^View(: .*)?$/ });
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  let changed = 0;
  for (const address of [
    '/billing?tab=usage',
    '/billing?rows=sessions',
    '/billing?tab=rates',
    '/billing?tab=limits',
    '/billing?tab=accounts',
    '/payouts?tab=revenue',
    '/integrity?tab=checkpoints',
    '/settings?tab=keys',
    `${session}?tab=evidence`,
    `${session}?tab=operations`,
  ]) {
    await page.goto(`/#${address}`);
    await console.expectSettled();
    await expect(page.getByRole('main').locator('table').first()).toBeVisible();
    const before = await tablesOf(page);
    expect(before.map(({ odd }) => odd)).toEqual(before.map(() => 0));
    for (const button of await buttons.all()) {
      await button.click();
      await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
      const item = page.getByRole('menuitem', { name: 'Columns…' });
      if ((await item.count()) === 0) {
        await page.keyboard.press('Escape');
        continue;
      }
      await item.click();
      await chooser.getByRole('checkbox').nth(1).uncheck();
      await chooser
        .getByRole('button', { name: /^Move .* down$/ })
        .first()
        .press('Enter');
      const after = await tablesOf(page);
      expect(after.map(({ odd }) => odd)).toEqual(after.map(() => 0));
      const changes = after.map(({ heads }, place) => ({ heads, old: before[place]?.heads ?? [] }));
      const [moved, ...others] = changes.filter(({ heads, old }) => heads.join() !== old.join());
      expect(others, address).toEqual([]);
      const [first = '', , third = '', ...rest] = moved?.old ?? [];
      expect(moved?.heads, address).toEqual([third, first, ...rest]);
      await chooser.getByRole('button', { name: 'Reset to default' }).click();
      expect(await tablesOf(page)).toEqual(before);
      await page.keyboard.press('Escape');
      changed += 1;
    }
  }
  expect(changed).toBe(11);
});

test('rows of a session: narrowed by a value of one, exported, metered once and said before @whole', async ({
  page,
  api,
}) => {
  const { data: sessions } = await api.get('/sessions?status=active', sessionsSchema);
  const found = sessions.find(({ snapshot }) => snapshot.record_count > 1_000);
  const { session_id: id = '' } = found ?? {};
  const table = new TableMenu(page);
  const session = new SessionPage(page);
  await session.open(id, 'tab=data&sort=-amount&fields=kind,amount');
  await session.read();
  await session.rows.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /kind/ }).click();
  await expect(page).toHaveURL(/filter=/);
  await session.button(/^Count what matches · /).click();
  const counted = session.main.getByText(/of 1,200 rows/);
  await expect(counted).toBeVisible();
  const count = Number((await counted.textContent())?.replaceAll(',', '').split(' ')[0]);

  await table.choose('Export as a file…');
  await expect(table.dialog.getByText('This is metered.')).toBeVisible();
  await expect(table.dialog.getByText(/at most \$/)).toBeVisible();
  await expectAccessible(page, 'a metered export', 'overlay');
  const before = await api.get(`/sessions/${id}?include=usage`, usageSchema);
  const { bytes } = await table.export('CSV, for a spreadsheet');
  const after = await api.get(`/sessions/${id}?include=usage`, usageSchema);
  const [head, ...lines] = bytes.toString().trimEnd().split('\r\n');
  expect(head).toBe('record_id,kind,amount');
  expect(lines).toHaveLength(count);
  const amounts = lines.map((line) => Number(line.split(',')[2]));
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
  expect(after.usage.records_accessed - before.usage.records_accessed).toBe(count);
  expect(after.usage.read_operations - before.usage.read_operations).toBe(Math.ceil(count / 100));
});

test('all that match are selected beyond the page, but one, and exported @whole', async ({
  page,
  api,
}) => {
  const record = { model_id: 'm', input: {}, output: {} };
  for (let round = 0; round < 11; round += 1) {
    await Promise.all(
      Array.from({ length: 10 }, () => api.send('POST', '/records', { body: record })),
    );
  }
  const table = new TableMenu(page);
  await page.goto('/#/audit');
  const grid = page.getByRole('grid', { name: /^Audit/ });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Operation: createRecord' }).click();
  await expect(page).toHaveURL(/operation=createRecord/);
  await expect(grid).toHaveAttribute('aria-label', /110/);
  await grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await table.bar.getByRole('button', { name: 'Select all 110' }).click();
  await expect(table.bar.getByText('110 selected')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('x');
  await expect(table.bar.getByText('109 selected')).toBeVisible();
  await table.bar.getByRole('button', { name: 'Export…' }).click();
  const csv = await table.export('CSV, for a spreadsheet');
  expect(csv.bytes.toString().trimEnd().split('\r\n')).toHaveLength(110);
});
