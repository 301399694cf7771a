/** What the system asked to open is handed to the window once, and only its own bytes are served. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOpenedThings, type OpenedThings } from './opened-things.ts';

let folder: string;
let arrivals: number;
let tokens: number;
let things: OpenedThings;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-opened-'));
  arrivals = 0;
  tokens = 0;
  things = createOpenedThings({
    random: (bytes) => new Uint8Array(bytes).fill((tokens += 1)),
    arrived: () => {
      arrivals += 1;
    },
    log: () => {},
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const get = (address: string, method = 'GET') =>
  things.serve({ method, url: `app://console${address}` });

function addressOfBundle(): string {
  const [thing] = things.take();
  if (thing?.kind !== 'bundle') throw new Error('There is no bundle.');
  return thing.address;
}

it('hands out links and bundles in their order, once', () => {
  for (const argument of [
    '/app',
    '--no-sandbox',
    'proofdesk://open/rec_01',
    'a.pdbundle',
    'x.zip',
  ]) {
    things.offer(argument, folder);
  }
  expect(arrivals).toBe(2);
  expect(things.take()).toEqual([
    { kind: 'link', text: 'rec_01' },
    { kind: 'bundle', name: 'a.pdbundle', address: expect.stringMatching(/^\/opened\/[\w-]{43}$/) },
  ]);
  expect(things.take()).toEqual([]);
});

it('serves the bytes of a bundle at its address', async () => {
  writeFileSync(join(folder, 'a.pdbundle'), 'PK bytes');
  things.offer('a.pdbundle', folder);
  const address = addressOfBundle();
  const answer = await get(address);
  expect(answer?.headers.get('content-type')).toBe('application/zip');
  expect(answer?.headers.get('content-length')).toBe('8');
  expect(await answer?.text()).toBe('PK bytes');
  const head = await get(address, 'HEAD');
  expect([head?.status, await head?.text()]).toEqual([200, '']);
  expect((await get(address, 'POST'))?.status).toBe(404);
});

it('serves nothing else: no other address, no folder, no file that went away', async () => {
  expect(get('/index.html')).toBeUndefined();
  expect((await get('/opened/'))?.status).toBe(404);
  expect((await get('/opened/..%2f..%2fetc%2fpasswd'))?.status).toBe(404);
  mkdirSync(join(folder, 'b.pdbundle'));
  things.offer('b.pdbundle', folder);
  expect((await get(addressOfBundle()))?.status).toBe(404);
  things.offer('gone.pdbundle', folder);
  expect((await get(addressOfBundle()))?.status).toBe(404);
});

it('forgets the oldest of too many', async () => {
  writeFileSync(join(folder, 'a.pdbundle'), 'PK');
  things.offer('a.pdbundle', folder);
  const first = addressOfBundle();
  for (let count = 0; count < 16; count += 1) things.offer('a.pdbundle', folder);
  expect((await get(first))?.status).toBe(404);
  expect((await get(addressOfBundle()))?.status).toBe(200);
});
