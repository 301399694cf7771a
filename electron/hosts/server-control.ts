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
import { linkSeconds, type ConsoleServer } from './console-door.ts';

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

export interface ManagedServerOptions {
  readonly dataRoot: string;
  /** @throws the system's error when the port cannot be had */
  readonly listen: (port: number) => Promise<ConsoleServer>;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  readonly log: (line: string) => void;
}

/** The server of the desktop application: off until somebody switches it on. */
export class ManagedServer implements ServerControl {
  readonly #options: ManagedServerOptions;
  #wanted: ChangeServer = { enabled: false, port: 0 };
  #server: ConsoleServer | undefined;
  #error: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #started: Promise<void> | undefined;
  #isClosed = false;
  readonly #retired = new Set<ConsoleServer>();

  constructor(options: ManagedServerOptions) {
    this.#options = options;
  }

  change(given: ChangeServer, confirm?: (now: ChangeServer) => void): Promise<ServerState> {
    const done = this.#turn.then(() => this.#apply(given, confirm));
    this.#turn = done.catch(() => {});
    return done;
  }

  createLink(): ServerLink {
    return linkOf(this.#server);
  }

  /** Listens where that is remembered. Never rejects: why it does not listen is in its state. */
  start(): Promise<void> {
    this.#started ??= this.#begin();
    this.#turn = this.#started;
    return this.#started;
  }

  /** Takes no more connections. */
  stopListening(): void {
    this.#isClosed = true;
    this.#server?.stopListening();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    for (const old of this.#retired) await this.#end(old);
    await this.#server?.close();
    this.#server = undefined;
  }

  describe(): ServerState {
    const state =
      this.#server === undefined ? (this.#error === null ? 'off' : 'failed') : 'listening';
    return {
      options: [],
      readiness: null,
      managed: true,
      ...this.#wanted,
      base_url: this.#server?.baseUrl ?? null,
      state,
      error: this.#error,
    };
  }

  /** What is being answered may be the very request that switches it off. */
  #retire(old: ConsoleServer): void {
    old.stopListening();
    this.#retired.add(old);
    setTimeout(() => void this.#end(old), graceMs).unref();
  }

  async #end(old: ConsoleServer): Promise<void> {
    if (this.#retired.delete(old)) await old.close();
  }

  async #apply(
    given: ChangeServer,
    confirm: ((now: ChangeServer) => void) | undefined,
  ): Promise<ServerState> {
    if (this.#isClosed) throw new ApiError('conflict', 'The program is closing.');
    confirm?.(this.#wanted);
    const stays = given.enabled && this.#server !== undefined && given.port === this.#wanted.port;
    if (!stays) {
      const old = this.#server;
      const opened = given.enabled ? await this.#listenOn(given.port) : undefined;
      try {
        await this.#remember(given);
      } catch (failure) {
        await opened?.close();
        throw failure;
      }
      this.#server = opened;
      if (old !== undefined) this.#retire(old);
    } else {
      await this.#remember(given);
    }
    this.#wanted = given;
    this.#error = null;
    this.#options.changed(['server']);
    return this.describe();
  }

  async #listenOn(port: number): Promise<ConsoleServer> {
    try {
      return await this.#options.listen(port);
    } catch (failure) {
      throw new ApiError('conflict', describePortFailure(failure, port), { details: { port } });
    }
  }

  async #remember(next: ChangeServer): Promise<void> {
    await writeWholeLater(
      this.#options.dataRoot,
      serverFileName,
      new TextEncoder().encode(`${JSON.stringify(next)}\n`),
    );
  }

  async #begin(): Promise<void> {
    this.#wanted = await readRemembered(
      join(this.#options.dataRoot, serverFileName),
      this.#options.log,
    );
    if (!this.#wanted.enabled || this.#isClosed) return;
    try {
      this.#server = await this.#options.listen(this.#wanted.port);
    } catch (failure) {
      this.#error = describePortFailure(failure, this.#wanted.port);
      this.#options.log(`The loopback server does not listen: ${this.#error}`);
    }
    this.#options.changed(['server']);
  }
}

/** The server of the headless host: it is the way in, so that it cannot be switched from inside. */
export function fixedServer(
  server: () => ConsoleServer | undefined,
  host: () => Pick<ServerState, 'options' | 'readiness'> = () => ({ options: [], readiness: null }),
): ServerControl {
  const describe = (): ServerState => ({
    ...host(),
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

function linkOf(server: ConsoleServer | undefined): ServerLink {
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
