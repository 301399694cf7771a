/**
 * Between Node's HTTP messages and the Fetch standard's, streaming both ways.
 * By hand, because an answer that comes before its request's body was read (413, 401) must leave a
 * keep-alive connection usable: the rest of the body has to flow past, not be cut off by a timer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gatherAnswer } from '../engine/body-stream.ts';

const bufferedBytes = 256 * 1024;
/** Of a body that nobody wants, so much is let flow past before the connection is ended. */
const unwantedBytes = 64 * 1024 * 1024;
const unwantedMs = 10_000;

/**
 * The request to `url` that `incoming` is. Its signal aborts when the client leaves before the answer is sent.
 * @throws TypeError when it cannot be one (a method outside the standard)
 */
export function requestFrom(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
): Request {
  const left = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort();
  });
  const headers = new Headers();
  const { rawHeaders } = incoming;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const init = { method, headers, signal: left.signal };
  if (method === 'GET' || method === 'HEAD') return new Request(url, init);
  return new Request(url, { ...init, body: bodyOf(incoming), duplex: 'half' });
}

/** Sends `response`, with its length where it is known at once. Never rejects. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  try {
    const body = await gatherAnswer(response, bufferedBytes, () => setImmediate());
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') outgoing.setHeader(name, value);
    }
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
    if (body.complete) {
      const bytes = body.bytes ?? new Uint8Array();
      if (mayHaveLength(outgoing)) outgoing.setHeader('content-length', bytes.byteLength);
      outgoing.end(bytes);
      return;
    }
    outgoing.once('close', () => void body.reader.cancel().catch(() => {}));
    outgoing.flushHeaders();
    for (const chunk of body.ready) await write(outgoing, chunk);
    for (;;) {
      const { done, value } = await body.reader.read();
      if (done) break;
      await write(outgoing, value);
    }
    outgoing.end();
  } catch {
    // A body that broke off must not look whole: the connection ends instead.
    outgoing.destroy();
  }
}

/** Lets what is left of a request's body flow past once it has been answered, within limits. */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) {
    incoming.resume();
    return;
  }
  const end = () => void incoming.socket.destroy();
  const timer = setTimeout(end, unwantedMs);
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > unwantedBytes) end();
  });
  const settled = () => clearTimeout(timer);
  incoming.once('end', settled);
  incoming.once('close', settled);
  incoming.resume();
}

/** The body as it arrives; the client is held back while nobody reads. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isOpen = true;
  return new ReadableStream(
    {
      start(controller) {
        incoming.pause();
        incoming.on('data', (chunk: Buffer) => {
          if (!isOpen) return;
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        });
        incoming.once('end', () => {
          if (isOpen) controller.close();
          isOpen = false;
        });
        const cut = () => {
          if (isOpen) controller.error(new Error('The client left before its body was whole.'));
          isOpen = false;
        };
        incoming.once('error', cut);
        incoming.once('close', cut);
      },
      pull: () => void incoming.resume(),
      cancel() {
        isOpen = false;
        incoming.resume();
      },
    },
    { highWaterMark: bufferedBytes, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

function mayHaveLength(outgoing: ServerResponse): boolean {
  const { statusCode } = outgoing;
  const hasBody = statusCode >= 200 && statusCode !== 204 && statusCode !== 304;
  return hasBody && outgoing.req.method !== 'HEAD' && !outgoing.hasHeader('content-length');
}

async function write(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (outgoing.destroyed) throw new Error('The client left.');
  if (outgoing.write(chunk)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      outgoing.off('drain', go);
      outgoing.off('close', go);
      resolve();
    };
    outgoing.on('drain', go);
    outgoing.on('close', go);
  });
}
