/** Key names are the same whatever keyboard they come from. */
import { expect, test } from 'vitest';
import { common } from '../i18n/en/common.ts';
import { keyLabels, keyName, type KeyPress, type KeyWord } from './keyboard.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test.each([
  [press('k', { ctrlKey: true }), 'mod+k'],
  [press('k', { metaKey: true }), 'mod+k'],
  [press('C', { shiftKey: true }), 'shift+c'],
  [press('?', { shiftKey: true }), '?'],
  [press('ArrowDown', { shiftKey: true }), 'shift+arrowdown'],
  [press('1', { altKey: true }), 'alt+1'],
  [press(' '), 'space'],
])('%o is %s', (event, name) => {
  expect(keyName(event)).toBe(name);
});

test('labels are those printed on the keys', () => {
  const english = (word: KeyWord) => common.keys[word];
  expect(keyLabels('mod+k', false, english)).toEqual(['Ctrl', 'K']);
  expect(keyLabels('mod+k', true, english)).toEqual(['⌘', 'K']);
  expect(keyLabels('shift+arrowdown', false, english)).toEqual(['Shift', '↓']);
});
