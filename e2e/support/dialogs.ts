/** Every dialog of the console, and how a person opens it in English. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { ImportDialog } from '../pages/import-dialog.ts';
import { TableMenu } from '../pages/table-menu.ts';
import type { Api } from './api.ts';
import { connect } from './connections.ts';
import { lending } from './sample-files.ts';
import { things } from './screens.ts';

export interface OpenedDialog {
  readonly name: string;
  /** The screen that it is opened over, after `/#`. */
  readonly address: string;
  readonly open: (page: Page) => Promise<void>;
  /** What is sent as it opens is refused, its faults shown: the button that sends it may be pressed. */
  readonly refuses?: boolean;
  /** Shows a file that was chosen: what it says is said in no language of ours. */
  readonly showsFile?: boolean;
}

/** Presses the first button of the screen with this name. */
const press = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole('main').getByRole('button', {
    name,
    ...(typeof name === 'string' && { exact: true }),
  });
  await button.first().click();
};

/** Runs a command of the palette. */
const run = (title: string) => (page: Page) => new ConsolePage(page).run(title);

/** Presses an item of a menu of the screen. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Presses a key in the list of decisions, on its first row. */
const key =
  (...names: readonly string[]) =>
  async (page: Page) => {
    const grid = page.getByRole('grid').first();
    await grid.locator('[data-row="0"]').waitFor();
    await grid.focus();
    for (const name of ['Home', ...names]) await grid.press(name);
  };

/** Keeps the list as it is as a view. */
const saveView = (page: Page) => new TableMenu(page).choose('Save this view…');

/** Chooses a file whose columns have to be mapped. */
const importColumns = async (page: Page) => {
  await new ImportDialog(page).choose(lending.path);
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
};

const listSchema = (id: string) =>
  z.looseObject({ data: z.array(z.looseObject({ [id]: z.string() })).min(1) });

/** Things that some dialogs are about and a demo does not hold. */
export async function addWhatDialogsNeed(api: Api, page: Page): Promise<void> {
  const answers = await Promise.all([
    api.send('POST', '/api-keys', { body: { name: 'Auditor', role: 'compliance' } }),
    api.send('POST', '/backups', { body: {} }),
  ]);
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  // The window alone says who is trusted.
  const certificate = join(import.meta.dirname, '..', 'fixtures', 'time-stamping-authority.pem');
  await page.goto('/');
  const trusted = await page.evaluate(
    async ([policy, pem]) => {
      const send = async (method: string, path: string, type: string, body: string) => {
        const headers = { 'content-type': type };
        const response = await fetch(`/v1/chain/${path}`, { method, headers, body });
        return { status: response.status, body: await response.text() };
      };
      return [
        await send('PUT', 'policy', 'text/plain', policy),
        await send('POST', 'authorities', 'application/x-pem-file', pem),
      ];
    },
    [`witness one ${witnessKey}\nquorum one\n`, readFileSync(certificate, 'utf8')] as const,
  );
  for (const { status, body } of trusted) expect(status, body).toBeLessThan(300);
}

/** Verifier key of a witness. */
const witnessKey = 'witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X';

