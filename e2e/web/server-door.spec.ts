/** A server behind a proxy: the console works under its name, as the key that signed in, and under no other name. */
import { expect, test, type Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { browserArguments } from '../support/chromium.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { sections } from '../support/screens.ts';
import { startSmallProxy, type SmallProxy } from '../support/small-proxy.ts';

const names = '--host-resolver-rules=MAP ledger.test 127.0.0.1, MAP attacker.test 127.0.0.1';
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    const args = browserArguments.filter((each) => !each.startsWith('--host-resolver-rules'));
    await use({ ...launchOptions, args: [...args, names] });
  },
});

let directory: ReturnType<typeof temporaryDirectory>;
let proxy: SmallProxy;
let host: Host;
test.beforeAll(async () => {
  directory = temporaryDirectory('server-door');
  proxy = await startSmallProxy(directory.path);
  host = await startHost({
    directory: directory.path,
    serverArguments: [
      '--listen',
      '127.0.0.1:0',
      '--drain',
      '0s',
      '--public-url',
      `https://ledger.test:${proxy.port}`,
    ],
  });
  proxy.target = host.serverPorts[0] ?? 0;
});
test.afterAll(async () => {
  await host.stop();
  await proxy.close();
  directory.remove();
});

/** Status of a request that a page makes of its own origin; -1 where none came. */
function statusOf(page: Page, path: string, method: string): Promise<number> {
  return page.evaluate(
    ([to, by]) =>
      fetch(to ?? '', { method: by ?? 'GET' }).then(
        ({ status }) => status,
        () => -1,
      ),
    [path, method],
  );
}

for (const rewrites of [false, true]) {
  const kind = rewrites ? 'writes a name of its own' : 'keeps the name';
  test(`behind a proxy that ${kind} the console works, and signs out @whole`, async ({ page }) => {
    proxy.rewrites = rewrites;
    await page.goto(`https://ledger.test:${proxy.port}/`);
    await expect(
      page.getByRole('heading', {
        name: `Sign in to ledger.test:${proxy.port} with your API key`,
      }),
    ).toBeVisible();
    await expectAccessible(page, 'the sign-in page of a server');
    await page.getByLabel('API key').fill('pdk_wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This key is not known here, or has expired.');
    await page.getByLabel('API key').fill(host.apiKey);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    await expect(page.getByText('Engine running')).toBeVisible();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: '__Host-proofdesk', httpOnly: true, secure: true });
    expect(await statusOf(page, '/v1/records', 'GET')).toBe(200);
    // A change by the session alone, as the console makes them.
    expect(await statusOf(page, '/v1/chain/checkpoints', 'POST')).toBe(201);
    // What is the operator's alone is nobody's here.
    expect(await statusOf(page, '/v1/server', 'GET')).toBe(403);

    // Every screen shows what the key may see, and offers nothing that is the operator's.
    for (const { name, address } of rewrites ? [] : sections) {
      await test.step(name, async () => {
        await page.goto(`https://ledger.test:${proxy.port}/#${address}`);
        await new ConsolePage(page).expectSettled();
        await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
      });
    }
    await expect(page.getByRole('tab', { name: 'Connections' })).toBeHidden();

    await page.getByRole('button', { name: /^The key of this start/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('API key')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    const refused = await page.goto(`https://ledger.test:${proxy.port}/v1/records`);
    expect(refused?.status()).toBe(401);
  });
}

test('under a name that was rebound there is neither data nor a script of the console @whole', async ({
  page,
}) => {
  const attacker = `https://attacker.test:${proxy.port}`;
  proxy.rewrites = false;
  const kept = await page.goto(`${attacker}/`);
  expect(kept?.status()).toBe(421);
  expect((await page.goto(`${attacker}/v1/records`))?.status()).toBe(421);

  proxy.rewrites = true;
  expect((await page.goto(`${attacker}/v1/records`))?.status()).toBe(401);
  expect((await page.goto(`${attacker}/`))?.status()).toBe(401);
  await page.getByLabel('API key').fill(host.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Requests from other origins are refused.')).toBeVisible();
});
