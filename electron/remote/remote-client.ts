/** HTTP to one server: with its key, within its `{base_url}`, and nothing let through that was not named. */
import { limits } from '../../shared/contract/limits.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { gatherBody } from '../engine/body-stream.ts';
import { remoteTarget } from '../policy/remote-url.ts';
import type { Asked } from '../serve-request.ts';
import { describeNetworkFailure } from './describe-failure.ts';

/** No usable answer came. `reason` is a sentence for a person. */
export class RemoteFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'RemoteFailure';
    this.reason = reason;
  }
}

/** How long the server may take; milliseconds. */
export interface RemoteTimes {
  /** Until an answer begins. */
  readonly answerMs: number;
  /** The same for an upload, which is answered when it is through. */
  readonly uploadMs: number;
}

export const defaultRemoteTimes: RemoteTimes = { answerMs: 30_000, uploadMs: 15 * 60_000 };

export interface RemoteClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly times: RemoteTimes;
}

/** What goes out of a request's headers. Cookies and whatever a page may set stay here. */
const sentHeaders = ['accept', 'content-type', 'idempotency-key', 'prefer'] as const;

/** What comes in of an answer's headers. */
const keptHeaders: ReadonlySet<string> = new Set([
  'allow',
  'content-disposition',
  'content-type',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/**
 * Types that a page of this origin may be given: none of them can run. A server elsewhere must not
 * get a page of its own into the console's origin.
 */
const harmlessTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/x-ndjson',
  'application/jsonl',
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/csv',
  'text/plain',
]);

export class RemoteClient {
  readonly #options: RemoteClientOptions;

  constructor(options: RemoteClientOptions) {
    this.#options = options;
  }

  /**
   * Asks the server what this host is asked. `isUpload`: the body is streamed as it comes.
   * The answer has the server's status and body, and only headers that are known to be harmless.
   * @throws RemoteFailure when no usable answer came
   * @throws ApiError `payload_too_large`
   */
  async forward(
    { request, url }: Pick<Asked, 'request' | 'url'>,
    more: { readonly isUpload: boolean; readonly requestId: string },
  ): Promise<Response> {
    const { method } = request;
    const { pathname, search } = url;
    const headers = new Headers();
    for (const name of sentHeaders) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const streams = more.isUpload && request.body !== null;
    const body = streams ? request.body : await wholeBody(request);
    const response = await this.#fetch(
      pathname,
      search,
      {
        method,
        headers,
        ...(body === null ? {} : { body, ...(streams ? { duplex: 'half' } : {}) }),
      },
      { signal: request.signal, ms: more.isUpload ? this.#options.times.uploadMs : undefined },
    );
    const { status, body: answer } = response;
    return new Response(answer, { status, headers: answerHeaders(response, more.requestId) });
  }

  /**
   * A GET of this host's own, below `/v1`.
   * @throws RemoteFailure
   */
  async get(path: string, signal: AbortSignal, accept = 'application/json'): Promise<Response> {
    const [pathname = '', query] = `/v1${path}`.split('?');
    const search = query === undefined ? '' : `?${query}`;
    return this.#fetch(
      pathname,
      search,
      { method: 'GET', headers: new Headers({ accept }) },
      {
        signal,
        ms: undefined,
      },
    );
  }

  async #fetch(
    pathname: string,
    search: string,
    init: RequestInit & { readonly headers: Headers },
    within: { readonly signal: AbortSignal; readonly ms: number | undefined },
  ): Promise<Response> {
    const { baseUrl, apiKey, times } = this.#options;
    const target = remoteTarget(baseUrl, pathname, search);
    if (target === undefined) throw new ApiError('not_found', `There is nothing at ${pathname}.`);
    init.headers.set('authorization', `Bearer ${apiKey}`);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException('', 'TimeoutError')),
      within.ms ?? times.answerMs,
    );
    try {
      const response = await this.#options.fetch(target, {
        ...init,
        signal: AbortSignal.any([within.signal, late.signal]),
        // A redirect could lead anywhere, also to this machine's own services.
        redirect: 'manual',
        cache: 'no-store',
      });
      if (response.status < 300 || response.status >= 400) return response;
      await response.body?.cancel();
      throw new RemoteFailure(redirected(response.headers.get('location')));
    } catch (error) {
      if (error instanceof RemoteFailure || within.signal.aborted) throw error;
      throw new RemoteFailure(
        late.signal.aborted ? 'It did not answer in time.' : describeNetworkFailure(error),
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The text of a small answer. @throws RemoteFailure when it is longer than `most` bytes or breaks off */
export async function readText(response: Response, most = 8 * 1024 * 1024): Promise<string> {
  let body;
  try {
    body = await gatherBody(response.body, most + 1);
  } catch (error) {
    throw new RemoteFailure(describeNetworkFailure(error));
  }
  if (!body.complete) {
    body.reader.cancel().catch(() => {});
    throw new RemoteFailure('Its answer is longer than any that was expected.');
  }
  return new TextDecoder().decode(body.bytes ?? new Uint8Array());
}

/** @throws ApiError `payload_too_large` */
async function wholeBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const most = limits.session.appendBytes;
  const body = await gatherBody(request.body, most + 1);
  if (body.complete) return body.bytes;
  body.reader.cancel().catch(() => {});
  throw new ApiError('payload_too_large', `The body is longer than ${most} bytes.`);
}

function answerHeaders(response: Response, requestId: string): Headers {
  const headers = new Headers();
  for (const [name, value] of response.headers) {
    if (keptHeaders.has(name)) headers.set(name, value);
  }
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !harmlessTypes.has(type)) {
    headers.set('content-type', 'application/octet-stream');
    headers.set('content-disposition', 'attachment');
  }
  headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  // The server's own: under it whoever runs the server finds the request.
  const own = response.headers.get('x-request-id') ?? response.headers.get('request-id') ?? '';
  headers.set('x-request-id', /^[\x21-\x7e]{1,200}$/.test(own) ? own : requestId);
  return headers;
}

function redirected(location: string | null): string {
  const url = location === null ? null : URL.parse(location);
  return url === null
    ? 'It sends requests on to another address, which is not followed.'
    : `It sends requests on to ${url.origin}, which is not followed: if that is the right server, put it into the connection.`;
}