/** Every dialog, by the screen that it is opened over. */
export async function everyDialog(api: Api): Promise<readonly OpenedDialog[]> {
  const addressOf = new Map((await things(api)).map(({ name, address }) => [name, address]));
  const session = addressOf.get('session') ?? '';
  const dataset = addressOf.get('dataset') ?? '';
  const person = addressOf.get('person-request') ?? '';
  const erasure = addressOf.get('person-erasure') ?? '';
  const { data } = await api.get(
    '/billing/invoices?status=PENDING&limit=1',
    listSchema('invoice_id'),
  );
  const accounts = '/billing?tab=accounts&account=meridian-labs';
  const invoice = `/billing/invoices/${String(data[0]?.['invoice_id'])}`;
  return [
    { name: 'palette', address: '/decisions', open: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', address: '/decisions', open: (page) => page.keyboard.press('?') },
    { name: 'demo anew', address: '/decisions', open: run('Make the demo data anew…') },
    { name: 'new decision', address: '/decisions', open: press('New decision'), refuses: true },
    { name: 'import', address: '/decisions', open: (page) => new ImportDialog(page).open() },
    { name: 'import of columns', address: '/decisions', open: importColumns, showsFile: true },
    { name: 'row by number', address: '/decisions', open: key('g'), refuses: true },
    { name: 'comparison', address: '/decisions', open: key('m', 'j', 'd') },
    { name: 'list as a file', address: '/decisions', open: key('Shift+E') },
    { name: 'view', address: '/decisions?order=asc', open: saveView },
    { name: 'bundle', address: '/decisions', open: key('e') },
    {
      name: 'figure as evidence',
      address: '/oversight?model=credit-scorer',
      open: press('Export evidence…'),
    },
    { name: 'approval', address: '/review?by=decisions', open: key('a'), refuses: true },
    { name: 'override', address: '/review?by=decisions', open: key('o'), refuses: true },
    { name: 'escalation', address: '/review?by=decisions', open: key('u'), refuses: true },
    { name: 'note', address: '/review?by=decisions', open: key('n'), refuses: true },
    {
      name: 'erasure',
      address: '/review?by=decisions',
      open: choose('More actions', 'Erase values…'),
      refuses: true,
    },

    {
      name: 'assignment of reviews',
      address: '/review',
      open: async (page) => {
        await key('x')(page);
        await press('Assign…')(page);
      },
    },
    {
      name: 'request for a grant',
      address: '/grants',
      open: press('Ask for access'),
      refuses: true,
    },
    { name: 'request of a person', address: '/persons', open: press('New request'), refuses: true },
    { name: 'letters and names', address: '/persons', open: press('Letters…') },
    { name: 'letter', address: `${person}?tab=explain`, open: press('Write a letter') },
    { name: 'data of a person', address: `${person}?tab=access`, open: press('Make the data') },
    {
      name: 'objection',
      address: `${person}?tab=object`,
      open: press('Open an objection'),
      refuses: true,
    },
    { name: 'erasure for a person', address: erasure, open: press('Erase values'), refuses: true },
    { name: 'later day', address: person, open: press('Put off'), refuses: true },
    { name: 'end of a request', address: person, open: press('Close') },
    { name: 'checkpoint', address: '/integrity?tab=checkpoints', open: press(/^Compare one kept/) },
    { name: 'new key', address: '/integrity?tab=checkpoints', open: press('Change the key…') },
    { name: 'place', address: '/integrity', open: press('Add a place…'), refuses: true },
    { name: 'witnesses', address: '/integrity', open: press('Witnesses…') },
    { name: 'answer', address: '/integrity', open: press('Bring the answer…'), refuses: true },
    { name: 'reply', address: '/integrity', open: press('Bring the reply…'), refuses: true },
    { name: 'authority', address: '/integrity', open: press('Trust an authority…'), refuses: true },
    {
      name: 'authority no more',
      address: '/integrity',
      open: press(/^Trust .* no longer$/),
    },
    { name: 'sheet', address: '/integrity', open: choose('Keep a copy', 'On paper…') },
    {
      name: 'paper',
      address: '/integrity',
      open: choose('Keep a copy', 'Compare with paper…'),
      refuses: true,
    },
    {
      name: 'decision profile',
      address: '/models/credit-scorer',
      open: press('Change…'),
    },
    {
      name: 'acknowledgement',
      address: '/oversight?model=credit-scorer&tab=rules',
      open: press('Acknowledge…'),
      refuses: true,
    },
    { name: 'card', address: '/models', open: press('Register a card'), refuses: true },
    { name: 'new session', address: '/sessions', open: press('Open a session'), refuses: true },
    { name: 'transformation', address: session, open: run('Transform rows…'), refuses: true },
    { name: 'operation', address: session, open: run('Record an operation…') },
    { name: 'end of a session', address: session, open: run('Close the session…') },
    { name: 'revocation', address: session, open: run('Revoke the session…'), refuses: true },
    { name: 'new dataset', address: '/datasets', open: press('New dataset'), refuses: true },
    { name: 'rows', address: dataset, open: press('Import rows') },
    {
      name: 'withdrawal',
      address: dataset,
      open: run('Withdraw the dataset'),
      refuses: true,
    },

    {
      name: 'erasure of rows',
      address: `${dataset}?tab=erasures`,
      open: press('Erase rows…'),
      refuses: true,
    },
    {
      name: 'value of a grant',
      address: `${dataset}?tab=erasures`,
      open: press('Look a value up…'),
      refuses: true,
    },

    { name: 'period', address: '/billing?tab=invoices', open: run('Close a period…') },
    {
      name: 'rate card',
      address: '/billing?tab=rates',
      open: run('New rate card…'),
      refuses: true,
    },
    { name: 'assignment', address: '/billing?tab=rates', open: press('Assign') },
    { name: 'limit', address: '/billing?tab=limits', open: run('New limit…'), refuses: true },
    {
      name: 'another limit',
      address: '/billing?tab=limits',
      open: press(/^Change the limit of/),
    },
    {
      name: 'limit no more',
      address: '/billing?tab=limits',
      open: press(/^Delete the limit of/),
    },
    { name: 'account', address: '/billing?tab=accounts', open: run('New account…'), refuses: true },
    { name: 'account edited', address: accounts, open: press('Edit…') },
    { name: 'suspension', address: accounts, open: press('Suspend'), refuses: true },
    { name: 'adjustment', address: accounts, open: press('Credit or charge'), refuses: true },
    { name: 'payment', address: invoice, open: run('Pay the invoice') },
    { name: 'cancellation', address: invoice, open: run('Cancel the invoice'), refuses: true },
    { name: 'payouts', address: '/payouts', open: press('Run payouts') },
    { name: 'payout schedule', address: '/payouts', open: press('Edit schedule') },

    {
      name: 'enrolment',
      address: '/settings?tab=people',
      open: press('Enrol…'),
      refuses: true,
    },
    { name: 'signing in', address: '/decisions', open: run('Sign in…') },
    { name: 'API key', address: '/settings?tab=keys', open: press('New API key'), refuses: true },
    { name: 'API key no more', address: '/settings?tab=keys', open: press(/^Revoke /) },
    {
      name: 'connection',
      address: '/settings?tab=connections',
      open: press('New connection'),
      refuses: true,
    },
    {
      name: 'connection no more',
      address: '/settings?tab=connections',
      open: async (page) => {
        await connect(page, 'Branch', 'http://127.0.0.1:9/v1', 'pdk_0123456789abcdef');
        await press(/^Remove /)(page);
      },
    },
    { name: 'restoration', address: '/settings?tab=backup', open: press('Restore…') },
    { name: 'restoration of any', address: '/settings?tab=backup', open: run('Restore a backup…') },
    {
      name: 'backup no more',
      address: '/settings?tab=backup',
      open: choose(/^Actions for/, 'Delete…'),
    },
    {
      name: 'signing key',
      address: '/settings?tab=backup',
      open: press('Export signing key…'),
      refuses: true,
    },
    {
      name: 'protection of the key',
      address: '/settings?tab=backup',
      open: press('Protect…'),
      refuses: true,
    },
    { name: 'licences', address: '/settings', open: press('Show') },
    { name: 'log as a file', address: '/audit', open: run('Export the log…') },
  ];
}
