/** A host elsewhere, as a console meets it over the network: it goes away and comes back, with the same ledger. */
import { cpSync } from 'node:fs';
import { z } from 'zod';
import { Api } from './api.ts';
import { demoLedgerOf } from './demo-ledgers.ts';
import { startHost, temporaryDirectory, type Host } from './host.ts';
import { expect, test as base } from './test.ts';

/** The server elsewhere: a host of its own, whose key is known here alone. */
export interface Elsewhere {
  host: Host;
  readonly api: Api;
  /** An admin's key that outlives a restart of the server. */
  readonly key: string;
  readonly keyId: string;
  stop(): Promise<void>;
  /** At the same address, with the same ledger. */
  startAgain(): Promise<void>;
}

export const records = 300;
const createdKeySchema = z.looseObject({ key: z.string().startsWith('pdk_'), key_id: z.string() });

export async function createKey(api: Api, body: Record<string, unknown>) {
  const answer = await api.send('POST', '/api-keys', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return createdKeySchema.parse(answer.body);
}

export const test = base.extend<{ elsewhere: Elsewhere; received: string[] }>({
  elsewhere: async ({ browserName }, use) => {
    const directory = temporaryDirectory(`elsewhere-${browserName}`);
    cpSync(await demoLedgerOf(records), directory.path, { recursive: true });
    const host = await startHost({ directory: directory.path, demo: records });
    const api = new Api(host);
    const { key, key_id } = await createKey(api, { name: 'Head office', role: 'admin' });
    const elsewhere: Elsewhere = {
      host,
      api,
      key,
      keyId: key_id,
      stop: async () => expect(await elsewhere.host.stop()).toBe(0),
      startAgain: async () => {
        elsewhere.host = await startHost({
          directory: directory.path,
          demo: records,
          port: host.port,
        });
      },
    };
    await use(elsewhere);
    await elsewhere.host.stop();
    directory.remove();
  },
  /** Every text that the window was sent. */
  received: async ({ page }, use) => {
    const received: string[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/v1/') || response.url().endsWith('/events')) return;
      response.text().then(
        (text) => void received.push(text, JSON.stringify(response.headers())),
        () => {},
      );
    });
    await use(received);
  },
});
