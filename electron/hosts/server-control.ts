/** The loopback server as a setting: switched on and off while the program runs, remembered for the next start. */
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  changeServerSchema,
  type ChangeServer,
  type ServerLink,
  type ServerState,
} from '../../shared/contract/server.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { writeWholeLater } from '../database/durable-files.ts';
import { linkSeconds, type LoopbackServer } from './loopback-server.ts';

export const serverFileName = 'server.json';

/** So long may answers that are under way go on after the server was switched off; milliseconds. */
const graceMs = 1_000;

export interface ServerControl {
  describe(): ServerState;
  /**
   * @param confirm is shown what it is set to when it is about to change, and throws where it is not to
   * @throws ApiError `conflict` when the port cannot be had, or it cannot be switched; nothing changes
   */
  change(wanted: ChangeServer, confirm?: (now: ChangeServer) => void): Promise<ServerState>;
  /** @throws ApiError `conflict` while it does not listen */
  createLink(): ServerLink;
}

export interface ManagedServer extends ServerControl {
  /** Listens where that is remembered. Never rejects: why it does not listen is in its state. */
  start(): Promise<void>;
  /** Takes no more connections. */
  stopListening(): void;
  close(): Promise<void>;
}

export interface ManagedServerOptions {
  readonly dataRoot: string;
  /** @throws the system's error when the port cannot be had */
  readonly listen: (port: number) => Promise<LoopbackServer>;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  readonly log: (line: string) => void;
}

/** The server of the desktop application: off until somebody switches it on. */
export function createManagedServer(options: ManagedServerOptions): ManagedServer {
  const { dataRoot, listen, changed, log } = options;
  let wanted: ChangeServer = { enabled: false, port: 0 };
  let server: LoopbackServer | undefined;
  let error: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let started: Promise<void> | undefined;
  let isClosed = false;
  const retired = new Set<LoopbackServer>();

  function describe(): ServerState {
    const state = server === undefined ? (error === null ? 'off' : 'failed') : 'listening';
    return { managed: true, ...wanted, base_url: server?.baseUrl ?? null, state, error };
  }

  /** What is being answered may be the very request that switches it off. */
  function retire(old: LoopbackServer): void {
    old.stopListening();
    retired.add(old);
    setTimeout(() => void end(old), graceMs).unref();
  }

  async function end(old: LoopbackServer): Promise<void> {
    if (retired.delete(old)) await old.close();
  }

  async function apply(
    given: ChangeServer,
    confirm: ((now: ChangeServer) => void) | undefined,
  ): Promise<ServerState> {
    if (isClosed) throw new ApiError('conflict', 'The program is closing.');
    confirm?.(wanted);
    const stays = given.enabled && server !== undefined && given.port === wanted.port;
    if (!stays) {
      const old = server;
      const opened = given.enabled ? await listenOn(given.port) : undefined;
      try {
        await remember(given);
      } catch (failure) {
        await opened?.close();
        throw failure;
      }
      server = opened;
      if (old !== undefined) retire(old);
    } else {
      await remember(given);
    }
    wanted = given;
    error = null;
    changed(['server']);
    return describe();
  }

  async function listenOn(port: number): Promise<LoopbackServer> {
    try {
      return await listen(port);
    } catch (failure) {
      throw new ApiError('conflict', describePortFailure(failure, port), { details: { port } });
    }
  }

  async function remember(next: ChangeServer): Promise<void> {
    await writeWholeLater(
      dataRoot,
      serverFileName,
      new TextEncoder().encode(`${JSON.stringify(next)}\n`),
    );
  }

  async function begin(): Promise<void> {
    wanted = await readRemembered(join(dataRoot, serverFileName), log);
    if (!wanted.enabled || isClosed) return;
    try {
      server = await listen(wanted.port);
    } catch (failure) {
      error = describePortFailure(failure, wanted.port);
      log(`The loopback server does not listen: ${error}`);
    }
    changed(['server']);
  }

  return {
    describe,
    change: (given, confirm) => {
      const done = turn.then(() => apply(given, confirm));
      turn = done.catch(() => {});
      return done;
    },
    createLink: () => linkOf(server),
    start: () => {
      started ??= begin();
      turn = started;
      return started;
    },
    stopListening() {
      isClosed = true;
      server?.stopListening();
    },
    async close() {
      isClosed = true;
      await turn;
      for (const old of retired) await end(old);
      await server?.close();
      server = undefined;
    },
  };
}

/** The server of the headless host: it is the way in, so that it cannot be switched from inside. */
export function fixedServer(server: () => LoopbackServer | undefined): ServerControl {
  const describe = (): ServerState => ({
    managed: false,
    enabled: true,
    port: server()?.port ?? 0,
    base_url: server()?.baseUrl ?? null,
    state: server() === undefined ? 'off' : 'listening',
    error: null,
  });
  return {
    describe,
    change: () =>
      Promise.reject(
        new ApiError(
          'conflict',
          'This server is the only way in: its port is chosen where Proofdesk is started.',
        ),
      ),
    createLink: () => linkOf(server()),
  };
}

function linkOf(server: LoopbackServer | undefined): ServerLink {
  if (server === undefined) {
    throw new ApiError('conflict', 'The loopback server does not listen. Switch it on first.');
  }
  return { url: server.createLink(), expires_in: linkSeconds };
}

/** What is remembered; off where there is nothing that can be read. */
async function readRemembered(path: string, log: (line: string) => void): Promise<ChangeServer> {
  const off = { enabled: false, port: 0 };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return off;
  }
  const parsed = changeServerSchema.safeParse(jsonOrUndefined(text));
  if (parsed.success) return parsed.data;
  log(`${path} is damaged: the loopback server stays off.`);
  return off;
}

function describePortFailure(failure: unknown, port: number): string {
  const code = failure instanceof Error && 'code' in failure ? failure.code : '';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another, or 0 for a free one.`;
    case 'EACCES':
      return `The system does not let this user have port ${port}. Choose another, or 0 for a free one.`;
    default:
      return `Port ${port} cannot be had${typeof code === 'string' && code !== '' ? ` (${code})` : ''}. Choose another, or 0 for a free one.`;
  }
}
