/** What the service wrote says that it is English, alone and within a sentence of the console. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak, startTranslations } from '../i18n/index.ts';
import { faultText } from './fault-text.tsx';
import { WithEnglish } from './in-english.tsx';

beforeEach(startTranslations);
afterEach(() => speak('en', 'language', []));

test('a fault of which the console knows no code', async () => {
  await speak('de', 'language', []);
  expect(renderToStaticMarkup(faultText({ message: 'must be usage' }))).toBe(
    '<span lang="en">must be usage</span>',
  );
});

test('a message within a sentence, with nothing hidden in it', () => {
  const said = (
    <WithEnglish sentence={(text) => `Nicht gezählt: ${text}.`}>{'No \u202efield'}</WithEnglish>
  );
  expect(renderToStaticMarkup(said)).toBe('Nicht gezählt: <span lang="en">No ▯field</span>.');
});
