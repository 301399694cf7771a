/** JSON Pointers (RFC 6901): where in a value another one stands. */

/** The names on the way that a pointer goes; undefined for a text that is no pointer. */
export function pointerNames(path: string): string[] | undefined {
  if (path === '') return [];
  if (!path.startsWith('/') || /~(?![01])/.test(path)) return undefined;
  return namesIn(path);
}

function namesIn(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Finds the value that a pointer names; the whole for an empty one, undefined where there is none.
 * Beyond the RFC, `length` of a list is how many elements it has, and a name below a list gives a list
 * of what its elements have there.
 */
export function pointer(path: string): (value: unknown) => unknown {
  const names = namesIn(path);
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
