/** The whole of Proofdesk without a window: serves the API and the console, on 127.0.0.1 or to others. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { spokenOf } from '../../shared/languages.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey, type ApiKey } from '../access/api-keys.ts';
import { loadAdminKey } from './admin-key.ts';
import { outliveReaders } from '../diagnostics/outlive-readers.ts';
import { recentLines } from '../diagnostics/recent-lines.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine/engine-client.ts';
import { refusedFolder } from '../engine/refused-folder.ts';
import { answerProbe, readinessOf } from './health.ts';
import type { AnsweredExchange } from './http-server.ts';
import { figuresOf } from './ledger-figures.ts';
import { createMetrics, serveMetrics, type MetricsServer } from './metrics.ts';
import { requestLine } from './request-log.ts';
import { findInstallation, type Installation } from './installation.ts';
import { keyFileName, loadKeyFile, writeKeyAt, writeKeyFile } from './key-file.ts';
import { linkSeconds, type ConsoleServer } from './console-door.ts';
import { openDoors, type HostDoors } from './host-doors.ts';
import { plainSeal } from '../database/key-seal.ts';
import { createRemotes } from '../remote/create-remotes.ts';
import { fixedServer } from './server-control.ts';
import { serverRoutes } from './server-routes.ts';
import { placesOfMachine } from '../sources/place-routes.ts';
import { openWithBrowser, writeSignInFile, type SignIn, type SignInFile } from './sign-in-file.ts';
import { readPassphrase } from './passphrase-file.ts';
import { describeStartFailure } from './start-failure.ts';
import { fontFolderVariable } from '../documents/machine-fonts.ts';
import { describeOptions, readServerOptions, usage, type ServerOptions } from './server-options.ts';
import { createStaticFiles } from './static-files.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

const exitCodes = { clean: 0, failed: 1, usage: 2, held: 3, forced: 130 } as const;

const random = (bytes: number): Uint8Array => randomBytes(bytes);
const { log: say, lines: logLines } = recentLines((line) => void process.stderr.write(`${line}\n`));

/** What a host is started with, once its options were found to be right. */
interface Start {
  readonly options: ServerOptions;
  readonly installation: Installation;
  readonly dataRoot: string;
  readonly apiKey: ApiKey;
  readonly tlsFiles: TlsFiles | undefined;
}

async function run(options: ServerOptions, installation: Installation): Promise<number> {
  // Databases, keys and uploads are for their owner only, whatever makes them.
  process.umask(0o077);
  outliveReaders({ 'standard output': process.stdout, 'the log': process.stderr }, say);
  const stopped = stopSignal();
  const start = startOf(options, installation);
  if (typeof start === 'string') {
    say(start);
    return exitCodes.usage;
  }
  let doors: HostDoors | undefined;
  let isDraining = false;
  const { engine, remotes } = assemble(
    start,
    () => doors?.console,
    () => isDraining,
  );
  const watched = watchRequests(start, engine, () => doors?.openStreams() ?? 0);
  const started = engine.start().then(({ fault }) => {
    if (fault !== undefined) say(describeStartFailure(fault, start.dataRoot));
    return fault;
  });
  const isTaken = await Promise.race([engine.whenTaken(), stopped.then(() => 'stopped')]);
  if (isTaken === 'stopped') {
    await engine.close();
    return exitCodes.clean;
  }
  if (isTaken === false && (await started)?.fault === 'in_use') {
    await engine.close();
    return exitCodes.held;
  }
  let metricsServer: MetricsServer | undefined;
  // The console comes up while the ledger opens. Whatever else is wrong, it shows it, and what can be done.
  try {
    doors = await openDoors({
      ...start,
      apiKey: start.apiKey.key,
      serve: remotes.serve,
      serveFile: createStaticFiles(installation.rendererDirectory),
      random,
      log: say,
      answered: watched.answered,
      probe: (method, target) =>
        answerProbe(method, target, () => readinessOf(engine.status(), isDraining)),
    });
    metricsServer = await watched.listen();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await doors?.close();
    await engine.close();
    return exitCodes.failed;
  }
  const signIn = await announce(start, doors, metricsServer?.port);
  await stopped;
  say('Closing.');
  isDraining = true;
  signIn?.remove();
  await drained(doors, options.drainMs);
  doors.stopListening();
  remotes.close();
  await engine.close();
  await doors.close();
  await metricsServer?.close();
  return exitCodes.clean;
}

