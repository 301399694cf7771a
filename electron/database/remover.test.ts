/** What is removed goes in pieces: its thread goes on meanwhile, and it stops when it is closed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Remover } from './remover.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-remover-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes that go at once. */
const piece = 16;

function fileOf(name: string, pieces: number): string {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(pieces * piece));
  return path;
}

describe('What is removed', () => {
  test('is measured and gone: files, folders, links but not what they point to, and what is not there', async () => {
    const draft = join(folder, 'draft');
    mkdirSync(join(draft, 'view'), { recursive: true });
    writeFileSync(join(draft, 'view', 'a.json'), 'x'.repeat(1_000));
    const kept = fileOf('kept', 2);
    symlinkSync(kept, join(draft, 'link'));
    const large = fileOf('large', 3);
    const remover = new Remover(piece);
    const bytes = await remover.remove([draft, join(folder, 'nothing'), large]);
    expect(bytes).toBe(1_000 + kept.length + 3 * piece);
    // Where it takes long the rest goes beside what comes next.
    while (existsSync(draft) || existsSync(large)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(readdirSync(folder)).toEqual(['kept']);
    expect(statSync(kept).size).toBe(2 * piece);
  });

  test('goes on where nobody waits for it, and is over when it is closed', async () => {
    const path = fileOf('large', 2);
    const small = fileOf('small', 1);
    const remover = new Remover(piece);
    expect(remover.removeLater([small])).toBe(piece);
    expect(existsSync(small)).toBe(false);
    expect(remover.removeLater([path])).toBe(2 * piece);
    while (existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5));
    await remover.close();
  });

  test('goes piece by piece: a close waits for the one at hand, not for the rest', async () => {
    const pieces = 20_000;
    const path = fileOf('large', pieces);
    const remover = new Remover(piece);
    remover.removeLater([path]);
    while (statSync(path).size === pieces * piece) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await remover.close();
    const { size } = statSync(path);
    expect(size).toBeGreaterThan(0);
    expect(size % piece).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(statSync(path).size).toBe(size);
  });

  test('is not waited for to its end where that takes long @whole', async () => {
    const path = fileOf('large', 1_000_000);
    const remover = new Remover(piece);
    await remover.remove([path]);
    expect(statSync(path).size).toBeGreaterThan(0);
    await remover.close();
  });
});
