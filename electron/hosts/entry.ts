/** The way browsers get in at a door, and as whom they ask the API then. */
import {
  signInFields,
  type SignInProblem,
  type SignInRefusal,
  type SignInWay,
} from '../../shared/contract/sign-in.ts';
import { resourceHeaders } from '../policy/content-security-policy.ts';
import { refuseCookie } from '../policy/door.ts';
import type { Principal } from '../serve-request.ts';
import { languageOf, signInPage } from './sign-in-page.ts';
import { plainText } from './static-files.ts';

/** As whom the API is asked for a browser that is in. */
export interface Recognised {
  readonly principal: Principal;
  /** The key that the session is: it goes with the request, and the gate judges it as any other. */
  readonly apiKey?: string;
  /** Aborts when the session is over. */
  readonly over?: AbortSignal;
}

/** Who is at the other end of a connection. */
export interface Peer {
  /** Tells whether it is a program of the user of this process. */
  readonly isOwnUsers: () => Promise<boolean>;
  /** Address of the client, by which wrong keys are counted. */
  readonly client: string;
}

export interface Entry {
  /** What lets a browser in. */
  readonly way: SignInWay;
  /** Whether a Cookie header carries a session. */
  holds(cookieHeader: string | null): boolean;
  /** As whom a request with a session asks; undefined where it has none that counts for it. */
  recognise(request: Request): Recognised | undefined;
  /** Answers a browser that opens the console without being in. */
  welcome(request: Request): Response;
  /** Answers what is asked at `signInPath`. */
  signIn(request: Request, url: URL, peer: Peer): Promise<Response>;
  /** Answers what is asked at `signOutPath`; undefined where there is no signing out. */
  signOut?(request: Request): Response;
  /** The session's key was refused by the API: it is in force no more. */
  refused?(request: Request): void;
  close(): void;
}

/** Nobody is to answer with it instead of the host. */
const unkept = { 'cache-control': 'no-store' };

export function sendsKey({ headers }: Request): boolean {
  return headers.has('authorization') || headers.has('x-api-key');
}

/** Tells whether the browser vouches that a request with a cookie is the console's own. */
export function cookieCounts({ method, headers }: Request): boolean {
  const origin = headers.get('origin');
  const statements = {
    method,
    origins: origin === null ? [] : [origin],
    fetchSite: headers.get('sec-fetch-site') ?? undefined,
  };
  return refuseCookie(statements) === undefined;
}

/** The console that is open already signs in without leaving its page. */
function isConsole(request: Request): boolean {
  return request.headers.get('accept') === 'application/json';
}

/** How a refusal is told, where it is not only told. */
export interface RefusedEntry {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the server, for the heading of its page. */
  readonly name?: string;
}

/** Why a browser is not let in, as a page or, to the console, as JSON. */
export function refuseEntry(
  request: Request,
  problem: SignInProblem,
  way: SignInWay,
  { status = 401, headers = {}, name = '' }: RefusedEntry = {},
): Response {
  if (!isConsole(request)) {
    const page = signInPage(problem, { way, language: languageOf(request), status, name });
    for (const [header, value] of Object.entries(headers)) page.headers.set(header, value);
    return page;
  }
  const refusal: SignInRefusal = { problem, way };
  return new Response(JSON.stringify(refusal), {
    status,
    headers: { ...resourceHeaders, ...unkept, ...headers, 'content-type': 'application/json' },
  });
}

export function enter(request: Request, cookie: string): Response {
  return seeConsole(request, { 'set-cookie': cookie });
}

export function seeConsole(
  request: Request,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (isConsole(request)) {
    return new Response(null, {
      status: 204,
      headers: { ...resourceHeaders, ...unkept, ...headers },
    });
  }
  return plainText(303, 'The console is at /.', { location: '/', ...headers });
}

/** The key that a form brings, if it does. */
export function keyIn(form: URLSearchParams | undefined): string | undefined {
  const key = form?.get(signInFields.key)?.trim();
  return key === '' ? undefined : key;
}

/** The fields of a small form, or nothing. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded') || request.body === null)
    return undefined;
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of request.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > 4_096) return undefined;
    }
  } catch {
    // The client left in the middle: nobody is there to be let in, or to be told.
    return undefined;
  }
  return new URLSearchParams(text);
}
