/** Which addresses are ours: decided by the URL parser, never by how a string begins. */

export const appScheme = 'app';
export const appHost = 'console';
export const appOrigin = `${appScheme}://${appHost}`;

/** Tells whether `text` is a page or resource of the console itself: `app://console/…`, nothing else. */
export function isInternalUrl(text: string): boolean {
  const url = parseUrl(text);
  return (
    url !== undefined &&
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === ''
  );
}

/** Tells whether the window may load `text`: the console, its blobs, and the tools of the browser engine. */
export function isAllowedRequest(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined) return false;
  switch (url.protocol) {
    case 'blob:':
      return isInternalUrl(url.pathname);
    case 'devtools:':
      return true;
    default:
      return isInternalUrl(text);
  }
}

/** The URL that `text` is, or nothing. */
export function parseUrl(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}
