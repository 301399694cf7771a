/** Entry of the desktop application: who is who, and in which order it comes up. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import { createEngine } from './engine/engine-client.ts';
import { EngineStartError } from './engine/engine-error.ts';
import { findInstallation } from './hosts/installation.ts';
import { keyFiles } from './hosts/key-file.ts';
import { startLoopbackServer } from './hosts/loopback-server.ts';
import { createManagedServer } from './hosts/server-control.ts';
import { serverRoutes } from './hosts/server-routes.ts';
import { describeStartFailure } from './hosts/start-failure.ts';
import { createStaticFiles } from './hosts/static-files.ts';
import { createRemotes } from './remote/create-remotes.ts';
import { handleAppScheme, registerAppScheme } from './shell/app-scheme.ts';
import type { KeyProtection } from './shell/commands.ts';
import { createEngineSession } from './shell/engine-session.ts';
import { guardContents } from './shell/guards.ts';
import { answerInformation } from './shell/ipc.ts';
import { createKeySeal } from './shell/key-seal.ts';
import { launchOptions } from './shell/launch-options.ts';
import { createMainWindow } from './shell/main-window.ts';
import { menuTemplate } from './shell/menu.ts';
import { loadSealedKey } from './shell/sealed-key.ts';
import { ruleSession } from './shell/session-rules.ts';
import { shutDownInOrder } from './shell/shutdown.ts';

// Databases, keys and uploads are for their owner only, whatever makes them.
process.umask(0o077);

const installation = findInstallation(import.meta);
const { dataRoot, profile, demo } = launchOptions(process.argv, app.getPath('userData'));
const random = (bytes: number): Uint8Array => randomBytes(bytes);
const log = (line: string) => void process.stderr.write(`${line}\n`);
const openDataFolder = () => void shell.openPath(dataRoot);
let keyProtection: KeyProtection = 'unknown';

mkdirSync(profile, { recursive: true, mode: 0o700 });
app.setPath('userData', profile);
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
registerAppScheme(protocol);

const mainWindow = createMainWindow({
  create: (options) => new BrowserWindow(options),
  ask: (question) => dialog.showMessageBox(question),
  quit: () => app.quit(),
  preload: installation.preloadPath,
  isDark: () => nativeTheme.shouldUseDarkColors,
  log,
});

const engine = createEngineSession({
  open: async () => {
    const opened = await createEngine({
      workerEntry: installation.workerEntry,
      dataRoot,
      workspace:
        demo === undefined ? { kind: 'local' } : { kind: 'demo', demoRecords: demo.records },
      version: installation.version,
      label: 'the Proofdesk application',
      apiKeyHashes: [],
      loadSeed: async (directory) => {
        const { platform } = process;
        const key = await loadSealedKey(directory, {
          safeStorage,
          platform,
          files: keyFiles,
          random,
        });
        keyProtection = key.protection;
        return key.seed;
      },
      hostHandlers: { ...remotes.handlers, ...serverRoutes(server, Date.now) },
      log,
    });
    remotes.attach(opened);
    await server.start();
    return opened;
  },
  describe: (error) =>
    error instanceof EngineStartError ? describeStartFailure(error, dataRoot) : String(error),
  ask: (question) => dialog.showMessageBox(question),
  openDataFolder,
  quit: () => app.quit(),
});

const remotes = createRemotes({
  serve: engine.serve,
  dataRoot,
  seal: createKeySeal({ safeStorage, platform: process.platform }),
  version: installation.version,
  random,
  log,
});

const serveFile = createStaticFiles(installation.rendererDirectory);
const server = createManagedServer({
  dataRoot,
  listen: (port) => startLoopbackServer({ port, serve: remotes.serve, serveFile, random }),
  changed: remotes.changed,
  log,
});

async function closeInOrder(): Promise<void> {
  server.stopListening();
  remotes.close();
  await engine.close();
  await server.close();
}

async function start(): Promise<void> {
  shutDownInOrder({
    app,
    destroyWindow: () => mainWindow.destroy(),
    closeEngine: closeInOrder,
    log,
  });
  app.on('second-instance', () => mainWindow.show());
  app.on('activate', () => mainWindow.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, (url) => shell.openExternal(url));
  });

  await app.whenReady();
  ruleSession(session.defaultSession);
  handleAppScheme(protocol, {
    serve: remotes.serve,
    serveFile,
    log,
  });
  answerInformation(ipcMain, () => ({
    version: installation.version,
    dataDirectory: dataRoot,
    keyProtection,
  }));
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        isDevelopment: !app.isPackaged,
        send: (command) => mainWindow.send(command),
        openDataFolder,
      }),
    ),
  );
  mainWindow.show();
  await engine.start();
}

if (app.requestSingleInstanceLock()) {
  // Not awaited here: Electron becomes ready only after this module has been evaluated.
  start().catch((error: unknown) => {
    log(`Proofdesk did not start: ${error instanceof Error ? error.message : String(error)}`);
    app.exit(1);
  });
} else {
  app.exit(0);
}
