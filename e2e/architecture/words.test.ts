/** Every word of the console stands in a catalogue, and every figure is written by the formats. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sources = globSync('renderer/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.') && !file.includes('/i18n/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Texts of JSON, HTML entities, addresses and the product's name are the same in every language. */
const sameEverywhere = /^(null|true|false|&\w+;|Proofdesk|\/v1\/\S+)$/;

/** Who makes formatters: each for whatever locale is in force, the last to ask for a zone only. */
const formatters = ['ui/format.ts', 'ui/money/money.ts', 'ui/read-day.ts', 'state/preferences.ts'];

function findings(pattern: RegExp, files = sources): string[] {
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .map(([, found = '']) => found.trim())
      .filter((found) => !sameEverywhere.test(found))
      .map((found) => `${file}: ${found}`),
  );
}

const components = sources.filter(({ file }) => file.endsWith('.tsx'));

describe('words', () => {
  test('there are components to look at', () => {
    expect(components.length).toBeGreaterThan(100);
  });

  test('no element holds a word of its own', () => {
    // What stands between a tag and the closing tag after it, and holds a word.
    expect(
      findings(/(?<=[\w"'}\s])>([^<>{}()=;]*[A-Za-z]{2}[^<>{}()=;]*)<\//g, components),
    ).toEqual([]);
  });

  test('no attribute that is read or shown holds a word of its own', () => {
    expect(
      findings(
        /\s(?:aria-label|aria-description|title|label|description|alt)="([^"]*\p{L}{2}[^"]*)"/gu,
        components,
      ),
    ).toEqual([]);
  });
});

test('no locale is written down outside of the formats', () => {
  const others = sources.filter(({ file }) => !formatters.some((each) => file.endsWith(each)));
  expect(findings(/(new Intl\.\w+Format\((?:'[^']*')?|\.toLocale\w*\()/g, others)).toEqual([]);
});

test('numbers are typed into fields that read the signs of the formats', () => {
  expect(findings(/<(NumberInput)\b/g, components)).toEqual([]);
  expect(findings(/inputMode="(decimal)"/g, components)).toEqual([]);
});
