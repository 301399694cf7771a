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

const source = path.join(root, 'shared', 'client');
const folder = path.join(root, 'dist', 'client');
const block = 512;

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

/** A header of ustar: a plain file of nobody and no time. */
function header(name, size) {
  const bytes = Buffer.alloc(block);
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`;
  bytes.write(`package/${name}`, 0);
  bytes.write(octal(0o644, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(0, 11), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

function tarOf(names) {
  const parts = names.flatMap((name) => {
    const content = readFileSync(path.join(folder, name));
    return [header(name, content.length), content, Buffer.alloc(-content.length & (block - 1))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
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
  const names = globSync('**', { cwd: folder })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .toSorted();
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'proofdesk-client.tgz'), gzip(tarOf(names)));
  copyFileSync(path.join(source, 'python', 'proofdesk.py'), path.join(target, 'proofdesk.py'));
}
