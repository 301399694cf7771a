/** Readers of files from elsewhere: four times as much takes some four times as long, whatever is in it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { openSigningKeys } from '../backup/signing-key-file.ts';
import { previewRestore } from '../backup/preview-restore.ts';
import { BundleFolder } from '../bundles/bundle-folder.ts';
import { parsePayload, readAnchors, readLines as readBundleLines } from '../bundles/read-bundle.ts';
import { unpackBundle } from '../cases/unpack-bundle.ts';
import { growthOf, linear } from '../foreign/testing/growth.ts';
import { CsvColumns } from '../imports/csv-columns.ts';
import { pieceBytes } from '../imports/import-files.ts';
import { LineReader, rowsFormat, type Format } from '../imports/read-lines.ts';
import { ndjsonFormat } from '../imports/record-formats.ts';
import { TestLedger, temporaryFolder, testSeed } from '../ledger/testing/test-ledger.ts';
import { inlineText } from '../models/exports/markdown.ts';
import { readCycloneDx } from '../models/imports/cyclonedx.ts';
import { readHuggingFaceCard } from '../models/imports/hugging-face.ts';
import { cases } from '../testing/rounds.ts';
import { foreignTasks } from './foreign-tasks.ts';

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const front = (yaml: string) => `---\n${yaml}\n---\n`;

test('Each task is found by its name', async () => {
  const names = await Promise.all(
    Object.values(foreignTasks).map(async (load) => (await load?.())?.name),
  );
  expect(names).toEqual(Object.keys(foreignTasks));
});

// What each reader was once slow at, or would be first; with `npm test -- --all` everything else as well.
describe('A model card is read in time that grows with its size', () => {
  test.each(
    cases<[string, number, (size: number) => string]>(
      [
        ['a heading of blanks', 400, (size) => `# ${' '.repeat(size)}b\u2028y`],
        ['aliases', 1_000, (size) => front(`a: &a 1\nb: [${'*a, '.repeat(size)}]`)],
      ],
      [
        ['comments that do not end', 10_000, (size) => `## Intended uses\n${'<!--'.repeat(size)}`],
        ['names in the metadata', 4_000, (size) => front(many(size, (index) => `k${index}: 1\n`))],
        ['faults of YAML', 1_000, (size) => front('a: b: c\n'.repeat(size))],
        ['a heading of marks', 4_000, (size) => `# b${'#'.repeat(size)}b\u2028y`],
        ['headings below headings', 20_000, (size) => `# a\n${'## b\n'.repeat(size)}`],
        ['lines that nearly end the metadata', 20_000, (size) => `---\n${'--- \t x'.repeat(size)}`],
        ['lists in lists', 2_000, (size) => front('- '.repeat(size))],
        ['open brackets', 1_000, (size) => front(`a: ${'{a: ['.repeat(size)}`)],
        ['anchors', 2_000, (size) => front(many(size, (index) => `- &k${index} 1\n`))],
        ['escapes', 40_000, (size) => front(`a: "${'\\'.repeat(size)}`)],
        [
          'metrics',
          500,
          (size) =>
            front(
              `model-index:\n- results:\n  - metrics:\n${many(size, (index) => `    - {name: m${index}, value: x}\n`)}`,
            ),
        ],
      ],
    ),
  )('%s', async (_what, size, make) => {
    expect(await growthOf(readHuggingFaceCard, make, size)).toBeLessThan(linear);
  });

  test('of components in components, in a BOM', async () => {
    const model = '{"type":"machine-learning-model","name":"m","components":[]},';
    const bom = (size: number) =>
      `{"bomFormat":"CycloneDX","components":[${model.repeat(size)}{}]}`;
    expect(await growthOf(readCycloneDx, bom, 4_000)).toBeLessThan(linear);
  });

  test('and written in such time', async () => {
    expect(await growthOf(inlineText, (size) => ' '.repeat(size), 20_000)).toBeLessThan(linear);
  });
});

describe('JSON is read in time that grows with its size', () => {
  test.each(
    cases<[string, number, (size: number) => string]>(
      [['brackets', 100_000, (size) => '['.repeat(size)]],
      [
        ['members', 20_000, (size) => `{${many(size, (index) => `"k${index}":1,`)}"k":1}`],
        ['a name that is there twice', 20_000, (size) => `{${'"k":1,'.repeat(size)}"k":1}`],
        ['digits', 100_000, (size) => '1'.repeat(size)],
        ['digits after a point', 100_000, (size) => `0.${'0'.repeat(size)}1e${'9'.repeat(size)}`],
        ['escapes', 40_000, (size) => `"${'\\u0041'.repeat(size)}"`],
        ['a string that does not end', 100_000, (size) => `"${'\\n'.repeat(size)}`],
        ['blanks', 100_000, (size) => `[${' '.repeat(size)}`],
      ],
    ),
  )('%s', async (_what, size, make) => {
    expect(await growthOf(parseStrictJson, make, size)).toBeLessThan(linear);
  });
});

/** Reads a file in pieces, as it comes from the disk. */
function readFile<Item>(text: string, format: Format<Item>, take: (item: Item) => void): void {
  const bytes = Buffer.from(text);
  const reader = new LineReader(format);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    for (const each of reader.push(bytes.subarray(start, start + pieceBytes))) {
      if ('item' in each) take(each.item);
    }
  }
  for (const each of reader.end()) if ('item' in each) take(each.item);
}

