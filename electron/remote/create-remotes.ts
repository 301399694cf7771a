/** Connections and the window's way to them, put together for a host. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeTopic, LedgerKind } from '../../shared/contract/workspace.ts';
import { createIdFactory } from '../../shared/ids.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { ServeRequest } from '../serve-request.ts';
import { connectionRoutes, type ConnectionOperations } from './connection-routes.ts';
import type { KeySeal } from '../database/key-seal.ts';
import { ConnectionsStore } from './connections-store.ts';
import { RemoteLayer } from './remote-layer.ts';

/** Members of an engine that are used here. */
export interface LocalEngine {
  onChange(listener: (topics: readonly ChangeTopic[]) => void): unknown;
  status(): { readonly workspace: LedgerKind };
  announce(topics: readonly ChangeTopic[]): void;
}

export interface RemotesOptions {
  /** The engine's. May wait until it is open. */
  readonly serve: ServeRequest;
  readonly dataRoot: string;
  readonly seal: KeySeal;
  readonly version: string;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: (line: string) => void;
}

export interface Remotes {
  /** For every mount: the engine, or the server that the window looks at. */
  readonly serve: ServeRequest;
  /** For the engine's `hostHandlers`. */
  readonly handlers: RouteHandlers<ConnectionOperations>;
  /** Each engine that is opened: what changes here is told through it. */
  attach(engine: LocalEngine): void;
  /** Something of this host changed: told to every window. */
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  close(): void;
}

export function createRemotes(options: RemotesOptions): Remotes {
  const clock = Date.now;
  const createId = createIdFactory({ now: clock, random: options.random });
  const store = new ConnectionsStore(options.dataRoot, options.seal);
  let engine: LocalEngine | undefined;

  const layer = new RemoteLayer({
    inner: options.serve,
    store,
    openLedger: () => {
      const kind = engine?.status().workspace;
      return kind === 'case' ? undefined : kind;
    },
    version: options.version,
    fetch,
    clock,
    pause: (ms, signal) => pause(ms, undefined, { signal, ref: false }),
    createRequestId: () => createId('req'),
    log: options.log,
  });
  // What the engine announces comes back to the layer as a change of its own.
  const changed = (topics: readonly ChangeTopic[]) => engine?.announce(topics);

  return {
    serve: layer.serve,
    handlers: connectionRoutes({
      store,
      fetch,
      clock,
      createId,
      changed,
      openConnection: () => layer.openConnection(),
      reopen: (connection) => layer.open(connection),
    }),
    attach(opened) {
      engine = opened;
      opened.onChange((topics) => layer.changed(topics));
    },
    changed,
    close: () => layer.close(),
  };
}
