/** Words of a list or a badge inside a sentence. */
import i18next from 'i18next';

/**
 * `Keyed hash` as `keyed hash` where the language writes it so. English does, but for acronyms;
 * German has nouns and verbs used as such, and words its sentences so that they fit.
 */
export function inSentence(words: string, language = i18next.resolvedLanguage): string {
  return language === 'en' && /^\p{Lu}\p{Ll}/u.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}
