/** Browsing decisions: grid, filters in the address, search, columns, keys, inspector. */
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { Api, recordListSchema } from '../support/api.ts';
import { expect, readingTest as test } from '../support/test.ts';

const total = 3_000;

test.describe('the grid', () => {
  test('shows the newest decisions first and reaches the last row by End @whole', async ({
    page,
  }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.expectTotal(total);
    await decisions.expectShown(1);
    expect((await decisions.cells('Journal index'))[0]).toBe('3,028');

    await decisions.grid.focus();
    await page.keyboard.press('End');
    await decisions.expectShown(total);
    await decisions.expectCurrent(total);
    await expect(decisions.row(total)).toContainText('rec_');
    await page.keyboard.press('Home');
    await decisions.expectShown(1);
    await decisions.expectCurrent(1);
    await page.keyboard.press('ArrowUp');
    await decisions.expectCurrent(1);
  });

  test('turns the order round, in the address too @whole', async ({ page }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.grid.getByRole('columnheader', { name: 'Journal index' }).click();
    await expect.poll(() => decisions.address().get('order')).toBe('asc');
    await decisions.expectShown(1);
    await expect.poll(async () => (await decisions.cells('Journal index'))[0]).toBe('5');
    await page.goBack();
    await expect.poll(async () => (await decisions.cells('Journal index'))[0]).toBe('3,028');
  });

  test('selects by x and Shift+j, and all that match @whole', async ({ page }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.expectShown(1);
    await decisions.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+j');
    await page.keyboard.press('Shift+j');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: /^Select all 3,000/ }).click();
    await expect(bar).toContainText('3,000 selected');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar).toBeHidden();
  });
});

test.describe('filters', () => {
  test('are chips in the address; back and forward restore them', async ({ page, sharedHost }) => {
    const decisions = new DecisionsPage(page);
    const api = new Api(sharedHost);
    const { total: ofFraud } = await api.get(
      '/records?model_id=fraud-guard&limit=1',
      recordListSchema,
    );
    const { total: ofBoth } = await api.get(
      '/records?model_id=fraud-guard&where={"confidence":{"$gte":0.9}}&limit=1',
      recordListSchema,
    );
    await decisions.open();
    await decisions.filterByModel('fraud-guard');
    await decisions.expectTotal(ofFraud);
    expect(decisions.address().get('model_id')).toBe('fraud-guard');
    expect(new Set(await decisions.cells('Model'))).toEqual(new Set(['fraud-guard']));

    await page.locator('header').getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'Confidence', exact: true }).click();
    await page.getByRole('textbox', { name: 'At least' }).fill('0.9');
    await page.getByRole('button', { name: 'Apply' }).click();
    await decisions.expectTotal(ofBoth);
    await expect(decisions.chip('Model is fraud-guard')).toBeVisible();
    await expect(decisions.chip('Confidence from 0.9')).toBeVisible();

    await page.goBack();
    await decisions.expectTotal(ofFraud);
    await page.goBack();
    await decisions.expectTotal(total);
    await expect(decisions.chips).toBeHidden();
    await page.goForward();
    await page.goForward();
    await decisions.expectTotal(ofBoth);

    await decisions.removeChip('Model is fraud-guard');
    await expect.poll(() => decisions.address().get('model_id')).toBeNull();
    await decisions.chips.getByRole('button', { name: 'Clear all' }).click();
    await decisions.expectTotal(total);
  });

  test('come from an address, and name themselves where nothing matches @whole', async ({
    page,
  }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open('model_id=kyc-match&start_date=2001-01-01&end_date=2001-01-31');
    await decisions.expectTotal(0);
    await expect(page.getByText('No decision matches')).toBeVisible();
    await page
      .getByRole('button', { name: /^Created/ })
      .last()
      .click();
    await expect(page.getByText('No decision matches')).toBeHidden();
    expect(decisions.address().get('start_date')).toBeNull();
  });

  test('search finds ids, hashes, transactions and words of every script @whole', async ({
    page,
    sharedHost,
  }) => {
    const { data } = await new Api(sharedHost).get('/records?limit=1&offset=700', recordListSchema);
    const [record] = data;
    const decisions = new DecisionsPage(page);
    await decisions.open();
    for (const text of [record?.id ?? '', record?.hash.slice(0, 24) ?? '']) {
      await decisions.search.fill(text);
      await decisions.expectTotal(1);
    }
    for (const word of ['Großmann', 'فاطمة', 'רעש', 'zoe']) {
      const found = await new Api(sharedHost).get(
        `/records?q=${encodeURIComponent(word)}&limit=1`,
        recordListSchema,
      );
      await decisions.search.fill(word);
      await decisions.expectTotal(found.total);
    }
    await page.keyboard.press('Escape');
    await decisions.expectTotal(total);
  });
});

