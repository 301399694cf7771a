/**
 * The desktop application against a fake of `electron`: order of boot and end, guards, permissions, messages.
 * @push
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../shared/testing/eventually.ts';
import type { EngineOptions } from '../engine/engine-client.ts';
import type { EngineStatus } from '../engine/engine-status.ts';
import { connectionSchema } from '../../shared/contract/connections.ts';
import { serverSchema } from '../../shared/contract/server.ts';
import { contentSecurityPolicy } from '../policy/content-security-policy.ts';
import { webPreferences } from '../policy/window-options.ts';
import { channels, menuCommands } from './commands.ts';
import { FakeElectron } from './testing/fake-electron.ts';

let electron: FakeElectron;
let userData: string;
let engineOptions: EngineOptions | undefined;
let announced: string[];
let tellStatus: ((status: EngineStatus) => void) | undefined;
let argv: string[];
let createEngine: (options: EngineOptions) => unknown;

beforeEach(() => {
  argv = process.argv;
  process.argv = ['/usr/bin/proofdesk', '/app'];
  userData = mkdtempSync(join(tmpdir(), 'proofdesk-shell-'));
  announced = [];
  engineOptions = undefined;
  tellStatus = undefined;
  createEngine = (options) => {
    engineOptions = options;
    return {
      start: async () => {
        electron.journal.push('open engine');
        mkdirSync(options.dataRoot, { recursive: true });
        tellStatus?.({
          state: 'ready',
          since: 0,
          workspace: 'local',
          fault: undefined,
          crash: undefined,
          filling: undefined,
          isMigrating: false,
        });
      },
      serve: async ({ url, caller }: { url: URL; caller: unknown }) =>
        Response.json({ path: url.pathname, caller }),
      onStatus: (listener: (status: EngineStatus) => void) => {
        tellStatus = listener;
      },
      onChange: () => {},
      announce: (topics: readonly string[]) => void announced.push(...topics),
      status: () => ({ state: 'ready', workspace: 'local' }),
      close: async () => {
        await setImmediate();
        electron.journal.push('close engine');
      },
    };
  };
  install();
});

/** A machine on which the application was never started. */
function install(): void {
  vi.resetModules();
  electron = new FakeElectron();
  electron.userData = userData;
  vi.doMock('electron', () => electron.exports());
  vi.doMock('../engine/engine-client.ts', () => ({
    createEngine: (options: EngineOptions) => createEngine(options),
  }));
}

afterEach(() => {
  process.argv = argv;
  rmSync(userData, { recursive: true, force: true });
});

