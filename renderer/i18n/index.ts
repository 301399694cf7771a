/** Starts i18next with the catalogues; the type of every key is checked against the English one. */
import i18next, { use as extend } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './catalogue.ts';
import { en } from './en/index.ts';
import { showHidden } from '../../shared/hidden-text.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { spokenLanguage, type LanguageChoice } from './languages.ts';
import { setFormats, type FormatChoice } from './locale.ts';

/** English is part of the page; the others are read when they are first spoken. */
const catalogues: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Language>>> = {
  de: async () => {
    // The names of months and days in the calendars.
    const [{ de }] = await Promise.all([import('./de/index.ts'), import('dayjs/locale/de.js')]);
    return de;
  },
};

/** What whoever shows words or figures is told, so that it shows them anew. */
const formatsChanged = 'formatsChanged';

/** Makes the English catalogue ready before the first render; `speak` goes on from there. */
export function startTranslations(): void {
  void extend(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'shell',
    ns: Object.keys(en),
    resources: { en },
    initAsync: false,
    // React keeps markup out; what is put into a text may be data, which hides and turns around nothing.
    interpolation: { escapeValue: true, escape: showHidden },
    react: { useSuspense: false, bindI18n: `languageChanged ${formatsChanged}` },
  });
}

let latest = 0;

/**
 * Changes words and figures to a language and a way of writing; ready once the words are there. Asked
 * again meanwhile, the last one counts.
 */
export async function speak(
  choice: LanguageChoice,
  formats: FormatChoice,
  preferred: readonly string[],
): Promise<void> {
  latest += 1;
  const asked = latest;
  const language = spokenLanguage(choice, preferred);
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'shell')) {
    const words = await catalogues[language]();
    for (const [namespace, catalogue] of Object.entries(words)) {
      i18next.addResourceBundle(language, namespace, catalogue);
    }
  }
  if (asked !== latest) return;
  setFormats(formats, language, preferred[0] ?? 'en');
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  await i18next.changeLanguage(language);
  i18next.emit(formatsChanged);
}
