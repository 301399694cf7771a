/** The one place that recognises who asks, decides whether they may, and counts how often, before anything else is done. */
import { confirmHeader, defaultRowRate, type RateLimits } from '../../shared/contract/access.ts';
import { ApiError, sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { errorShapeOf } from '../../shared/contract/match-route.ts';
import { isOtlpJson } from '../../shared/contract/otlp.ts';
import type { Route } from '../../shared/contract/route.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type {
  Admitted,
  Asked,
  Caller,
  Exchange,
  Principal,
  ServeAdmitted,
  ServeRequest,
} from '../serve-request.ts';
import { KeyRing, principalOf, type StoredKey } from './api-keys.ts';
import { authenticate } from './authenticate.ts';
import { errorForm, errorResponse } from './error-answer.ts';
import { readCounts, type IntakeCounts } from './intake-counts.ts';
import { statusBody } from './otlp-bytes.ts';
import { allows, needsConfirmation } from './permissions.ts';
import { rateHeaders, RateLimiter, type RateState } from './rate-limiter.ts';
import { UnderWay } from './rations.ts';
import { countRequest, type CountedRequest } from './request-rate.ts';

/** The keys and limits of the open ledger, as its writer tells them at opening and after each change. */
export interface AccessState {
  readonly keys: readonly StoredKey[];
  readonly limits: RateLimits;
}

/** When a key was last used; milliseconds. */
export interface KeyUse {
  readonly keyId: string;
  readonly at: number;
}

/** One request, as it was answered. Holds no header, no query and no body but that of a refusal. */
export interface AnsweredRequest {
  /** When it came; milliseconds since 1970. */
  readonly at: number;
  readonly requestId: string;
  readonly mount: Caller['mount'];
  /** `anonymous` where no valid key was sent. */
  readonly principal: Principal;
  /** undefined for an unknown path or method. */
  readonly route: Route | undefined;
  /** By name, as in the route's path; decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly method: string;
  /** With `/v1`, without the query. */
  readonly path: string;
  readonly status: number;
  /** Until the answer began. */
  readonly ms: number;
  /** undefined for callers that are not limited. */
  readonly rate: RateState | undefined;
  /** What became of its decisions; undefined where it is no batch of them. */
  readonly decisions?: IntakeCounts | undefined;
  /** The error as it was answered, as JSON, to a HEAD as to a GET; undefined where there was none. */
  readonly error: string | undefined;
}

export interface GateOptions {
  /** What is behind the gate. */
  readonly serve: ServeAdmitted;
  /** `hashApiKey` of keys that live as long as this process. */
  readonly apiKeyHashes: readonly string[];
  readonly clock: Clock;
  readonly createRequestId: () => string;
  /** Waits while another ledger opens; false when none is open, and so no key of one is known. */
  readonly settled?: () => Promise<boolean>;
  /** Keeps when keys were last used (`Gate.takeUses`): called before that is asked for. */
  readonly keepUses?: () => Promise<void>;
}

/** Rate limits of every key unless the ledger says otherwise. */
export const defaultRateLimits: RateLimits = {
  read: { limit: 1_200, period: '1m' },
  query: { limit: 600, period: '1m' },
  write: { limit: 600, period: '1m' },
  bulk: { limit: 60, period: '1m' },
  rows: defaultRowRate,
};

export class Gate {
  readonly #options: GateOptions;
  readonly #keys: KeyRing;
  readonly #limiter = new RateLimiter();
  readonly #requests = new UnderWay('requests');
  readonly #streams = new UnderWay('streams');
  readonly #batches = new UnderWay('batches');
  readonly #listeners = new Set<(request: AnsweredRequest) => void>();
  /** Streams that keys are listening to. */
  readonly #listening = new Map<AbortController, string>();
  #limits = defaultRateLimits;
  #uses = new Map<string, number>();

  constructor(options: GateOptions) {
    this.#options = options;
    this.#keys = new KeyRing(options.apiKeyHashes);
  }

  /** The secret of the keys' digests (`keySecretOf`), before the keys themselves. */
  useSecret(secret: Uint8Array): void {
    this.#keys.useSecret(secret);
  }

