/** A server door: for other machines and other people. Nobody is the operator at it. */
import type { Clock } from '../../shared/time.ts';
import type { Door } from '../policy/door.ts';
import type { ServeRequest } from '../serve-request.ts';
import { createDoorAnswers } from './door-answers.ts';
import { startHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';
import { createKeyEntry } from './key-entry.ts';
import type { ServeFile } from './static-files.ts';
import { watchTlsFiles, type TlsFiles } from './tls-files.ts';

export interface ServerDoorOptions extends Pick<
  HttpServerOptions,
  'probe' | 'answered' | 'limits' | 'trusted'
> {
  readonly address: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** `https://name[:port]`; undefined for a door that only this machine reaches. */
  readonly publicOrigin: string | undefined;
  readonly tlsFiles: TlsFiles | undefined;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  readonly random: (bytes: number) => Uint8Array;
  readonly clock?: Clock;
  /** How often the files are looked at; milliseconds. */
  readonly tlsLookMs?: number;
  readonly log: (line: string) => void;
}

/**
 * Listens at an address of this machine, with TLS where there are files for it.
 * @throws the system's error when the port cannot be had
 */
export async function startServerDoor(options: ServerDoorOptions): Promise<HttpServer> {
  const { serve, serveFile, random, publicOrigin, tlsFiles, clock = Date.now, log } = options;
  const name = publicOrigin === undefined ? 'Proofdesk' : new URL(publicOrigin).host;
  const entry = createKeyEntry({ serve, name, clock, random });
  const server = await startHttpServer({
    ...options,
    ...(tlsFiles !== undefined && { tls: tlsFiles.pair }),
    open: (port) => {
      const door: Door = { kind: 'server', port, speaksTls: tlsFiles !== undefined, publicOrigin };
      return { door, answers: createDoorAnswers({ door, serve, serveFile, entry }) };
    },
  });
  const stopWatching =
    tlsFiles && watchTlsFiles(tlsFiles, (pair) => server.useTls(pair), log, options.tlsLookMs);
  return {
    ...server,
    async close() {
      stopWatching?.();
      entry.close();
      await server.close();
    },
  };
}
