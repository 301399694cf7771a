/**
 * What the window looks at: the ledger of this machine, or a server elsewhere. Stands before the
 * engine and takes the operator's requests only: whoever comes with a key gets the engine's ledger,
 * so that nobody acts at a server with a key that is not theirs.
 */
import type { Connection } from '../../shared/contract/connections.ts';
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { parseBody } from '../../shared/contract/intake.ts';
import { errorShapeOf } from '../../shared/contract/match-route.ts';
import {
  hostOperations,
  openWorkspaceSchema,
  type ChangeTopic,
  type OpenWorkspace,
  type Workspace,
} from '../../shared/contract/workspace.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { baseHeaders, errorForm, errorResponse } from '../access/error-answer.ts';
import { ChangeHub } from '../api/change-stream.ts';
import { gatherBody } from '../engine/body-stream.ts';
import type { Asked, ServeRequest } from '../serve-request.ts';
import type { ConnectionsStore } from './connections-store.ts';
import { defaultRemoteTimes, type RemoteTimes } from './remote-client.ts';
import { RemoteWorkspace } from './remote-workspace.ts';

export interface RemoteLayerOptions {
  /** The engine, gate and all. */
  readonly inner: ServeRequest;
  readonly store: ConnectionsStore;
  /** Which ledger the engine has open, where that is a single one of its kind. */
  readonly openLedger: () => 'local' | 'demo' | undefined;
  readonly version: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly createRequestId: () => string;
  readonly log: (line: string) => void;
  readonly times?: Partial<RemoteTimes>;
}

/** Topics of this host, which a window is told of whatever it looks at. */
const ownTopics: ReadonlySet<ChangeTopic> = new Set(['connections', 'server', 'requests']);
/** A request to open a workspace is small. */
const longestOpening = 64 * 1024;

export class RemoteLayer {
  readonly #options: RemoteLayerOptions;
  #remote: RemoteWorkspace | undefined;
  /** Change streams of windows that look at a server. */
  #hub = new ChangeHub();
  /** Ends the change streams of the engine that windows have open: they look elsewhere now. */
  #ledgerStreams = new AbortController();

  constructor(options: RemoteLayerOptions) {
    this.#options = options;
  }

  /** Never rejects, as long as the engine does not. */
  readonly serve: ServeRequest = async (asked) => {
    if (asked.caller.principal.kind !== 'operator') return this.#options.inner(asked);
    const { request } = asked;
    let response: Response;
    try {
      response = await this.#answer(asked);
    } catch (thrown) {
      if (request.signal.aborted) return new Response(null, { status: 499 });
      response = this.#failure(thrown, asked);
    }
    if (request.method !== 'HEAD' || response.body === null) return response;
    await response.body.cancel();
    return new Response(null, response);
  };

  /** The connection that is open. */
  openConnection(): string | undefined {
    return this.#remote?.connectionId;
  }

  /** Something of this host changed: told to the windows that look at a server. */
  changed(topics: readonly ChangeTopic[]): void {
    const own = topics.filter((topic) => ownTopics.has(topic));
    if (own.length > 0) this.#hub.emit(own);
  }

  close(): void {
    this.#remote?.close();
    this.#remote = undefined;
    this.#hub.close();
    this.#hub = new ChangeHub();
  }

