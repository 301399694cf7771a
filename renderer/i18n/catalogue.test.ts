/** Every language says what English says: the same keys, placeholders and plural forms. */
import { describe, expect, test } from 'vitest';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

/** Every text of a catalogue by its path, `shell.nav.label`. */
function textsOf(words: object, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') texts.set(at, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of textsOf(value, at)) texts.set(inner, text);
    }
  }
  return texts;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name = '']) => name).toSorted();

const english = textsOf(en);
const german = textsOf(de);

describe('English', () => {
  test('has both forms of every plural', () => {
    const forms = [...english.keys()].filter((key) => /_(one|other)$/.test(key));
    const missing = forms
      .map((key) => key.replace(/_(one|other)$/, (form) => (form === '_one' ? '_other' : '_one')))
      .filter((key) => !english.has(key));
    expect(missing).toEqual([]);
  });
});

describe('German', () => {
  test('has a title of its own for every job', () => {
    const titles = [...english.keys()].filter((key) => key.startsWith('jobs.titles.'));
    const same = titles.filter((key) => english.get(key) === german.get(key));
    expect(titles.length).toBeGreaterThan(10);
    // What a person named, and the format.
    expect(same).toEqual(['jobs.titles.export_table']);
  });

  test('has every text of English and no other', () => {
    expect([...english.keys()].filter((key) => !german.has(key))).toEqual([]);
    expect([...german.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  test('fills in what English fills in', () => {
    const differing = [...german].flatMap(([key, text]) => {
      const source = english.get(key);
      if (source === undefined) return [];
      const [wanted, given] = [placeholders(source), placeholders(text)];
      return wanted.join() === given.join() ? [] : [{ key, wanted, given }];
    });
    expect(differing).toEqual([]);
  });

  test('leaves no text empty, and quotes as German does', () => {
    const wrong = [...german].filter(
      ([key, text]) =>
        (text.trim() === '' && english.get(key)?.trim() !== '') || /[“‘][^”’]*[”’]/.test(text),
    );
    expect(wrong).toEqual([]);
  });
});
