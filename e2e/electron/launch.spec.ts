/**
 * The desktop application with the real Electron: what only that can prove. Needs its binary, a
 * display and a user whom Chromium's sandbox accepts; elsewhere it says what is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import { repository, temporaryDirectory } from '../support/host.ts';

/** The Electron executable, where it was downloaded. */
function electronBinary(): string | undefined {
  const folder = join(repository, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

/** Why it cannot be launched here; nothing where it can. */
function obstacle(): string | undefined {
  if (electronBinary() === undefined) return 'the Electron binary is not downloaded';
  if (process.platform !== 'linux') return undefined;
  if (process.getuid?.() === 0) return "Electron's sandbox does not run as root";
  if (process.env['DISPLAY'] === undefined && process.env['WAYLAND_DISPLAY'] === undefined) {
    return 'there is no display';
  }
  return undefined;
}

const reason = obstacle();
if (reason !== undefined) process.stdout.write(`The desktop tests are left out: ${reason}.\n`);
test.skip(reason !== undefined, reason ?? '');

let data: ReturnType<typeof temporaryDirectory>;
let application: ElectronApplication;
let page: Page;

async function launch(): Promise<void> {
  application = await _electron.launch({
    executablePath: electronBinary() ?? '',
    args: [repository, '--data', data.path],
  });
  page = await application.firstWindow();
  await page.waitForLoadState('domcontentloaded');
}

/** The name of the ledger that is open. */
function origin(): Promise<unknown> {
  return page.evaluate(async () => (await (await fetch('/v1/chain')).json()).origin);
}

test.beforeEach(async () => {
  data = temporaryDirectory('electron');
  await launch();
});

test.afterEach(async () => {
  await application.close();
  data.remove();
});

test('opens the console at its own origin and serves the API there', async () => {
  expect(page.url()).toMatch(/^app:\/\/console\//);
  const chain = await page.evaluate(async () => {
    const response = await fetch('/v1/chain');
    return { status: response.status, body: await response.json() };
  });
  expect(chain).toMatchObject({ status: 200, body: { record_count: 0 } });
});

test('gives the page a bridge of three members and nothing of Node', async () => {
  const world = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(globalThis, 'proofdesk') ?? {}).toSorted(),
    globals: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
  }));
  expect(world).toEqual({ bridge: ['information', 'onCommand', 'platform'], globals: [] });
});

test('streams an upload and a response through the scheme', async () => {
  const imported = await page.evaluate(async () => {
    const line = `${JSON.stringify({ model_id: 'm', input: {}, output: {} })}\n`;
    const response = await fetch('/v1/imports?name=a.ndjson', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: new Blob([line.repeat(20_000)]),
    });
    const { job_id: jobId } = await response.json();
    for (;;) {
      const job = await (await fetch(`/v1/jobs/${jobId}`)).json();
      if (job.finished_at !== null) return { status: job.status, imported: job.result.imported };
    }
  });
  expect(imported).toEqual({ status: 'completed', imported: 20_000 });
  const first = await page.evaluate(async () => {
    const { body } = await fetch('/v1/events');
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const chunk = await reader?.read();
    await reader?.cancel();
    return chunk?.value;
  });
  expect(first).toBe('{"changed":[]}\n');
});

test('goes nowhere else and reaches no network', async () => {
  for (const url of ['https://example.com/', 'http://127.0.0.1:9/']) {
    const reached = await page.evaluate(
      (address) =>
        fetch(address, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'refused',
        ),
      url,
    );
    expect([url, reached]).toEqual([url, 'refused']);
  }
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await page.evaluate(() => void window.open('https://example.invalid/'));
  expect(page.url()).toMatch(/^app:\/\/console\//);
  expect(application.windows()).toHaveLength(1);
});

test('closes in order and opens again with the same chain', async () => {
  const before = await origin();
  await application.close();
  await launch();
  expect(await origin()).toBe(before);
});