/** Lets everything that is ready to run do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

async function launch(): Promise<void> {
  await import('../main.ts');
  electron.becomeReady();
  await eventually(() => expect(electron.journal).toContain('open engine'));
  await settle();
}

describe('boot', () => {
  it('registers its scheme once, before the app is ready, and opens the window before the engine', async () => {
    await launch();
    expect(electron.journal).toEqual([
      `set userData ${userData}`,
      'register scheme',
      'ready',
      'spellcheck false',
      'handle app',
      'open window',
      'open engine',
    ]);
    expect(electron.schemes).toEqual([
      [
        {
          scheme: 'app',
          privileges: {
            standard: true,
            secure: true,
            supportFetchAPI: true,
            stream: true,
            codeCache: true,
            corsEnabled: false,
            bypassCSP: false,
            allowServiceWorkers: false,
          },
        },
      ],
    ]);
  });

  it('opens a window with exactly the preferences of the policy', async () => {
    await launch();
    const [window] = electron.windows;
    const { preload = '', ...preferences } = window?.options.webPreferences ?? {};
    const { preload: _, ...expected } = webPreferences('');
    expect(preferences).toEqual(expected);
    expect(preload).toMatch(/dist[/\\]preload[/\\]preload\.cjs$/);
    expect(window?.options).toMatchObject({ show: false, minWidth: 960, minHeight: 600 });
    expect(window?.loaded).toEqual(['app://console/']);
    expect(window?.isShown).toBe(false);
    window?.emit('ready-to-show');
    expect(window?.isShown).toBe(true);
  });

  it('gives way to the instance that is there, which comes to the front', async () => {
    electron.isFirstInstance = false;
    await import('../main.ts');
    electron.becomeReady();
    await settle();
    expect(electron.journal).toContain('exit 0');
    expect(electron.windows).toHaveLength(0);
    expect(electron.journal).not.toContain('open engine');
  });

  it('hands links and bundles to the window, from the start, a second instance or the system', async () => {
    process.argv = ['/usr/bin/proofdesk', '--no-sandbox', 'proofdesk://open/rec_01'];
    await launch();
    const [window] = electron.windows;
    const frame = { url: 'app://console/', parent: null };
    const take = () => electron.handlers.get(channels.opened)?.({ senderFrame: frame });
    expect(take()).toEqual([{ kind: 'link', text: 'rec_01' }]);
    electron.appEvents.emit('second-instance', {}, ['/usr/bin/proofdesk', 'a.pdbundle'], '/cases');
    expect(window?.webContents.sent.at(-1)).toEqual([channels.arrived]);
    expect(take()).toMatchObject([{ kind: 'bundle', name: 'a.pdbundle' }]);
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    electron.appEvents.emit('open-url', event, 'proofdesk://open/inv_01');
    electron.appEvents.emit('open-file', event, '/cases/b.pdbundle');
    electron.appEvents.emit('open-url', event, 'proofdesk://erase/inv_01');
    expect(prevented).toBe(3);
    expect(take()).toMatchObject([{ text: 'inv_01' }, { name: 'b.pdbundle' }]);
    expect(electron.links).toEqual(['proofdesk']);
  });

  it('comes to the front for a second instance, and opens again where the window was closed', async () => {
    await launch();
    const [window] = electron.windows;
    if (window === undefined) throw new Error('There is no window.');
    window.minimized = true;
    electron.appEvents.emit('second-instance', {}, ['/usr/bin/proofdesk'], '/');
    expect([window.minimized, window.isShown, window.isFocused]).toEqual([false, true, true]);
    window.emit('closed');
    electron.appEvents.emit('activate');
    expect(electron.windows).toHaveLength(2);
  });

  it('keeps its ledgers in the user folder, or where it is told with the profile inside', async () => {
    await launch();
    expect(engineOptions).toMatchObject({
      dataRoot: join(userData, 'data'),
      workspace: { kind: 'local' },
      apiKeyHashes: [],
    });
    install();
    process.argv.push('--data', join(userData, 'elsewhere'), '--demo', '500');
    await launch();
    expect(engineOptions).toMatchObject({
      dataRoot: join(userData, 'elsewhere'),
      workspace: { kind: 'demo', demoRecords: 500 },
    });
    expect(electron.journal[0]).toBe(`set userData ${join(userData, 'elsewhere', 'browser')}`);
  });

  it('keeps Chromium from the network', async () => {
    await launch();
    expect(electron.switches).toEqual(
      expect.arrayContaining(['disable-background-networking', 'disable-component-update']),
    );
    expect(electron.journal).toContain('spellcheck false');
  });
});

describe('the app scheme', () => {
  it('serves the API as the operator, and files under the policy', async () => {
    await launch();
    const handler = electron.protocols.get('app');
    const api = await handler?.(new Request('app://console/v1/records'));
    expect(await api?.json()).toEqual({
      path: '/v1/records',
      caller: { mount: 'app', principal: { kind: 'operator' } },
    });
    expect(api?.headers.get('x-content-type-options')).toBe('nosniff');
    const page = await handler?.(new Request('app://console/nothing.js'));
    expect(page?.status).toBe(404);
    expect(page?.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
  });

  it.each(['app://evil/v1/records', 'app://console.evil/', 'app://user@console/v1/records'])(
    'has nothing at %s',
    async (url) => {
      await launch();
      const request = new Request('app://console/v1/records');
      Object.defineProperty(request, 'url', { value: url });
      expect((await electron.protocols.get('app')?.(request))?.status).toBe(404);
    },
  );

  it('never throws: that would be a network error without a body', async () => {
    createEngine = () => ({
      start: async () => {},
      serve: () => Promise.reject(new Error('broken')),
      onStatus: () => {},
      onChange: () => {},
      close: async () => {},
    });
    await import('../main.ts');
    electron.becomeReady();
    await settle();
    const response = await electron.protocols.get('app')?.(new Request('app://console/v1/chain'));
    expect(response?.status).toBe(500);
    expect(await response?.text()).not.toContain('broken');
  });
});

describe('guards', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'keep %s on the console',
    async (event) => {
      await launch();
      const contents = electron.windows[0]?.webContents;
      expect(contents?.isPrevented(event, 'app://console/#/integrity')).toBe(false);
      for (const url of [
        'https://evil.example/',
        'file:///etc/passwd',
        'javascript:1',
        'app://x/',
      ]) {
        expect(contents?.isPrevented(event, url)).toBe(true);
      }
    },
  );

  it('attach no webview and open no window; a safe link goes to the system', async () => {
    await launch();
    const contents = electron.windows[0]?.webContents;
    expect(contents?.isPrevented('will-attach-webview', 'app://console/')).toBe(true);
    const open = (url: string) => contents?.openHandler?.({ url });
    expect(open('https://c2sp.org/signed-note')).toEqual({ action: 'deny' });
    expect(open('app://console/')).toEqual({ action: 'deny' });
    expect(open('file:///etc/passwd')).toEqual({ action: 'deny' });
    expect(open('http://127.0.0.1:1/')).toEqual({ action: 'deny' });
    expect(electron.opened).toEqual(['https://c2sp.org/signed-note']);
  });

  it('grant nothing but to put text on the clipboard', async () => {
    await launch();
    expect(electron.permission('clipboard-sanitized-write', 'app://console/')).toEqual([
      true,
      true,
    ]);
    for (const [permission, url] of [
      ['media', 'app://console/'],
      ['geolocation', 'app://console/'],
      ['clipboard-read', 'app://console/'],
      ['clipboard-sanitized-write', 'https://evil.example/'],
    ] as const) {
      expect(electron.permission(permission, url)).toEqual([false, false]);
    }
    expect(electron.devicePermission?.()).toBe(false);
  });

  it('let no request and no download past the console', async () => {
    await launch();
    expect(electron.isCanceled('app://console/assets/x.js')).toBe(false);
    expect(electron.isCanceled('https://evil.example/')).toBe(true);
    expect(electron.isCanceled('http://127.0.0.1:9/')).toBe(true);
    expect(electron.isDownloadRefused('blob:app://console/1')).toBe(false);
    expect(electron.isDownloadRefused('https://evil.example/x.exe')).toBe(true);
  });
});

describe('messages', () => {
  const page = { url: 'app://console/#/settings', parent: null };

  it('from the console are answered', async () => {
    await launch();
    expect(await electron.invoke(channels.information, page)).toMatchObject({
      dataDirectory: join(userData, 'data'),
      keyProtection: 'unknown',
    });
    await engineOptions?.loadSeed(userData);
    expect(await electron.invoke(channels.information, page)).toMatchObject({
      keyProtection: 'keychain',
    });
  });

  it.each([
    ['a frame inside', { url: 'app://console/', parent: {} }, []],
    ['another page', { url: 'https://evil.example/', parent: null }, []],
    ['a page that looks alike', { url: 'app://console.evil/', parent: null }, []],
    ['a frame that is gone', null, []],
    ['the console with more than was agreed', page, ['../../etc/passwd']],
  ])('from %s are refused', async (_, frame, given) => {
    await launch();
    await expect(electron.invoke(channels.information, frame, ...given)).rejects.toThrow('refused');
  });
});

describe('menu', () => {
  it('sends the console commands that the console has', async () => {
    await launch();
    electron.choose('New decision…');
    electron.choose('Import…');
    electron.choose('Open the demo ledger');
    electron.choose('Open your own ledger');
    expect(electron.windows[0]?.webContents.sent).toEqual([
      [channels.command, 'decision.new'],
      [channels.command, 'import.open'],
      [channels.command, 'workspace.demo'],
      [channels.command, 'workspace.local'],
    ]);
    const register = readFileSync(
      join(import.meta.dirname, '../../renderer/app/shell-commands.tsx'),
      'utf8',
    );
    for (const command of menuCommands) expect(register).toContain(`'${command}'`);
  });

  it('has an item for every command, and no developer tools once packaged', async () => {
    await launch();
    const items = electron.menuItems();
    const window = electron.windows[0];
    for (const item of items) if (item.label !== 'Open the data folder') item.click?.();
    expect(new Set(window?.webContents.sent.map(([, command]) => command))).toEqual(
      new Set(menuCommands),
    );
    expect(items.map((item) => item.role)).not.toContain('toggleDevTools');
    electron.choose('Open the data folder');
    expect(electron.opened).toEqual([join(userData, 'data')]);
  });
});

const titles = {
  file: 'Datei',
  view: 'Ansicht',
  go: 'Gehe',
  ledger: 'Buch',
  help: 'Hilfe',
  dataFolder: 'Ordner',
};

describe('the offer of commands', () => {
  const page = { url: 'app://console/#/overview', parent: null };
  const command = { id: 'decision.new', title: 'Neu…', group: 'do', keys: [], enabled: true };
  const leaving = { title: 'Weg?', text: 'Weg.', leave: 'Ja', stay: 'Nein' };

  it('makes the menu, in the words of the window', async () => {
    await launch();
    await electron.invoke(channels.offer, page, { titles, commands: [command], leaving });
    electron.choose('Neu…');
    expect(electron.windows[0]?.webContents.sent).toEqual([[channels.command, 'decision.new']]);
    expect(electron.menuItems().map(({ label }) => label)).not.toContain('New decision…');
  });

  it.each([
    ['from another page', { url: 'https://evil.example/', parent: null }, [command]],
    ['with a name that is none', page, [{ ...command, id: '../x' }]],
    ['with more than was agreed', page, [{ ...command, click: 'x' }]],
    ['without end', page, Array.from({ length: 501 }, () => command)],
  ])('%s is refused', async (_, frame, commands) => {
    await launch();
    await expect(
      electron.invoke(channels.offer, frame, { titles, commands, leaving }),
    ).rejects.toThrow('refused');
    expect(electron.menuItems().map(({ label }) => label)).toContain('New decision…');
  });
});

describe('the key', () => {
  it('is sealed, in a file for its owner only', async () => {
    await launch();
    const seed = await engineOptions?.loadSeed(userData);
    expect(seed).toHaveLength(32);
    expect(readdirSync(userData)).toContain('ledger.sealed');
    expect(readdirSync(userData)).not.toContain('ledger.key');
    expect(statSync(join(userData, 'ledger.sealed')).mode & 0o777).toBe(0o600);
    const again = await engineOptions?.loadSeed(userData);
    expect(seed instanceof Uint8Array && again instanceof Uint8Array).toBe(true);
    expect(Buffer.from(Object(again))).toEqual(Buffer.from(Object(seed)));
  });
});

/** Calls a route of the host as the engine does once its gate has let the operator through. */
async function askHost(operation: string, call: Record<string, unknown> = {}): Promise<unknown> {
  const handler = engineOptions?.hostHandlers?.[operation];
  if (handler === undefined) throw new Error(`The host does not answer ${operation}.`);
  const { body } = await handler({
    operationId: operation,
    requestId: 'req_1',
    parameters: {},
    query: {},
    body: undefined,
    signing: {},
    previous: { confirm: () => {} },
    upload: undefined,
    idempotency: undefined,
    caller: 'operator',
    principal: { kind: 'operator' },
    own: undefined,
    baseUrl: 'app://console/v1',
    signal: new AbortController().signal,
    ...call,
  });
  return JSON.parse(typeof body === 'string' ? body : 'null');
}

