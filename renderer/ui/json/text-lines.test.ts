/** Lines of a byte view: no character lost, none split. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, lineOf, lineStarts } from './text-lines.ts';

const cells = (text: string) =>
  Array.from(text).reduce((sum, each) => sum + cellsOf(each.codePointAt(0) ?? 0), 0);

test('lines cover the text in order and never exceed the width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
      const starts = [...lineStarts(text, columns)];
      const lines = starts.map((from, line) => text.slice(from, starts[line + 1] ?? text.length));
      expect(lines.join('')).toBe(text);
      for (const line of lines) {
        expect(cells(line)).toBeLessThanOrEqual(columns);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('lineOf finds the line of an offset', () => {
  const starts = lineStarts('abcdefghij', 4);
  expect([0, 3, 4, 7, 8, 9].map((offset) => lineOf(starts, offset))).toEqual([0, 0, 1, 1, 2, 2]);
});
