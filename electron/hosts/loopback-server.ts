/** The API and the console over HTTP on 127.0.0.1: for browsers, SDK clients and scripts of this machine. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { confirmHeader } from '../../shared/contract/access.ts';
import { limits as contractLimits } from '../../shared/contract/limits.ts';
import type { Match } from '../../shared/contract/match-route.ts';
import {
  signInFields,
  signInHeader,
  signInPath,
  type SignInProblem,
  type SignInRefusal,
  type SignInWay,
} from '../../shared/contract/sign-in.ts';
import { resourceHeaders, withResourceHeaders } from '../policy/content-security-policy.ts';
import { refuseCookie, refuseRequest, type LoopbackRequest } from '../policy/loopback-request.ts';
import type { Clock } from '../../shared/time.ts';
import {
  askedBy,
  type Asked,
  type Caller,
  type Exchange,
  type Principal,
  type ServeRequest,
} from '../serve-request.ts';
import { capConnections, type ConnectionCap } from './connection-cap.ts';
import { createLoopbackSession, type LoopbackSession } from './loopback-session.ts';
import { discardRest, requestFrom, sendResponse } from './node-http.ts';
import { isOwnPeer } from './peer-user.ts';
import type { SignIn } from './sign-in-file.ts';
import {
  languageOf,
  reloadPage,
  signInPage,
  signInStyle,
  signInStylePath,
} from './sign-in-page.ts';
import { plainText, type ServeFile } from './static-files.ts';

/** How long a client may take; milliseconds. */
export interface LoopbackLimits {
  /** For all the headers of a request. */
  readonly headersMs: number;
  /** Without a single byte, in the middle of a body. */
  readonly silenceMs: number;
  /** For a whole body, except an uploaded file. */
  readonly bodyMs: number;
}

export const defaultLoopbackLimits: LoopbackLimits = {
  headersMs: 10_000,
  silenceMs: 30_000,
  bodyMs: 60_000,
};

export interface LoopbackOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  /** Also lets a browser in. Without it, only a link does. */
  readonly apiKey?: string;
  readonly random: (bytes: number) => Uint8Array;
  readonly clock?: Clock;
  readonly limits?: Partial<LoopbackLimits>;
  /** Whether a program of this user is at the other end; the system's word unless told. */
  readonly isOwnPeer?: (socket: Socket) => Promise<boolean>;
}

/** Connections at a time. */
export const maximumConnections = 256;

/** How long a link, or the page that posts its token, may wait for its visit. */
export const linkSeconds = 600;

export interface LoopbackServer {
  readonly port: number;
  /** Opens the console once, for `linkSeconds`: the token in it is used up by the first visit. */
  readonly url: string;
  /** The `{base_url}` of the specification. */
  readonly baseUrl: string;
  /** Another such address. */
  createLink(): string;
  /** The same for a page that posts the token. */
  createSignIn(): SignIn;
  /** Takes no more connections; requests under way go on. */
  stopListening(): void;
  /** Ends what is left. */
  close(): Promise<void>;
}

/** Nobody is to answer with it instead of the host. */
const unkept = { 'cache-control': 'no-store' };

const anonymous: Principal = { kind: 'anonymous' };
/** Who asks before anything of a request was looked at. */
const nobody: Caller = { mount: 'loopback', principal: anonymous };
const confirmed: Principal = { kind: 'operator' };
const operator: Principal = { kind: 'operator', unconfirmed: true };

