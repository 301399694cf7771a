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

test('what no font draws is shown: tags, places without a character, soft hyphens, selectors of nothing', () => {
  expect(showHidden('a\u00adb\u034fc\u2065d\ufff0')).toBe('a▯b▯c▯d▯');
  expect(showHidden('\u{e0000}a\u{e0041}\u{e0fff}')).toBe('▯▯a▯▯▯▯');
  expect(showHidden('credit\ufe0f 1\ufe0f x\u{e0100}')).toBe('credit▯ 1▯ x▯▯');
});

test('a selector stays where it chooses the form of a sign, and no second one behind it', () => {
  const chosen = '❤️ ☎︎ 1️⃣ 葛\u{e0100} ∩\ufe00';
  expect(showHidden(chosen)).toBe(chosen);
  expect(showHidden('❤\ufe0f\ufe01\ufe02')).toBe('❤\ufe0f▯▯');
});

test('what was shown once stays as it is', () => {
  const shown = showHidden('\u202ea\u200b\u{e0041}');
  expect(showHidden(shown)).toBe(shown);
});

test('of several lines, tabs and line breaks stay', () => {
  expect(showHiddenInLines('a\r\n\tb\u202e\u0000')).toBe('a\r\n\tb▯▯');
});

test('for paper, by their numbers', () => {
  expect(nameHiddenInLines('a\u202eb\u0000\n')).toBe('a[U+202E]b[U+0000]\n');
});
