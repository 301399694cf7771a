/** Search parameters of an address as a screen reads them. */

/**
 * A reader of addresses that gives what `parse` reads, and nothing else: the router hands on what an address has
 * beside what was read, so that a value that cannot be read would reach the screen all the same.
 */
export function onlyRead<Search extends object>(
  parse: (raw: Readonly<Record<string, unknown>>) => Search,
): (raw: Record<string, unknown>) => Search {
  return (raw) => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...parse(raw),
  });
}
