/** Text that hides or turns around what was recorded is shown as it is, wherever data is drawn. */
import type { Locator, Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import type { Api } from '../support/api.ts';
import { expectFocusWithin } from '../support/choices.ts';
import { chooseFor, connect } from '../support/connections.ts';
import { SessionPage } from '../pages/session-page.ts';
import { confirmProfile } from '../support/profiles.ts';
import { sections } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** Reads as DENIED where marks of direction count; then one that nobody sees, and a control character. */
const turned = '\u202eDEINED\u202c\u200b\u0007';
const shownTurned = '▯DEINED▯▯▯';
const text = (what: string) => `${what} ${turned}`;
const shownText = (what: string) => `${what} ${shownTurned}`;

async function made(
  api: Api,
  path: string,
  body: unknown,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Record<string, unknown>> {
  const answer = await api.send(method, path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return Object(answer.body);
}

/** What of the page still holds such a character: text, its title, and what is read, chosen or shown on hover. */
function hiddenIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}]/u;
    const found: string[] = [];
    if (hidden.test(document.title)) found.push(`the title ${document.title}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent: held, parentElement: parent } = texts.currentNode;
      if (hidden.test(held ?? '')) found.push(`${parent?.outerHTML.slice(0, 200)}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isSaid = /^(title|aria-.*|alt|label|placeholder)$/.test(name);
        if (isSaid && hidden.test(value))
          found.push(`${name} of ${element.outerHTML.slice(0, 200)}`);
      }
      // What was chosen from a list; what was typed stays as it is.
      const isList = element.matches('input[aria-haspopup="listbox"]');
      if (isList && element instanceof HTMLInputElement && hidden.test(element.value)) {
        found.push(`chosen in ${element.outerHTML.slice(0, 200)}`);
      }
    }
    return found;
  });
}

/** Every place where data may hold any text holds one that hides and turns around what it says. */
async function fill(api: Api) {
  const { id } = await api.append({
    model_id: 'scorer',
    input: { [text('key')]: text('input') },
    output: { decision: turned, note: text('note') },
    explanation: { method: text('method'), attributions: { [text('feature')]: 0.5 } },
    context: { region: text('region') },
    confidence: 0.5,
    policy_id: 'lending',
  });
  await made(api, `/records/${id}/interventions`, {
    action: 'override',
    reason: text('reason'),
    outcome: { decision: turned },
    actor: { id: 'ann', role: 'officer', name: text('Ann') },
  });
  await api.append({
    model_id: 'scorer',
    input: { [text('key')]: 2 },
    output: { decision: turned },
    policy_id: 'lending',
  });
  await confirmProfile(api, 'scorer', { below: 0.9 });
  for (const version of ['1.0.0', '1.1.0']) {
    await made(api, '/models', {
      model_id: 'scorer',
      version,
      framework: text(`framework ${version}`),
      intended_use: text('use'),
      limitations: text('limits'),
      performance: { [text('metric')]: version === '1.0.0' ? 0.9 : 0.8 },
    });
  }
  await made(api, '/billing/accounts', {
    account_id: 'lab',
    name: text('Lab'),
    email: 'a@b.example',
    address: {
      line1: text('Road'),
      city: text('Town'),
      state: 'ST',
      postal_code: '1',
      country: 'US',
    },
  });
  await made(api, '/billing/rate-cards', {
    rate_card_id: 'own',
    name: text('Card'),
    model: 'CUSTOM',
    time: { rate: 1 },
    record: { rate: 1 },
    data: { rate: 1 },
    operation: { rate: 1 },
    fees: [{ description: text('fee'), amount: 5 }],
  });
  await made(
    api,
    '/billing/accounts/lab/rate-card',
    { rate_card_id: 'own', from_month: `${new Date().getUTCFullYear() + 1}-01` },
    'PUT',
  );
  await made(api, '/billing/adjustments', {
    account_id: 'lab',
    description: text('adjustment'),
    amount: -5,
  });
  await made(api, '/billing/limits', {
    account_id: 'lab',
    period: 'MONTHLY',
    mode: 'SOFT',
    amount: 5,
  });
  await made(
    api,
    '/billing/accounts/lab/suspension',
    { suspended: true, reason: text('reason') },
    'PUT',
  );
  const policy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };
  const rows = { dataset_id: 'rows', name: text('Rows'), holder_id: 'clinic', policy };
  await made(api, '/datasets', rows);
  await made(api, '/datasets/rows/records', [
    { record_id: 'rec_1', [text('field')]: text('value'), [text('amount')]: 1 },
    { record_id: 'rec_2', [text('field')]: text('other value'), [text('amount')]: 2 },
  ]);
  const sessions = await Promise.all(
    ['open', 'revoked'].map((purpose) =>
      made(api, '/sessions', { dataset_id: 'rows', purpose: text(purpose) }),
    ),
  );
  const [session = '', revoked = ''] = sessions.map((each) => String(each['session_id']));
  await made(api, `/sessions/${session}/filter`, { filter: { [text('amount')]: { $gt: 0 } } });
  await made(api, `/sessions/${session}/operations`, {
    operation_type: 'TRAIN',
    records: ['rec_1'],
    metadata: { [text('step')]: text('metadata') },
  });
  const because = { reason: text('reason'), revoked_by: text('Board') };
  await made(api, `/sessions/${revoked}/revoke`, because);
  await made(api, '/datasets', { dataset_id: 'gone', name: text('Gone'), holder_id: 'clinic' });
  await made(api, '/datasets/gone/revoke', because);
  await made(api, '/exports', {
    title: text('Table'),
    format: 'csv',
    source: { rows: [{ a: 1 }] },
    columns: [{ key: 'a', title: text('A'), path: '/a', kind: 'number' }],
  });
  await api.send('GET', `/records/${encodeURIComponent(turned)}`);
  return { record: id, session, revoked };
}