/** Has requests written to the log and counted, as far as the options ask for it. */
function watchRequests(
  { options, installation }: Start,
  engine: Engine,
  openStreams: () => number,
) {
  const { log: form, metricsListen } = options;
  const metrics =
    metricsListen &&
    createMetrics({
      engine,
      openStreams,
      version: installation.version,
      figures: figuresOf(engine, Date.now),
    });
  const isWatched = form !== undefined || metrics !== undefined;
  const answered = (exchange: AnsweredExchange) => {
    metrics?.answered(exchange);
    // Not through the log, whose last lines diagnostics keep.
    if (form !== undefined) process.stderr.write(`${requestLine(exchange, form)}\n`);
  };
  return {
    answered: isWatched ? answered : undefined,
    listen: async (): Promise<MetricsServer | undefined> =>
      metrics && metricsListen && serveMetrics(metrics, metricsListen),
  };
}

/** What the options come to on this machine; one sentence where something of it cannot be. */
function startOf(options: ServerOptions, installation: Installation): Start | string {
  // Threads that draw pages begin with the environment of their host.
  if (options.fontFolder !== undefined) process.env[fontFolderVariable] = options.fontFolder;
  const dataRoot = resolve(options.data);
  const refusal = refusedFolder(dataRoot);
  if (refusal !== undefined) return refusal;
  const { adminKeyFile, tls } = options;
  const credentials = process.env['CREDENTIALS_DIRECTORY'];
  try {
    const apiKey =
      adminKeyFile === undefined
        ? createApiKey(random)
        : loadAdminKey(resolve(adminKeyFile), random, credentials);
    const tlsFiles = tls && readTlsFiles(resolve(tls.cert), resolve(tls.key));
    return { options, installation, dataRoot, apiKey, tlsFiles };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The engine, and what stands before it. */
function assemble(
  { options, installation, dataRoot, apiKey }: Start,
  consoleServer: () => ConsoleServer | undefined,
  isDraining: () => boolean,
) {
  const remotes = createRemotes({
    serve: (asked) => engine.serve(asked),
    dataRoot,
    seal: plainSeal,
    version: installation.version,
    random,
    log: say,
  });
  const places = placesOfMachine({
    dataRoot,
    managed: options.listen.length === 0,
    given: options.sourceFolders,
    givenServers: options.sourceHosts,
    changed: remotes.changed,
  });
  const control = fixedServer(consoleServer, () => ({
    options: [...options.given],
    readiness: readinessOf(engine.status(), isDraining()),
  }));
  const engine: Engine = createEngine({
    workerEntry: installation.workerEntry,
    dataRoot,
    workspace:
      options.demo === undefined
        ? { kind: 'local' }
        : {
            kind: 'demo',
            demoRecords: options.demo.records,
            demoEnd: options.demo.end,
            demoRows: options.demo.rows,
          },
    version: installation.version,
    ...(options.publicOrigin === undefined ? {} : { publicOrigin: options.publicOrigin }),
    ...(options.replicaDays === undefined ? {} : { replicaDays: options.replicaDays }),
    webhookAllow: options.webhookAllow,
    sourceFolders: options.sourceFolders,
    sourceForbidden: filesOf(options),
    sourcePlacesFile: places.file,
    sourceHosts: options.sourceHosts,
    seal: plainSeal,
    label: 'the headless host',
    // Only the hash goes further; the key itself is in its file, or printed once and kept nowhere.
    apiKeyHashes: [apiKey.hash],
    hostHandlers: {
      ...remotes.handlers,
      ...serverRoutes(control, Date.now),
      ...places.handlers,
    },
    ...keysOf(options, dataRoot),
    log: say,
    logLines,
  });
  remotes.attach(engine);
  return { engine, remotes };
}

/** Files that options name: secrets and settings are no rows of datasets. */
function filesOf({ key, passphraseFile, adminKeyFile, tls, given }: ServerOptions): string[] {
  const config = given.find(({ name }) => name === 'config')?.value;
  return [key, passphraseFile, adminKeyFile, tls?.cert, tls?.key, config].flatMap((each) =>
    each === undefined ? [] : [resolve(each)],
  );
}

/** Says where it answers, on the first line of standard output and to a person; lets a browser in where that is wanted. */
async function announce(
  { options, installation, dataRoot, apiKey }: Start,
  doors: HostDoors,
  metricsPort: number | undefined,
): Promise<SignInFile | undefined> {
  const { console, servers, baseUrl } = doors;
  const announced = {
    ...(console !== undefined && { url: console.url }),
    base_url: baseUrl,
    ...(options.adminKeyFile === undefined && { api_key: apiKey.key }),
    ...(servers.length > 0 && { ports: servers.map(({ port }) => port) }),
    ...(metricsPort !== undefined && { metrics_port: metricsPort }),
  };
  process.stdout.write(`${JSON.stringify(announced)}\n`);
  const where = console === undefined ? `It answers at ${baseUrl}` : `Open ${console.url}`;
  // Not through the log, which diagnostics keep: the address lets somebody in.
  process.stderr.write(`Proofdesk ${installation.version} serves ${dataRoot}. ${where}\n`);
  if (!options.open || console === undefined) return undefined;
  return offerSignIn(dataRoot, console.createSignIn());
}

/** Goes on answering for a while, so that whoever sends requests here finds another server. */
async function drained(doors: HostDoors, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  doors.drain();
  await pause(milliseconds);
}

/** Where the keys of ledgers lie: beside them, but for that of one's own ledger where `--key` says otherwise. */
function keysOf(
  { key, passphraseFile }: ServerOptions,
  dataRoot: string,
): Pick<EngineOptions, 'loadSeed' | 'keepKey' | 'keepSeed' | 'passphrase'> {
  const pathOf = (directory: string) =>
    key !== undefined && directory === join(dataRoot, 'local')
      ? resolve(key)
      : join(directory, keyFileName);
  return {
    loadSeed: (directory) => loadKeyFile(directory, random, pathOf(directory)),
    keepKey: (directory, content) => writeKeyAt(pathOf(directory), content),
    passphrase: () => readPassphrase(passphraseFile, process.env),
    // A key that comes with a backup is laid beside the ledger: not where another file is named.
    ...(key === undefined && {
      keepSeed: async (folder: string, seed: Uint8Array) => void (await writeKeyFile(folder, seed)),
    }),
  };
}

/** Opens the console with the person's browser. The way in is there for a while, not longer. */
async function offerSignIn(dataRoot: string, signIn: SignIn): Promise<SignInFile> {
  const language = spokenOf([Intl.DateTimeFormat().resolvedOptions().locale]);
  const file = await writeSignInFile(dataRoot, { ...signIn, language });
  setTimeout(() => file.remove(), linkSeconds * 1_000).unref();
  openWithBrowser(file.path);
  return file;
}

/** Resolves at the first request to stop; the second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(exitCodes.forced);
        asked = true;
        resolve();
      });
    }
  });
}

/** Prints what is in force, and finds what would keep the host from starting. */
function check(options: ServerOptions, installation: Installation): number {
  const start = startOf(options, installation);
  if (typeof start === 'string') {
    say(start);
    return exitCodes.usage;
  }
  process.stdout.write(`${describeOptions(options)}\n`);
  return exitCodes.clean;
}

/** Runs the host that a command line asks for, and ends the process with what came of it. */
export async function runHeadless(argv: readonly string[], entry: ImportMeta): Promise<void> {
  const parsed = readServerOptions(argv);
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(`${usage}\n`);
      break;
    case 'wrong':
      say(parsed.message);
      process.exitCode = exitCodes.usage;
      break;
    case 'check':
      process.exitCode = check(parsed.options, findInstallation(entry));
      break;
    case 'run':
      process.exit(await run(parsed.options, findInstallation(entry)));
  }
}
