/** The texts of a catalogue in a row. */

/** Every text by its path, `shell.nav.label`. */
export function textsOf(words: object, path = ''): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') texts.set(at, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of textsOf(value, at)) texts.set(inner, text);
    }
  }
  return texts;
}