/** What the options of a field offer, once it is open. */
async function offered(page: Page, within: Locator, name: string | RegExp): Promise<string> {
  const field = within.getByRole('combobox', { name, exact: true }).first();
  await field.click();
  await field.press('ArrowDown');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const said = (await options.allInnerTexts()).join('\n');
  expect.soft(await hiddenIn(page), `options of ${String(name)}`).toEqual([]);
  return said;
}

test.describe.configure({ timeout: 240_000 });

test('no cell, chip, title, list or dialog holds a character that nobody sees @whole', async ({
  page,
  api,
  watch,
}) => {
  watch.expectError(/404/);
  const console = new ConsolePage(page);
  const { record, session, revoked } = await fill(api);
  const look = (where: string) =>
    test.step(where, async () => {
      await console.expectSettled();
      expect.soft(await hiddenIn(page), where).toEqual([]);
    });
  const addresses = [
    ...sections.map((each) => each.address),
    `/decisions?record=${record}`,
    `/decisions?q=${encodeURIComponent(turned)}`,
    `/review?by=decisions&record=${record}`,
    '/models/scorer',
    '/models/scorer?tab=versions',
    '/datasets/rows',
    '/datasets/rows?tab=fields',
    '/datasets/rows?tab=policy',
    '/datasets/rows?tab=sessions',
    '/datasets/gone',
    `/sessions/${session}`,
    `/sessions/${session}?tab=operations`,
    `/sessions/${session}?tab=evidence`,
    `/sessions/${session}?tab=usage`,
    `/sessions/${revoked}`,
    '/billing?tab=accounts&account=lab',
    '/billing?tab=rates&card=own@1',
    `/billing?model=${encodeURIComponent(turned)}`,
    `/sessions?dataset_id=${encodeURIComponent(turned)}`,
    `/audit?object=${encodeURIComponent(turned)}`,
    `/models/${encodeURIComponent(turned)}`,
    `/open/${encodeURIComponent(turned)}`,
  ];
  for (const address of addresses) {
    await page.goto(`/#${address}`);
    await look(address);
  }
  await page.goto(`/#/decisions?record=${record}`);
  for (const name of ['Content', 'Explanation', 'Interventions', 'Chain']) {
    await page.getByRole('tab', { name }).click();
    await look(name);
  }
  await expect(page.getByRole('grid', { name: /^Decisions/ })).toContainText(shownTurned);
});

test('the title of the window says what it hides @whole', async ({ page, api }) => {
  const { session, record } = await fill(api);
  await page.goto('/#/datasets/rows');
  await expect(page).toHaveTitle(`Fields · ${shownText('Rows')} · Datasets · Proofdesk`);
  await page.goto(`/#/sessions/${session}`);
  await expect(page).toHaveTitle(`Activity · ${shownText('open')} · Sessions · Proofdesk`);
  await page.goto(`/#/decisions?record=${record}`);
  await new ConsolePage(page).expectSettled();
  expect(await hiddenIn(page)).toEqual([]);
});

