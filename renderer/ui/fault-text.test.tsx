/** Faults are told in the language of the console by their codes, those of older and newer programs in English. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApiKeySchema } from '../../shared/contract/access.ts';
import { createAdjustmentSchema } from '../../shared/contract/billing.ts';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import {
  fault,
  faultAt,
  faultNames,
  faultOf,
  faults,
  isFaultCode,
} from '../../shared/contract/faults.ts';
import { bodyFaults } from '../../shared/contract/intake.ts';
import { createRecordSchema } from '../../shared/contract/records.ts';
import { speak, startTranslations } from '../i18n/index.ts';
import { faultsByField as sessionFaults } from '../screens/sessions/transform-form.ts';
import { faultText, faultWords } from './fault-text.tsx';

beforeEach(startTranslations);
afterEach(() => speak('en', 'language', []));

/** What a schema has against a value, in English and in German. */
async function wordsOf(schema: z.ZodType, value: unknown, field: string) {
  const found = bodyFaults(value, schema).find((each) => each.field === field);
  if (found === undefined) throw new Error(`Nothing is said of ${field}.`);
  const english = faultWords(found);
  await speak('de', 'language', []);
  return { code: found.code, params: found.params, english, german: faultWords(found) };
}

describe('a fault of a schema', () => {
  const long = z.object({
    a: z.string().max(1_000, fault('at_most_characters', { maximum: 1_000 })),
  });
  const least = z.object({ a: z.number().min(1, fault('at_least', { minimum: 1 })) });
  test.each([
    [createRecordSchema, {}, 'model_id', 'required', {}, 'is required', 'wird benötigt'],
    [
      createRecordSchema,
      { model_id: '' },
      'model_id',
      'not_empty',
      {},
      'must not be empty',
      'darf nicht leer sein',
    ],
    [
      createRecordSchema,
      { confidence: 'x' },
      'confidence',
      'type_number',
      {},
      'must be a number',
      'muss eine Zahl sein',
    ],
    [
      least,
      { a: 0 },
      'a',
      'at_least',
      { minimum: 1 },
      'must be at least 1',
      'muss mindestens 1 sein',
    ],
    [
      long,
      { a: 'x'.repeat(1_001) },
      'a',
      'at_most_characters',
      { maximum: 1_000 },
      'must have at most 1,000 characters',
      'darf höchstens 1.000 Zeichen haben',
    ],
    [
      createRecordSchema,
      { owner: 1 },
      'owner',
      'not_known',
      { unit: 'member' },
      'is not a known member',
      'ist kein bekanntes Feld',
    ],
    [
      z.object({ a: jsonObjectSchema }),
      { a: 1 },
      'a',
      'type_object',
      {},
      'must be an object',
      'muss ein Objekt sein',
    ],
  ])('%# is told by its code', async (schema, value, field, code, params, english, german) => {
    expect(await wordsOf(schema, value, field)).toEqual({ code, params, english, german });
  });

  test('has plain digits in the message of the API', () => {
    const [found] = bodyFaults({ a: 'x'.repeat(1_001) }, long);
    expect(found?.message).toBe('must have at most 1000 characters');
  });
});

test('decimals are written as the language writes them, and all of them', async () => {
  expect(faultWords(faultOf('at_least', { minimum: 0.0005 }))).toBe('must be at least 0.0005');
  await speak('de', 'language', []);
  expect(faultWords(faultOf('at_least', { minimum: 0.0005 }))).toBe('muss mindestens 0,0005 sein');
});

test.each(['en', 'de'] as const)(
  'every code has words in %s that hold its parameters',
  async (language) => {
    await speak(language, 'language', []);
    const lacking = Object.keys(faults)
      .filter(isFaultCode)
      .filter((code) => code !== 'in_words')
      .filter((code) => {
        const names = faultNames(code);
        const params = Object.fromEntries(
          names.map((name) => [name, name === 'unit' ? 'member' : `<${name}>`]),
        );
        const words = faultWords({ code, params, message: 'nobody knows this' }) ?? '{{';
        const isFilled = names.every((name) => name === 'unit' || words.includes(`<${name}>`));
        return words === 'nobody knows this' || words.includes('{{') || !isFilled;
      });
    expect(lacking).toEqual([]);
  },
);

describe('what the console does not know is told in English', () => {
  test.each([
    ['no code, as it was kept before there were any', { message: 'is <b>odd</b>' }],
    ['a code of a newer server', { code: 'from_tomorrow', params: {}, message: 'is <b>odd</b>' }],
    ['a name of every object', { code: 'constructor', params: {}, message: 'is <b>odd</b>' }],
    ['a parameter that is missing', { code: 'at_most', params: {}, message: 'is <b>odd</b>' }],
    [
      'a thing it has no word for',
      { code: 'not_known', params: { unit: 'x' }, message: 'is <b>odd</b>' },
    ],
    ['words of another program', faultOf('in_words', { words: 'is <b>odd</b>' })],
  ])('%s', async (_, told) => {
    expect(faultWords(told)).toBe('is <b>odd</b>');
    await speak('de', 'language', []);
    expect(faultWords(told)).toBeUndefined();
    expect(renderToStaticMarkup(faultText(told))).toBe(
      '<span lang="en">is &lt;b&gt;odd&lt;/b&gt;</span>',
    );
  });
});

test('a parameter is text, whatever it looks like', async () => {
  await speak('de', 'language', []);
  const other = '<img src=x onerror=alert(1)> {{other}} $t(faults:required) \u202e';
  const said = faultText(faultOf('not_before', { other }));
  expect(renderToStaticMarkup(<p>{said}</p>)).toBe(
    '<p>darf nicht vor &lt;img src=x onerror=alert(1)&gt; {{other}} $t(faults:required) ▯ liegen</p>',
  );
});

test('in the forms', async () => {
  await speak('de', 'language', []);
  const amount = { account_id: 'a', description: '', amount: Number.NaN };
  const words = (body: unknown, schema: z.ZodType) =>
    bodyFaults(body, schema).map(({ field, ...told }) => `${field} ${faultWords(told) ?? ''}`);
  expect(words(amount, createAdjustmentSchema)).toContain('description darf nicht leer sein');
  expect(words({}, createApiKeySchema)).toContain('name wird benötigt');
});

test('in forms that put faults to their fields themselves', async () => {
  await speak('de', 'language', []);
  const empty = (field: string) => [faultAt(field, 'not_empty')];
  expect(sessionFaults(empty('purpose'))).toEqual({ purpose: 'darf nicht leer sein' });
});
