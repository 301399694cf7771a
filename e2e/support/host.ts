/** Runs the headless host of the production build on a data directory of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { stutter } from './slow-machine.ts';

export const repository = resolve(import.meta.dirname, '..', '..');

/** The Node that the product runs on: the packaged one, else the one that runs the tests. */
export const node =
  [
    join(repository, 'node_modules', 'node', 'bin', 'node'),
    join(repository, 'node_modules', 'node', 'bin', 'node.exe'),
  ].find((each) => existsSync(each)) ?? process.execPath;

/** The built host; PROOFDESK_HOST may name another entry, for example the source while working on it. */
const entry = resolve(repository, process.env['PROOFDESK_HOST'] ?? 'dist/main/headless.js');

/** What the host says on its first line. */
const announcement = z.strictObject({
  url: z.url(),
  base_url: z.url(),
  api_key: z.string().startsWith('pdk_'),
  /** Of its server doors. */
  ports: z.array(z.int()).optional(),
});

export interface Host {
  readonly directory: string;
  /** The console's address; works once, then trades its token for a cookie. */
  readonly url: string;
  /** `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly port: number;
  /** Ports of its server doors. */
  readonly serverPorts: readonly number[];
  readonly pid: number;
  readonly apiKey: string;
  /** Milliseconds from spawn until it listens, or, where that was waited for, until its ledger is open. */
  readonly startedIn: number;
  /** What it asked of other machines until now: nothing of it left this one. */
  readonly outgoing: () => readonly string[];
  /** What it has written to its log until now. */
  readonly complaints: () => string;
  /** Ends the host as a person would (SIGTERM); resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends the host as a power cut would (SIGKILL). */
  kill(): Promise<void>;
}

export interface HostOptions {
  readonly directory: string;
  /** Records of the demo ledger; none without it. */
  readonly demo?: number;
  readonly port?: number;
  /** Makes it a server: `--listen` and what belongs to it. There is a console for this machine besides. */
  readonly serverArguments?: readonly string[];
  /** ms since the epoch: its clock stands there, and whatever is random is always the same. */
  readonly fixedTime?: number;
  /** A command that ends by becoming the host: it is started within. */
  readonly within?: readonly string[];
  /** For measuring a start: without it the host is waited for until its ledger is open, or failed to. */
  readonly isAnnouncedOnly?: boolean;
  /** For the test of the watch itself: without it a question to another machine fails the test. */
  readonly mayAskOthers?: boolean;
}

/** An empty directory for one test, and what removes it. */
export function temporaryDirectory(label: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `proofdesk-${label}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) settle(child.exitCode);
    else child.once('exit', (code) => settle(code));
  });
}

/** Arguments that load a module of this folder before the host, in each of its threads. */
function loaded(name: string): readonly string[] {
  return ['--import', pathToFileURL(join(import.meta.dirname, name)).href];
}

/** Waits as long as it takes to open the ledger: minutes where a large demo is made first, more than `fetch` waits. */
function untilOpen({ base_url, ports, api_key: key }: z.infer<typeof announcement>) {
  const baseUrl = ports === undefined ? base_url : `http://127.0.0.1:${ports[0]}/v1`;
  return new Promise<void>((settle, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    get(`${baseUrl}/workspace`, { headers }, (response) => {
      response.resume().once('end', settle).once('error', reject);
    }).once('error', reject);
  });
}

/** Starts a host; rejects with what it wrote to stderr where it ends before it announces itself. */
export async function startHost(options: HostOptions): Promise<Host> {
  const started = performance.now();
  const notes = temporaryDirectory('outgoing');
  const notesFile = join(notes.path, 'asked-of-others.txt');
  const outgoing = () =>
    existsSync(notesFile) ? readFileSync(notesFile, 'utf8').trimEnd().split('\n') : [];
  const [program, ...before] = [...(options.within ?? []), node];
  const child = spawn(
    program,
    [
      ...before,
      ...loaded('stay-home.mjs'),
      ...(options.fixedTime === undefined ? [] : loaded('fixed-world.mjs')),
      entry,
      options.serverArguments === undefined ? '--port' : '--operator-port',
      String(options.port ?? 0),
      ...(options.serverArguments ?? []),
      '--data',
      options.directory,
      ...(options.demo === undefined ? [] : ['--demo', String(options.demo)]),
      // What a demo holds is the same whenever it is made.
      ...(options.demo === undefined || options.fixedTime !== undefined
        ? []
        : ['--demo-end', '2026-11-01']),
    ],
    {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // Compiled once for all hosts of all tests.
        NODE_COMPILE_CACHE: join(repository, 'node_modules', '.cache', 'code'),
        PROOFDESK_OUTGOING: notesFile,
        PROOFDESK_FIXED_TIME: String(options.fixedTime),
      },
    },
  );
  // A test that waited too long for its host ends without it.
  const endWithTests = () => child.kill('SIGKILL');
  process.once('exit', endWithTests);
  child.once('exit', () => process.off('exit', endWithTests));
  const endStutter = stutter(child.pid ?? 0);
  let complaints = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((settle) => {
      lines.once('line', settle);
    }),
    exitOf(child).then((code) => {
      throw new Error(`the host ended with ${code} before it was ready:\n${complaints}`);
    }),
  ]);
  const announced = announcement.parse(JSON.parse(first));
  if (options.isAnnouncedOnly !== true) {
    await untilOpen(announced).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
  }
  const refuseOutgoing = () => {
    const asked = outgoing();
    notes.remove();
    if (asked.length > 0 && options.mayAskOthers !== true) {
      throw new Error(`the host asked something of another machine: ${asked.join(', ')}`);
    }
  };
  const { origin, port } = new URL(announced.base_url);
  return {
    directory: options.directory,
    url: announced.url,
    baseUrl: announced.base_url,
    origin,
    port: Number(port),
    serverPorts: announced.ports ?? [],
    pid: child.pid ?? 0,
    apiKey: announced.api_key,
    startedIn: performance.now() - started,
    outgoing,
    complaints: () => complaints,
    stop: async () => {
      endStutter();
      child.kill('SIGTERM');
      const code = await exitOf(child);
      refuseOutgoing();
      return code;
    },
    kill: async () => {
      endStutter();
      child.kill('SIGKILL');
      await exitOf(child);
      refuseOutgoing();
    },
  };
}
