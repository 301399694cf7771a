/** Which addresses a connection may have: a key must not travel in clear, nor to where it was not meant for. */

export type RemoteUrl =
  | { readonly kind: 'good'; readonly baseUrl: string }
  | { readonly kind: 'bad'; readonly message: string };

/**
 * The `{base_url}` of a connection in its one form: without a slash at the end. `https` anywhere;
 * `http` only where the bytes never leave this machine.
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  const url = URL.parse(text.trim());
  if (url === null) return bad('must be an address such as https://proofdesk.example/v1');
  if (url.username !== '' || url.password !== '') {
    return bad('must not hold a name or a password: the key is sent in a header');
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return bad('must not hold a query or a fragment');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackName(url.hostname))) {
    return bad('must begin with https:// (http:// only for 127.0.0.1, ::1 and localhost)');
  }
  return { kind: 'good', baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/**
 * Where a request for `pathname` (below this host's `/v1`) goes, or nothing when the result would
 * be outside of the `{base_url}`.
 */
export function remoteTarget(baseUrl: string, pathname: string, search: string): URL | undefined {
  if (pathname !== '/v1' && !pathname.startsWith('/v1/')) return undefined;
  const base = new URL(baseUrl);
  const url = URL.parse(`${baseUrl}${pathname.slice('/v1'.length)}${search}`);
  if (url === null || url.origin !== base.origin || url.username !== '') return undefined;
  const root = base.pathname.replace(/\/+$/, '');
  return url.pathname === root || url.pathname.startsWith(`${root}/`) ? url : undefined;
}

/** After the URL parser, every spelling of an IPv4 address is the dotted one. */
function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function bad(message: string): RemoteUrl {
  return { kind: 'bad', message };
}
