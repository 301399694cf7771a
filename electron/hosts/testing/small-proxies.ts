/** Proxies as small as they can be: one that keeps the Host it was asked under, and one that writes its own. */
import {
  createServer,
  request,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { TlsPair } from '../tls-files.ts';

export type ProxyKind = 'rewriting' | 'keeping';

export interface SmallProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Passes everything on to a port of this machine, as proxies in front of a server do. */
export async function startProxy(
  kind: ProxyKind,
  target: () => number,
  tls?: TlsPair,
): Promise<SmallProxy> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const port = target();
    const headers = incoming.rawHeaders.flatMap((text, index, all) => {
      if (index % 2 === 1) return [];
      const isHost = text.toLowerCase() === 'host';
      const value = all[index + 1] ?? '';
      return [text, isHost && kind === 'rewriting' ? `127.0.0.1:${port}` : value];
    });
    const from = incoming.socket.remoteAddress ?? '';
    const onward = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        agent: false,
        setHost: false,
        headers: [...headers, 'X-Forwarded-For', from, 'X-Forwarded-Proto', 'https'],
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  // It takes whatever it is sent: what is wrong with it is for the host to find.
  const lenient = { requireHostHeader: false } satisfies ServerOptions;
  const server =
    tls === undefined ? createServer(lenient, pass) : createTlsServer({ ...lenient, ...tls }, pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
