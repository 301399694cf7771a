/** How numbers, days and times are written now: one place that every formatter asks. */
import type { LanguageCode } from '../../shared/languages.ts';
import { languageLocales } from './languages.ts';

/** As the language writes them, with ISO 8601 days and times, or as this computer writes them. */
export const formatChoices = ['language', 'iso', 'system'] as const;
export type FormatChoice = (typeof formatChoices)[number];

let locale = languageLocales.en;
let iso = false;
let ofSystem = false;

/** The locale behind `Intl`, a BCP 47 tag. */
export function formatLocale(): string {
  return locale;
}

/** Tells whether days and times are written as ISO 8601: `2026-01-31 13:05:00`. */
export function writesIso(): boolean {
  return iso;
}

/** Tells whether things are written as this computer writes them: its owner knows how that is meant. */
export function writesAsSystem(): boolean {
  return ofSystem;
}

/** The locale of a tag with the digits 0 to 9 and the years of ISO 8601, which ids and exports have too. */
function plainLocale(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
  } catch {
    // Not a tag that this browser knows the form of.
    return undefined;
  }
}

/** Sets how things are written from now on; `system` is the tag of this computer. */
export function setFormats(choice: FormatChoice, language: LanguageCode, system: string): void {
  const own = choice === 'system' ? plainLocale(system) : undefined;
  locale = own ?? languageLocales[language];
  iso = choice === 'iso';
  ofSystem = own !== undefined;
}

/** Makes something of each locale once: `perLocale((locale) => new Intl.NumberFormat(locale))()`. */
export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const known = made.get(locale);
    if (known !== undefined) return known;
    const fresh = make(locale);
    made.set(locale, fresh);
    return fresh;
  };
}

/**
 * A number or a day without the marks of direction that some locales write into it (Arabic, Hebrew, Persian):
 * every text of the console runs from left to right, and such a mark would be shown as one hidden in data is.
 */
export function withoutMarks(written: string): string {
  return written.replaceAll(/[\u061C\u200E\u200F]/g, '');
}
