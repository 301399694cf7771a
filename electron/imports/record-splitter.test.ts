/** Cutting a file into records: the same whatever the pieces, with the right line numbers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlank, RecordSplitter, type SplitterOptions } from './record-splitter.ts';

interface Cut {
  readonly line: number;
  readonly text: string;
  readonly oversized: boolean;
}

function split(pieces: readonly Buffer[], options: SplitterOptions): Cut[] {
  const splitter = new RecordSplitter(options);
  const outputs = [...pieces.map((piece) => () => splitter.push(piece)), () => splitter.end()];
  return outputs.flatMap((output) => {
    const { bytes, spans } = output();
    return spans.map(({ line, start, end, oversized }) => ({
      line,
      text: bytes.toString('latin1', start, end),
      oversized,
    }));
  });
}

const comma = 0x2c;

describe('Lines', () => {
  test('end at each line feed; the last needs none', () => {
    expect(split([Buffer.from('a\n\nb\r\nc')], { maximumBytes: 10 })).toEqual([
      { line: 1, text: 'a', oversized: false },
      { line: 2, text: '', oversized: false },
      { line: 3, text: 'b\r', oversized: false },
      { line: 4, text: 'c', oversized: false },
    ]);
    expect(split([Buffer.from('a\n')], { maximumBytes: 10 })).toHaveLength(1);
    expect(split([], { maximumBytes: 10 })).toEqual([]);
  });

  test('beyond the limit are named, not kept', () => {
    const pieces = ['abc', 'defg', 'hij\nxyz', 'abc\nok\n', 'toolong'].map((text) =>
      Buffer.from(text),
    );
    expect(split(pieces, { maximumBytes: 5 })).toEqual([
      { line: 1, text: '', oversized: true },
      { line: 2, text: '', oversized: true },
      { line: 3, text: 'ok', oversized: false },
      { line: 4, text: '', oversized: true },
    ]);
  });
});

/** Line and text of each CSV record. */
function records(text: string): [number, string][] {
  return split([Buffer.from(text)], { maximumBytes: 1_000, delimiter: comma }).map(
    (each): [number, string] => [each.line, each.text],
  );
}

describe('CSV records', () => {
  test('go on over line feeds within quotes', () => {
    expect(records('a,"b\nc"\nd\n"e""\n""",f\ng')).toEqual([
      [1, 'a,"b\nc"'],
      [3, 'd'],
      [4, '"e""\n""",f'],
      [6, 'g'],
    ]);
  });

  test('end where a quote is not one: inside a plain cell, after a closed one', () => {
    expect(records('5" pipe,x\nnext\n"a"b"\nlast')).toEqual([
      [1, '5" pipe,x'],
      [2, 'next'],
      [3, '"a"b"'],
      [4, 'last'],
    ]);
  });
});

describe('Any file in any pieces', () => {
  test('is cut as it is in one piece', () => {
    const bytes = fc
      .array(fc.constantFrom('a', 'bb', ',', '"', '""', '\n', '\r\n', 'é'), { maxLength: 60 })
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.nat(7), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.constant(comma), { nil: undefined }),
        (file, sizes, maximumBytes, delimiter) => {
          const options = { maximumBytes, ...(delimiter === undefined ? {} : { delimiter }) };
          const pieces: Buffer[] = [];
          let at = 0;
          for (const size of sizes) {
            pieces.push(file.subarray(at, at + size));
            at += size;
          }
          pieces.push(file.subarray(at));
          expect(split(pieces, options)).toEqual(split([file], options));
        },
      ),
    );
  });

  test('has a line number for each record that counts the line feeds before it', () => {
    const file = fc.string({ unit: fc.constantFrom('x', '"', ',', '\n'), maxLength: 40 });
    fc.assert(
      fc.property(file, (text) => {
        let before = '';
        for (const { line, text: own } of split([Buffer.from(text)], {
          maximumBytes: 1_000,
          delimiter: comma,
        })) {
          expect(line).toBe(before.split('\n').length);
          before += `${own}\n`;
        }
        expect([text, `${text}\n`]).toContain(before === '' ? text : before);
      }),
    );
  });
});

function blank(text: string): boolean {
  return isBlank(Buffer.from(text), { line: 1, start: 0, end: text.length, oversized: false });
}

describe('A blank record', () => {
  test('has nothing but the end of its line', () => {
    expect(['', '\r', ' ', '\t', 'a', '\r\r'].map(blank)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isBlank(Buffer.alloc(0), { line: 1, start: 0, end: 0, oversized: true })).toBe(false);
  });
});
