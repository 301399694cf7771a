/** One word for one thing, in German as in English. */
import { describe, expect, test } from 'vitest';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { glossary } from './testing/glossary.ts';
import { textsOf } from './testing/texts-of.ts';

const english = textsOf(en);
const german = textsOf(de);

/** The words of a text alone: what is filled in is named in English. */
const words = (text = '') => text.replaceAll(/\{\{[^}]*\}\}/g, '');

describe.each(glossary)('$name', (term) => {
  const about = [...english].flatMap(([key, text]) =>
    term.english.test(words(text)) && !term.besides?.includes(key) ? [key] : [],
  );

  test('is called one thing', () => {
    const other = about.filter((key) => !term.german.test(words(german.get(key))));
    expect(about.length).toBeGreaterThan(0);
    expect(other.map((key) => [key, english.get(key), german.get(key)])).toEqual([]);
  });

  test('is called nothing else', () => {
    const { never } = term;
    expect([...german].filter(([, text]) => never?.test(text))).toEqual([]);
  });

  test('has no exception that is none', () => {
    const needless = (term.besides ?? []).filter((key) => {
      const text = english.get(key);
      return text === undefined || !term.english.test(words(text));
    });
    expect(needless).toEqual([]);
  });
});

test('people are addressed as Sie, and actions are infinitives', () => {
  const familiar =
    /\b(du|dich|dir|deine?[mnrs]?)\b|\b(Drücke|Gehe|Gib|Klicke|Lade|Lege|Öffne|Prüfe|Sende|Setze|Wähle|Zeige)\b/;
  expect([...german].filter(([, text]) => familiar.test(text))).toEqual([]);
});
