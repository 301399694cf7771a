/** Search parameters as plain text in the address: `?model_id=credit-scorer&order=asc`, no JSON in quotes. */

/** The parameters of `?a=b&c=d`, every value as its text; a repeated name keeps its last value. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** `?a=b&c=d`, or nothing; members that are undefined, null or empty are left out. */
export function writeSearchText(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
    if (typeof value === 'number' || typeof value === 'boolean') {
      parameters.set(name, String(value));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
