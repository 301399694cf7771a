/** A file that is written later is whole, and never lands in a folder that took the place of its own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWholeLater } from './durable-files.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'durable-'));
  folder = join(root, 'ledger');
  mkdirSync(folder);
});

afterEach(() => rmSync(root, { recursive: true }));

test('replaces what was there', async () => {
  await writeWholeLater(folder, 'seen.json', 'first');
  await writeWholeLater(folder, 'seen.json', 'second');
  expect(readdirSync(folder)).toEqual(['seen.json']);
  expect(readFileSync(join(folder, 'seen.json'), 'utf8')).toBe('second');
});

test('writes nothing into a folder that came in place of its own', async () => {
  const written = writeWholeLater(folder, 'seen.json', 'mine');
  renameSync(folder, join(root, 'aside'));
  mkdirSync(folder);
  await expect(written).rejects.toThrow(/ENOENT/);
  expect(readdirSync(folder)).toEqual([]);
});
