/**
 * What both commands need on a fresh clone: the packages, Node 24 and an up-to-date build.
 * Runs on any Node from 18 up and imports nothing but Node itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const stampFolder = path.join(root, 'node_modules', '.cache', 'proofdesk');

/** Tells the person at the terminal; never on stdout, which belongs to the command. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/** The Node that runs Proofdesk: the packaged Node 24, or this one where it is new enough. */
export function runtimeNode() {
  const packaged = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  throw new Error(
    `Proofdesk needs Node 22 or newer; this is ${process.version}, and the package "node" has no binary for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  );
}

/** The environment of every child: tools of node_modules first, so that `node` is the packaged one. */
export function toolEnvironment(more = {}) {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...more };
}

/**
 * Program, arguments and options that run a package's own command line with the runtime Node.
 * @returns {[string, string[], { cwd: string, env: NodeJS.ProcessEnv }]}
 */
export function toolCommand(packageName, entry, args, env) {
  const script = path.join(root, 'node_modules', packageName, entry);
  return [runtimeNode(), [script, ...args], { cwd: root, env: toolEnvironment(env) }];
}

/** Runs a long-lived program, hands signals on to it, and ends as it ended. */
export function runUntilItEnds(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(options.env),
    ...options.spawn,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
  return child;
}

function fileHash(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function stampIs(name, value) {
  const file = path.join(stampFolder, name);
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

function writeStamp(name, value) {
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(path.join(stampFolder, name), value);
}

/** Installs the locked packages unless they are there already. */
function installPackages() {
  const lock = fileHash(path.join(root, 'package-lock.json'));
  if (existsSync(path.join(root, 'node_modules', '.bin')) && stampIs('packages', lock)) return;
  say('Installing the packages of package-lock.json (once) …');
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const result =
    npm === undefined
      ? spawnSync('npm', ['ci'], { cwd: root, stdio: ['ignore', 2, 2], shell: windows })
      : spawnSync(node, [npm, 'ci'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new Error('The packages could not be installed (npm ci failed).');
  writeStamp('packages', lock);
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(full);
    else yield full;
  }
}

/** A digest of names, sizes and times of all that the build reads. */
function sourceState() {
  const hash = createHash('sha256');
  const files = ['shared', 'electron', 'renderer'].flatMap((folder) => [
    ...sourceFiles(path.join(root, folder)),
  ]);
  files.push(path.join(root, 'vite.config.ts'), path.join(root, 'package-lock.json'));
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Builds the renderer, the main process with its worker, and the preload, unless they are current. */
function buildAll() {
  const state = sourceState();
  if (existsSync(path.join(root, 'dist', 'renderer', 'index.html')) && stampIs('build', state))
    return;
  say('Building …');
  for (const mode of ['renderer', 'main', 'preload']) {
    const args = ['build', '--mode', mode, '--logLevel', 'warn'];
    const [program, given, options] = toolCommand('vite', 'bin/vite.js', args);
    const { status } = spawnSync(program, given, { ...options, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`The build of ${mode} failed.`);
  }
  writeStamp('build', state);
}

/** Installs and builds what is missing; throws an Error with a sentence for the person. */
export function prepare() {
  installPackages();
  buildAll();
}

/** Runs a command's body; a failure is one line for the person and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    say(`proofdesk: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
