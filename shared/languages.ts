/** The languages that are spoken: by the console, and by what the service writes for one person. */

export const languages = ['en', 'de'] as const;
export type LanguageCode = (typeof languages)[number];

/** The first of `preferred` (BCP 47) that is spoken, whatever its region; else English. */
export function spokenOf(preferred: readonly string[]): LanguageCode {
  for (const tag of preferred) {
    const language = languages.find((each) => each === tag.trim().toLowerCase().split('-')[0]);
    if (language !== undefined) return language;
  }
  return 'en';
}
