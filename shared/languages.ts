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

/** Languages that an `Accept-Language` header prefers, the most wanted first; what is refused (`q=0`) is not among it. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