  /** Opens a connection, also one that is open: then with what it says now. @throws ApiError */
  async open(connection: Connection): Promise<void> {
    const { store, clock } = this.#options;
    const apiKey = await store.keyOf(connection.connection_id);
    this.close();
    const cache = await store.cacheOf(connection.connection_id, clock);
    const mine = this.#hub;
    this.#remote = new RemoteWorkspace({
      connection,
      apiKey,
      fetch: this.#options.fetch,
      times: { ...defaultRemoteTimes, ...this.#options.times },
      clock,
      cache,
      pause: this.#options.pause,
      changed: (topics) => mine.emit(topics),
      online: () => void this.#noteOnline(connection.connection_id),
    });
    this.#ledgerStreams.abort();
    this.#ledgerStreams = new AbortController();
  }

  async #noteOnline(id: string): Promise<void> {
    try {
      await this.#options.store.change(id, { last_online_at: instant(this.#options.clock()) });
      this.#hub.emit(['connections']);
    } catch (error) {
      this.#options.log(`The list of connections was not written: ${nameOf(error)}`);
    }
  }

  /** @throws ApiError */
  async #openWorkspace(asked: Asked): Promise<Response> {
    const { body, again } = await readOpening(asked.request);
    if (body?.kind === 'remote') {
      refuseForRemote(body);
      const connection = await this.#options.store
        .get(body.connection_id ?? '')
        .catch(() => undefined);
      if (connection === undefined) {
        throw validationError([faultAt('connection_id', 'connection_id_here')]);
      }
      if (this.#remote?.connectionId === connection.connection_id) this.#remote.retry();
      else await this.open(connection);
      return this.#json(body, 202);
    }
    if (this.#remote !== undefined && this.#isOpenAlready(body)) {
      this.close();
      return this.#json(body, 202);
    }
    const response = await this.#options.inner({ ...asked, request: again });
    if (response.ok) this.close();
    return response;
  }

  /** The ledger that the engine kept open meanwhile needs not be opened anew. */
  #isOpenAlready(body: OpenWorkspace | undefined): boolean {
    if (body === undefined || Object.keys(body).length > 1) return false;
    return body.kind === this.#options.openLedger();
  }

  async #describe(open: RemoteWorkspace): Promise<Workspace> {
    const { origin, createdAt, recordCount, replicaDays } = await open.ledger();
    const about = await open.describe();
    return {
      kind: 'remote',
      origin: origin ?? about.base_url,
      record_count: recordCount ?? null,
      created_at: createdAt ?? null,
      last_erasure: null,
      replica_days: replicaDays ?? null,
      data_directory: null,
      version: this.#options.version,
      case_id: null,
      remote: about,
    };
  }

  #json(value: unknown, status = 200): Response {
    const headers = {
      ...baseHeaders(this.#options.createRequestId()),
      'content-type': 'application/json',
    };
    return new Response(JSON.stringify(value), { status, headers });
  }

  /** An answer of the engine's change stream that ends when the window looks elsewhere. */
  #endable(response: Response): Response {
    if (response.body === null) return response;
    return new Response(endedBy(response.body, this.#ledgerStreams.signal), response);
  }

  #changes(request: Request): Response {
    const headers = {
      ...baseHeaders(this.#options.createRequestId()),
      'content-type': 'application/x-ndjson',
    };
    return new Response(this.#hub.stream(request.signal), { headers });
  }

  async #answer(asked: Asked): Promise<Response> {
    const { request, match } = asked;
    // What no route answers here, no server is asked for either.
    if (match.route === undefined) return this.#options.inner(asked);
    switch (match.route.operationId) {
      case 'openWorkspace':
        return this.#openWorkspace(asked);
      case 'streamChanges':
        return this.#remote === undefined
          ? this.#endable(await this.#options.inner(asked))
          : this.#changes(request);
      case 'getWorkspace':
        return this.#remote === undefined
          ? this.#options.inner(asked)
          : this.#json(await this.#describe(this.#remote));
      default:
        // Backups and diagnostics are of the ledger that is looked at, whoever answers them there.
        if (this.#remote === undefined || hostOperations.has(match.route.operationId)) {
          return this.#options.inner(asked);
        }
        return this.#remote.forward({ ...asked, match }, this.#options.createRequestId());
    }
  }

  #failure(thrown: unknown, { match, url, request }: Asked): Response {
    const requestId = this.#options.createRequestId();
    const form = errorForm(errorShapeOf(match, url.pathname), request.headers);
    if (thrown instanceof ApiError) return errorResponse(thrown, form, requestId);
    this.#options.log(`${requestId}: a request of the window was not answered: ${nameOf(thrown)}`);
    const error = new ApiError('internal_error', 'The host failed to answer.');
    return errorResponse(error, form, requestId);
  }
}

/** What a POST /workspace asks for; undefined where that is for the engine to judge. */
async function readOpening(
  request: Request,
): Promise<{ body: OpenWorkspace | undefined; again: Request }> {
  const gathered = await gatherBody(request.body, longestOpening);
  const { url, headers, method, signal } = request;
  if (!gathered.complete) {
    gathered.reader.cancel().catch(() => {});
    throw new ApiError('payload_too_large', `The body is longer than ${longestOpening} bytes.`);
  }
  const { bytes } = gathered;
  return {
    body: openingIn(bytes ?? new Uint8Array()),
    again: new Request(url, {
      method,
      headers,
      signal,
      ...(bytes === null ? {} : { body: bytes }),
    }),
  };
}

function openingIn(bytes: Uint8Array): OpenWorkspace | undefined {
  const text = new TextDecoder().decode(bytes);
  try {
    return parseBody(text, openWorkspaceSchema);
  } catch {
    return undefined;
  }
}

function refuseForRemote(body: OpenWorkspace): void {
  const faults: FieldError[] = (['records', 'reset', 'case_id'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => faultAt(field, 'not_for_remote'));
  if (body.connection_id === undefined) {
    faults.push(faultAt('connection_id', 'required_for_remote'));
  }
  if (faults.length > 0) throw validationError(faults);
}

/** `source` until `signal` aborts; then it ends as if there were no more. */
function endedBy(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return new ReadableStream({
    async pull(controller) {
      const next = await Promise.race([reader.read(), ended]);
      if (next?.done === false) {
        controller.enqueue(next.value);
        return;
      }
      reader.cancel().catch(() => {});
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
