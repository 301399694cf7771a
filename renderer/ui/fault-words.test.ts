/** Faults of the schemas are told in the language of the console. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiKeySchema } from '../../shared/contract/access.ts';
import { createAdjustmentSchema } from '../../shared/contract/billing.ts';
import { speak, startTranslations } from '../i18n/index.ts';
import { faultWords } from './fault-words.ts';
import { localFaults } from './form-faults.ts';

beforeEach(startTranslations);
afterEach(() => speak('en', 'language', []));

test('in English as the API says them', () => {
  expect(faultWords('must be at least 5')).toBe('must be at least 5');
});

test('in German, with their numbers and names', async () => {
  await speak('de', 'language', []);
  expect(faultWords('is required')).toBe('wird benötigt');
  expect(faultWords('must be at least 5')).toBe('muss mindestens 5 sein');
  expect(faultWords('must have at most 200 characters')).toBe('darf höchstens 200 Zeichen haben');
  expect(faultWords('must not be before start_date')).toBe('darf nicht vor start_date liegen');
  expect(faultWords('must be usage')).toBe('must be usage');
});

test('in the forms', async () => {
  await speak('de', 'language', []);
  const amount = { account_id: 'a', description: '', amount: Number.NaN };
  expect(localFaults(createAdjustmentSchema, amount)).toMatchObject({
    description: 'darf nicht leer sein',
  });
  expect(Object.values(localFaults(createApiKeySchema, {}))).toContain('wird benötigt');
});
