/** Entry of the desktop application: who is who, and in which order it comes up. */
import { randomBytes } from 'node:crypto';
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
import { makeFolder } from './database/make-folder.ts';
import { outliveReaders } from './diagnostics/outlive-readers.ts';
import { recentLines } from './diagnostics/recent-lines.ts';
import { sourcesArgument } from './engine/sources-argument.ts';
import { readFromSources } from './engine/sources-process.ts';
import { startUtilitySources } from './shell/utility-sources.ts';
import { createEngine, type Engine } from './engine/engine-client.ts';
import { findInstallation } from './hosts/installation.ts';
import { keyFiles } from './hosts/key-file.ts';
import { startConsoleDoor } from './hosts/console-door.ts';
import { ManagedServer } from './hosts/server-control.ts';
import { serverRoutes } from './hosts/server-routes.ts';
import { placesOfMachine } from './sources/place-routes.ts';
import { createStaticFiles } from './hosts/static-files.ts';
import { createRemotes } from './remote/create-remotes.ts';
import { handleAppScheme, registerAppScheme } from './shell/app-scheme.ts';
import type { KeyProtection, OfferedMenu } from './shell/commands.ts';
import { guardContents } from './shell/guards.ts';
import { answerInformation, answerOpened, hearOffers } from './shell/ipc.ts';
import { createKeySeal } from './shell/key-seal.ts';
import { launchOptions } from './shell/launch-options.ts';
import { registerLinks } from './shell/links.ts';
import { createOpenedThings } from './shell/opened-things.ts';
import { MainWindow } from './shell/main-window.ts';
import { menuTemplate, usual } from './shell/menu.ts';
import { keepSealedKey, loadSealedKey } from './shell/sealed-key.ts';
import { ruleSession } from './shell/session-rules.ts';
import { shutDownInOrder } from './shell/shutdown.ts';

// Databases, keys and uploads are for their owner only, whatever makes them.
process.umask(0o077);

const installation = findInstallation(import.meta);
const { dataRoot, profile, demo } = launchOptions(process.argv, app.getPath('userData'));
const random = (bytes: number): Uint8Array => randomBytes(bytes);
const { log, lines: logLines } = recentLines((line) => void process.stderr.write(`${line}\n`));
const openDataFolder = () => void shell.openPath(dataRoot);
let keyProtection: KeyProtection = 'unknown';
outliveReaders({ 'standard output': process.stdout, 'the log': process.stderr }, log);

makeFolder(profile);
app.setPath('userData', profile);
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
registerAppScheme(protocol);

let { leaving: leavingWords } = usual;
const mainWindow = new MainWindow({
  create: (options) => new BrowserWindow(options),
  ask: (question) => dialog.showMessageBox(question),
  askNow: (question) => dialog.showMessageBoxSync(question),
  leavingWords: () => leavingWords,
  quit: () => app.quit(),
  preload: installation.preloadPath,
  isDark: () => nativeTheme.shouldUseDarkColors,
  log,
});

const openedThings = createOpenedThings({ random, arrived: () => mainWindow.tellArrival(), log });
const openAll = (argv: readonly string[], workingDirectory: string) => {
  for (const argument of argv.slice(1)) openedThings.offer(argument, workingDirectory);
};
const openOne = (event: { preventDefault: () => void }, argument: string) => {
  event.preventDefault();
  openedThings.offer(argument, '/');
  if (app.isReady()) mainWindow.show();
};
openAll(process.argv, process.cwd());

const keySeal = createKeySeal({ safeStorage, platform: process.platform });
const remotes = createRemotes({
  serve: (asked) => engine.serve(asked),
  dataRoot,
  seal: keySeal,
  version: installation.version,
  random,
  log,
});

const serveFile = createStaticFiles(installation.rendererDirectory);
const server = new ManagedServer({
  dataRoot,
  listen: (port) => startConsoleDoor({ port, serve: remotes.serve, serveFile, random }),
  changed: remotes.changed,
  log,
});

const { changed } = remotes;
const places = placesOfMachine({ dataRoot, managed: true, given: [], givenServers: [], changed });

const engine: Engine = createEngine({
  workerEntry: installation.workerEntry,
  dataRoot,
  workspace: demo === undefined ? { kind: 'local' } : { kind: 'demo', demoRecords: demo.records },
  version: installation.version,
  label: 'the Proofdesk application',
  seal: keySeal,
  startSources: (entry) => startUtilitySources(entry, sourcesArgument, readFromSources),
  apiKeyHashes: [],
  loadSeed: async (directory) => {
    const { platform } = process;
    const key = await loadSealedKey(directory, { safeStorage, platform, files: keyFiles, random });
    keyProtection = key.protection;
    return key.seed;
  },
  keepSeed: async (folder, seed) => {
    await keepSealedKey(folder, seed, { safeStorage, files: keyFiles });
  },
  hostHandlers: {
    ...remotes.handlers,
    ...serverRoutes(server, Date.now),
    ...places.handlers,
  },
  sourcePlacesFile: places.file,
  openDataFolder,
  log,
  logLines,
});

async function closeInOrder(): Promise<void> {
  server.stopListening();
  remotes.close();
  await engine.close();
  await server.close();
}

function showMenu(offered: OfferedMenu | undefined): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        isDevelopment: !app.isPackaged,
        offered,
        send: (command) => mainWindow.send(command),
        openDataFolder,
      }),
    ),
  );
}

async function start(): Promise<void> {
  shutDownInOrder({
    app,
    closeWindow: () => mainWindow.close(),
    destroyWindow: () => mainWindow.destroy(),
    closeEngine: closeInOrder,
    log,
  });
  app.on('second-instance', (_event, argv, workingDirectory) => {
    openAll(argv, workingDirectory);
    mainWindow.show();
  });
  // A Mac hands these over as events, also before the application is ready.
  app.on('open-url', (event, link) => openOne(event, link));
  app.on('open-file', (event, path) => openOne(event, path));
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
    serveOpened: (request) => openedThings.serve(request),
    log,
  });
  answerInformation(ipcMain, () => ({
    version: installation.version,
    dataDirectory: dataRoot,
    keyProtection,
  }));
  answerOpened(ipcMain, () => openedThings.take());
  if (app.isPackaged) registerLinks(app, process.platform);
  showMenu(undefined);
  hearOffers(ipcMain, (offered) => {
    leavingWords = offered.leaving;
    showMenu(offered);
  });
  mainWindow.show();
  remotes.attach(engine);
  // A ledger that does not open is shown by the window, and tried again from there.
  engine.onStatus(({ state }) => {
    if (state === 'ready') void server.start();
  });
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
