/**
 * The doors of a host: under which names each is addressed, whose pages may ask it, and who is the operator
 * there. A web page anywhere can send requests to 127.0.0.1, and one that a name was rebound for to any server.
 */
import { signInPath } from '../../shared/contract/sign-in.ts';

/** One listener of a host. */
export interface Door {
  /**
   * `console`: for this machine; a browser that was let in is the operator. `server`: for others; nobody is
   * the operator, and a browser is the API key that it signed in with.
   */
  readonly kind: 'console' | 'server';
  /** On which it listens. */
  readonly port: number;
  /** Whether this host speaks TLS there itself. */
  readonly speaksTls: boolean;
  /** `https://name[:port]`, under which others reach a server door; undefined where only this machine does. */
  readonly publicOrigin: string | undefined;
}

/** Statements of a request about itself, as they were received. */
export interface DoorRequest {
  readonly method: string;
  /** The request target, `/path?query`. */
  readonly target: string;
  /** Every Host header that was sent. */
  readonly hosts: readonly string[];
  /** Every Origin header that was sent. */
  readonly origins: readonly string[];
  readonly fetchSite: string | undefined;
}

export type Refusal = { readonly status: 400 | 401 | 403 | 421; readonly message: string };

/** The console door on a port of this machine. */
export function consoleDoor(port: number): Door {
  return { kind: 'console', port, speaksTls: false, publicOrigin: undefined };
}

/** Names under which a door may be addressed, as a Host header has them. */
export function namesOf({ port, publicOrigin, speaksTls }: Door): readonly string[] {
  const local = ['127.0.0.1', 'localhost', '[::1]'];
  const names = local.map((name) => `${name}:${port}`);
  if (port === (speaksTls ? 443 : 80)) names.push(...local);
  if (publicOrigin === undefined) return names;
  const { host, port: publicPort } = new URL(publicOrigin);
  return [...names, host, ...(publicPort === '' ? [`${host}:443`] : [])];
}

/** The origin of a door's own pages in a request under `host`: whatever Host a proxy wrote, the public one. */
export function originOf({ speaksTls, publicOrigin }: Door, host: string): string {
  return publicOrigin ?? `${speaksTls ? 'https' : 'http'}://${host.toLowerCase()}`;
}

/** Tells whether a browser that was let in at a door is the operator. */
export function makesOperator({ kind }: Door): boolean {
  return kind === 'console';
}

/**
 * Why the request is refused before anything else looks at it, or nothing.
 * A foreign Host is DNS rebinding; a foreign Origin is somebody else's page. At `signInPath` of a console
 * door alone a page of no origin may post: it is a file, and what it posts is a secret or worth nothing.
 */
export function refuseRequest(request: DoorRequest, door: Door): Refusal | undefined {
  const { method, target, hosts, origins } = request;
  const [host] = hosts;
  const [origin] = origins;
  if (host === undefined || hosts.length > 1) {
    return { status: 400, message: 'Exactly one Host header is needed.' };
  }
  if (origins.length > 1) return { status: 400, message: 'At most one Origin header is taken.' };
  if (!target.startsWith('/')) {
    return { status: 400, message: 'The request target must be a path.' };
  }
  const names = namesOf(door);
  if (!names.includes(host.toLowerCase())) {
    return { status: 421, message: `This server answers to ${names.join(', ')} only.` };
  }
  const isFile = door.kind === 'console' && origin === 'null';
  if (isFile && method === 'POST' && target === signInPath) return undefined;
  if (origin !== undefined && origin.toLowerCase() !== originOf(door, host)) {
    return { status: 403, message: 'Requests from other origins are refused.' };
  }
  return undefined;
}

/**
 * Why the session cookie does not count for a request that `refuseRequest` has let through, or nothing.
 * `SameSite` takes every port of this machine and every name beside ours for the same site, so what the
 * browser says about the sender is checked too.
 */
export function refuseCookie(
  request: Pick<DoorRequest, 'method' | 'origins' | 'fetchSite'>,
): Refusal | undefined {
  const { method, origins, fetchSite } = request;
  const reads = method === 'GET' || method === 'HEAD';
  if (fetchSite !== undefined) {
    if (fetchSite === 'same-origin' || (reads && fetchSite === 'none')) return undefined;
    return { status: 401, message: 'The session counts only for requests of the console itself.' };
  }
  // An Origin that is here is our own: `refuseRequest` has refused every other.
  if (reads || origins.length > 0) return undefined;
  return { status: 401, message: 'A change by session needs an Origin header.' };
}
