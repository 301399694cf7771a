/** Which language is spoken, told by what a person prefers. */
import { describe, expect, test } from 'vitest';
import { acceptedOf } from './accepted.ts';
import { spokenOf } from './languages.ts';

test('the first that is spoken, whatever its region', () => {
  expect(spokenOf(['de-AT', 'en'])).toBe('de');
  expect(spokenOf(['fr-CH', 'DE', 'en'])).toBe('de');
  expect(spokenOf(['fr', 'it'])).toBe('en');
  expect(spokenOf([])).toBe('en');
});

describe('Accept-Language', () => {
  const spoken = (header: string) => spokenOf(acceptedOf(header));

  test('in the order of what is wanted most (RFC 9110 §12.5.4)', () => {
    expect(acceptedOf('en;q=0.5, de-CH, fr;q=0.9')).toEqual(['de-CH', 'fr', 'en']);
    expect(spoken('en;q=0.8,de;q=0.9')).toBe('de');
    expect(spoken('en, de')).toBe('en');
  });

  test('without what is refused, and without what is no language', () => {
    expect(acceptedOf('de;q=0, en')).toEqual(['en']);
    for (const header of ['', '*', ',,;', 'de;q=x', '; q=1', 'x'.repeat(5_000)]) {
      expect(spoken(header)).toBe('en');
    }
  });
});