describe('NDJSON is read in time that grows with its size', () => {
  const random = (bytes: number) => new Uint8Array(bytes);
  const decision = (input: string) => `{"model_id":"m","input":{${input}},"output":{}}\n`;

  test.each(
    cases<[string, number, (size: number) => string]>(
      [['bytes that are no text', 2_000, (size) => '\ud800\n'.repeat(size)]],
      [
        ['members', 20_000, (size) => decision(`${many(size, (index) => `"k${index}":1,`)}"k":1`)],
        ['lines', 5_000, (size) => many(size, (index) => decision(`"n":${index}`))],
        ['a line that does not end', 800_000, (size) => `{"${'x'.repeat(size)}`],
        ['empty lines', 100_000, (size) => '\n'.repeat(size)],
        ['lines of one character', 10_000, (size) => '1\n'.repeat(size)],
        ['a line that is too long', 8_000_000, (size) => `${'x'.repeat(size)}\n`],
        [
          'members in the other order',
          20_000,
          (size) => decision(`${many(size, (index) => `"k${9e6 - index}":1,`)}"k":1`),
        ],
        [
          'a member that is there twice',
          20_000,
          (size) => decision(`${many(size, (index) => `"k${index}":1,`)}"k0":1`),
        ],
        [
          'lists in lists',
          2_000,
          (size) => decision(`"a":[${`${'['.repeat(50)}${']'.repeat(50)},`.repeat(size)}1]`),
        ],
        ['escapes', 40_000, (size) => decision(`"a":"${'\\u00e9'.repeat(size)}"`)],
        ['broken lines', 2_000, (size) => `{"model_id":\n`.repeat(size)],
      ],
    ),
  )('%s', async (_what, size, make) => {
    const read = (text: string) => readFile(text, ndjsonFormat(random), () => {});
    expect(await growthOf(read, make, size)).toBeLessThan(linear);
  });
});

/** Reads a CSV file as an import of rows without a mapping does. */
function readCsv(text: string): void {
  const bytes = Buffer.from(text);
  let columns: CsvColumns | undefined;
  const judged = new LineReader(
    rowsFormat(',', (header) => {
      columns = new CsvColumns(header, { null_texts: [] });
      return (row) => row;
    }),
  );
  for (const each of [...judged.push(bytes), ...judged.end()]) {
    if ('item' in each) columns?.judge(each.item, each.line);
  }
  columns?.decide();
  const read = new LineReader(
    rowsFormat(',', () => (row, line) => columns?.place(row, line, columns.createObject())),
  );
  read.push(bytes);
  read.end();
}

describe('CSV is read in time that grows with its size', () => {
  test.each(
    cases<[string, number, (size: number) => string]>(
      [
        ['columns of one name', 5_000, (size) => `${'a,'.repeat(size)}a\n`],
        [
          'names that begin alike',
          8_000,
          (size) => `a,${many(size, (index) => `a.b${index},`)}x\n`,
        ],
      ],
      [
        [
          'columns',
          5_000,
          (size) => `${many(size, (index) => `c${index},`)}x\n${'1,'.repeat(size)}2\n`,
        ],
        ['quotes', 40_000, (size) => `a\n"${'""'.repeat(size)}"\n`],
        ['digits that are nearly a number', 40_000, (size) => `a\n${'1'.repeat(size)}e\n`],
        ['dots in a name', 40_000, (size) => `${'a.'.repeat(size)}a\n1\n`],
        ['a quote that is not closed', 40_000, (size) => `a\n"${'x\n'.repeat(size)}`],
        ['quotes where none may be', 1_000, (size) => `a\n${'x"y\n'.repeat(size)}`],
        ['digits', 40_000, (size) => `a\n${'1'.repeat(size)}\n`],
        ['blanks', 40_000, (size) => `a\nx${' '.repeat(size)}x\n`],
      ],
    ),
  )('%s', async (_what, size, make) => {
    expect(await growthOf(readCsv, make, size)).toBeLessThan(linear);
  });
});

describe('A bundle is read in time that grows with its size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['blanks', 20_000, (size) => `${' '.repeat(size)}\n\n— a b\n`],
    ['signatures', 1_000, (size) => `o\n1\n${'A'.repeat(43)}=\n\n${'— a AAAA\n'.repeat(size)}`],
    ['a signature', 10_000, (size) => `o\n1\n${'A'.repeat(43)}=\n\n— a ${'A'.repeat(size)}!\n`],
  ])('notes: %s', async (_what, size, make) => {
    expect(await growthOf(parseCheckpoint, make, size)).toBeLessThan(linear);
  });

  test.each<[string, number, (size: number) => string]>([
    ['a value', 40_000, (size) => `{"field":"f","id":"i","salt":"s","value":${'['.repeat(size)}}`],
    ['members', 20_000, (size) => `{${'"field":"","value":'.repeat(size)}}`],
  ])('payloads: %s', async (_what, size, make) => {
    expect(await growthOf(parsePayload, make, size)).toBeLessThan(linear);
  });
});

