/**
 * The client for programs as a package of its own: `dist/client`, and the tarball that hosts serve. The same sources
 * make the same bytes. It is published nowhere.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, toolCommand } from './prepare.mjs';
import { tarball } from './tar.mjs';

const source = path.join(root, 'shared', 'client');
const folder = path.join(root, 'dist', 'client');

function compile() {
  const args = ['-p', path.join(source, 'tsconfig.package.json'), '--outDir', folder];
  const [program, given, options] = toolCommand('typescript', 'bin/tsc', args);
  const { status } = spawnSync(program, given, { ...options, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The client could not be compiled.');
  // Declarations keep the names of the sources, which are not there.
  for (const name of globSync('*.d.ts', { cwd: folder })) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  return {
    name: '@proofdesk/client',
    version,
    description: 'Sends decisions to a Proofdesk ledger.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': entry('index'), './file-spool': entry('file-spool') },
  };
}

function tarOf(names) {
  const files = names.map((name) => ({
    name: `package/${name}`,
    mode: 0o644,
    bytes: readFileSync(path.join(folder, name)),
  }));
  return Buffer.concat(tarball(files, 0));
}

function gzip(bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  // The system that packed it is nobody's business.
  packed[9] = 255;
  return packed;
}

/** Makes `dist/client`; both clients are then in `target`, as hosts serve them. */
export function packClient(target) {
  rmSync(folder, { recursive: true, force: true });
  compile();
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(path.join(source, 'README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const names = globSync('**', { cwd: folder }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'proofdesk-client.tgz'), gzip(tarOf(names)));
  copyFileSync(path.join(source, 'python', 'proofdesk.py'), path.join(target, 'proofdesk.py'));
}
