/** Words keep the case that their language gives them. */
import { expect, test } from 'vitest';
import { inSentence } from './in-sentence.ts';

test('English lowers the first letter, of words alone', () => {
  expect(inSentence('Keyed hash', 'en')).toBe('keyed hash');
  expect(inSentence('HIPAA Safe Harbor preset', 'en')).toBe('HIPAA Safe Harbor preset');
});

test('German keeps it', () => {
  expect(inSentence('Hash mit Schlüssel', 'de')).toBe('Hash mit Schlüssel');
});
