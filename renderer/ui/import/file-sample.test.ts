/** What a dropped file is, before anything of it is sent. */
import { expect, test } from 'vitest';
import { guessFormat, readSample, sampleLines, sampleOf } from './file-sample.ts';

test.each([
  ['a.csv', 'a,b\n1,2', 'csv'],
  ['a.txt', '{"model_id":"m"}', 'ndjson'],
  ['a.jsonl', 'oops', 'ndjson'],
  ['a.ndjson', '', 'ndjson'],
  ['a.json', '{"a":1}', 'ndjson'],
  ['data', 'a;b', 'csv'],
])('%s with %j is %s', (name, text, format) => {
  expect(guessFormat(name, text)).toBe(format);
});

test.each([
  ['', 'empty'],
  [' \n\n', 'empty'],
  ['a\u0000b\n', 'binary'],
  ['[{"model_id":"m"}]', 'array'],
  ['a,b\n1,2\n', undefined],
])('%j has the problem %s', (text, problem) => {
  expect(sampleOf('a.csv', text, true).problem).toBe(problem);
});

test('lines are judged as the import judges them, and counted from 1', () => {
  const good = '{"model_id":"m","input":{},"output":{}}';
  const lines = sampleLines(`${good}\n\n{"model_id":"m"}\nnot json\n${good}`, 3);
  expect(lines.map(({ line, body }) => [line, body !== undefined])).toEqual([
    [1, true],
    [3, false],
    [4, false],
  ]);
  expect(lines[1]?.fields.map((each) => each.field)).toEqual(['input', 'output']);
  expect(lines[2]?.message).toContain('not JSON');
});

test('a file in another encoding is told as such, one cut within a character is not', async () => {
  const latin = new File([Uint8Array.from([0x61, 0x2c, 0xfc, 0x0a])], 'a.csv');
  expect((await readSample(latin)).problem).toBe('latin');
  const long = new File([`a\n${'\u00e9'.repeat(200_000)}`], 'a.csv');
  expect((await readSample(long)).problem).toBeUndefined();
});
