/** The headless host: one owner of a directory, one use of an address, nobody from outside. */
import { request as httpRequest } from 'node:http';
import { z } from 'zod';
import { Api, chainSchema } from '../support/api.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { expect, signIn, test } from '../support/test.ts';

/** The status of a bare HTTP request; fetch would not let a test set Host or Origin. */
function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((settle, fail) => {
    httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      settle(response.statusCode ?? 0);
    })
      .on('error', fail)
      .end();
  });
}

test('refuses a second process on its data directory and names the holder @whole', async ({
  host,
}) => {
  await expect(startHost({ directory: host.directory })).rejects.toThrow(
    /in use|held|running|pid/i,
  );
});

const entriesSchema = z.looseObject({
  data: z.array(z.looseObject({ seq: z.int(), bytes: z.string(), hash: z.string() })),
});

test('closes cleanly and opens again with the same chain @whole', async ({ api, host }) => {
  await api.append({ model_id: 'm', input: {}, output: {} });
  const before = await api.get('/chain', chainSchema);
  const entries = await api.get('/chain/entries', entriesSchema);
  expect(await host.stop()).toBe(0);
  const again = await startHost({ directory: host.directory });
  const after = new Api(again);
  // Closing adds one entry: it seals who asked for what until then.
  const { origin, vkey, record_count, size } = before;
  expect(await after.get('/chain', chainSchema)).toMatchObject({
    origin,
    vkey,
    record_count,
    size: size + 1,
  });
  const { data } = await after.get('/chain/entries', entriesSchema);
  expect(data.slice(0, size)).toEqual(entries.data);
  expect(data[size]).toMatchObject({
    seq: size,
    bytes: expect.stringContaining('"table":"audit_events"'),
  });
  expect(await again.stop()).toBe(0);
});

/** Without the session that the fixtures give to every context. */
const stranger = { storageState: { cookies: [], origins: [] } };

test('trades its one-time address once, for a cookie that scripts cannot read', async ({
  browser,
}) => {
  const directory = temporaryDirectory('sign-in');
  const host = await startHost({ directory: directory.path });
  const first = await browser.newContext(stranger);
  expect((await first.request.get(host.url)).status()).toBe(200);
  const [cookie] = await first.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1' });
  const page = await first.newPage();
  await page.goto(host.origin);
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await first.close();

  const second = await browser.newContext(stranger);
  expect((await second.request.get(host.url)).status()).toBe(401);
  expect(await second.cookies()).toEqual([]);
  expect((await second.request.get(`${host.baseUrl}/chain`)).status()).toBe(401);
  await second.close();
  expect(await host.stop()).toBe(0);
  directory.remove();
});

test('answers no other name, no other origin and no stranger @whole', async ({ host }) => {
  const key = { authorization: `Bearer ${host.apiKey}` };
  const own = `127.0.0.1:${host.port}`;
  expect(await statusOf(host.port, '/v1/chain', { host: own, ...key })).toBe(200);
  expect(await statusOf(host.port, '/v1/chain', { host: own })).toBe(401);
  expect(
    await statusOf(host.port, '/v1/chain', { host: 'evil.example', ...key }),
  ).toBeGreaterThanOrEqual(400);
  expect(
    await statusOf(host.port, '/v1/chain', { host: own, origin: 'http://evil.example', ...key }),
  ).toBe(403);
});

test('asks nothing of another machine, and when it is told to, that is noticed @whole', async ({
  browser,
}) => {
  const directory = temporaryDirectory('outgoing');
  const host = await startHost({ directory: directory.path, mayAskOthers: true });
  const api = new Api(host);
  await api.append({ model_id: 'm', input: {}, output: {} });
  expect(host.outgoing()).toEqual([]);
  const context = await browser.newContext({ storageState: await signIn(host) });
  for (const base_url of ['https://192.0.2.1/v1', 'https://proofdesk.invalid/v1']) {
    const answer = await context.request.post(`${host.origin}/v1/connections/check`, {
      headers: { origin: host.origin },
      data: { base_url, api_key: 'pdk_x' },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await context.close();
  expect(host.outgoing().join(' ')).toMatch(/192\.0\.2\.1:443.*proofdesk\.invalid/);
  await host.stop();
  directory.remove();
});