test.describe('columns', () => {
  test('stay as chosen after a reload @whole', async ({ page }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open();
    const before = await decisions.columns();
    expect(before).toContain('Policy');
    expect(before).not.toContain('Previous hash');
    await page.locator('header').getByRole('button', { name: 'Columns' }).click();
    const chooser = page.getByRole('dialog', { name: 'Columns' });
    await chooser.getByRole('checkbox', { name: 'Show Policy' }).uncheck();
    await chooser.getByRole('checkbox', { name: 'Show Previous hash' }).check();
    await chooser.getByRole('button', { name: 'Move Hash up' }).click();
    await page.keyboard.press('Escape');
    const after = await decisions.columns();
    expect(after).not.toContain('Policy');
    expect(after).toContain('Previous hash');
    await page.reload();
    await decisions.expectShown(1);
    expect(await decisions.columns()).toEqual(after);

    await page.locator('header').getByRole('button', { name: 'Columns' }).click();
    await chooser.getByRole('button', { name: 'Reset to default' }).click();
    expect(await decisions.columns()).toEqual(before);
  });
});

test.describe('the inspector', () => {
  test('shows the record of the address, wherever the list was left @whole', async ({
    page,
    sharedHost,
  }) => {
    const { data } = await new Api(sharedHost).get('/records?limit=20', recordListSchema);
    const decisions = new DecisionsPage(page);
    const inspector = new Inspector(page);
    await decisions.open();
    await decisions.expectShown(1);
    await decisions.grid.focus();
    for (let place = 0; place < 3; place += 1) await page.keyboard.press('j');
    await decisions.expectCurrent(3);
    await page.goto('/#/jobs');
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();

    await decisions.open(`record=${data[19]?.id}`);
    await decisions.expectCurrent(20);
    await inspector.expectOpen(data[19]?.id ?? '');
    // The row where the list was left must not take over a moment later.
    await page.keyboard.press('ArrowDown');
    await decisions.expectCurrent(21);
    expect(decisions.address().get('record')).not.toBe(data[2]?.id);
  });

  test('opens, is read and is left by keyboard only', async ({ page, sharedHost }) => {
    const { data } = await new Api(sharedHost).get('/records?limit=3', recordListSchema);
    const decisions = new DecisionsPage(page);
    const inspector = new Inspector(page);
    await decisions.open();
    await decisions.expectShown(1);
    await expect(decisions.grid).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await inspector.expectOpen(data[1]?.id ?? '');
    expect(decisions.address().get('record')).toBe(data[1]?.id);
    await expect(inspector.tab('Overview')).toBeFocused();
    await expect(inspector.pane.getByText('Verified', { exact: true }).first()).toBeVisible();

    await page.keyboard.press('ArrowRight');
    await expect(inspector.tab('Content')).toHaveAttribute('aria-selected', 'true');
    await expect(inspector.panel()).toContainText('Committed value');
    await expect(inspector.panel().getByRole('tree')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(inspector.tab('Explanation')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(inspector.tab('Interventions')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(inspector.panel()).toContainText(data[1]?.hash.slice(-8) ?? '');

    await page.keyboard.press('Escape');
    await expect(inspector.pane).toBeHidden();
    await expect(decisions.grid).toBeFocused();
    await page.keyboard.press('Space');
    await inspector.expectOpen(data[1]?.id ?? '');
    await expect(decisions.grid).toBeFocused();
    await page.keyboard.press('j');
    await inspector.expectOpen(data[2]?.id ?? '');
  });

  test('says so where an address names a record that is not there @whole', async ({
    page,
    watch,
  }) => {
    watch.expectError(/status of 404/);
    const decisions = new DecisionsPage(page);
    await decisions.open('record=rec_00000000000000000000000000');
    await expect(page.getByText('No such decision')).toBeVisible();
  });
});
