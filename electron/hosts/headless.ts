/** Entry: the whole of Proofdesk without a window. Serves the API and the console on 127.0.0.1. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createApiKey } from '../access/api-keys.ts';
import { createEngine, type Engine } from '../engine/engine-client.ts';
import { EngineStartError } from '../engine/engine-error.ts';
import { parseHeadlessArguments, usage, type HeadlessArguments } from './headless-arguments.ts';
import { findInstallation } from './installation.ts';
import { loadKeyFile } from './key-file.ts';
import { startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { plainSeal } from '../remote/connections-store.ts';
import { createRemotes } from '../remote/create-remotes.ts';
import { fixedServer } from './server-control.ts';
import { serverRoutes } from './server-routes.ts';
import { describeStartFailure, isHeldByAnother } from './start-failure.ts';
import { createStaticFiles } from './static-files.ts';

const exitCodes = { clean: 0, failed: 1, usage: 2, held: 3, forced: 130 } as const;

const random = (bytes: number): Uint8Array => randomBytes(bytes);
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run(options: HeadlessArguments): Promise<number> {
  // Databases, keys and uploads are for their owner only, whatever makes them.
  process.umask(0o077);
  const stopped = stopSignal();
  const installation = findInstallation(import.meta);
  const dataRoot = resolve(options.data);
  const apiKey = createApiKey(random);

  let engine: Engine;
  let server: LoopbackServer | undefined;
  const remotes = createRemotes({
    serve: (request, caller) => engine.serve(request, caller),
    dataRoot,
    seal: plainSeal,
    version: installation.version,
    random,
    log: say,
  });
  const control = fixedServer(() => server);
  try {
    engine = await createEngine({
      workerEntry: installation.workerEntry,
      dataRoot,
      workspace:
        options.demo === undefined
          ? { kind: 'local' }
          : {
              kind: 'demo',
              demoRecords: options.demo.records,
              demoRows: options.demo.rows,
            },
      version: installation.version,
      label: 'the headless host',
      // Only the hash goes further; the key itself is printed once and kept nowhere.
      apiKeyHashes: [apiKey.hash],
      hostHandlers: { ...remotes.handlers, ...serverRoutes(control, Date.now) },
      loadSeed: (directory) => loadKeyFile(directory, random),
      log: say,
    });
  } catch (error) {
    if (!(error instanceof EngineStartError)) throw error;
    say(describeStartFailure(error, dataRoot));
    return isHeldByAnother(error) ? exitCodes.held : exitCodes.failed;
  }

  remotes.attach(engine);
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

  process.stdout.write(
    `${JSON.stringify({ url: server.url, base_url: server.baseUrl, api_key: apiKey.key })}\n`,
  );
  say(`Proofdesk ${installation.version} serves ${dataRoot}. Open ${server.url}`);

  await stopped;
  say('Closing.');
  server.stopListening();
  remotes.close();
  await engine.close();
  await server.close();
  return exitCodes.clean;
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

const parsed = parseHeadlessArguments(process.argv.slice(2));
switch (parsed.kind) {
  case 'help':
    process.stdout.write(`${usage}\n`);
    break;
  case 'wrong':
    say(`${parsed.message}\n\n${usage}`);
    process.exitCode = exitCodes.usage;
    break;
  case 'run':
    process.exit(await run(parsed.arguments));
}
