/** The key file of a host: made for its owner, and refused where others may read it. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashApiKey } from '../access/api-keys.ts';
import { loadAdminKey } from './admin-key.ts';

let folder: string;
let path: string;
const random = (bytes: number) => new Uint8Array(bytes).fill(7);
const key = `pdk_${Buffer.alloc(32, 7).toString('base64url')}`;
const load = (credentials?: string) => loadAdminKey(path, random, credentials);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-key-'));
  path = join(folder, 'keys', 'admin.key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(text: string, mode = 0o600): void {
  mkdirSync(join(folder, 'keys'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

test('is made for its owner alone, and is the same at the next start', () => {
  expect(load()).toEqual({ key, hash: hashApiKey(key) });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe(`${key}\n`);
  expect(loadAdminKey(path, () => new Uint8Array(32), undefined).key).toBe(key);
});

test.each([0o640, 0o604, 0o620, 0o602, 0o666, 0o610])(
  'that others may read (%o) is refused',
  (mode) => {
    write(`${key}\n`, mode);
    expect(() => load()).toThrow(
      /^Others may read the key file .*: take that right away with chmod 600\.$/,
    );
    expect(statSync(path).mode & 0o777).toBe(mode);
  },
);

test('of the service manager has the rights that it gives, but for others', () => {
  write(`${key}\n`, 0o440);
  expect(load(folder).key).toBe(key);
  expect(() => load(join(folder, 'elsewhere'))).toThrow('Others may read');
  expect(() => load(join(folder, 'key'))).toThrow('Others may read');
  write(`${key}\n`, 0o444);
  expect(() => load(folder)).toThrow('Others may read');
});

test.each([
  '',
  '\n',
  'secret\n',
  `${key}x\n`,
  `${key}\n${key}\n`,
  ` ${key}\n`,
  key.slice(0, -1),
  'x'.repeat(10_000),
])('that holds %j is refused without repeating it', (text) => {
  write(text);
  expect(() => load()).toThrow(/^The key file \S+ does not hold one line with a key\.$/);
});

test('may end in either way', () => {
  write(key);
  expect(load().key).toBe(key);
  write(`${key}\r\n`);
  expect(load().key).toBe(key);
});

test('that is a folder, or cannot be made, is refused', () => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  expect(() => load()).toThrow(/^The key file \S+ (is no file|cannot be read)\.$/);
  writeFileSync(join(folder, 'file'), '');
  path = join(folder, 'file', 'admin.key');
  expect(() => load()).toThrow(/^The key file \S+ cannot be (read|made)\.$/);
});

test('is not made through a link to where there is nothing', () => {
  mkdirSync(join(folder, 'keys'));
  symlinkSync(join(folder, 'nothing'), path);
  expect(() => load()).toThrow('cannot be made');
});
