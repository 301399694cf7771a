/** The whole of Proofdesk without a window: serves the API and the console on 127.0.0.1. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { spokenOf } from '../../shared/languages.ts';
import { createApiKey } from '../access/api-keys.ts';
import { outliveReaders } from '../diagnostics/outlive-readers.ts';
import { recentLines } from '../diagnostics/recent-lines.ts';
import { createEngine, type Engine, type EngineOptions } from '../engine/engine-client.ts';
import { refusedFolder } from '../engine/refused-folder.ts';
import { parseHeadlessArguments, usage, type HeadlessArguments } from './headless-arguments.ts';
import { findInstallation, type Installation } from './installation.ts';
import { keyFileName, loadKeyFile, writeKeyAt, writeKeyFile } from './key-file.ts';
import { linkSeconds, startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { plainSeal } from '../remote/connections-store.ts';
import { createRemotes } from '../remote/create-remotes.ts';
import { fixedServer } from './server-control.ts';
import { serverRoutes } from './server-routes.ts';
import { openWithBrowser, writeSignInFile, type SignIn, type SignInFile } from './sign-in-file.ts';
import { readPassphrase } from './passphrase-file.ts';
import { describeStartFailure } from './start-failure.ts';
import { createStaticFiles } from './static-files.ts';

const exitCodes = { clean: 0, failed: 1, usage: 2, held: 3, forced: 130 } as const;

const random = (bytes: number): Uint8Array => randomBytes(bytes);
const { log: say, lines: logLines } = recentLines((line) => void process.stderr.write(`${line}\n`));

async function run(options: HeadlessArguments, installation: Installation): Promise<number> {
  // Databases, keys and uploads are for their owner only, whatever makes them.
  process.umask(0o077);
  outliveReaders({ 'standard output': process.stdout, 'the log': process.stderr }, say);
  const stopped = stopSignal();
  const dataRoot = resolve(options.data);
  const refusal = refusedFolder(dataRoot);
  if (refusal !== undefined) {
    say(refusal);
    return exitCodes.usage;
  }
  const apiKey = createApiKey(random);

  let server: LoopbackServer | undefined;
  const remotes = createRemotes({
    serve: (asked) => engine.serve(asked),
    dataRoot,
    seal: plainSeal,
    version: installation.version,
    random,
    log: say,
  });
  const control = fixedServer(() => server);
  const engine: Engine = createEngine({
    workerEntry: installation.workerEntry,
    dataRoot,
    workspace:
      options.demo === undefined
        ? { kind: 'local' }
        : { kind: 'demo', demoRecords: options.demo.records, demoRows: options.demo.rows },
    version: installation.version,
    label: 'the headless host',
    // Only the hash goes further; the key itself is printed once and kept nowhere.
    apiKeyHashes: [apiKey.hash],
    hostHandlers: { ...remotes.handlers, ...serverRoutes(control, Date.now) },
    ...keysOf(options, dataRoot),
    log: say,
    logLines,
  });
  remotes.attach(engine);
  const started = engine.start().then(({ fault }) => {
    if (fault !== undefined) say(describeStartFailure(fault, dataRoot));
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
  // The console comes up while the ledger opens. Whatever else is wrong, it shows it, and what can be done.
  try {
    server = await startLoopbackServer({
      port: options.port,
      serve: remotes.serve,
      serveFile: createStaticFiles(installation.rendererDirectory),
      apiKey: apiKey.key,
      random,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Port ${options.port} cannot be used: ${reason}`);
    await engine.close();
    return exitCodes.failed;
  }

  const signIn = await offerSignIn(options, dataRoot, server.createSignIn());
  process.stdout.write(
    `${JSON.stringify({ url: server.url, base_url: server.baseUrl, api_key: apiKey.key })}\n`,
  );
  // Not through the log, which diagnostics keep: the address lets somebody in.
  process.stderr.write(
    `Proofdesk ${installation.version} serves ${dataRoot}. Open ${server.url}\n`,
  );

  await stopped;
  say('Closing.');
  signIn?.remove();
  server.stopListening();
  remotes.close();
  await engine.close();
  await server.close();
  return exitCodes.clean;
}

/** Where the keys of ledgers lie: beside them, but for that of one's own ledger where `--key` says otherwise. */
function keysOf(
  { key, passphraseFile }: HeadlessArguments,
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

/** Opens the console with the person's browser where that is wanted. The way in is there for a while, not longer. */
async function offerSignIn(
  { open }: HeadlessArguments,
  dataRoot: string,
  signIn: SignIn,
): Promise<SignInFile | undefined> {
  if (!open) return undefined;
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

/** Runs the host that a command line asks for, and ends the process with what came of it. */
export async function runHeadless(argv: readonly string[], entry: ImportMeta): Promise<void> {
  const parsed = parseHeadlessArguments(argv);
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(`${usage}\n`);
      break;
    case 'wrong':
      say(`${parsed.message}\n\n${usage}`);
      process.exitCode = exitCodes.usage;
      break;
    case 'run':
      process.exit(await run(parsed.arguments, findInstallation(entry)));
  }
}
