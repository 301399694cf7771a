/** A server elsewhere, as `fetch` sees it: there or not, with a key or without, describing itself or not. */

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly redirect: string | undefined;
}

export class FakeServer {
  readonly baseUrl = 'https://proofdesk.example/v1';
  readonly key = 'pdk_of_the_server';
  readonly asked: Asked[] = [];
  /** Why nobody answers: the code of a network error. */
  fault: string | undefined;
  /** By path below the base; 404 for what is not here. */
  readonly answers = new Map<string, () => Response>();
  #streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  constructor() {
    this.answers.set('/records', () =>
      Response.json(
        { data: [], total: 7, limit: 1, offset: 0 },
        { headers: { 'x-request-id': 'req_7' } },
      ),
    );
  }

  /** Describes itself with these paths, all of them GET and POST. */
  describes(...paths: readonly string[]): void {
    const item = { get: {}, post: {} };
    const document = {
      openapi: '3.1.0',
      info: { title: 'A server', version: '7' },
      paths: Object.fromEntries(paths.map((path) => [path, item])),
    };
    this.answers.set('/openapi.json', () => Response.json(document));
  }

  /** Has a change stream, which `say` writes to. */
  streams(): void {
    this.answers.set('/events', () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void this.#streams.push(controller),
      });
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
    });
  }

  say(text: string): void {
    for (const each of this.#streams) each.enqueue(new TextEncoder().encode(text));
  }

  /** Goes away, open streams and all. */
  leave(code: string): void {
    this.fault = code;
    for (const each of this.#streams.splice(0)) each.error(networkError('ECONNRESET'));
  }

  paths(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path}`);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.pathname.slice('/v1'.length);
    const headers = new Headers(init?.headers);
    const method = init?.method ?? 'GET';
    this.asked.push({ method, path: `${path}${url.search}`, headers, redirect: init?.redirect });
    if (init?.signal?.aborted === true) throw init.signal.reason;
    if (this.fault !== undefined) throw networkError(this.fault);
    if (headers.get('authorization') !== `Bearer ${this.key}`) {
      return Response.json({ error: { type: 'unauthorized' } }, { status: 401 });
    }
    const answer = this.answers.get(path);
    return answer?.() ?? Response.json({ error: { type: 'not_found' } }, { status: 404 });
  };
}

/** Error that `fetch` rejects with. */
export function networkError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}
