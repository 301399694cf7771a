/** The loopback server as a setting: off at first, remembered, and clear about a port that is taken. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startConsoleDoor } from './console-door.ts';
import { ManagedServer, fixedServer, serverFileName } from './server-control.ts';
import { plainText } from './static-files.ts';

let root: string;
let control: ManagedServer;
let changes: string[];
let logged: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-server-'));
  changes = [];
  logged = [];
  control = create();
});
afterEach(async () => {
  await control.close();
  rmSync(root, { recursive: true, force: true });
});

function listen(port: number, apiKey?: string) {
  return startConsoleDoor({
    port,
    serve: async ({ caller }) => Response.json({ principal: caller.principal.kind }),
    serveFile: async () => plainText(200, 'The console.'),
    random: (bytes) => randomBytes(bytes),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}

function create(): ManagedServer {
  return new ManagedServer({
    dataRoot: root,
    listen,
    changed: (topics) => void changes.push(...topics),
    log: (line) => void logged.push(line),
  });
}

const off = {
  managed: true,
  enabled: false,
  port: 0,
  base_url: null,
  state: 'off',
  error: null,
  options: [],
  readiness: null,
};

/** A port that another program has. */
async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    port: address.port,
    free: () =>
      new Promise((resolve) => {
        other.close(() => resolve());
      }),
  };
}

const reaches = (baseUrl: string | null) =>
  fetch(`${baseUrl ?? ''}/chain`).then(
    (response) => response.json(),
    () => 'nobody',
  );

describe('the loopback server of the desktop', () => {
  it('is off until it is switched on, and leaves no trace until then', async () => {
    await control.start();
    expect(control.describe()).toEqual(off);
    expect(readdirSync(root)).toEqual([]);
    expect(() => control.createLink()).toThrow(/does not listen/);
  });

  it('listens when it is switched on, and is remembered in a file of its owner', async () => {
    await control.start();
    const state = await control.change({ enabled: true, port: 0 });
    expect(state).toMatchObject({ enabled: true, state: 'listening', error: null });
    expect(await reaches(state.base_url)).toEqual({ principal: 'anonymous' });
    expect(changes).toEqual(['server']);
    expect(JSON.parse(readFileSync(join(root, serverFileName), 'utf8'))).toEqual({
      enabled: true,
      port: 0,
    });
    expect(statSync(join(root, serverFileName)).mode & 0o777).toBe(0o600);
    await control.close();
    const next = create();
    await next.start();
    expect(next.describe()).toMatchObject({ state: 'listening' });
    await next.close();
  });

  it('takes no more connections once it is switched off', async () => {
    await control.start();
    const { base_url } = await control.change({ enabled: true, port: 0 });
    expect(await control.change({ enabled: false, port: 0 })).toEqual(off);
    expect(
      await fetch(`${base_url ?? ''}/chain`, { headers: { connection: 'close' } }).catch(
        () => 'nobody',
      ),
    ).toBe('nobody');
  });

  it('says that a port is taken, and stays as it was', async () => {
    const taken = await takenPort();
    await control.start();
    await expect(control.change({ enabled: true, port: taken.port })).rejects.toMatchObject({
      code: 'conflict',
      message: `Port ${taken.port} is taken by another program. Choose another, or 0 for a free one.`,
    });
    expect(control.describe()).toEqual(off);
    const { base_url } = await control.change({ enabled: true, port: 0 });
    await expect(control.change({ enabled: true, port: taken.port })).rejects.toThrow(/taken/);
    expect(control.describe()).toMatchObject({ state: 'listening', base_url });
    expect(await reaches(base_url)).toEqual({ principal: 'anonymous' });
    await taken.free();
  });

  it('says at the start that a remembered port is taken, and can be switched again', async () => {
    const taken = await takenPort();
    writeFileSync(join(root, serverFileName), JSON.stringify({ enabled: true, port: taken.port }));
    await control.start();
    expect(control.describe()).toMatchObject({
      enabled: true,
      port: taken.port,
      state: 'failed',
      base_url: null,
      error: expect.stringContaining('is taken'),
    });
    expect(logged).toHaveLength(1);
    await taken.free();
    expect(await control.change({ enabled: true, port: taken.port })).toMatchObject({
      state: 'listening',
      base_url: `http://127.0.0.1:${taken.port}/v1`,
    });
  });

  it('stays off where what is remembered is damaged', async () => {
    writeFileSync(join(root, serverFileName), '{"enabled":true,"port":"80"}');
    await control.start();
    expect(control.describe()).toEqual(off);
    expect(logged[0]).toContain('damaged');
  });

  it('lets a browser in by a link, once, and by nothing else', async () => {
    await control.start();
    const { base_url } = await control.change({ enabled: true, port: 0 });
    const origin = new URL(base_url ?? '').origin;
    const { url, expires_in } = control.createLink();
    expect(expires_in).toBe(600);
    const visit = () => fetch(url, { redirect: 'manual' });
    const first = await visit();
    expect(first.status).toBe(303);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const asBrowser = { cookie, 'sec-fetch-site': 'same-origin' };
    expect(await (await fetch(`${origin}/v1/chain`, { headers: asBrowser })).json()).toEqual({
      principal: 'operator',
    });
    const second = await visit();
    expect(second.status).toBe(401);
    const page = await second.text();
    expect(page).not.toContain('<form');
    const form = new URLSearchParams({ api_key: '' });
    const posted = await fetch(`${origin}/open`, { method: 'POST', body: form });
    expect(posted.status).toBe(401);
    expect(posted.headers.get('set-cookie')).toBeNull();
  });
});

describe('the server of the headless host', () => {
  it('cannot be switched from inside', async () => {
    const server = await listen(0, 'pdk_x');
    const fixed = fixedServer(() => server);
    expect(fixed.describe()).toEqual({
      managed: false,
      enabled: true,
      port: server.port,
      base_url: server.baseUrl,
      state: 'listening',
      error: null,
      options: [],
      readiness: null,
    });
    await expect(fixed.change({ enabled: false, port: 0 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(fixed.createLink().url).not.toBe(server.url);
    await server.close();
  });
});