describe('the loopback server', () => {
  const switchTo = (enabled: boolean) =>
    askHost('changeServer', { body: { enabled, port: 0 } }).then((value) =>
      serverSchema.parse(value),
    );

  it('is off until the window switches it on, and asks for a key', async () => {
    await launch();
    expect(await askHost('getServer')).toMatchObject({
      managed: true,
      enabled: false,
      state: 'off',
    });
    const { base_url } = await switchTo(true);
    expect(announced).toEqual(['server']);
    const answer = await fetch(`${base_url ?? ''}/chain`);
    expect(await answer.json()).toEqual({
      path: '/v1/chain',
      caller: { mount: 'loopback', principal: { kind: 'anonymous' } },
    });
    expect(await switchTo(false)).toMatchObject({ state: 'off', base_url: null });
  });

  it('is remembered, and ends with the program', async () => {
    await launch();
    await switchTo(true);
    electron.app.quit();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    install();
    await launch();
    const { base_url } = await eventually(async () => {
      const server = serverSchema.parse(await askHost('getServer'));
      expect(server.state).toBe('listening');
      return server;
    });
    electron.app.quit();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    await expect(fetch(`${base_url ?? ''}/chain`)).rejects.toThrow('fetch failed');
  });
});

describe('connections', () => {
  it('have their keys sealed, and turn the window to a server', async () => {
    await launch();
    const given = { name: 'B', base_url: 'http://127.0.0.1:1/v1', api_key: 'pdk_secret_of_b' };
    const made = connectionSchema.parse(await askHost('createConnection', { body: given }));
    expect(made.key_protection).toBe('keychain');
    const directory = join(userData, 'data', 'connections');
    for (const name of readdirSync(directory)) {
      expect(readFileSync(join(directory, name))).not.toContain(given.api_key);
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
    const handler = electron.protocols.get('app');
    const body = JSON.stringify({ kind: 'remote', connection_id: made.connection_id });
    const headers = { 'content-type': 'application/json' };
    const opening = new Request('app://console/v1/workspace', { method: 'POST', headers, body });
    expect((await handler?.(opening))?.status).toBe(202);
    const workspace = await handler?.(new Request('app://console/v1/workspace'));
    expect(await workspace?.json()).toMatchObject({
      kind: 'remote',
      remote: { name: 'B', state: 'offline' },
    });
    expect((await handler?.(new Request('app://console/v1/records')))?.status).toBe(503);
  });
});

describe('trouble', () => {
  it('with the ledger is shown by the window: no box is put before it', async () => {
    await launch();
    tellStatus?.({
      state: 'failed',
      since: 0,
      workspace: 'local',
      fault: undefined,
      crash: undefined,
      filling: undefined,
      isMigrating: false,
    });
    await settle();
    expect(electron.questions).toEqual([]);
    expect(electron.windows[0]?.loaded).toEqual(['app://console/']);
    engineOptions?.openDataFolder?.();
    expect(electron.opened).toEqual([join(userData, 'data')]);
  });

  it('of the page offers to load it anew', async () => {
    await launch();
    const [window] = electron.windows;
    window?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    await settle();
    expect(electron.questions).toHaveLength(1);
    expect(window?.webContents.reloads).toBe(1);
    window?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    await settle();
    expect(electron.questions).toHaveLength(1);
  });
});

describe('the end', () => {
  it('comes in order: window, engine, process; and every attempt to quit waits for it', async () => {
    await launch();
    electron.app.quit();
    electron.app.quit();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    const end = electron.journal.slice(electron.journal.indexOf('quit'));
    expect(end).toEqual([
      'quit',
      'quit held',
      'close window',
      'quit',
      'quit held',
      'close engine',
      'exit 0',
    ]);
    expect(electron.questions).toEqual([]);
  });

  it('waits for whoever has typed something, and is asked in the words of the window', async () => {
    await launch();
    const [window] = electron.windows;
    if (window === undefined) throw new Error('There is no window.');
    const leaving = { title: 'Verlassen?', text: 'Weg.', leave: 'Verwerfen', stay: 'Bleiben' };
    const frame = { url: 'app://console/', parent: null };
    await electron.invoke(channels.offer, frame, { titles, commands: [], leaving });
    window.holdsText = true;
    electron.answers = [0];
    electron.app.quit();
    await settle();
    expect(electron.questions).toMatchObject([
      { message: 'Verlassen?', detail: 'Weg.', buttons: ['Bleiben', 'Verwerfen'], cancelId: 0 },
    ]);
    expect(electron.journal.slice(-2)).toEqual(['quit held', 'close window']);

    electron.answers = [1];
    electron.app.quit();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    expect(electron.questions).toHaveLength(2);
  });

  it('asks the same where the window is closed or loaded anew, and nothing where nothing is typed @whole', async () => {
    await launch();
    const [window] = electron.windows;
    if (window === undefined) throw new Error('There is no window.');
    let closed = 0;
    window.on('closed', () => (closed += 1));
    window.holdsText = true;
    electron.answers = [0];
    window.close();
    expect([closed, electron.questions.length]).toEqual([0, 1]);
    expect(electron.questions[0]).toMatchObject({
      message: 'Leave without sending?',
      buttons: ['Stay', 'Leave'],
    });
    electron.answers = [1];
    window.close();
    expect([closed, electron.questions.length]).toEqual([1, 2]);
    window.holdsText = false;
    window.close();
    expect([closed, electron.questions.length]).toEqual([2, 2]);
  });

  it('does not wait for a page that hangs', async () => {
    await launch();
    const [window] = electron.windows;
    if (window === undefined) throw new Error('There is no window.');
    window.hangs = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    electron.app.quit();
    await settle();
    expect(electron.journal.at(-1)).toBe('close window');
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    expect(electron.journal).toContain('destroy window');
  });

  it('closes an engine that is still opening @whole', async () => {
    const make = createEngine;
    createEngine = (options) => {
      const engine = make(options);
      return Object.assign(Object(engine), { start: () => new Promise(() => {}) });
    };
    await import('../main.ts');
    electron.becomeReady();
    await settle();
    electron.app.quit();
    await eventually(() => expect(electron.journal.at(-1)).toBe('exit 0'));
    expect(electron.journal.at(-2)).toBe('close engine');
  });

  it('follows the last window, except on a Mac @whole', async () => {
    await launch();
    electron.appEvents.emit('window-all-closed');
    expect(electron.journal.includes('quit')).toBe(process.platform !== 'darwin');
  });
});
