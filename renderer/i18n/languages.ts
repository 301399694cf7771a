/** The languages of the console, and which of them is spoken. */

export const languages = ['en', 'de'] as const;
export type LanguageCode = (typeof languages)[number];
/** What may be chosen: one of them, or that of this computer. */
export type LanguageChoice = 'system' | LanguageCode;

/** Each by its own name, so that whoever cannot read the others finds it. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  de: 'Deutsch',
};

/** The locale behind `Intl` for each: English puts the day before the month and counts 24 hours. */
export const languageLocales: Readonly<Record<LanguageCode, string>> = {
  en: 'en-GB',
  de: 'de-DE',
};

/** The language to speak; under `system` the first of `preferred` (BCP 47) that there is, else English. */
export function spokenLanguage(choice: LanguageChoice, preferred: readonly string[]): LanguageCode {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const language = languages.find((each) => each === tag.toLowerCase().split('-')[0]);
    if (language !== undefined) return language;
  }
  return 'en';
}
