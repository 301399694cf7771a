/** `protocol.handle` as Electron behaves, with the quirks that a mount must survive. */
import type { Protocol } from 'electron';

type Handler = Parameters<Protocol['handle']>[1];

export interface FakeProtocol extends Pick<Protocol, 'handle'> {
  /** What the page's `fetch` gets for a URL of a handled scheme. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/**
 * - The handler's request has no abort signal that ever fires: a page that leaves is not noticed,
 *   except that the response's body is canceled.
 * - Headers pass through a dictionary, both ways: repeated ones collapse into one.
 * - A handler that throws is a network error, without status or body.
 */
export function createFakeProtocol(): FakeProtocol {
  const handlers = new Map<string, Handler>();
  return {
    handle(scheme, handler) {
      if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already.`);
      handlers.set(scheme, handler);
    },
    async fetch(url, { method = 'GET', headers, body } = {}) {
      const handler = handlers.get(new URL(url).protocol.slice(0, -1));
      if (handler === undefined) throw new TypeError('net::ERR_UNKNOWN_URL_SCHEME');
      const request = new Request(url, {
        method,
        headers: collapsed(new Headers(headers)),
        ...(body === undefined || body === null ? {} : { body, duplex: 'half' }),
      });
      let response: Awaited<ReturnType<Handler>>;
      try {
        response = await handler(request);
      } catch {
        throw new TypeError('net::ERR_UNEXPECTED');
      }
      return new Response(response.body, {
        status: response.status,
        headers: collapsed(response.headers),
      });
    },
  };
}

function collapsed(headers: Headers): Record<string, string> {
  const names: Record<string, string> = {};
  headers.forEach((value, name) => {
    names[name] = value;
  });
  return names;
}
