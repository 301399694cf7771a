/** Who may talk to the loopback server: a web page anywhere can send requests to 127.0.0.1. */
import { signInPath } from '../../shared/contract/sign-in.ts';

/** Statements of a request about itself, as they were received. */
export interface LoopbackRequest {
  readonly method: string;
  /** The request target, `/path?query`. */
  readonly target: string;
  /** Every Host header that was sent. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

export type Refusal = { readonly status: 400 | 403 | 421; readonly message: string };

/** The names under which the server on `port` may be addressed. */
export function allowedHosts(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const hosts = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...hosts, ...names] : hosts;
}

/**
 * Why the request is refused before anything else looks at it, or nothing.
 * A foreign Host is DNS rebinding; a foreign Origin is somebody else's page. At `signInPath` alone a
 * page of no origin may post: it is a file, and what it posts is a secret or worth nothing.
 */
export function refuseRequest(request: LoopbackRequest, port: number): Refusal | undefined {
  const hosts = allowedHosts(port);
  const [host, ...more] = request.hosts;
  if (host === undefined || more.length > 0) {
    return { status: 400, message: 'Exactly one Host header is needed.' };
  }
  if (!hosts.includes(host.toLowerCase())) {
    return { status: 421, message: `This server answers to ${hosts.join(', ')} only.` };
  }
  if (!request.target.startsWith('/')) {
    return { status: 400, message: 'The request target must be a path.' };
  }
  const { method, target, origin } = request;
  if (origin === 'null' && method === 'POST' && target === signInPath) return undefined;
  if (origin !== undefined && !isOwnOrigin(origin, host)) {
    return { status: 403, message: 'Requests from other origins are refused.' };
  }
  return undefined;
}

/**
 * Why the session cookie does not count for this request, or nothing. `SameSite` takes every port
 * of this machine for the same site, so what the browser says about the sender is checked too.
 */
export function refuseCookie(request: LoopbackRequest): Refusal | undefined {
  const { method, origin, fetchSite } = request;
  const reads = method === 'GET' || method === 'HEAD';
  if (fetchSite !== undefined) {
    if (fetchSite === 'same-origin' || (reads && fetchSite === 'none')) return undefined;
    return { status: 403, message: 'The session counts only for requests of the console itself.' };
  }
  // An Origin that is here is our own: `refuseRequest` has refused every other.
  if (reads || origin !== undefined) return undefined;
  return { status: 403, message: 'A change by session needs an Origin header.' };
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host.toLowerCase()}`;
}
