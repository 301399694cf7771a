/** The one idea: the whole API is a single function in the Fetch standard's terms, mounted several ways. */
import type { Role } from '../shared/contract/access.ts';

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
  readonly scopes: readonly string[];
}

/** Who is asking: decided by the mount, or by the gate from a verified key; never by a header that a client can set. */
export type Principal =
  | { readonly kind: 'operator' }
  | { readonly kind: 'anonymous' }
  | KeyPrincipal;

export interface Caller {
  readonly mount: 'app' | 'loopback' | 'direct';
  readonly principal: Principal;
}

/**
 * Answers one request. Never rejects: every failure is a Response in the specified error shape.
 * An anonymous caller is answered only when the request carries a valid API key.
 */
export type ServeRequest = (request: Request, caller: Caller) => Promise<Response>;
