/** The languages of the console, and which of them is spoken. */
import { spokenOf, type LanguageCode } from '../../shared/languages.ts';

/** Choice of a language: one of them, or that of this computer. */
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
  return choice === 'system' ? spokenOf(preferred) : choice;
}
