/** Readers of files from elsewhere: four times as much takes some four times as long, whatever is in it. */
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { parsePayload } from '../bundles/read-bundle.ts';
import { growthOf, linear } from '../foreign/testing/growth.ts';
import { CsvColumns } from '../imports/csv-columns.ts';
import { LineReader, rowsFormat } from '../imports/read-lines.ts';
import { inlineText } from '../models/exports/markdown.ts';
import { readCycloneDx } from '../models/imports/cyclonedx.ts';
import { readHuggingFaceCard } from '../models/imports/hugging-face.ts';

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const front = (yaml: string) => `---\n${yaml}\n---\n`;

describe('A model card is read in time that grows with its size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['a heading of blanks', 400, (size) => `# ${' '.repeat(size)}b\u2028y`],
    ['a heading of marks', 4_000, (size) => `# b${'#'.repeat(size)}b\u2028y`],
    ['headings below headings', 20_000, (size) => `# a\n${'## b\n'.repeat(size)}`],
    ['comments that do not end', 10_000, (size) => `## Intended uses\n${'<!--'.repeat(size)}`],
    ['lines that nearly end the metadata', 20_000, (size) => `---\n${'--- \t x'.repeat(size)}`],
    ['names in the metadata', 4_000, (size) => front(many(size, (index) => `k${index}: 1\n`))],
    ['lists in lists', 2_000, (size) => front('- '.repeat(size))],
    ['open brackets', 1_000, (size) => front(`a: ${'{a: ['.repeat(size)}`)],
    ['aliases', 1_000, (size) => front(`a: &a 1\nb: [${'*a, '.repeat(size)}]`)],
    ['anchors', 2_000, (size) => front(many(size, (index) => `- &k${index} 1\n`))],
    ['faults of YAML', 1_000, (size) => front('a: b: c\n'.repeat(size))],
    ['escapes', 40_000, (size) => front(`a: "${'\\'.repeat(size)}`)],
    [
      'metrics',
      500,
      (size) =>
        front(
          `model-index:\n- results:\n  - metrics:\n${many(size, (index) => `    - {name: m${index}, value: x}\n`)}`,
        ),
    ],
  ])('%s', (_what, size, make) => {
    expect(growthOf(readHuggingFaceCard, make, size)).toBeLessThan(linear);
  });

  test('of components in components, in a BOM', () => {
    const model = '{"type":"machine-learning-model","name":"m","components":[]},';
    const bom = (size: number) =>
      `{"bomFormat":"CycloneDX","components":[${model.repeat(size)}{}]}`;
    expect(growthOf(readCycloneDx, bom, 4_000)).toBeLessThan(linear);
  });

  test('and written in such time', () => {
    expect(growthOf(inlineText, (size) => ' '.repeat(size), 20_000)).toBeLessThan(linear);
  });
});

describe('JSON is read in time that grows with its size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['members', 20_000, (size) => `{${many(size, (index) => `"k${index}":1,`)}"k":1}`],
    ['a name that is there twice', 20_000, (size) => `{${'"k":1,'.repeat(size)}"k":1}`],
    ['brackets', 100_000, (size) => '['.repeat(size)],
    ['digits', 100_000, (size) => '1'.repeat(size)],
    ['digits after a point', 100_000, (size) => `0.${'0'.repeat(size)}1e${'9'.repeat(size)}`],
    ['escapes', 40_000, (size) => `"${'\\u0041'.repeat(size)}"`],
    ['a string that does not end', 100_000, (size) => `"${'\\n'.repeat(size)}`],
    ['blanks', 100_000, (size) => `[${' '.repeat(size)}`],
  ])('%s', (_what, size, make) => {
    expect(growthOf(parseStrictJson, make, size)).toBeLessThan(linear);
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
  test.each<[string, number, (size: number) => string]>([
    [
      'columns',
      5_000,
      (size) => `${many(size, (index) => `c${index},`)}x\n${'1,'.repeat(size)}2\n`,
    ],
    ['columns of one name', 5_000, (size) => `${'a,'.repeat(size)}a\n`],
    ['dots in a name', 40_000, (size) => `${'a.'.repeat(size)}a\n1\n`],
    ['names that begin alike', 2_000, (size) => `a,${many(size, (index) => `a.b${index},`)}x\n`],
    ['quotes', 40_000, (size) => `a\n"${'""'.repeat(size)}"\n`],
    ['a quote that is not closed', 40_000, (size) => `a\n"${'x\n'.repeat(size)}`],
    ['quotes where none may be', 4_000, (size) => `a\n${'x"y\n'.repeat(size)}`],
    ['digits', 40_000, (size) => `a\n${'1'.repeat(size)}\n`],
    ['digits that are nearly a number', 40_000, (size) => `a\n${'1'.repeat(size)}e\n`],
    ['blanks', 40_000, (size) => `a\nx${' '.repeat(size)}x\n`],
  ])('%s', (_what, size, make) => {
    expect(growthOf(readCsv, make, size)).toBeLessThan(linear);
  });
});

describe('A bundle is read in time that grows with its size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['blanks', 20_000, (size) => `${' '.repeat(size)}\n\n— a b\n`],
    ['signatures', 1_000, (size) => `o\n1\n${'A'.repeat(43)}=\n\n${'— a AAAA\n'.repeat(size)}`],
    ['a signature', 10_000, (size) => `o\n1\n${'A'.repeat(43)}=\n\n— a ${'A'.repeat(size)}!\n`],
  ])('notes: %s', (_what, size, make) => {
    expect(growthOf(parseCheckpoint, make, size)).toBeLessThan(linear);
  });

  test.each<[string, number, (size: number) => string]>([
    ['a value', 40_000, (size) => `{"field":"f","id":"i","salt":"s","value":${'['.repeat(size)}}`],
    ['members', 20_000, (size) => `{${'"field":"","value":'.repeat(size)}}`],
  ])('payloads: %s', (_what, size, make) => {
    expect(growthOf(parsePayload, make, size)).toBeLessThan(linear);
  });
});
