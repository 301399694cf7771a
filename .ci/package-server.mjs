/**
 * `npm run package:server [-- FOLDER]`: the server for Linux as one tarball, with its own Node, in `release/`
 * unless told. The same sources give the same bytes: SOURCE_DATE_EPOCH, or 0, is the time of its files.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { main, prepare, root, say } from './prepare.mjs';
import { tarball } from './tar.mjs';

const platform = 'linux-x64';

/** Files below a folder of the repository that a test of their names takes, under their own paths. */
function below(folder, takes) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(root, path.join(each.parentPath, each.name)))
    .filter(takes)
    .map((name) => [name, name]);
}

/** Every file of the tarball: its name there, and where it comes from. */
function contents() {
  const noMap = (name) => !name.endsWith('.map');
  const addon = 'node_modules/better-sqlite3';
  return [
    ...below('dist/main', (name) => noMap(name) && !name.endsWith('/main.js')),
    ...below('dist/renderer', noMap),
    ...below(`${addon}/lib`, (name) => name.endsWith('.js')),
    ...[`${addon}/package.json`, `${addon}/LICENSE`, `${addon}/prebuilds/${platform}.node`].map(
      (each) => [each, each],
    ),
    ...['node-api', 'node-bindings', `node-bindings-${platform}`].flatMap((name) =>
      below(`node_modules/@duckdb/${name}`, (file) => /\.(?:js|json|node|so)$|LICENSE/.test(file)),
    ),
    ['bin/node', 'node_modules/node/bin/node'],
    ['bin/proofdesk-server', '.ci/server/proofdesk-server'],
    ['proofdesk.service', '.ci/server/proofdesk.service'],
    ['server.env.example', '.ci/server/server.env.example'],
    ['Containerfile', '.ci/server/Containerfile'],
    ['docs/server.md', 'docs/server.md'],
    ['LICENSE', 'LICENSE'],
    ['sbom.cdx.json', 'dist/renderer/sbom.cdx.json'],
    ['third-party.json', 'dist/renderer/third-party.json'],
  ];
}

/** What the program reads of its own description: nothing else of package.json goes along. */
function description({ name, version, type, license }) {
  return Buffer.from(`${JSON.stringify({ name, version, type, license }, null, 2)}\n`);
}

const programs = new Set(['bin/node', 'bin/proofdesk-server']);

/** The pieces of the tarball before it is compressed, its names, and what it is called without its ending. */
export function serverTar() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const base = `proofdesk-server-${manifest.version}-${platform}`;
  const files = contents().map(([name, from]) => ({
    name: `${base}/${name}`,
    mode: programs.has(name) ? 0o755 : 0o644,
    bytes: readFileSync(path.join(root, from)),
  }));
  files.push({ name: `${base}/package.json`, mode: 0o644, bytes: description(manifest) });
  const parts = tarball(files, Number(process.env.SOURCE_DATE_EPOCH ?? 0));
  return { base, parts, names: files.map(({ name }) => name) };
}

/** Writes the compressed tarball into a folder; answers its path and the SHA-256 of its bytes. */
function packageServer(folder) {
  const { base, parts } = serverTar();
  const bytes = gzipSync(Buffer.concat(parts), { level: 6 });
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${base}.tar.gz`);
  writeFileSync(file, bytes);
  return { file, hash: createHash('sha256').update(bytes).digest('hex') };
}

if (process.argv[1] === import.meta.filename) {
  await main(() => {
    prepare();
    const binary = path.join(root, 'node_modules', 'node', 'bin', 'node');
    if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(binary)) {
      throw new Error(`The server is packaged on ${platform}, whose Node goes along.`);
    }
    const { file, hash } = packageServer(
      path.resolve(process.argv[2] ?? path.join(root, 'release')),
    );
    say(`${hash}  ${file}`);
  });
}
