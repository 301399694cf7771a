/** The one idea: the whole API is a single function in the Fetch standard's terms, mounted several ways. */

/** Who is asking: decided by the mount or by a verified key, never by a header that a client can set. */
export type Principal =
  | { readonly kind: 'operator' }
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'anonymous' };

export interface Caller {
  readonly mount: 'app' | 'loopback' | 'direct';
  readonly principal: Principal;
}

/**
 * Answers one request. Never rejects: every failure is a Response in the specified error shape.
 * An anonymous caller is answered only when the request carries a valid API key.
 */
export type ServeRequest = (request: Request, caller: Caller) => Promise<Response>;
