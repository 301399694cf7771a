/** The API and the console over HTTP at one door: for browsers, SDK clients and scripts. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { limits as contractLimits } from '../../shared/contract/limits.ts';
import type { Match } from '../../shared/contract/match-route.ts';
import { appendedBy } from '../access/intake-counts.ts';
import { resourceHeaders } from '../policy/content-security-policy.ts';
import { originOf, refuseRequest, type Door, type DoorRequest } from '../policy/door.ts';
import { askedBy, type Asked, type Exchange, type Principal } from '../serve-request.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { capConnections, type ConnectionCap } from './connection-cap.ts';
import { strangerAt, type DoorAnswers } from './door-answers.ts';
import { discardRest, requestFrom, sendResponse } from './node-http.ts';
import { isOwnPeer } from './peer-user.ts';
import type { TlsPair } from './tls-files.ts';

/** How long a client may take; milliseconds. */
export interface HttpLimits {
  /** For all the headers of a request, and for the beginning of TLS. */
  readonly headersMs: number;
  /** Without a single byte, in the middle of a body. */
  readonly silenceMs: number;
  /** For a whole body, except an uploaded file. */
  readonly bodyMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  headersMs: 10_000,
  silenceMs: 30_000,
  bodyMs: 60_000,
};

/** One request as it was answered at a door. Holds no query, no header and no body. */
export interface AnsweredExchange {
  readonly door: Door['kind'];
  /** When it came; milliseconds since 1970. */
  readonly at: number;
  readonly requestId: string | undefined;
  readonly method: string;
  /** undefined for what is no operation of the API. */
  readonly operationId: string | undefined;
  /** Decisions that it appended. */
  readonly decisions: number;
  readonly status: number;
  /** From its headers to the last byte of its answer. */
  readonly ms: number;
  /** Of the answer, headers and all. */
  readonly bytes: number;
  readonly principal: Principal;
  /** Address of the client. */
  readonly client: string;
}

export interface HttpServerOptions {
  /** 127.0.0.1 unless told. */
  readonly address?: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Makes of the port that was had the door, and what answers at it. */
  readonly open: (port: number) => { readonly door: Door; readonly answers: DoorAnswers };
  /** Where this host speaks TLS itself. */
  readonly tls?: TlsPair;
  readonly limits?: Partial<HttpLimits>;
  readonly trusted?: TrustedProxies;
  /** Answers a probe, whatever name and address it asks by; undefined for everything else. */
  readonly probe?: ((method: string, target: string) => Response | undefined) | undefined;
  /** Hears of each request once it is over. It must not throw. */
  readonly answered?: ((exchange: AnsweredExchange) => void) | undefined;
  /** Whether a program of this user is at the other end; the system's word unless told. */
  readonly isOwnPeer?: (socket: Socket) => Promise<boolean>;
}

/** Connections at a time. */
export const maximumConnections = 256;

export interface HttpServer {
  readonly door: Door;
  readonly port: number;
  /** The `{base_url}` of the specification. */
  readonly baseUrl: string;
  /** Streams of changes that are being sent. */
  openStreams(): number;
  /** Has every answer end its connection, so that clients look for another server; connections are taken still. */
  drain(): void;
  /** With the next connection. @throws where certificate and key are not a pair */
  useTls(pair: TlsPair): void;
  /** Takes no more connections; requests under way go on. */
  stopListening(): void;
  /** Ends what is left. */
  close(): Promise<void>;
}

/** Listens at one door. @throws the system's error when the port cannot be had. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const { server, useTls } = createListener(limits, options.tls);
  server.maxHeadersCount = 100;
  const cap = capConnections(server, maximumConnections);
  const host = options.address ?? '127.0.0.1';
  await listen(server, options.port, host);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  const { door, answers } = options.open(port);
  let isDraining = false;
  const means: Means = { door, answers, limits, cap, options, streams: new Set() };

  server.on('request', (incoming, outgoing) => {
    if (isDraining) outgoing.setHeader('connection', 'close');
    receive(incoming, outgoing, means);
  });

  const written = host.includes(':') ? `[${host}]` : host;
  return {
    door,
    port,
    baseUrl: `${originOf(door, `${written}:${port}`)}/v1`,
    useTls,
    openStreams: () => means.streams.size,
    drain() {
      isDraining = true;
    },
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

function createListener(
  limits: HttpLimits,
  tls: TlsPair | undefined,
): { readonly server: Server; readonly useTls: (pair: TlsPair) => void } {
  const http = {
    // The address of an import holds its mapping, three characters for each that is not plain.
    maxHeaderSize: 3 * contractLimits.importMapping + 16 * 1024,
    headersTimeout: limits.headersMs,
    // Bodies have their own limits: an uploaded file may take as long as it flows.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    // Long, so that a client seldom sends on a connection that is just being closed for idleness.
    keepAliveTimeout: 65_000,
    noDelay: true,
  } satisfies ServerOptions;
  if (tls === undefined) {
    const useTls = () => {
      throw new Error('This door does not speak TLS.');
    };
    return { server: createServer(http), useTls };
  }
  const secured = { minVersion: 'TLSv1.2', handshakeTimeout: limits.headersMs } as const;
  const server = createTlsServer({ ...http, ...secured, ...tls });
  return { server, useTls: (pair) => server.setSecureContext({ ...secured, ...pair }) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

interface Means {
  readonly door: Door;
  readonly answers: DoorAnswers;
  readonly limits: HttpLimits;
  readonly cap: ConnectionCap;
  readonly options: HttpServerOptions;
  /** Answers that are streams of changes. */
  readonly streams: Set<ServerResponse>;
}