test('lists of choices offer what it hides, and choose what it is @whole', async ({
  page,
  api,
}) => {
  const console = new ConsolePage(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await fill(api);
  const close = async () => {
    await page.reload();
    await console.expectSettled();
  };

  await page.goto('/#/billing?tab=usage');
  expect(await offered(page, main, 'Account')).toContain(shownText('Lab'));
  await page.getByRole('option', { name: shownText('Lab') }).click();
  await expect(page).toHaveURL(/account=lab/);
  await expect(main.getByRole('combobox', { name: 'Account' })).toHaveValue(shownText('Lab'));
  await page.goto('/#/billing?tab=limits');
  await main.getByRole('button', { name: 'New limit' }).first().click();
  await expectFocusWithin(dialog);
  expect(await offered(page, dialog, 'Account')).toContain(shownText('Lab'));
  await page.getByRole('option', { name: shownText('Lab') }).click();
  expect(await offered(page, dialog, 'Dataset')).toContain(shownText('Rows'));
  await page.getByRole('option', { name: shownText('Rows') }).click();
  await close();
  await page.goto('/#/billing?tab=invoices');
  await main.getByRole('button', { name: 'Close a period' }).first().click();
  await expectFocusWithin(dialog);
  expect(await offered(page, dialog, 'Account')).toContain(shownText('Lab'));
  await close();
  await page.goto('/#/billing?tab=rates&card=own@1');
  await main.getByRole('button', { name: 'Assign', exact: true }).click();
  await expectFocusWithin(dialog);
  expect(await offered(page, dialog, 'Account')).toContain(shownText('Lab'));
  await close();

  await page.goto('/#/settings?tab=keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await dialog.getByRole('radio', { name: 'AI lab' }).check();
  expect(await offered(page, dialog, /^Account/)).toContain(shownText('Lab'));
});

test('lists of fields offer what it hides, and rows and menus hide nothing @whole', async ({
  page,
  api,
}) => {
  const console = new ConsolePage(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const { session } = await fill(api);
  await page.goto('/#/sessions');
  await console.expectSettled();
  await console.run('Open a data session…');
  await expectFocusWithin(dialog);
  expect(await offered(page, dialog, 'Dataset')).toContain(shownText('Rows'));
  await page.reload();

  // Fields of the rows: of a question, of an aggregation, of a transformation.
  const sessionPage = new SessionPage(page);
  await sessionPage.open(session);
  await sessionPage.read();
  expect(await hiddenIn(page)).toEqual([]);
  await sessionPage.rows.getByRole('row').nth(1).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await hiddenIn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sessionPage.rows.getByRole('columnheader').last().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await hiddenIn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sessionPage.tab('Aggregate');
  expect(await offered(page, main, 'Group by')).toContain(shownText('field'));
  await page.getByRole('option', { name: shownText('field') }).click();
  await page.keyboard.press('Escape');
  await sessionPage.button('Run').click();
  await expect(main.getByRole('table')).toContainText(shownText('other value'));
  expect(await hiddenIn(page)).toEqual([]);
  await sessionPage.tab('Data');
  await sessionPage.button('Transform').click();
  await expectFocusWithin(dialog);
  expect(await offered(page, dialog, 'Fields')).toContain(shownText('field'));
  await page.getByRole('option', { name: shownText('field') }).click();
  expect(await hiddenIn(page)).toEqual([]);
});

test('the palette, a toast and the name of a file hide nothing @whole', async ({ page, api }) => {
  const console = new ConsolePage(page);
  await fill(api);
  await page.goto('/#/overview');
  await console.expectSettled();
  for (const name of ['Rows', 'scorer', 'Lab', 'open', 'own']) {
    const field = await console.palette(name);
    await console.expectSettled();
    expect.soft(await hiddenIn(page), `palette: ${name}`).toEqual([]);
    if (name === 'Rows') {
      await expect(page.getByRole('option', { name: shownText('Rows') })).toBeVisible();
    }
    await field.press('Escape');
  }

  await connect(page, text('Server'), 'http://127.0.0.1:9/v1', 'key');
  expect.soft(await hiddenIn(page), 'connections').toEqual([]);
  await chooseFor(page, shownText('Server'), 'Remove');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(shownText('Server'));
  expect.soft(await hiddenIn(page), 'dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${shownText('Server')} removed`)).toBeVisible();
  expect.soft(await hiddenIn(page), 'toast').toEqual([]);
});
