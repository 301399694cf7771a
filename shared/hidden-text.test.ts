/** No character of a shown text is unseen or moves another one. */
import { expect, test } from 'vitest';
import { countHidden, nameHiddenInLines, showHidden, showHiddenInLines } from './hidden-text.ts';

test('characters that hide or reorder are shown, with the length kept', () => {
  const text = 'a\u202eb\u200bc\ufeff';
  expect(showHidden(text)).toBe('a▯b▯c▯');
  expect(showHidden(text)).toHaveLength(text.length);
  expect(countHidden(text)).toBe(3);
});

test('blanks that are letters are shown, too', () => {
  expect(showHidden('a\u3164b\u2800c\u115f')).toBe('a▯b▯c▯');
  expect(showHidden('naïve 日本 👍 a b')).toBe('naïve 日本 👍 a b');
});

test('of several lines, tabs and line breaks stay', () => {
  expect(showHiddenInLines('a\r\n\tb\u202e\u0000')).toBe('a\r\n\tb▯▯');
});

test('for paper, by their numbers', () => {
  expect(nameHiddenInLines('a\u202eb\u0000\n')).toBe('a[U+202E]b[U+0000]\n');
});