/** Judges a request before anything else looks at it, and has it answered. */
function receive(incoming: IncomingMessage, outgoing: ServerResponse, means: Means): void {
  const { door, options } = means;
  const told = tellOf(incoming, outgoing, means);
  const probed = options.probe?.(incoming.method ?? '', incoming.url ?? '');
  if (probed !== undefined) {
    discardRest(incoming);
    void sendResponse(probed, outgoing);
    return;
  }
  const refusal = refuseRequest(describe(incoming), door);
  if (refusal !== undefined) {
    refuse(outgoing, refusal.status, refusal.message);
    return;
  }
  void handle(incoming, outgoing, means, told);
}

/** What becomes known of a request while it is answered. */
interface Known {
  readonly client: string;
  operationId?: string | undefined;
  decisions: number;
  principal: Principal;
}

/** Has whoever listens hear of the exchange when it is over. */
function tellOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { door, options }: Means,
): Known {
  const { socket } = incoming;
  const client = clientAddress(
    socket.remoteAddress,
    headerValues(incoming, 'x-forwarded-for'),
    options.trusted,
  );
  const known: Known = { client, decisions: 0, principal: { kind: 'anonymous' } };
  const { answered } = options;
  if (answered === undefined) return known;
  const at = Date.now();
  const began = performance.now();
  const before = socket.bytesWritten;
  outgoing.once('close', () => {
    const requestId = outgoing.getHeader('x-request-id');
    answered({
      ...known,
      operationId: known.operationId,
      door: door.kind,
      at,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      method: incoming.method ?? '',
      status: outgoing.statusCode,
      ms: performance.now() - began,
      bytes: socket.bytesWritten - before,
    });
  });
  return known;
}

/** What the gate is told of the connection, and the connection by the gate. */
function exchangeOf(
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
  { match, cap, known, streams }: Pick<Means, 'cap' | 'streams'> & { match: Match; known: Known },
): Exchange {
  const over = new Promise<void>((resolve) => void outgoing.once('close', resolve));
  return {
    over,
    recognised(who) {
      const what = match.route?.operationId === 'streamChanges' ? 'stream' : 'answer';
      if (what === 'stream') {
        streams.add(outgoing);
        void over.then(() => streams.delete(outgoing));
      }
      void over.then(cap.answering(socket, who, what));
    },
    asks(principal) {
      known.principal = principal;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { door, answers, limits, cap, options, streams }: Means,
  known: Known,
): Promise<void> {
  let asked: Asked;
  try {
    const origin = originOf(door, incoming.headers.host ?? '');
    const url = new URL(`${origin}${incoming.url ?? '/'}`);
    asked = askedBy(requestFrom(incoming, outgoing, url), strangerAt(door), url);
  } catch {
    refuse(outgoing, 400, 'This is not a request that can be answered.');
    return;
  }
  const { request, match } = asked;
  known.operationId = match.route?.operationId;
  limitBody(
    incoming,
    match.route?.upload === undefined ? limits : { ...limits, bodyMs: undefined },
  );
  const exchange = exchangeOf(incoming, outgoing, { match, cap, known, streams });
  const isOwn = options.isOwnPeer ?? isOwnPeer;
  const peer = { client: known.client, isOwnUsers: () => isOwn(incoming.socket) };
  const response = await answers({ ...asked, exchange }, peer);
  known.decisions = appendedBy(known.operationId, response);
  outgoing.once('finish', () => {
    if (request.body?.locked === false) request.body.cancel().catch(() => {});
    discardRest(incoming);
  });
  await sendResponse(response, outgoing);
}

/** The request as it was received, before any reading of it by a library. */
function describe(incoming: IncomingMessage): DoorRequest {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    hosts: headerValues(incoming, 'host'),
    origins: headerValues(incoming, 'origin'),
    fetchSite: headerValues(incoming, 'sec-fetch-site').at(-1),
  };
}

/** Every value of a header, as it was sent. */
function headerValues({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  return rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === wanted,
  );
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
  limits: Omit<HttpLimits, 'bodyMs'> & { readonly bodyMs: number | undefined },
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
