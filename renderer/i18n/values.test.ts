/** What is put into a text may be data: it hides and turns around nothing, and is shown once. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from './index.ts';

beforeAll(() => startTranslations());

const said = (text: string) => i18next.t('opened.unknown', { text });

test('what a value hides is shown in the text that it is put into', () => {
  expect(said('\u202eDEINED\u202c')).toBe('The link to ▯DEINED▯ leads to nothing here');
  expect(said('a\u0000b\u200bc\n')).toBe('The link to a▯b▯c▯ leads to nothing here');
});

test('a value that was shown already, its markup and its digits stay as they are', () => {
  expect(said('▯ <b> & "c" / 1.5')).toBe('The link to ▯ <b> & "c" / 1.5 leads to nothing here');
  expect(i18next.t('jobs.trayRunning', { count: 3 })).toContain('3');
});

test('a value is no text of the catalogue and no place for another value', () => {
  expect(said('$t(product) {{text}}')).toBe(
    'The link to $t(product) {{text}} leads to nothing here',
  );
});
