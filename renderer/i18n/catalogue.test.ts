/** Every language says what English says: the same keys, placeholders and plural forms. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faults, faultUnits } from '../../shared/contract/faults.ts';
import { factTables, otherTables } from '../../shared/ledger/columns.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { Language } from './catalogue.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { textsOf } from './testing/texts-of.ts';

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name = '']) => name).toSorted();

/** Every language that is translated from English. */
const others: Readonly<Record<Exclude<LanguageCode, 'en'>, Language>> = { de };

const english = textsOf(en);
const german = textsOf(de);

describe('English', () => {
  test('has a word for every column of the register', () => {
    const names = [
      ...Object.values(factTables).flatMap(({ columns, ...table }) => [
        ...Object.keys(columns),
        ...Object.keys('elsewhere' in table ? table.elsewhere : {}),
        ...Object.values(columns).flatMap((each) => ('member' in each ? [each.member] : [])),
      ]),
      ...Object.values(otherTables).flatMap((columns) => Object.keys(columns)),
    ];
    expect(names.filter((name) => !Object.hasOwn(en.rows.columns, name))).toEqual([]);
  });

  test('has both forms of every plural', () => {
    const forms = [...english.keys()].filter((key) => /_(one|other)$/.test(key));
    const missing = forms
      .map((key) => key.replace(/_(one|other)$/, (form) => (form === '_one' ? '_other' : '_one')))
      .filter((key) => !english.has(key));
    expect(missing).toEqual([]);
  });
});

/** Texts of numbers that are never one: limits, and lists that say how much of them is shown. */
const neverOne = new Set([
  'erasures.erase.goesMany',
  'datasets.sessions.all',
  'decisions.selection.tooMany',
  'tables.selection.rangeTooLong',
  'evidence.words.holds',
  'faults.at_least_characters',
  'faults.at_least_items',
  'faults.at_most_bytes',
  'faults.at_most_bytes_of_json',
  'faults.at_most_bytes_of_rows',
  'faults.at_most_characters',
  'faults.at_most_characters_long',
  'faults.at_most_decimals',
  'faults.at_most_fields_named',
  'faults.at_most_items',
  'faults.at_most_members',
  'faults.at_most_rows',
  'faults.filter_bytes',
  'faults.filter_characters',
  'faults.filter_fields',
  'faults.filter_values',
  'faults.pipeline_document',
  'faults.pipeline_facet_size',
  'faults.pipeline_held',
  'faults.pipeline_pushed',
  'faults.pipeline_sorts',
  'faults.rows_of_pdf',
  'faults.sort_fields',
  'imports.errors.first',
  'inspector.json.cut',
  'requests.noResult.text',
  'sessions.data.unreadText',
  'sessions.newestOf',
  'sessions.rowsFile.batches',
  'sessions.rows.filterNote',
  'sessions.rows.tooMany',
  'shell.workspace.filled',
  'shell.workspace.filling',
  'tables.export.pdfLimit',
]);

/** A number and what is counted, or what those do: `{{total}} more rows`, `{{total}} match`. */
const counted: Readonly<Record<string, RegExp>> = {
  English:
    /\{\{(?!status\b)\w+\}\} (\w+ )?(rows|entries|decisions|records|ids|hashes|fields|sessions|checkpoints|characters|decimals|items|lines|models|columns|bytes|requests|transactions|operations|values|match|wait)\b/,
  German:
    /\{\{\w+\}\} (\w+ )?(Zeilen|Einträge|Einträgen|Entscheidungen|Datensätze|IDs|Hashes|Felder|Sitzungen|Prüfpunkte|Nachkommastellen|Modelle|Säulen|Bytes|Anfragen|Buchungen|Vorgänge|Werte)(?!\w)/u,
};

describe.each(Object.entries({ English: english, German: german }))('%s counts', (name, texts) => {
  test('in the form that the library chooses by the number', () => {
    const wrong = [...texts].filter(
      ([key, text]) =>
        !/_(one|other)$/.test(key) &&
        !neverOne.has(key) &&
        (/\{\{count\}\}/.test(text) || counted[name]?.test(text)),
    );
    expect(wrong).toEqual([]);
    expect([...neverOne].filter((key) => !texts.has(key))).toEqual([]);
  });
});

describe('Texts with plural forms', () => {
  const plurals = new Set(
    [...english.keys()].flatMap((key) => /^\w+\.(.*)_other$/.exec(key)?.[1] ?? []),
  );
  const singles = new Set([...english.keys()].map((key) => key.slice(key.indexOf('.') + 1)));
  const calls = globSync('renderer/**/*.{ts,tsx}')
    .filter((file) => !file.includes('/i18n/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([\w.]+)'([^;]{0,160})/g)].map(
        ([, key = '', rest = '']) => ({ file, key, rest }),
      ),
    )
    .filter(({ key }) => plurals.has(key) && !singles.has(key));

  test('are asked for with the number', () => {
    expect(calls.length).toBeGreaterThan(50);
    expect(
      calls.filter(({ rest }) => !/^,(?:[^()]|\([^()]*\))*\bcount\b|^,\s*words/.test(rest)),
    ).toEqual([]);
  });
});

describe.each(Object.entries(others))('The catalogue of %s', (_code, catalogue) => {
  const texts = textsOf(catalogue);

  test('has every text of English and no other', () => {
    expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
    expect([...texts.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  test('has words for every fault', () => {
    const codes = Object.keys(faults);
    expect(codes.length).toBeGreaterThan(250);
    expect(codes.filter((fault) => !texts.has(`faults.${fault}`))).toEqual([]);
    expect(codes.filter((fault) => !english.has(`faults.${fault}`))).toEqual([]);
    const units = faultUnits.filter((unit) => !texts.has(`faults.units.${unit}`));
    expect(units).toEqual([]);
  });

  test('fills in what English fills in', () => {
    const differing = [...texts].flatMap(([key, text]) => {
      const source = english.get(key);
      if (source === undefined) return [];
      const [wanted, given] = [placeholders(source), placeholders(text)];
      return wanted.join() === given.join() ? [] : [{ key, wanted, given }];
    });
    expect(differing).toEqual([]);
  });

  test('has words of its own for most, and none that are empty', () => {
    const long = [...texts].filter(([, text]) => text.length > 20);
    const same = long.filter(([key, text]) => english.get(key) === text);
    expect(same.length).toBeLessThan(long.length / 10);
    const empty = [...texts].filter(([key, text]) => text.trim() === '' && english.get(key) !== '');
    expect(empty).toEqual([]);
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

  test('leaves no text empty, and quotes as German does', () => {
    const wrong = [...german].filter(
      ([key, text]) =>
        (text.trim() === '' && english.get(key)?.trim() !== '') || /[“‘][^”’]*[”’]/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test('does not say what was given up for better words', () => {
    const replaced = /Alle so viele|hat sie ab|eines Starts|\bverkehrt\b/;
    expect([...german].filter(([, text]) => replaced.test(text))).toEqual([]);
  });

  test('writes numbers with a comma', () => {
    const pointed = [...german].filter(([, text]) => /(?<![\d.])\d+\.\d{1,2}(?![\d.])/.test(text));
    expect(pointed).toEqual([]);
  });
});