describe('Files in folders', () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);

  /** Python writes any zip; `code` adds to `z`, with the size as `n`. */
  function zipOf(size: number, code: string): string {
    const path = join(folder.newDirectory(), 'case.zip');
    const script = [
      'import sys, zipfile',
      'n = int(sys.argv[1])',
      'with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as z:',
      `    ${code}`,
    ].join('\n');
    const { status, stderr } = spawnSync('python3', ['-c', script, String(size), path], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return path;
  }

  test.each(
    cases<[string, number, string]>(
      [['files', 100, 'for i in range(n): z.writestr(f"proofs/{i}.tlog-proof", "x")']],
      [
        ['a comment', 10_000, 'z.writestr("README.txt", "x"); z.comment = b"PK\\5\\6" * (n // 4)'],
        ['empty files', 200, 'for i in range(n): z.writestr(f"checkpoints/{i:x}.note", "")'],
        ['what no bundle has', 1_000, 'for i in range(n): z.writestr(f"x{i}" * 100, "x")'],
        ['a file of zeros', 4_000_000, 'z.writestr("entries.ndjson", bytes(n))'],
      ],
    ),
  )('of a zip are unpacked in time that grows with it: %s @whole', async (_what, size, code) => {
    const unpack = async (path: string) => {
      const bundle = BundleFolder.make(folder.newDirectory());
      await unpackBundle(path, bundle, { files: 10_000, bytes: 64_000_000 });
      bundle.close();
    };
    expect(await growthOf(unpack, (n) => zipOf(n, code), size)).toBeLessThan(linear);
  });

  test.each(
    cases<[string, number, (size: number) => string]>(
      [['a line that does not end', 4_000_000, (size) => 'x'.repeat(size)]],
      [
        ['lines', 40_000, (size) => 'x\n'.repeat(size)],
        ['empty lines', 100_000, (size) => '\n'.repeat(size)],
      ],
    ),
  )('of a bundle are read in such time: %s @whole', async (_what, size, make) => {
    const directoryOf = (n: number) => {
      const directory = folder.newDirectory();
      writeFileSync(join(directory, 'entries.ndjson'), make(n));
      return directory;
    };
    const read = async (directory: string) => {
      for await (const line of readBundleLines(directory, 'entries.ndjson')) void line;
    };
    expect(await growthOf(read, directoryOf, size)).toBeLessThan(linear);
  });

  test('of a bundle are read in such time: notes @whole', async () => {
    const directoryOf = (n: number) => {
      const directory = folder.newDirectory();
      mkdirSync(join(directory, 'anchors'));
      for (let index = 0; index < n; index += 1) {
        writeFileSync(join(directory, 'anchors', `${index}.note`), 'x');
      }
      return directory;
    };
    const read = (directory: string) => readAnchors(directory);
    expect(await growthOf(read, directoryOf, 500)).toBeLessThan(linear);
  });

  test('of a restore are looked at in such time @whole', async () => {
    const ledgerOf = (entries: number) => {
      const ledger = new TestLedger(folder.newDirectory());
      const insert = ledger.database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
      ledger.database.transaction(() => {
        for (let seq = 1; seq <= entries; seq += 1)
          insert.run(seq, `{"n":${seq}}`, Buffer.alloc(32));
      })();
      ledger.database.pragma('journal_mode = DELETE');
      ledger.close();
      return ledger.path;
    };
    const present = ledgerOf(0);
    const place = { directory: join(present, '..'), signingSeed: testSeed };
    const look = (path: string) => previewRestore(place, { path });
    expect(await growthOf(look, ledgerOf, 20_000)).toBeLessThan(linear);
    expect(await look(ledgerOf(10))).toMatchObject({ backup: { entries: 11 } });
  });
});

describe('A key file is refused in time that grows with its size', () => {
  const file = (members: string) => `{"format":"proofdesk.signing-key/v1",${members}}`;

  test.each(
    cases<[string, number, (size: number) => string]>(
      [['members', 20_000, (size) => file(`${many(size, (index) => `"k${index}":1,`)}"k":1`)]],
      [
        ['base64', 200_000, (size) => file(`"sealed":"${'A'.repeat(size)}!"`)],
        ['blanks', 200_000, (size) => file(`"created_at":"${' '.repeat(size)}"`)],
        ['brackets', 100_000, (size) => '['.repeat(size)],
      ],
    ),
  )('%s', async (_what, size, make) => {
    const open = (text: string) => openSigningKeys(text, 'a passphrase');
    expect(await growthOf(open, make, size)).toBeLessThan(linear);
  });
});
