/** All doors of a host, opened by its options: a console for this machine, servers for others. */
import type { ServeRequest } from '../serve-request.ts';
import { trustedProxies } from './client-address.ts';
import { startConsoleDoor, type ConsoleServer } from './console-door.ts';
import type { AnsweredExchange, HttpServer, HttpServerOptions } from './http-server.ts';
import type { ServerOptions } from './server-options.ts';
import { startServerDoor } from './server-door.ts';
import type { ServeFile } from './static-files.ts';
import type { TlsFiles } from './tls-files.ts';

export interface HostDoorsOptions {
  readonly options: Pick<
    ServerOptions,
    'port' | 'listen' | 'operatorPort' | 'publicOrigin' | 'trustedProxies'
  >;
  readonly tlsFiles: TlsFiles | undefined;
  /** The key of the host. */
  readonly apiKey: string;
  readonly serve: ServeRequest;
  readonly serveFile: ServeFile;
  readonly random: (bytes: number) => Uint8Array;
  readonly probe?: HttpServerOptions['probe'];
  readonly answered?: ((exchange: AnsweredExchange) => void) | undefined;
  readonly log: (line: string) => void;
}

export interface HostDoors {
  readonly console: ConsoleServer | undefined;
  readonly servers: readonly HttpServer[];
  /** The `{base_url}` that others use: the public one, where there is a server. */
  readonly baseUrl: string;
  /** Streams of changes that are being sent, at all of them. */
  openStreams(): number;
  drain(): void;
  stopListening(): void;
  close(): Promise<void>;
}

/** A door that could not be opened. */
export class DoorError extends Error {
  /** @param at the port, or the address with it */
  constructor(at: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${at} cannot be used: ${reason}`, { cause });
    this.name = 'DoorError';
  }
}

/** Opens every door, or none. @throws {DoorError} */
export async function openDoors(given: HostDoorsOptions): Promise<HostDoors> {
  const { options } = given;
  const opened: HttpServer[] = [];
  try {
    const servers: HttpServer[] = [];
    for (const { host, port } of options.listen) {
      const at = `Address ${host}:${port}`;
      servers.push(await named(at, startServerDoor(serverOptionsOf(given, host, port))));
      opened.push(...servers.slice(-1));
    }
    const consolePort = options.listen.length === 0 ? options.port : options.operatorPort;
    const console =
      consolePort === undefined
        ? undefined
        : await named(`Port ${consolePort}`, startConsoleDoor({ ...given, port: consolePort }));
    return together(console, servers);
  } catch (error) {
    await Promise.all(opened.map((each) => each.close()));
    throw error;
  }
}

function serverOptionsOf(given: HostDoorsOptions, address: string, port: number) {
  const { publicOrigin, trustedProxies: ranges } = given.options;
  return { ...given, address, port, publicOrigin, trusted: trustedProxies(ranges) };
}

async function named<Opened>(at: string, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    throw new DoorError(at, error);
  }
}

function together(console: ConsoleServer | undefined, servers: readonly HttpServer[]): HostDoors {
  const all = console === undefined ? servers : [...servers, console];
  return {
    console,
    servers,
    baseUrl: all[0]?.baseUrl ?? '',
    openStreams: () => all.reduce((sum, each) => sum + each.openStreams(), 0),
    drain: () => all.forEach((each) => each.drain()),
    stopListening: () => all.forEach((each) => each.stopListening()),
    async close() {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}
