/** JSON Pointers (RFC 6901): where in a value another one stands. */

/**
 * Finds the value that a pointer names; the whole for an empty one, undefined where there is none.
 * Beyond the RFC, `length` of a list is how many elements it has, and a name below a list gives a list
 * of what its elements have there.
 */
export function pointer(path: string): (value: unknown) => unknown {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (whole) => find(whole, names);
}

function find(whole: unknown, names: readonly string[]): unknown {
  let value = whole;
  for (const [place, name] of names.entries()) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Object.hasOwn(value, name)) value = Reflect.get(value, name);
    else return Array.isArray(value) ? findInEach(value, names.slice(place)) : undefined;
  }
  return value;
}

function findInEach(list: readonly unknown[], names: readonly string[]): unknown {
  const found = list.map((each) => find(each, names)).filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found;
}
