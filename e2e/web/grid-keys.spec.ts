/**
 * What is open beside a list is what its keys act on: after rows were pressed and things were opened by
 * the palette or by an address, every key of every grid that has a pane.
 */
import type { Locator, Page } from '@playwright/test';
import { AuditPage } from '../pages/audit-page.ts';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { RequestsPage } from '../pages/requests-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import type { Api, StoredRecord } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.describe.configure({ timeout: 180_000 });

function append(api: Api, name: string, policy: string): Promise<StoredRecord> {
  return api.append({
    model_id: `model-${name}`,
    input: { name },
    output: { decision: 'decline' },
    confidence: 0.42,
    policy_id: policy,
  });
}

/** Presses a key in the grid and answers what is in the clipboard then. */
async function copiedBy(grid: Locator, key: string): Promise<string> {
  const page = grid.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await grid.press(key);
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).not.toBe('');
  return text();
}

/** Presses a key that opens a menu, and leaves it. */
async function expectMenu(grid: Locator, key: string, text: string): Promise<void> {
  const menu = grid.page().getByRole('menu').filter({ visible: true });
  await grid.press(key);
  await expect(menu).toContainText(text);
  await grid.page().keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
}

/** Presses a key that opens a dialog, and leaves it. */
async function expectDialog(grid: Locator, key: string, text: string): Promise<void> {
  const dialog = grid.page().getByRole('dialog').filter({ visible: true });
  await grid.press(key);
  await expect(dialog).toContainText(text);
  await grid.page().keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** Goes to an address of the same page, as a link does. */
async function goTo(page: Page, parameters: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((changed) => {
    const [path = '', search] = window.location.hash.split('?');
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changed)) next.set(name, value);
    window.location.hash = `${path}?${next.toString()}`;
  }, parameters);
}

/** The commands that the help lists for the grid; the test below has to know each. */
async function gridCommands(page: Page): Promise<string[]> {
  await page.keyboard.press('?');
  const heading = page.getByRole('heading', { name: 'In the grid' });
  const section = page.locator('section', { has: heading }).last();
  await expect(section).toBeVisible();
  const titles = await section
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.firstChild?.textContent ?? ''));
  await page.keyboard.press('Escape');
  await expect(section).toHaveCount(0);
  return titles;
}

/** Tries every key that the help lists, of which `presses` has to know each. */
async function pressEach(
  page: Page,
  presses: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const commands = await gridCommands(page);
  expect(Object.keys(presses).toSorted()).toEqual(commands.toSorted());
  for (const [command, press] of Object.entries(presses)) await test.step(command, press);
}

