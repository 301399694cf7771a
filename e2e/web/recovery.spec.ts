/** A ledger that does not open: a screen for each fault, nothing touched, and the way back. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { RecoveryPage } from '../pages/recovery-page.ts';
import { expectAccessible, expectNoHorizontalOverflow } from '../support/accessibility.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { hold, ledgerFile, tamper } from '../support/ledger-file.ts';
import { startOnSmallDisk } from '../support/small-disk.ts';
import { expect, test } from '../support/test.ts';

const recoverySchema = z.record(z.string(), z.unknown());

/** What a page says of requests that a ledger that is not open refuses. */
const refused = /status of 503/;

interface Fault {
  readonly title: string;
  /** What its page says besides. */
  readonly says: string | RegExp;
  readonly harm: (file: string) => void | Promise<void>;
}

const faults: Readonly<Record<string, Fault>> = {
  damaged: {
    title: 'The ledger cannot be read',
    says: 'Nothing was changed or deleted.',
    harm: (file) => writeFileSync(file, 'a letter, not a ledger. '.repeat(500)),
  },
  'of a newer version': {
    title: 'The ledger needs a newer Proofdesk',
    says: /It has format 99; this Proofdesk, version .+, knows up to format \d+\./,
    harm: (file) => tamper(file, ['PRAGMA user_version = 99']),
  },
  'another ledger': {
    title: 'This is not the ledger that belongs here',
    says: 'another ledger than the one whose key is kept beside it',
    harm: async (file) => {
      const other = temporaryDirectory('other');
      const host = await startHost({ directory: other.path });
      await host.stop();
      copyFileSync(ledgerFile(other.path), file);
      other.remove();
    },
  },
  'not writable': {
    title: 'The ledger cannot be written',
    says: 'The system refuses to open it for writing.',
    harm: (file) => {
      unlinkSync(file);
      mkdirSync(file);
    },
  },
};

function bytesOf(file: string): string {
  return statSync(file).isDirectory() ? 'a folder' : readFileSync(file).toString('base64');
}

function putBack(kept: string, file: string): void {
  if (existsSync(file) && statSync(file).isDirectory()) rmdirSync(file);
  renameSync(kept, file);
}

test('each fault has its page, leaves the file alone, and goes when it is put right @whole', async ({
  page,
  api,
  host,
  watch,
}) => {
  test.slow();
  watch.expectError(refused);
  await api.append({ model_id: 'm', input: { word: 'kept' }, output: { decision: 'KEEP' } });
  const file = ledgerFile(host.directory);
  const kept = `${file}.kept`;
  const recovery = new RecoveryPage(page);
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectShown(1);
  const openDemo = async () => {
    const opening = await api.send('POST', '/workspace', { body: { kind: 'demo', records: 5 } });
    expect(opening.status).toBe(202);
    // Answered once the other ledger is closed and this one open.
    expect((await api.send('GET', '/workspace')).body).toMatchObject({ kind: 'demo' });
  };
  for (const [name, { title, says, harm }] of Object.entries(faults)) {
    await test.step(name, async () => {
      await openDemo();
      await expect(page.getByRole('banner')).toContainText('DEMO');
      copyFileSync(file, kept);
      await harm(file);
      const harmed = bytesOf(file);
      await page.getByRole('button', { name: /^Demo ledger/ }).click();
      await page.getByRole('menuitem', { name: 'Open the local ledger' }).click();
      await recovery.expectShown(title);
      await expect(recovery.screen).toContainText(says);
      await expect(recovery.screen).toContainText(file);
      await expect(page.getByRole('banner')).toContainText('LOCAL');
      if (name === 'damaged') await look(page, recovery);

      await recovery.retry.click();
      await expect(recovery.screen.getByText(/^Tried at/)).toBeVisible();
      expect(bytesOf(file)).toBe(harmed);
      putBack(kept, file);
      await recovery.retry.click();
      await expect(recovery.screen).toBeHidden();
      await decisions.open();
      await decisions.expectShown(1);
      await expect(page.getByRole('contentinfo')).toContainText('Engine running');
    });
  }
});

