/**
 * The five jobs that the console is for, each from the start of the program to its end, by keyboard
 * alone. The reviewer's is the first test of review.spec.ts.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { Keyboard } from '../pages/keyboard.ts';
import { chainSchema, recordListSchema } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 180_000 });

test.describe('with the demo ledger', () => {
  test.use({ demo: 300 });

  test('an officer finds a decision, sees who intervened, proves it, and hands it over @whole', async ({
    page,
    api,
  }) => {
    const keys = await Keyboard.only(page);
    const decisions = new DecisionsPage(page);
    const inspector = new Inspector(page);
    const { data } = await api.get(
      '/records?has_intervention=true&limit=1&order=desc',
      recordListSchema,
    );
    const [wanted] = data;
    const started = Date.now();
    await page.goto('/');
    await expect(page.getByText('Engine running')).toBeVisible();
    await keys.run('Go to Decisions');
    await decisions.expectShown(2);
    await keys.run(wanted?.hash.slice(7, 27) ?? '', wanted?.id);
    await inspector.expectOpen(wanted?.id ?? '');
    expect(Date.now() - started, 'from launch to the record').toBeLessThan(60_000);

    // What the model saw and answered, and who intervened.
    await keys.press('F6');
    await keys.to(inspector.tab('Overview'));
    await expect(inspector.panel()).toContainText('Answered');
    await keys.press('ArrowRight');
    await expect(inspector.panel()).toContainText('input');
    await keys.to(inspector.tab('Interventions'), 'ArrowRight');
    await expect(inspector.panel().getByRole('list', { name: 'Interventions' })).toBeVisible();

    // The whole ledger, and the report of it.
    const { size } = await api.get('/chain', chainSchema);
    const integrity = new IntegrityPage(page);
    await keys.run('Verify the whole ledger');
    await keys.run('Go to Integrity');
    await expect(integrity.verdict).toContainText('Verified');
    // What was still open is sealed first: the whole is a few entries longer than it was.
    await expect(async () => {
      const said = await page
        .getByText(/^Checked [\d,]+ of [\d,]+ entries$/)
        .textContent({ timeout: 1_000 });
      const [checked = 0, total = 0] =
        said?.match(/[\d,]+/g)?.map((figure) => Number(figure.replaceAll(',', ''))) ?? [];
      expect(checked).toBe(total);
      expect(checked).toBeGreaterThanOrEqual(size);
    }).toPass({ timeout: 15_000 });
    const report = page.waitForEvent('download');
    await keys.choose(
      page
        .getByRole('main')
        .getByRole('button', { name: /report/i })
        .first(),
    );
    expect((await readFile(await (await report).path())).subarray(0, 5).toString()).toBe('%PDF-');

    // The record, the entries around it and the script that checks them, for the auditor.
    await keys.run(wanted?.id ?? '', wanted?.id);
    await inspector.expectOpen(wanted?.id ?? '');
    await keys.to(decisions.grid);
    await keys.press('e');
    const dialog = page.getByRole('dialog', { name: 'Export an evidence bundle' });
    await keys.choose(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect(dialog.getByText('The bundle is made')).toBeVisible({ timeout: 60_000 });
    const bundle = page.waitForEvent('download');
    await keys.choose(dialog.getByRole('button', { name: 'Download' }));
    expect((await readFile(await (await bundle).path())).subarray(0, 2).toString()).toBe('PK');
  });

  test('a holder sees who used the data, revokes, and what is owed for it @whole', async ({
    page,
    api,
  }) => {
    const keys = await Keyboard.only(page);
    const { main } = new ConsolePage(page);
    await page.goto('/');
    await expect(page.getByText('Engine running')).toBeVisible();
    await keys.run('Go to Sessions');
    const grid = main.getByRole('grid');
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    await keys.to(main.getByRole('radio', { checked: true }));
    await keys.press('ArrowRight');
    await expect(page).toHaveURL(/status=active/);
    await expect(main.locator('[data-dimmed]')).toHaveCount(0);
    await keys.to(grid);
    await keys.press('Home', 'Enter');
    await expect(page).toHaveURL(/#\/sessions\/sess_/);
    const id = /sess_\w+/.exec(page.url())?.[0] ?? '';

    // For what, with which evidence.
    await keys.to(main.getByRole('tab', { selected: true }));
    await keys.to(main.getByRole('tab', { name: /^Evidence/ }), 'ArrowRight');
    await expect(main.getByRole('tabpanel', { name: /^Evidence/ })).toBeVisible();

    // Revoked: the command, the reason, the confirmation.
    await keys.run('Revoke', 'Revoke the session');
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await keys.to(dialog.getByRole('textbox', { name: 'Reason' }));
    await keys.type('The agreement ended.');
    await keys.choose(dialog.getByRole('button', { name: 'Revoke session' }));
    await expect(main).toContainText('The agreement ended.');
    const session = await api.get(`/sessions/${id}`, z.looseObject({ status: z.string() }));
    expect(session.status).toBe('revoked');

    // What is owed: the payout and the rows behind it.
    await keys.run('Go to Payouts');
    await keys.choose(main.getByRole('button', { name: 'Shares' }).first());
    const shares = main.getByRole('region', { name: /^Shares in payout_/ });
    await expect(shares).toContainText(/inv_/);
  });

  test('a lab sees usage and cost, pays an invoice, and sees its limits @whole', async ({
    page,
    api,
  }) => {
    const keys = await Keyboard.only(page);
    const { main } = new ConsolePage(page);
    const { data } = await api.get(
      '/billing/invoices?status=PENDING&limit=1',
      z.looseObject({ data: z.array(z.looseObject({ invoice_id: z.string() })) }),
    );
    const invoice = data[0]?.invoice_id ?? '';
    await page.goto('/');
    await expect(page.getByText('Engine running')).toBeVisible();
    await keys.run('Go to Billing');
    await expect(main).toContainText('add up to the total, to the nano-unit');

    await keys.run(invoice, invoice);
    await expect(main.getByRole('heading', { level: 1, name: /^Invoice INV/ })).toBeVisible();
    await keys.choose(main.getByRole('button', { name: 'Pay', exact: true }));
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await keys.to(dialog.getByRole('radio').first());
    await keys.press('Space');
    while (!(await dialog.getByRole('radio', { name: /4242/ }).isChecked())) {
      await keys.press('ArrowDown');
    }
    await keys.choose(dialog.getByRole('button', { name: /^Pay / }));
    await expect(dialog).toBeHidden();
    await expect(main).toContainText('Paid');

    await keys.run('Go to Billing');
    await keys.to(main.getByRole('tab', { selected: true }));
    await keys.to(main.getByRole('tab', { name: /^Limits/ }), 'ArrowRight');
    await expect(main.getByRole('tabpanel', { name: /^Limits/ })).toContainText(/spent|of \$/i);
  });
});

test('somebody new opens the demo, sees it marked as such, and makes it anew @whole', async ({
  page,
  watch,
}) => {
  // The engine changes ledgers meanwhile: what is asked in between is answered with 503.
  watch.expectError(/status of 503|ERR_|Failed to load resource/);
  const keys = await Keyboard.only(page);
  const { workspace } = new ConsolePage(page);
  await page.goto('/');
  await expect(page.getByText('Engine running')).toBeVisible();
  await keys.run('Open the demo ledger');
  await expect(workspace).toContainText('DEMO');
  await expect(page.getByText('Engine running')).toBeVisible({ timeout: 60_000 });
  await keys.run('Go to Decisions');
  await new DecisionsPage(page).expectTotal(10_000);
  await keys.run('Make the demo data anew');
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await keys.choose(dialog.getByRole('button').last());
  await expect(dialog).toBeHidden();
  await expect(workspace).toContainText('DEMO');
  await expect(page.getByText('Engine running')).toBeVisible({ timeout: 60_000 });
  await keys.run('Go to Decisions');
  await new DecisionsPage(page).expectTotal(10_000);
});
