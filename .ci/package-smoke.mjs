/**
 * Packages the desktop application and the server as they are shipped, and starts what is in the packages. The
 * binary of Electron is not needed: an empty file stands for it, and the engine of the package is run by Node.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serverTar } from './package-server.mjs';
import { root, runtimeNode, toolCommand } from './prepare.mjs';

const mostAddonBytes = 3 * 1024 * 1024;
const platform = `${process.platform}-${process.arch}`;
const require = createRequire(path.join(root, 'node_modules', 'electron-builder', 'package.json'));

function check(isSo, what) {
  if (!isSo) throw new Error(what);
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const each of parts) hash.update(each);
  return hash.digest('hex');
}

/** Names below a folder, sorted, with `/`. */
function namesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) =>
      path.relative(folder, path.join(each.parentPath, each.name)).replaceAll('\\', '/'),
    )
    .toSorted();
}

/** What is alike in every build: hashes of files are left out, since each change of the sources changes them. */
function shapeOf(names) {
  const plain = names.map((name) =>
    name
      .replace(/^dist\/renderer\/assets\/.*(\.[a-z0-9]+)$/, 'dist/renderer/assets/*$1')
      .replace(/^dist\/main\/chunks\/.*\.js$/, 'dist/main/chunks/*.js')
      .replace(/^(node_modules\/@duckdb\/node-api\/lib)\/.*\.js$/, '$1/*.js'),
  );
  return [...new Set(plain)].toSorted((left, right) => (left < right ? -1 : 1));
}

/** The list that is kept beside this file; written anew where PROOFDESK_KEEP_LISTS asks for it. */
function compareWithKept(name, names) {
  const file = path.join(root, '.ci', 'package-lists', `${name}.txt`);
  const text = `${shapeOf(names).join('\n')}\n`;
  if (process.env.PROOFDESK_KEEP_LISTS === '1') writeFileSync(file, text);
  const kept = readFileSync(file, 'utf8').trimEnd().split('\n');
  const found = text.trimEnd().split('\n');
  const more = found.filter((each) => !kept.includes(each));
  const less = kept.filter((each) => !found.includes(each));
  check(
    more.length === 0 && less.length === 0,
    `${name}: the package has ${more.join(', ') || 'nothing'} more and ${less.join(', ') || 'nothing'} less than .ci/package-lists/${name}.txt says.`,
  );
}

function checkNames(names) {
  const wrong = names.filter((name) =>
    /\.map$|\.test\.|\.tsx?$|(^|\/)testing\/|(^|\/)(src|deps|build)\//.test(name),
  );
  check(
    wrong.length === 0,
    `The package holds what is not shipped: ${wrong.slice(0, 5).join(', ')}`,
  );
  const addons = names.filter((name) => name.endsWith('.node'));
  const wanted = [
    `node_modules/@duckdb/node-bindings-${platform}/duckdb.node`,
    `node_modules/better-sqlite3/prebuilds/${platform}.node`,
  ];
  check(
    JSON.stringify(addons.toSorted()) === JSON.stringify(wanted),
    `The package has these addons: ${addons.join(', ')}`,
  );
}

/** Runs electron-builder into a folder, with an empty file for Electron and without fuses, which would be set in it. */
async function packageDesktop(folder) {
  const { load, dump } = require('js-yaml');
  const config = load(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'));
  delete config.electronFuses;
  const stub = path.join(folder, 'electron');
  mkdirSync(path.join(stub, 'resources'), { recursive: true });
  writeFileSync(path.join(stub, 'electron'), '', { mode: 0o755 });
  config.electronDist = stub;
  config.directories = { ...config.directories, output: path.join(folder, 'release') };
  const file = path.join(folder, 'builder.yml');
  writeFileSync(file, dump(config));
  const args = ['--dir', '--config', file, '--publish', 'never'];
  const [program, given, options] = toolCommand('electron-builder', 'cli.js', args, {
    SOURCE_DATE_EPOCH: '0',
    ELECTRON_BUILDER_OFFLINE: 'true',
    // What the archive leaves outside is 71 MB, linked where a copy would cost.
    USE_HARD_LINKS: 'true',
  });
  await promisify(execFile)(program, given, options).catch(({ message, stdout }) => {
    throw new Error(`electron-builder failed: ${message}\n${stdout}`);
  });
  return path.join(folder, 'release', 'linux-unpacked', 'resources');
}

/** Starts a packaged engine, appends one decision, has the ledger verified, and ends it. */
async function tryHost(command, args, folder) {
  const child = spawn(command, [...args, '--data', path.join(folder, 'data'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: { NODE_COMPILE_CACHE: path.join(folder, 'code') },
  });
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += text));
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`The packaged engine ended with ${code}: ${complaints}`);
    }),
  ]);
  const { base_url: base, api_key: key } = JSON.parse(line);
  const ask = async (at, body) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(`${base}${at}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    check(response.ok, `${at}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  await ask('/records', { model_id: 'smoke', input: { age: 41 }, output: { decision: 'approve' } });
  let job = await ask('/chain/verifications', {});
  while (job.status === 'queued' || job.status === 'running') {
    await pause(20);
    job = await ask(`/jobs/${job.job_id}`);
  }
  check(
    job.status === 'completed' && job.result.findings_total === 0,
    `Verified: ${JSON.stringify(job.result)}`,
  );
  const page = await fetch(new URL('/', base));
  check(
    page.status === 401 && (await page.text()).includes('Proofdesk'),
    'No page asks for the key.',
  );
  child.kill('SIGTERM');
  const [code] = await ended;
  check(code === 0, `The packaged engine ended with ${code}: ${complaints}`);
}