/** Listens on 127.0.0.1. @throws the system's error when the port cannot be had. */
export async function startLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const limits = { ...defaultLoopbackLimits, ...options.limits };
  const server = createServer({
    // The address of an import holds its mapping, three characters for each that is not plain.
    maxHeaderSize: 3 * contractLimits.importMapping + 16 * 1024,
    headersTimeout: limits.headersMs,
    // Bodies have their own limits: an uploaded file may take as long as it flows.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    // Long, so that a client seldom sends on a connection that is just being closed for idleness.
    keepAliveTimeout: 65_000,
    noDelay: true,
  } satisfies ServerOptions);
  server.maxHeadersCount = 100;
  const cap = capConnections(server, maximumConnections);

  await listen(server, options.port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  const { apiKey, random, clock = Date.now, isOwnPeer: isOwn = isOwnPeer } = options;
  const session = createLoopbackSession({ port, apiKey, random, clock });
  const answer = createAnswer({ ...options, port, session });

  server.on('request', (incoming, outgoing) => {
    const refusal = refuseRequest(describe(incoming), port);
    if (refusal !== undefined) {
      refuse(outgoing, refusal.status, refusal.message);
      return;
    }
    const isOwnUsers = () => isOwn(incoming.socket);
    void handle(incoming, outgoing, { answer, limits, cap, isOwnUsers });
  });

  const origin = `http://127.0.0.1:${port}`;
  const createSignIn = () => ({
    address: `${origin}${signInPath}`,
    token: session.createToken(linkSeconds),
  });
  const createLink = () => {
    const { address, token } = createSignIn();
    return `${address}?token=${token}`;
  };
  return {
    port,
    url: createLink(),
    baseUrl: `${origin}/v1`,
    createLink,
    createSignIn,
    stopListening() {
      server.close();
      server.closeIdleConnections();
    },
    async close() {
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** What the gate is told of the connection, and the connection by the gate. */
function exchangeOf(
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
  match: Match,
  cap: ConnectionCap,
): Exchange {
  const over = new Promise<void>((resolve) => void outgoing.once('close', resolve));
  return {
    over,
    recognised(who) {
      const what = match.route?.operationId === 'streamChanges' ? 'stream' : 'answer';
      void over.then(cap.answering(socket, who, what));
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  means: {
    answer: Answer;
    limits: LoopbackLimits;
    cap: ConnectionCap;
    isOwnUsers: () => Promise<boolean>;
  },
): Promise<void> {
  let asked: Asked;
  try {
    const url = new URL(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`);
    asked = askedBy(requestFrom(incoming, outgoing, url), nobody, url);
  } catch {
    refuse(outgoing, 400, 'This is not a request that can be answered.');
    return;
  }
  const { answer, limits, cap } = means;
  const { request, match } = asked;
  limitBody(
    incoming,
    match.route?.upload === undefined ? limits : { ...limits, bodyMs: undefined },
  );
  const exchange = exchangeOf(incoming, outgoing, match, cap);
  const response = await answer({ ...asked, exchange }, means.isOwnUsers);
  outgoing.once('finish', () => {
    if (request.body?.locked === false) request.body.cancel().catch(() => {});
    discardRest(incoming);
  });
  await sendResponse(response, outgoing);
}

interface AnswerOptions {
  readonly port: number;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  readonly session: LoopbackSession;
}

/** `isOwnUsers`: whether it comes from a program of the user of this process. */
type Answer = (asked: Asked, isOwnUsers: () => Promise<boolean>) => Promise<Response>;

/** What answers a request that `refuseRequest` has let through. */
function createAnswer({ serve, serveFile, session }: AnswerOptions): Answer {
  return async (asked, isOwnUsers) => {
    const { request, url } = asked;
    const { pathname } = url;
    if (pathname === '/v1' || pathname.startsWith('/v1/')) {
      const principal = principalOf(request, session);
      if (principal.kind === 'operator') asked.exchange?.recognised('operator');
      const caller: Caller = { mount: 'loopback', principal };
      const response = await serve({ ...asked, request: withoutCookie(request), caller });
      const lacksSession =
        response.status === 401 && principal.kind === 'anonymous' && !sendsKey(request);
      if (lacksSession) response.headers.set(signInHeader, wayOf(session));
      return withResourceHeaders(response);
    }
    if (pathname === signInPath) {
      // Whoever has read a token or a key of somebody else is let in by neither.
      if (!(await isOwnUsers())) {
        return refuseEntry(request, 'otherUser', 'link');
      }
      return signIn(request, url, session);
    }
    if (pathname === signInStylePath) return signInStyle();
    if (pathname === '/' && !session.holds(request.headers.get('cookie'))) {
      return isFromElsewhere(request)
        ? reloadPage(languageOf(request))
        : refuseEntry(request, 'notYet', wayOf(session));
    }
    return serveFile(request);
  };
}

/**
 * A key that is sent is what counts. The cookie makes a browser the operator, where the browser
 * vouches that the request is the console's own; otherwise the API asks for a key. What the cookie alone
 * is not enough for is asked with the key of this start besides: whoever typed it is there.
 */
function principalOf(request: Request, session: LoopbackSession): Principal {
  const { headers } = request;
  if (sendsKey(request)) return anonymous;
  if (!session.holds(headers.get('cookie'))) return anonymous;
  const refusal = refuseCookie({
    method: request.method,
    target: '/',
    hosts: [],
    origin: headers.get('origin') ?? undefined,
    fetchSite: headers.get('sec-fetch-site') ?? undefined,
  });
  if (refusal !== undefined) return anonymous;
  return session.confirms(headers.get(confirmHeader)) ? confirmed : operator;
}

function sendsKey({ headers }: Request): boolean {
  return headers.has('authorization') || headers.has('x-api-key');
}

/** The API has no use for cookies, nor for what confirms one: they stay on this side. */
function withoutCookie(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  headers.delete(confirmHeader);
  const { body } = request;
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
}

async function signIn(request: Request, url: URL, session: LoopbackSession): Promise<Response> {
  switch (request.method) {
    case 'GET': {
      return redeem(request, url.searchParams.get(signInFields.token), session);
    }
    case 'POST': {
      const form = await readForm(request);
      const token = form?.get(signInFields.token);
      if (typeof token === 'string') return redeem(request, token, session);
      // A page of nowhere has a token or nothing.
      const key = request.headers.get('origin') === 'null' ? null : form?.get(signInFields.key);
      const cookie = session.redeemKey(key ?? '');
      return cookie === undefined
        ? refuseEntry(request, 'wrongKey', wayOf(session))
        : enter(request, cookie);
    }
    default:
      return plainText(405, 'Open this address in a browser.', { allow: 'GET, POST' });
  }
}

function redeem(request: Request, token: string | null, session: LoopbackSession): Response {
  const cookie = token === null ? undefined : session.redeem(token);
  if (cookie !== undefined) return enter(request, cookie);
  // Somebody who is in already and opens the link again wants the console.
  if (session.holds(request.headers.get('cookie'))) return seeConsole(request);
  return refuseEntry(request, token === null ? 'notYet' : 'linkSpent', wayOf(session));
}

function wayOf({ takesKey }: LoopbackSession): SignInWay {
  return takesKey ? 'key' : 'link';
}

/** The console that is open already signs in without leaving its page. */
function isConsole(request: Request): boolean {
  return request.headers.get('accept') === 'application/json';
}

function refuseEntry(request: Request, problem: SignInProblem, way: SignInWay): Response {
  if (!isConsole(request)) {
    return signInPage(problem, { takesKey: way === 'key', language: languageOf(request) });
  }
  const refusal: SignInRefusal = { problem, way };
  return new Response(JSON.stringify(refusal), {
    status: 401,
    headers: { ...resourceHeaders, ...unkept, 'content-type': 'application/json' },
  });
}

function enter(request: Request, cookie: string): Response {
  return seeConsole(request, { 'set-cookie': cookie });
}

function seeConsole(request: Request, headers: Readonly<Record<string, string>> = {}): Response {
  if (isConsole(request)) {
    return new Response(null, {
      status: 204,
      headers: { ...resourceHeaders, ...unkept, ...headers },
    });
  }
  return plainText(303, 'The console is at /.', { location: '/', ...headers });
}

/** The fields of a small form, or nothing. */
async function readForm(request: Request): Promise<URLSearchParams | undefined> {
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

function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}

/** The request as it was received, before any reading of it by a library. */
function describe(incoming: IncomingMessage): LoopbackRequest {
  const values = (wanted: string) =>
    incoming.rawHeaders.filter(
      (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === wanted,
    );
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    hosts: values('host'),
    origin: values('origin').at(-1),
    fetchSite: values('sec-fetch-site').at(-1),
  };
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...resourceHeaders,
  });
  outgoing.end(`${message}\n`);
}

/**
 * Ends a connection whose client stops in the middle of a body, or drips it for too long.
 * A body that waits because we do not read it (the engine is busy) is not the client's fault.
 */
function limitBody(
  incoming: IncomingMessage,
  limits: Omit<LoopbackLimits, 'bodyMs'> & { readonly bodyMs: number | undefined },
): void {
  const { socket, method } = incoming;
  if (method === 'GET' || method === 'HEAD') return;
  const cut = () => {
    if (!incoming.complete) socket.destroy();
  };
  const whole = limits.bodyMs === undefined ? undefined : setTimeout(cut, limits.bodyMs);
  let received = socket.bytesRead;
  const silence = setInterval(() => {
    const waitsForUs = incoming.isPaused() || incoming.readableLength > 0;
    if (socket.bytesRead === received && !waitsForUs) cut();
    received = socket.bytesRead;
  }, limits.silenceMs);
  const release = () => {
    clearTimeout(whole);
    clearInterval(silence);
  };
  incoming.once('end', release);
  incoming.once('close', release);
}
