/** Where a column goes, as text: a dot nests, `\.` is a dot of a name, `\\` a backslash of it. */

/** Names beyond which a header is not taken as a path: no filter reaches deeper. */
const deepestHeader = 8;

/** The names of a path, from the outside in. */
export function pathParts(path: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < path.length; at += 1) {
    const character = path[at] ?? '';
    const next = path[at + 1];
    if (character === '\\' && (next === '.' || next === '\\')) {
      part += next;
      at += 1;
    } else if (character === '.') {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  return [...parts, part];
}

/** A name as one part of a path, whatever is in it. */
export function escapedName(name: string): string {
  return name.replaceAll(/[\\.]/g, '\\$&');
}

/** One text for each path, however it was escaped. */
export function pathKey(parts: readonly string[]): string {
  return parts.map(escapedName).join('.');
}

/**
 * Where the columns of a header go by themselves. A dot nests, unless what it would nest in is a column
 * too, or a name would be empty: then each header that begins with that name is one name as it stands.
 */
export function targetsOfHeader(header: readonly string[]): string[] {
  const paths = header.map((name) => name.split('.'));
  const nests = paths.map((parts) => parts.length <= deepestHeader && !parts.includes(''));
  const whole = new Set(header.filter((_name, index) => nests[index]));
  const flat = new Set<string>();
  for (const [index, parts] of paths.entries()) {
    if (!nests[index]) continue;
    const isBelow = parts
      .slice(1)
      .some((_part, depth) => whole.has(parts.slice(0, depth + 1).join('.')));
    if (isBelow) flat.add(parts[0] ?? '');
  }
  return header.map((name, index) => {
    const parts = paths[index] ?? [];
    return nests[index] && !flat.has(parts[0] ?? '') ? pathKey(parts) : escapedName(name);
  });
}
