/** The language of the console is the one chosen, or the first of this computer's that there is. */
import { expect, test } from 'vitest';
import { spokenLanguage } from './languages.ts';

test('the chosen language', () => {
  expect(spokenLanguage('de', ['en-GB'])).toBe('de');
  expect(spokenLanguage('en', ['de-AT'])).toBe('en');
});

test('that of this computer', () => {
  expect(spokenLanguage('system', ['de-AT', 'en'])).toBe('de');
  expect(spokenLanguage('system', ['fr', 'it'])).toBe('en');
});