/** Puts what is in the archive beside what is not: the folder that Electron would show the program. */
function unpack(archive, beside) {
  const { extractFile, listPackage, statFile } = require('@electron/asar');
  for (const listed of listPackage(archive)) {
    const name = listed.slice(1);
    const stat = statFile(archive, name);
    if (stat.files !== undefined || stat.unpacked === true) continue;
    const file = path.join(beside, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, extractFile(archive, name));
  }
  return beside;
}

async function tryDesktop(folder, isTwice) {
  const resources = await packageDesktop(path.join(folder, 'one'));
  const archive = path.join(resources, 'app.asar');
  const hash = sha256(readFileSync(archive));
  if (isTwice) {
    const again = await packageDesktop(path.join(folder, 'two'));
    check(
      hash === sha256(readFileSync(path.join(again, 'app.asar'))),
      'The same sources gave another archive.',
    );
  }
  const app = unpack(archive, `${archive}.unpacked`);
  const names = namesBelow(app);
  checkNames(names);
  const { size } = statSync(
    path.join(app, 'node_modules', 'better-sqlite3', 'prebuilds', `${platform}.node`),
  );
  check(size <= mostAddonBytes, `The addon has ${size} bytes.`);
  compareWithKept('desktop', names);
  await tryHost(
    runtimeNode(),
    [path.join(app, 'dist', 'main', 'headless.js')],
    path.join(folder, 'one'),
  );
}

async function tryServer(folder, isTwice) {
  const { base, parts, names } = serverTar();
  check(
    !isTwice || sha256(...serverTar().parts) === sha256(...parts),
    'The same sources gave another tarball.',
  );
  const plain = names.map((name) => name.slice(base.length + 1));
  checkNames(plain);
  compareWithKept('server', plain);
  const unpacking = promisify(execFile)('tar', ['-x', '-C', folder]);
  await Promise.all([pipeline(Readable.from(parts), unpacking.child.stdin), unpacking]);
  // Nothing of it needs the place where it was made.
  const place = path.join(folder, 'elsewhere');
  renameSync(path.join(folder, base), place);
  mkdirSync(path.join(folder, 'server'));
  await tryHost(path.join(place, 'bin', 'proofdesk-server'), [], path.join(folder, 'server'));
}

/**
 * The tier: what it tried, and what failed.
 * @param {boolean} isTwice whether each is made a second time, which must give the same bytes
 */
export async function packageSmoke(isTwice) {
  const attempts = { 'the desktop package': tryDesktop, 'the server tarball': tryServer };
  const failures = await Promise.all(
    Object.entries(attempts).map(async ([title, body]) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'proofdesk-package-'));
      try {
        await body(folder, isTwice);
        return [];
      } catch (error) {
        const why = String(error instanceof Error ? error.message : error);
        return [{ file: '.ci/package-smoke.mjs', title, why }];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  ).then((each) => each.flat());
  const failed = failures.length;
  const passed = Object.keys(attempts).length - failed;
  return { passed, failed, skipped: 0, failures, skips: [], times: [] };
}

if (process.argv[1] === import.meta.filename) {
  const { passed, failures } = await packageSmoke(true);
  for (const { title, why } of failures) process.stderr.write(`${title}: ${why}\n`);
  process.stdout.write(`${passed} packages are as they should be.\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
