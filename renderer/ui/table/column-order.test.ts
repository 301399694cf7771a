/** Column arrangements: remembered, moved, and robust against a list that changed. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrangedFile, arrangedIds, moveBy, moveTo } from './column-order.ts';

test('a new column appears where it is defined, a removed one is forgotten', () => {
  expect(arrangedIds(['a', 'b', 'c', 'd'], ['d', 'gone', 'a', 'c'])).toEqual(['d', 'a', 'b', 'c']);
  expect(arrangedIds(['new', 'a'], ['a'])).toEqual(['new', 'a']);
});

test('every defined column is there once', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(ids, ids, (defined, remembered) => {
      expect(arrangedIds(defined, remembered).toSorted()).toEqual(defined.toSorted());
    }),
  );
});

test('a dragged column takes the place it is dropped on', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(moveTo(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
  expect(moveTo(['a', 'b'], 'a', 'gone')).toEqual(['a', 'b']);
});

const seen = (id: string) => id !== 'b';

test('a step passes over what is hidden, and stops at the ends', () => {
  expect(moveBy(['a', 'b', 'c'], 'a', 1, seen)).toEqual(['b', 'c', 'a']);
  expect(moveBy(['a', 'b', 'c'], 'a', -1, seen)).toEqual(['a', 'b', 'c']);
});

describe('arrangedFile', () => {
  const files = ['id', 'gross', 'fee', 'currency', 'note', 'at'].map((id) => ({ id, shown: true }));
  const gross = { id: 'gross', files: ['gross', 'currency'] };
  const fee = { id: 'fee', files: ['fee', 'currency'] };
  const at = { id: 'at' };
  const told = (arranged: readonly (typeof gross | typeof at)[], shown = arranged) =>
    arrangedFile(arranged, shown, files).map((file) => (file.shown ? file.id : `(${file.id})`));

  test('keeps the order of the file while the table has its own', () => {
    expect(told([gross, fee, at])).toEqual(['id', 'gross', 'fee', 'currency', 'note', 'at']);
  });

  test('follows the table; what belongs to none stays behind the one before it', () => {
    expect(told([at, fee, gross])).toEqual(['id', 'at', 'fee', 'gross', 'currency', 'note']);
  });

  test('leaves out what is hidden, and keeps what another column shown says too', () => {
    const arranged = [gross, fee, at];
    expect(told(arranged, [gross])).toEqual(['id', 'gross', '(fee)', 'currency', 'note', '(at)']);
    expect(told(arranged, [at])).toEqual(['id', '(gross)', '(fee)', '(currency)', 'note', 'at']);
  });
});
