/** The language of the console is the one chosen, or the first of this computer's that there is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '../../shared/languages.ts';
import { spokenLanguage } from './languages.ts';

test('the chosen language', () => {
  expect(spokenLanguage('de', ['en-GB'])).toBe('de');
  expect(spokenLanguage('en', ['de-AT'])).toBe('en');
});

test('that of this computer', () => {
  expect(spokenLanguage('system', ['de-AT', 'en'])).toBe('de');
  expect(spokenLanguage('system', ['fr', 'it'])).toBe('en');
});

test.each(languages)('%s has no plural forms but the two that catalogues hold', (language) => {
  const counts = Array.from({ length: 1_000 }, (_, count) => count);
  const rules = new Intl.PluralRules(language);
  expect(new Set(counts.map((count) => rules.select(count)))).toEqual(new Set(['one', 'other']));
});

test.each(languages.filter((each) => each !== 'en'))('%s has its names of months', (language) => {
  const source = readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8');
  expect(source).toContain(`import('dayjs/locale/${language}.js')`);
});
