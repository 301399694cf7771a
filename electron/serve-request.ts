/** The one idea: the whole API is a single function in the Fetch standard's terms, mounted several ways. */
import type { Role } from '../shared/contract/access.ts';
import { matchRoute, type Match, type Matched } from '../shared/contract/match-route.ts';

/** An API key that the gate has recognised. */
export interface KeyPrincipal {
  readonly kind: 'api_key';
  readonly keyId: string;
  readonly name: string;
  readonly role: Role;
  /** Whose sessions, usage and invoices are its own. */
  readonly accountId: string | null;
  /** Whose datasets and payouts are its own. */
  readonly holderId: string | null;
  /** The person whom the key names: nobody else signs what is sent with it. */
  readonly personId: string | null;
  /** The models that alone it may append decisions of; undefined for any. */
  readonly models?: readonly string[] | undefined;
  readonly scopes: readonly string[];
}

/** Who is asking: decided by the mount, or by the gate from a verified key; never by a header that a client can set. */
export type Principal =
  /** `unconfirmed`: by the session of a browser alone, which is not enough for everything. */
  | { readonly kind: 'operator'; readonly unconfirmed?: true }
  | { readonly kind: 'anonymous' }
  | KeyPrincipal;

/** A request and its answer on a connection that may be wanted for another. */
export interface Exchange {
  /** Resolves when the answer is sent to its last byte, or the client is gone. */
  readonly over: Promise<void>;
  /** Says that it is known who asks, so that the connection is kept until `over`. */
  recognised(who: 'operator' | 'key'): void;
  /** Says who asks, as soon as the gate knows it. */
  asks?(principal: Principal): void;
}

export interface Caller {
  readonly mount: 'app' | 'loopback' | 'server' | 'direct';
  readonly principal: Principal;
}

/** One request as it goes through everything: read once, by the mount. Nobody behind reads the path again. */
export interface Asked {
  readonly request: Request;
  /** Of the request. */
  readonly url: URL;
  /** Which route it asks for. A HEAD asks for that of GET. */
  readonly match: Match;
  readonly caller: Caller;
  /** Where requests come over connections. It stays in the process that serves. */
  readonly exchange?: Exchange;
}

/** Request that came past the gate: there is a route for it. */
export interface Admitted extends Asked {
  readonly match: Matched;
}

/**
 * Answers one request. Never rejects: every failure is a Response in the specified error shape.
 * An anonymous caller is answered only when the request carries a valid API key.
 */
export type ServeRequest = (asked: Asked) => Promise<Response>;

/** The same behind the gate. */
export type ServeAdmitted = (asked: Admitted) => Promise<Response>;

/** Makes of a request what everything behind the mount works with. */
export function askedBy(request: Request, caller: Caller, url = new URL(request.url)): Asked {
  return { request, url, match: matchRoute(request.method, url.pathname), caller };
}

/** The same for a request that this program makes itself. @throws when there is no such route */
export function admittedBy(request: Request, caller: Caller): Admitted {
  const asked = askedBy(request, caller);
  const { match } = asked;
  if (match.route === undefined) throw new Error(`There is no route ${asked.url.pathname}.`);
  return { ...asked, match };
}

type WholeBody = Uint8Array<ArrayBuffer>;

const wholeBodies = new WeakMap<Response, WholeBody>();

/** An answer whose body is there at once: whoever sends it on takes the bytes, not a stream of them. */
export function wholeResponse(bytes: WholeBody, init: ResponseInit): Response {
  const response = new Response(streamOf(bytes), init);
  wholeBodies.set(response, bytes);
  return response;
}

/** Bytes for whoever reads on: a Response would copy those that it is given. */
function streamOf(bytes: WholeBody): ReadableStream<WholeBody> {
  return new ReadableStream(
    {
      pull(controller) {
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The body of such an answer; undefined for any other, and where it is being read. */
export function wholeBodyOf(response: Response): WholeBody | undefined {
  return response.bodyUsed ? undefined : wholeBodies.get(response);
}
