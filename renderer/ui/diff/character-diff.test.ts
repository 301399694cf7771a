/** A diff that does not add up to both texts would be a false statement about evidence. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffCharacters, foldSame, type DiffPart } from './character-diff.ts';

const without = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind !== kind)
    .map((part) => part.text)
    .join('');

describe('diffCharacters', () => {
  test('adds up to both texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '€', '😀'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (expected, actual) => {
        const parts = diffCharacters(expected, actual);
        expect(without(parts, 'added')).toBe(expected);
        expect(without(parts, 'removed')).toBe(actual);
      }),
    );
  });

  test('names the one altered digit', () => {
    expect(diffCharacters('{"income":52000}', '{"income":92000}')).toEqual([
      { kind: 'same', text: '{"income":' },
      { kind: 'removed', text: '5' },
      { kind: 'added', text: '9' },
      { kind: 'same', text: '2000}' },
    ]);
  });

  test('finds two edits far apart', () => {
    const parts = diffCharacters('grant the loan of 100', 'brant the loan of 109');
    expect(parts.find((part) => part.kind === 'same')?.text).toBe('rant the loan of 10');
  });

  test('compares hashes place by place', () => {
    const parts = diffCharacters(`sha256:${'ab'.repeat(32)}`, `sha256:${'ac'.repeat(32)}`);
    expect(parts.filter((part) => part.kind === 'removed')).toHaveLength(32);
    expect(parts[0]).toEqual({ kind: 'same', text: 'sha256:a' });
  });

  test('long texts with nothing in common stay fast and whole', () => {
    const parts = diffCharacters('x'.repeat(4_000), 'y'.repeat(4_000));
    expect(parts.map((part) => part.kind)).toEqual(['removed', 'added']);
  });

  test('equal and empty texts', () => {
    expect(diffCharacters('', '')).toEqual([]);
    expect(diffCharacters('a', 'a')).toEqual([{ kind: 'same', text: 'a' }]);
    expect(diffCharacters('', 'a')).toEqual([{ kind: 'added', text: 'a' }]);
  });
});

test('foldSame keeps what is next to a difference', () => {
  const parts = diffCharacters(
    `${'a'.repeat(100)}1${'b'.repeat(100)}`,
    `${'a'.repeat(100)}2${'b'.repeat(100)}`,
  );
  expect(foldSame(parts, 5)).toEqual([
    { kind: 'fold', hidden: 95 },
    { kind: 'same', text: 'aaaaa' },
    { kind: 'removed', text: '1' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: 'bbbbb' },
    { kind: 'fold', hidden: 95 },
  ]);
});
