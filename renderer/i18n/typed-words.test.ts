/** What the compiler refuses of a call for words: each line that it has to refuse says so. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from './index.ts';

beforeAll(startTranslations);

test('a key is one of its namespace, with a value for each placeholder', () => {
  const t = i18next.getFixedT('en', 'common');
  expect(t('copiedWhat', { what: 'Record id' })).toBe('Record id copied');
  // @ts-expect-error There is no such key.
  t('nowhere');
  // @ts-expect-error It says what was copied.
  t('copiedWhat');
  // @ts-expect-error It says that under another name.
  t('copiedWhat', { which: 'Record id' });
  // @ts-expect-error It is a key of another namespace.
  t('announce', { total: '1', count: 1 });
  // @ts-expect-error The words of another namespace are not asked for.
  t('audit:title');
});

test('of several namespaces the first needs no name', () => {
  const t = i18next.getFixedT('en', ['audit', 'common']);
  expect(t('title')).toBe('Audit');
  expect(t('common:yes')).toBe('Yes');
  expect(t('announce', { count: 2, total: '2' })).toBe('2 events');
  // @ts-expect-error It is a key of the second.
  t('yes');
  // @ts-expect-error It has a placeholder there too.
  t('common:copiedWhat');
});

test('words of one namespace are not taken for those of another', () => {
  const titleOf = (t: typeof audit) => t('title');
  const audit = i18next.getFixedT('en', 'audit');
  expect(titleOf(audit)).toBe('Audit');
  // @ts-expect-error They are words of something else.
  titleOf(i18next.getFixedT('en', 'common'));
});
