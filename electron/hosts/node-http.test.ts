/** Requests and responses between Node's HTTP and the Fetch standard's, over real connections. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { discardRest, requestFrom, sendResponse } from './node-http.ts';

type Answer = (request: Request) => Response | Promise<Response>;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves `answer`; resolves with the port. */
async function serve(answer: Answer): Promise<number> {
  server = createServer((incoming, outgoing) => {
    void (async () => {
      const request = requestFrom(incoming, outgoing, new URL(`http://host${incoming.url ?? ''}`));
      outgoing.once('finish', () => discardRest(incoming));
      await sendResponse(await answer(request), outgoing);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

async function get(port: number, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/path?query=1`, init);
}

/** Resolves when `value` has begun to change and then stays the same for many turns of the event loop. */
async function standstill(value: () => number): Promise<void> {
  let before = 0;
  for (let turns = 0; turns < 500 || before === 0; turns += 1) {
    await setImmediate();
    if (value() !== before) turns = 0;
    before = value();
  }
}

describe('requestFrom', () => {
  it('carries method, target, repeated headers and body', async () => {
    const port = await serve(async (request) =>
      Response.json([
        request.method,
        request.url,
        request.headers.get('x-a'),
        await request.text(),
      ]),
    );
    const response = await get(port, {
      method: 'PUT',
      headers: [
        ['x-a', '1'],
        ['x-a', '2'],
      ],
      body: 'é',
    });
    expect(await response.json()).toEqual(['PUT', 'http://host/path?query=1', '1, 2', 'é']);
  });

  it('streams a body and holds its sender back while nobody reads', async () => {
    const read = Promise.withResolvers<void>();
    const port = await serve(async (request) => {
      await read.promise;
      let bytes = 0;
      for await (const chunk of request.body ?? []) bytes += chunk.byteLength;
      return Response.json(bytes);
    });
    let given = 0;
    const chunks = 512;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 1;
          if (given > chunks) controller.close();
          else controller.enqueue(new Uint8Array(64 * 1024));
        },
      },
      { highWaterMark: 0 },
    );
    const response = get(port, { method: 'POST', body, duplex: 'half' });
    // The buffers of the connection are full long before the end of 32 MiB.
    await standstill(() => given);
    expect(given).toBeLessThan(chunks);
    read.resolve();
    expect(await (await response).json()).toBe(chunks * 64 * 1024);
  });

  it('aborts when the client leaves, and fails the body it did not finish', async () => {
    const aborted = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<string>();
    const port = await serve(async (request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      await request.text().catch((error: unknown) => failed.resolve(String(error)));
      return new Response();
    });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n123', () =>
        socket.destroy(),
      );
    });
    await aborted.promise;
    expect(await failed.promise).toContain('left before its body was whole');
  });
});

describe('sendResponse', () => {
  it('knows the length of what is whole, and keeps cookies apart', async () => {
    const port = await serve(
      () =>
        new Response('four', {
          status: 201,
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        }),
    );
    const response = await get(port);
    expect(response.status).toBe(201);
    expect(response.headers.get('content-length')).toBe('4');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it.each([204, 304])('sends no body with %i', async (status) => {
    const port = await serve(() => new Response(null, { status }));
    const response = await get(port);
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  it('sends the head of a stream at once and cancels it when the client leaves', async () => {
    const canceled = Promise.withResolvers<void>();
    const port = await serve(
      () => new Response(new ReadableStream({ cancel: () => canceled.resolve() })),
    );
    const controller = new AbortController();
    const response = await get(port, { signal: controller.signal });
    expect(response.status).toBe(200);
    controller.abort();
    await canceled.promise;
  });

  it('stops reading while the client does not', async () => {
    let given = 0;
    const port = await serve(
      () =>
        new Response(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              given += 1;
              controller.enqueue(new Uint8Array(64 * 1024));
            },
          }),
        ),
    );
    const response = await get(port);
    const reader = response.body?.getReader();
    await reader?.read();
    await standstill(() => given);
    expect(given).toBeLessThan(1_000);
    await reader?.cancel();
  });

  it('ends the connection when a body breaks off', async () => {
    const port = await serve(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new Uint8Array(300 * 1024));
            },
            pull(controller) {
              controller.error(new Error('gone'));
            },
          }),
        ),
    );
    await expect(get(port).then((response) => response.text())).rejects.toThrow('terminated');
  });
});

describe('discardRest', () => {
  it('leaves the connection usable when an answer comes before the body was read', async () => {
    const port = await serve(async (request) => {
      await request.body?.cancel();
      return new Response('enough', { status: 413 });
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; round < 5; round += 1) {
      const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', agent });
      request.end(Buffer.alloc(3_000_000));
      const [response] = await once(request, 'response');
      expect(response.statusCode).toBe(413);
      response.resume();
      await once(response, 'close');
    }
    agent.destroy();
  });
});
