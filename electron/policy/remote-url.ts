/** Which addresses a connection may have: a key must not travel in clear, nor to where it was not meant for. */
import { faultOf, type Fault } from '../../shared/contract/faults.ts';

export type RemoteUrl =
  | { readonly kind: 'good'; readonly baseUrl: string }
  | { readonly kind: 'bad'; readonly fault: Fault };

/**
 * The `{base_url}` of a connection in its one form: without a slash at the end. `https` anywhere;
 * `http` only where the bytes never leave this machine.
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  const url = URL.parse(text.trim());
  if (url === null) return bad(faultOf('address'));
  if (url.username !== '' || url.password !== '') {
    return bad(faultOf('address_without_user'));
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return bad(faultOf('address_without_query'));
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackName(url.hostname))) {
    return bad(faultOf('address_secure'));
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

function bad(fault: Fault): RemoteUrl {
  return { kind: 'bad', fault };
}
