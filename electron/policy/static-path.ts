/** Which file a URL path names: plain names only, so that no path can leave the folder. */

/**
 * The path segments below the folder of files, or nothing when `pathname` names no file there.
 * Percent-encoding is not decoded: no file of ours has a name that needs it, and what needs it
 * (`%2e%2e`, `%5c`, `%00`) is only ever an attempt.
 */
export function staticPath(pathname: string): readonly string[] | undefined {
  if (pathname === '/') return ['index.html'];
  const segments = pathname.split('/');
  if (segments.shift() !== '' || segments.length === 0) return undefined;
  return segments.every((segment) => /^[A-Za-z0-9_@][A-Za-z0-9_@.-]*$/.test(segment))
    ? segments
    : undefined;
}

/** Tells whether the name carries a hash of the content (Vite's `assets/name-hash.ext`): never changes. */
export function isImmutable(segments: readonly string[]): boolean {
  return (
    segments.length === 2 && segments[0] === 'assets' && /-[\w-]{8}\.\w+$/.test(segments[1] ?? '')
  );
}