  /** In force with the next request. */
  use({ keys, limits }: AccessState): void {
    this.#keys.replace(keys);
    this.#limits = limits;
    this.#limiter.keep(this.#keys.ids());
    for (const [stream, keyId] of this.#listening) if (!this.#keys.holds(keyId)) stream.abort();
  }

  /** No ledger is open: only the keys of this process count. */
  clear(): void {
    this.use({ keys: [], limits: defaultRateLimits });
    this.#uses.clear();
  }

  /** Calls `listener` with every answered request, until the returned function is called. It must not throw. */
  observe(listener: (request: AnsweredRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** When keys were used since the last time that was asked. */
  takeUses(): KeyUse[] {
    const uses = [...this.#uses].map(([keyId, at]) => ({ keyId, at }));
    this.#uses.clear();
    return uses;
  }

  readonly serve: ServeRequest = async (asked) => {
    const at = this.#options.clock();
    const began = performance.now();
    const { request, url, match } = asked;
    const { mount } = asked.caller;
    let principal: Principal = { kind: 'anonymous' };
    let counted: CountedRequest | undefined;
    let response: Response;
    try {
      const recognised = await this.#recognise(request.headers, asked.caller);
      const { key } = recognised;
      principal = recognised.principal;
      asked.exchange?.asks?.(principal);
      if (key !== undefined && !this.#keys.isHosts(key)) counted = this.#count(key, asked);
      if (counted?.state.allowed === false) throw tooOften(counted.state, this.#options.clock());
      const admitted = admit({ ...asked, caller: { mount, principal } });
      if (admitted.match.route.operationId === 'listApiKeys') await this.#options.keepUses?.();
      response = await this.#pass(admitted, key);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      response = this.#refusal(thrown, asked);
    }
    const error = await errorOf(response);
    if (match.route?.packed !== undefined && error !== undefined) {
      response = await withStatus(response, request.headers);
    }
    if (request.method === 'HEAD') response = await withoutBody(response);
    const rate = counted?.settle(response);
    if (rate !== undefined) addRate(response.headers, rate, this.#options.clock());
    this.#tell({
      at,
      requestId: response.headers.get('x-request-id') ?? this.#options.createRequestId(),
      mount,
      principal,
      route: match.route,
      parameters: match.route === undefined ? {} : match.parameters,
      method: request.method,
      path: url.pathname,
      status: response.status,
      ms: performance.now() - began,
      rate,
      decisions: readCounts(response.headers),
      error,
    });
    return response;
  };

  #pass(admitted: Admitted, key: StoredKey | undefined): Promise<Response> {
    const { request, match } = admitted;
    if (key === undefined) return this.#options.serve(admitted);
    const listens = match.route.operationId === 'streamChanges' && request.method === 'GET';
    return listens ? this.#listen(admitted, key) : this.#serveKey(admitted, key);
  }

  /** One of the requests that the key may have under way: until it is answered, or its answer sent. */
  async #serveKey(admitted: Admitted, key: StoredKey): Promise<Response> {
    const { exchange, match } = admitted;
    const isBatch = match.route.partly === true || match.route.packed !== undefined;
    const places = [this.#place(this.#requests, key, exchange)];
    try {
      if (isBatch) places.push(this.#place(this.#batches, key, exchange));
      return await this.#options.serve(admitted);
    } finally {
      if (exchange === undefined) for (const release of places) release();
    }
  }

  /** A stream outlives its request: it ends with its key. */
  async #listen(admitted: Admitted, key: StoredKey): Promise<Response> {
    const { request, exchange } = admitted;
    const release = this.#place(this.#streams, key, exchange);
    const stream = new AbortController();
    this.#listening.set(stream, key.keyId);
    const forget = () => {
      this.#listening.delete(stream);
      release();
    };
    request.signal.addEventListener('abort', () => stream.abort(), { once: true });
    stream.signal.addEventListener('abort', forget, { once: true });
    void exchange?.over.then(forget);
    const response = await this.#options.serve({
      ...admitted,
      request: new Request(request, { signal: stream.signal }),
    });
    if (!response.ok) forget();
    return response;
  }

  /** Takes a place among what keys have under way, until the exchange is over; answers what gives it back earlier. */
  #place(underWay: UnderWay, key: StoredKey, exchange: Exchange | undefined): () => void {
    const isHosts = this.#keys.isHosts(key);
    const release = underWay.take(key.keyId, isHosts, this.#options.clock());
    exchange?.recognised(isHosts ? 'operator' : 'key');
    void exchange?.over.then(release);
    return release;
  }

  async #recognise(
    headers: Headers,
    { principal }: Caller,
  ): Promise<{ principal: Principal; key?: StoredKey }> {
    if (principal.kind !== 'anonymous') return { principal };
    const { clock, settled } = this.#options;
    // Who sends no key is nobody in any ledger.
    const isOpen = !hasKey(headers) || ((await settled?.()) ?? true);
    try {
      const key = authenticate(headers, this.#keys, clock());
      this.#uses.set(key.keyId, clock());
      return { principal: principalOf(key), key };
    } catch (error) {
      // A key of the ledger that did not open is not a wrong key.
      if (isOpen || !hasKey(headers)) throw error;
      throw new ApiError(
        'engine_unavailable',
        'No ledger is open, so that its keys are not known. Send the request again.',
        { headers: { 'retry-after': '1' } },
      );
    }
  }

  #count(key: StoredKey, asked: Asked): CountedRequest {
    const [limiter, limits, now] = [this.#limiter, this.#limits, this.#options.clock];
    return countRequest(key, asked, { limiter, limits, now });
  }

  #refusal(error: ApiError, { match, url, request }: Asked): Response {
    const form = errorForm(errorShapeOf(match, url.pathname), request.headers);
    return errorResponse(error, form, this.#options.createRequestId());
  }

  #tell(request: AnsweredRequest): void {
    for (const listener of this.#listeners) listener(request);
  }
}

/** The key's own limits, or those of all keys, in the specified error (specification, "Errors"). */
function tooOften(rate: RateState, now: number): ApiError {
  const { limit, period, resetAt, unit } = rate;
  const what = unit === 'rows' ? 'rows of streams' : 'requests of this kind';
  return new ApiError(
    'rate_limit_exceeded',
    `More than ${limit} ${what} in ${period}. Send the request again after the time in Retry-After.`,
    {
      details: { limit, period, reset_at: instant(resetAt) },
      headers: rateHeaders(rate, now),
    },
  );
}

/** Lets a request on whose caller may ask for its route. @throws {ApiError} for any other */
function admit(asked: Asked): Admitted {
  const { match, caller } = asked;
  if (match.route === undefined) throw unknownRoute(asked, match.allowed);
  refuseForbidden(caller.principal, match.route);
  return { ...asked, match };
}

function refuseForbidden(principal: Principal, route: Route): void {
  if (needsConfirmation(principal, route)) {
    throw new ApiError(
      'forbidden',
      `A browser's session alone is not enough for this: send the API key of this start in ${confirmHeader}, or do it in the window of the application.`,
      { details: { operation: route.operationId, confirm: confirmHeader } },
    );
  }
  if (principal.kind !== 'api_key' || allows(principal, route) !== 'none') return;
  const { operationId } = route;
  throw new ApiError('forbidden', `This API key may not ask for ${operationId}.`, {
    details: { operation: operationId, role: principal.role },
  });
}

function unknownRoute({ request, url }: Asked, methods: readonly string[]): ApiError {
  if (methods.length === 0) {
    return new ApiError('not_found', `There is nothing at ${url.pathname}.`);
  }
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return new ApiError('method_not_allowed', `${url.pathname} does not answer ${request.method}.`, {
    details: { allowed },
    headers: { allow: allowed.join(', ') },
  });
}

/** The answer to HEAD is that to GET without its body; a stream that GET would have opened is closed again. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

/** The answer of a refusal as OpenTelemetry has it: a Status in the encoding of the request. */
async function withStatus(response: Response, asked: Headers): Promise<Response> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  const isJson = isOtlpJson(asked.get('content-type'));
  const { mediaType, bytes } = statusBody(response.status, error.message, isJson);
  const headers = new Headers(response.headers);
  headers.set('content-type', mediaType);
  return new Response(bytes, { status: response.status, headers });
}

/** The body of a refusal, which is left to whoever asked. */
async function errorOf(response: Response): Promise<string | undefined> {
  const isJson = response.headers.get('content-type') === 'application/json';
  return response.status >= 400 && isJson ? response.clone().text() : undefined;
}

function addRate(headers: Headers, rate: RateState, now: number): void {
  for (const [name, value] of Object.entries(rateHeaders(rate, now))) headers.set(name, value);
}

function hasKey(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('x-api-key');
}
