/** Zips of many files and of large ones, read by the system's Python. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../ledger/sha256.ts';
import { hashOfFile } from './file-pieces.ts';
import { ZipWriter } from './zip-writer.ts';
import { cases } from '../testing/rounds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nothing = async () => {};

async function zipOf(fill: (zip: ZipWriter) => Promise<void>) {
  const path = join(folder, 'made.zip');
  const zip = new ZipWriter(path);
  try {
    await fill(zip);
    return { path, ...(await zip.finish(nothing)) };
  } finally {
    zip.close();
  }
}

/** What Python finds in a zip: how many files, the first that is damaged, the names and sizes of some. */
function read(path: string): string {
  const code = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1]); all = z.infolist()
print(len(all), z.testzip(), [(i.filename, i.file_size, i.date_time[0], oct(i.external_attr >> 16)) for i in (all[0], all[-1])])`;
  const { stdout, stderr } = spawnSync('python3', ['-c', code, path], { encoding: 'utf8' });
  return (stdout + stderr).trim();
}

test.each(cases([], [70_000]))(
  'has %i files, more than the fields of a plain zip can count',
  async (count) => {
    const {
      path,
      bytes,
      sha256: hash,
    } = await zipOf(async (zip) => {
      for (let n = 0; n < count; n += 1) zip.addText(`proofs/${n}`, `proof ${n}`);
    });
    expect(read(path)).toBe(
      `${count} None [('proofs/0', 7, 1980, '0o100644'), ('proofs/${count - 1}', 11, 1980, '0o100644')]`,
    );
    expect(hash).toBe(`sha256:${await hashOfFile(path, () => {})}`);
    expect(bytes).toBeGreaterThan(count * 100);
    expect(existsSync(`${path}.directory`)).toBe(false);
  },
);

test('has files from the disk, byte for byte, and none at all @whole', async () => {
  const content = Buffer.from('größer\n'.repeat(200_000));
  const source = join(folder, 'source');
  writeFileSync(source, content);
  writeFileSync(join(folder, 'empty'), '');
  let seen = 0;
  const { path } = await zipOf(async (zip) => {
    await zip.addFile('empty', join(folder, 'empty'), nothing);
    await zip.addFile('entries.ndjson', source, async (bytes) => {
      seen += bytes;
    });
  });
  expect(seen).toBe(content.length);
  expect(read(path)).toContain(`2 None`);
  spawnSync('python3', ['-m', 'zipfile', '-e', path, join(folder, 'out')]);
  expect(await hashOfFile(join(folder, 'out', 'entries.ndjson'), () => {})).toBe(sha256(content));
  expect(read((await zipOfNothing()).path)).toContain('IndexError');
});

async function zipOfNothing() {
  rmSync(join(folder, 'made.zip'));
  return zipOf(nothing);
}

test('stops where it is told to', async () => {
  const source = join(folder, 'source');
  writeFileSync(source, Buffer.alloc(4 * 1024 * 1024));
  const made = zipOf((zip) =>
    zip.addFile('a', source, async () => {
      throw new Error('stop');
    }),
  );
  await expect(made).rejects.toThrow('stop');
  expect(existsSync(join(folder, 'made.zip.directory'))).toBe(false);
});

/** By night also one that only the Zip64 fields can hold. */
const sizes = cases([10], [2 ** 32 + 10]);

test.each(sizes)(
  'has a file of %i bytes, and another one behind it',
  { timeout: 600_000 },
  async (size) => {
    const source = join(folder, 'source');
    writeFileSync(source, '');
    truncateSync(source, size);
    const { path } = await zipOf(async (zip) => {
      await zip.addFile('first', source, nothing);
      zip.addText('second', 'small');
    });
    expect(read(path)).toContain(`2 None [('first', ${size}, `);
  },
);