test('Decisions: every key acts on the record that is open', async ({ page, api }) => {
  const a = await append(api, 'a', 'lending');
  const b = await append(api, 'b', 'lending');
  const c = await append(api, 'c', 'lending');
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  await decisions.open();
  await decisions.expectShown(3);
  const { grid } = decisions;
  const modelOf = (place: number) =>
    decisions.row(place).getByRole('gridcell').filter({ hasText: 'model-' });
  await modelOf(2).click();
  await inspector.expectOpen(b.id);
  await modelOf(3).click();
  await inspector.expectOpen(a.id);
  for (const { id } of [b, a]) {
    const field = await new ConsolePage(page).palette(id);
    await expect(page.getByRole('option').first()).toContainText(id);
    await field.press('Enter');
    await inspector.expectOpen(id);
  }
  await grid.focus();

  const back = async () => {
    await goTo(page, { record: a.id });
    await inspector.expectOpen(a.id);
    await decisions.expectCurrent(3);
  };
  const leads = (key: string, id: string) => async () => {
    await grid.press(key);
    await inspector.expectOpen(id);
    expect(await copiedBy(grid, 'c')).toBe(id);
    await back();
  };
  const selects =
    (key: string, { id }: StoredRecord, places: readonly number[]) =>
    async () => {
      await grid.press(key);
      await inspector.expectOpen(id);
      for (const place of places) {
        await expect(decisions.row(place)).toHaveAttribute('aria-selected', 'true');
      }
      await back();
      await page.getByRole('button', { name: 'Clear selection' }).click();
    };
  await pressEach(page, {
    'Copy id': async () => expect(await copiedBy(grid, 'c')).toBe(a.id),
    'Copy hash': async () => expect(await copiedBy(grid, 'Shift+C')).toBe(a.hash),
    'Copy as JSON': async () => expect(await copiedBy(grid, 'y')).toContain(`"id": "${a.id}"`),
    'Copy cell': async () => expect(await copiedBy(grid, 'Control+c')).toBe('model-a'),
    'Filter by this value…': () => expectMenu(grid, 'f', 'model-a'),
    'Row menu': () => expectMenu(grid, 'Shift+F10', 'model-a'),
    'Verify this record': async () => {
      await grid.press('v');
      await expect(page.getByText(`#${a.seq} verified`)).toBeVisible();
    },
    'Approve or second…': () => expectDialog(grid, 'a', a.id),
    'Override…': () => expectDialog(grid, 'o', a.id),
    'Escalate…': () => expectDialog(grid, 'u', a.id),
    'Annotate…': () => expectDialog(grid, 'n', a.id),
    'Export an evidence bundle…': () => expectDialog(grid, 'e', 'evidence bundle'),
    'Mark to compare': async () => {
      await grid.press('m');
      await expect(decisions.row(3)).toContainText('Marked');
    },
    'Compare with the marked one': async () => {
      await goTo(page, { record: c.id });
      await inspector.expectOpen(c.id);
      await decisions.expectCurrent(1);
      const dialog = page.getByRole('dialog', { name: 'Compare two records' });
      await grid.press('d');
      await expect(dialog.getByRole('columnheader', { name: a.id })).toBeVisible();
      await expect(dialog.getByRole('columnheader', { name: c.id })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await back();
    },
    'Previous break': async () => grid.press('['),
    'Next break': async () => {
      await grid.press(']');
      await inspector.expectOpen(a.id);
    },
    'Previous row': leads('k', b.id),
    'Next row': async () => {
      await goTo(page, { record: b.id });
      await decisions.expectCurrent(2);
      await leads('j', a.id)();
    },
    'One page up': leads('PageUp', c.id),
    'One page down': async () => {
      await goTo(page, { record: c.id });
      await decisions.expectCurrent(1);
      await leads('PageDown', a.id)();
    },
    'First row': leads('Home', c.id),
    'Last row': async () => {
      await goTo(page, { record: c.id });
      await decisions.expectCurrent(1);
      await leads('End', a.id)();
    },
    'Go to row…': async () => {
      await grid.press('g');
      await page.getByRole('dialog').getByRole('textbox').fill('2');
      await page.keyboard.press('Enter');
      await inspector.expectOpen(b.id);
      await back();
    },
    'Select row': selects('x', a, [3]),
    'Select all matching': selects('Control+a', a, [1, 2, 3]),
    'Extend the selection up': selects('Shift+K', b, [3, 2]),
    'Extend the selection down': async () => {
      await goTo(page, { record: b.id });
      await decisions.expectCurrent(2);
      await selects('Shift+J', a, [2, 3])();
    },
    'Into the inspector and back': async () => {
      await grid.press('ArrowRight');
      await expect(inspector.tab('Overview')).toBeFocused();
    },
    'Open record': async () => {
      await grid.press('Enter');
      await expect(inspector.tab('Overview')).toBeFocused();
      await inspector.expectOpen(a.id);
    },
    'Peek at record': async () => {
      await grid.press('Space');
      await expect(inspector.pane).toHaveCount(0);
      await grid.press('Space');
      await inspector.expectOpen(a.id);
    },
  });

  // What a filter leaves out is not in the list, and still what the keys act on.
  await goTo(page, { model_id: 'model-b' });
  await decisions.expectTotal(1);
  await inspector.expectOpen(a.id);
  expect(await copiedBy(grid, 'c')).toBe(a.id);
  await expectDialog(grid, 'n', a.id);
});

test('Review: what is open after the queue went on is what is acted on', async ({ page, api }) => {
  const policy = { second_actor: false, review_below: 0.6 };
  expect((await api.send('PUT', '/review-policies/lending', { body: policy })).status).toBe(200);
  const one = await append(api, 'a', 'lending');
  const two = await append(api, 'b', 'lending');
  await append(api, 'c', 'lending');
  const review = new ReviewPage(page);
  const { grid, inspector } = review;
  await review.open();
  await review.expectWaiting(3);
  await inspector.expectOpen(one.id);
  await grid.press('o');
  await review.expectDialog('Override the decision');
  const field = (name: string) => review.dialog.getByRole('textbox', { name });
  await field('Outcome').fill('{"decision": "approve"}');
  await field('Reason').fill('The collateral was not part of the input.');
  await field('Person').fill('r.reviewer');
  await field('Role').fill('officer');
  await page.keyboard.press('Control+Enter');
  await review.dialog.getByRole('button', { name: /^Append the/ }).click();
  await review.expectWaiting(2);
  await inspector.expectOpen(two.id);

  await goTo(page, { record: one.id });
  await inspector.expectOpen(one.id);
  for (const key of ['o', 'a', 'u', 'n']) await expectDialog(grid, key, one.id);
  expect(await copiedBy(grid, 'c')).toBe(one.id);
  expect(await copiedBy(grid, 'Shift+C')).toBe(one.hash);
  expect(await copiedBy(grid, 'y')).toContain(`"id": "${one.id}"`);
});

test('Audit and Requests: keys go with the row that the address opens', async ({ page, api }) => {
  for (const name of ['a', 'b', 'c']) await append(api, name, 'lending');
  const audit = new AuditPage(page);
  await audit.open('operation=createRecord');
  const rows = audit.grid.locator('[role="row"][data-row]');
  await expect(rows).toHaveCount(3);
  const opens = async (place: number) => {
    await rows.nth(place).click();
    await expect(rows.nth(place)).toHaveAttribute('data-open', 'true');
    const address = new URLSearchParams(page.url().split('?')[1]);
    return { seq: address.get('event') ?? '', id: await copiedBy(audit.grid, 'c') };
  };
  const second = await opens(1);
  const third = await opens(2);
  expect(third.id).not.toBe(second.id);
  await goTo(page, { event: second.seq });
  await expect(rows.nth(1)).toHaveAttribute('data-open', 'true');
  expect(await copiedBy(audit.grid, 'c')).toBe(second.id);
  expect(await copiedBy(audit.grid, 'y')).toContain(second.id);
  await audit.grid.press('x');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  // An extended selection and the menu of a row take along what is open.
  await audit.grid.press('Shift+J');
  await expect(rows.nth(2)).toHaveAttribute('data-open', 'true');
  await rows.nth(0).click({ button: 'right' });
  await expect(rows.nth(0)).toHaveAttribute('data-open', 'true');
  await page.keyboard.press('Escape');
  await audit.grid.press('j');
  await expect(rows.nth(1)).toHaveAttribute('data-open', 'true');

  const requests = new RequestsPage(page);
  await requests.open();
  await page.getByRole('main').getByRole('button', { name: 'Hold' }).click();
  const calls = requests.grid.locator('[role="row"][data-row]');
  await calls.nth(1).click();
  await expect(calls.nth(1)).toHaveAttribute('data-open', 'true');
  const id = new URLSearchParams(page.url().split('?')[1]).get('request') ?? '';
  const copied = await copiedBy(requests.grid, 'y');
  await calls.nth(2).click();
  await expect(calls.nth(2)).toHaveAttribute('data-open', 'true');
  await goTo(page, { request: id });
  await expect(calls.nth(1)).toHaveAttribute('data-open', 'true');
  expect(await copiedBy(requests.grid, 'y')).toBe(copied);
});

test('rows of a session: another order leaves the open row to the keys', async ({ page, api }) => {
  const made = await api.send('POST', '/datasets', {
    body: { dataset_id: 'patients', name: 'Patients', holder_id: 'clinic' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const rows = ['a', 'b', 'c'].map((name) => ({ record_id: `rec_${name}`, name }));
  expect((await api.send('POST', '/datasets/patients/records', { body: rows })).status).toBe(201);
  const { body } = await api.send('POST', '/sessions', {
    body: { dataset_id: 'patients', purpose: 'Study' },
  });
  const session = new SessionPage(page);
  await session.open(String(Reflect.get(Object(body), 'session_id')));
  await session.read();
  const lines = session.rows.locator('[role="row"][data-row]');
  await expect(lines).toHaveCount(3);
  const pane = page.getByRole('region', { name: 'Row', exact: true });
  await lines.nth(0).click();
  await session.rows.press('Space');
  await expect(pane).toContainText('rec_a');
  await session.rows.press('j');
  await expect(pane).toContainText('rec_b');
  await lines.nth(2).click({ button: 'right' });
  await expect(pane).toContainText('rec_c');
  await page.keyboard.press('Escape');
  await goTo(page, { sort: '-record_id' });
  await expect(lines.nth(0)).toContainText('rec_c');
  expect(await copiedBy(session.rows, 'c')).toBe('rec_c');
  expect(await copiedBy(session.rows, 'y')).toContain('rec_c');
});
