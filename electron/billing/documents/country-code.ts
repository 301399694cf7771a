/** The two letters of a country, whose name a person may have written. */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
let known: Map<string, string> | undefined;

/** ISO 3166; undefined for what is no country. */
export function countryCode(written: string): string | undefined {
  known ??= countryNames();
  return known.get(written.trim().toLowerCase());
}

/** Codes by themselves and by their names in English and German. */
function countryNames(): Map<string, string> {
  const codes = new Map<string, string>();
  const names = ['en', 'de'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const called = names.map((each) => each.of(code));
    if (called.every((each) => each === undefined)) continue;
    codes.set(code.toLowerCase(), code);
    for (const name of called) if (name !== undefined) codes.set(name.toLowerCase(), code);
  }
  return codes;
}