async function look(page: Page, recovery: RecoveryPage): Promise<void> {
  await recovery.showDetails();
  await expect(recovery.screen).toContainText('SQLITE_NOTADB');
  await expectAccessible(page, 'Recovery');
  await page.setViewportSize({ width: 960, height: 600 });
  await expectNoHorizontalOverflow(page, 'Recovery');
  await page.getByRole('button', { name: 'Restore a backup…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export diagnostics' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/);
}

test('a ledger that another program holds opens when that lets go @whole', async ({
  browser,
  watch,
}) => {
  watch.expectError(refused);
  const directory = temporaryDirectory('locked');
  const first = await startHost({ directory: directory.path });
  await first.stop();
  const release = await hold(ledgerFile(directory.path));
  const host = await startHost({ directory: directory.path });
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(host.url);
  const recovery = new RecoveryPage(page);
  await recovery.expectShown('Another program holds the ledger');
  await release();
  await recovery.retry.click();
  await expect(page.getByRole('contentinfo')).toContainText('Engine running');
  await context.close();
  expect(await host.stop()).toBe(0);
  directory.remove();
});

test('a full disk: what is refused says why and loses nothing, and is done once there is room @whole', async ({
  browser,
  watch,
}) => {
  watch.expectError(refused);
  const disk = await startOnSmallDisk(24);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(`${disk.host.url}#/decisions`);
  const decisions = new DecisionsPage(page);
  await page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New decision' });
  await dialog.getByRole('combobox', { name: 'Model' }).fill('credit-scorer');
  const long = JSON.stringify({ note: 'x'.repeat(100_000) });
  await dialog.getByRole('textbox', { name: /^Input/ }).fill(long);
  await dialog.getByRole('textbox', { name: /^Output/ }).fill('{"decision": "APPROVE"}');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Append this decision?');
  disk.fill();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Nothing was written. Free some space, then try again.');
  const headers = { authorization: `Bearer ${disk.host.apiKey}` };
  const chain = async () => {
    const response = await fetch(`${disk.host.baseUrl}/chain`, { headers });
    return z.looseObject({ record_count: z.int() }).parse(await response.json()).record_count;
  };
  expect(await chain()).toBe(0);
  disk.empty();
  await dialog.getByRole('button', { name: 'Append' }).click();
  await expect(dialog).toBeHidden();
  await decisions.expectTotal(1);
  expect(await chain()).toBe(1);
  await context.close();
  await disk.stop();
});

test('while a demo is made the console says so everywhere, and how far it is @whole', async ({
  page,
  watch,
}) => {
  watch.expectError(/ERR_FAILED/);
  // As it is for the seconds in which a demo is made: nobody tells of changes.
  await page.route('**/v1/events', (route) => route.abort());
  const answer = page.waitForResponse('**/v1/recovery');
  await page.goto('/');
  const real = recoverySchema.parse(await (await answer).json());
  await expect(page.getByTitle('Workspace: Local ledger')).toContainText('LOCAL');
  let filling: { done: number; total: number } | null = null;
  await page.route('**/v1/workspace', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { kind: 'demo' } })
      : route.fallback(),
  );
  await page.route('**/v1/recovery', (route) =>
    route.fulfill({ json: { ...real, state: 'opening', workspace: 'demo', filling } }),
  );
  await page.getByTitle('Workspace: Local ledger').click();
  await page.getByRole('menuitem', { name: 'Open the demo ledger' }).click();
  const main = page.getByRole('main');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect(main.getByRole('heading')).toHaveText('Opening the demo ledger…');
  await expect(page.getByTitle('Workspace: Demo ledger')).toContainText('DEMO');
  filling = { done: 12_500, total: 50_000 };
  await expect(main.getByRole('heading')).toHaveText('Making the demo ledger');
  await expect(main).toContainText('12,500 of 50,000 decisions');
  await expect(main.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await expect(status).toContainText('Making the demo ledger 25');
  await expect(status).not.toContainText('not answering');
  await expectAccessible(page, 'a demo that is being made');
});

test('an engine that starts again says so; one that stays down, and one kept out, say why @whole', async ({
  page,
}) => {
  const recovery = new RecoveryPage(page);
  const answer = page.waitForResponse('**/v1/recovery');
  await page.goto('/');
  const real = recoverySchema.parse(await (await answer).json());
  let pretended: Readonly<Record<string, unknown>> = real;
  await page.route('**/v1/recovery', (route) => route.fulfill({ json: pretended }));
  const pretend = async (parts: Readonly<Record<string, unknown>>) => {
    pretended = { ...real, ...parts };
    await page.reload();
  };
  const next = new Date(Date.now() + 600_000).toISOString();
  const crash = { thread: 'writer', times: 3, attempts: 8, next_attempt_at: next };
  const since = '2026-01-01T00:00:00.000Z';
  await pretend({ state: 'recovering', since, crash });
  await expect(page.getByRole('alert')).toContainText('starts again: attempt 3 of 8');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');

  const down = { ...crash, times: 9, next_attempt_at: null };
  await pretend({ state: 'failed', fault: 'crashed', message: 'out of memory', crash: down });
  await recovery.expectShown('The engine has stopped');
  await expect(recovery.screen).toContainText('It was the writer, 9 times in a row.');
  await expect(recovery.retry).toHaveText('Start again');
  await expectAccessible(page, 'Recovery of a crash');

  const filling = { done: 12_500, total: 50_000 };
  await pretend({ state: 'opening', workspace: 'demo', since, filling });
  await expect(page.getByRole('progressbar', { name: 'Making the demo ledger' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  await expect(page.getByRole('status').filter({ hasText: '12,500 of 50,000' })).toHaveCount(1);

  const holder = { label: 'the Proofdesk application', pid: 4_711, started_at: since };
  await pretend({ state: 'failed', fault: 'in_use', message: 'm', holder });
  await recovery.expectShown('The data directory is in use');
  await expect(recovery.screen).toContainText('the Proofdesk application, process 4711, since');

  await pretend({ state: 'ready', fault: 'corrupt', message: 'm', code: 'SQLITE_CORRUPT' });
  await expect(page.getByRole('alert')).toContainText('cannot be read');
  await page.getByRole('link', { name: 'What to do' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'A part of the ledger cannot be read',
  );
});
