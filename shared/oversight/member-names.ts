/**
 * Names that tell what a member of a decision is, in proposals of profiles and of mappings. One that ends in * is the
 * beginning of a word; the first is the best.
 */

/** When it was decided. */
export const timeNames = ['decided', 'decision', 'timestamp', 'datetime', 'time', 'date', 'at'];

/** Times in somebody's life, or of what was decided on. */
export const otherTimes = [
  'birth*',
  'born',
  'dob',
  'expir*',
  'due',
  'start*',
  'end*',
  'until',
  'from',
];

/** Whom it is about. */
export const subjectNames = [
  'subject',
  'applicant',
  'customer',
  'person',
  'patient',
  'client',
  'claimant',
  'user',
  'name',
];

/** Groups that may fare differently. */
export const groupNames = [
  'sex',
  'gender',
  'race',
  'ethnic*',
  'afam',
  'age',
  'marital',
  'single',
  'disab*',
  'relig*',
  'nation*',
  'language',
  'pregn*',
  'veteran*',
];

/** The words of a name, in small letters: `creditDecision_v2` has credit, decision, v2. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function isOneOf(word: string, stems: readonly string[]): boolean {
  return stems.some((stem) =>
    stem.endsWith('*') ? word.startsWith(stem.slice(0, -1)) : word === stem,
  );
}

/** The place of the best of the names among the words; as many as there are names for none. */
export function rankOf(words: readonly string[], names: readonly string[]): number {
  const place = names.findIndex((name) => words.some((word) => isOneOf(word, [name])));
  return place === -1 ? names.length : place;
}
