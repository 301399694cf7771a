/** A proxy with TLS in front of a server: one that keeps the name it was asked under, or writes its own. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

export interface SmallProxy {
  readonly port: number;
  /** Whether it writes `Host: 127.0.0.1:PORT`, as some proxies do. */
  rewrites: boolean;
  /** The port of this machine that it passes everything on to. */
  target: number;
  close(): Promise<void>;
}

/** Starts one under a certificate that vouches for itself, made in a folder by the system's OpenSSL. */
export async function startSmallProxy(folder: string): Promise<SmallProxy> {
  const [cert, key] = [join(folder, 'proxy.pem'), join(folder, 'proxy.key')];
  const said = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=ledger.test',
    ],
    { encoding: 'utf8' },
  );
  if (said.status !== 0) throw new Error(`openssl: ${said.stderr}`);
  const pair = { cert: readFileSync(cert), key: readFileSync(key) };
  const server = createServer(pair, (incoming, outgoing) => {
    const { port, rewrites } = { port: proxy.target, rewrites: proxy.rewrites };
    const onward = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        setHost: false,
        headers: {
          ...incoming.headers,
          ...(rewrites ? { host: `127.0.0.1:${port}` } : {}),
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const proxy: SmallProxy = {
    port: address.port,
    rewrites: false,
    target: 0,
    async close() {
      const closed = new Promise((settle) => void server.close(settle));
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}
