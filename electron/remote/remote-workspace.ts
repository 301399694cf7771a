/** A server elsewhere as a workspace: whether it is there, what it offers, and every request to it. */
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  asOfHeader,
  type Connection,
  type Remote,
  type RemoteConnectionState,
} from '../../shared/contract/connections.ts';
import type { Route } from '../../shared/contract/route.ts';
import {
  changeSchema,
  changeTopics,
  hostOperations,
  type ChangeTopic,
} from '../../shared/contract/workspace.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { baseHeaders } from '../access/error-answer.ts';
import { gatherBody } from '../engine/body-stream.ts';
import type { Admitted } from '../serve-request.ts';
import { longestKept, type AnswerCache, type KeptAbout } from './answer-cache.ts';
import { RemoteClient, RemoteFailure, type RemoteTimes } from './remote-client.ts';
import {
  isJson,
  askLedger,
  askRecords,
  checkServer,
  throwUnlessAnswer,
  type ServerAnswers,
  type ServerLedger,
} from './server-check.ts';
import { allOperations, specifiedOperations } from './server-operations.ts';

/** First and longest pause before a server that is not there is asked again; doubled; milliseconds. */
const backOffMs = [1_000, 30_000] as const;
/** How often a server without a change stream is asked whether it is still there. */
const pollMs = 15_000;
/** A change stream has a line at least every 15 s; silence for longer means that it is gone. */
const silenceMs = 40_000;
/** Two openings of a change stream are at least so far apart. */
const streamPauseMs = 2_000;
/** For questions of this host's own, which a person waits for. */
const checkMs = 10_000;

/** Topics of the server's own host: they say nothing about what is seen here. */
const topicsOfItsHost: ReadonlySet<ChangeTopic> = new Set(['connections', 'server', 'requests']);

export interface RemoteWorkspaceOptions {
  readonly connection: Pick<Connection, 'connection_id' | 'name' | 'base_url'>;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly times: RemoteTimes;
  readonly clock: Clock;
  /** Resolves after `ms`, or rejects when `signal` aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** Each time the server is found to be there again. */
  readonly online: () => void;
  /** What is kept of its answers; undefined where nothing is to be. */
  readonly cache?: AnswerCache | undefined;
}

/** A server that has not told of its ledger yet. */
const untold: ServerLedger = {
  origin: undefined,
  createdAt: undefined,
  recordCount: undefined,
  lastErasure: undefined,
  replicaDays: undefined,
};

/** Opened by its construction; asks the server at once, and again by itself as long as it is open. */
export class RemoteWorkspace {
  readonly #options: RemoteWorkspaceOptions;
  readonly #client: RemoteClient;
  readonly #checks: RemoteClient;
  readonly #life = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  /** Ends what the loop waits for, so that it asks the server now. */
  #turn = new AbortController();
  /** Whether a server that seems to be there is being asked whether it is. */
  #isInDoubt = false;
  #state: RemoteConnectionState = 'offline';
  #reason: string | null = null;
  #since: number;
  #nextAttemptAt: number | null = null;
  #operations: ReadonlySet<string> | undefined;
  #describesItself = false;
  /** Erasures that the server told of while it was open. */
  #erasures = 0;
  /** Extensions that a server without a description has answered. */
  readonly #answered = new Set<string>();
  #ledger = untold;

  constructor(options: RemoteWorkspaceOptions) {
    this.#options = options;
    const { fetch, apiKey, times } = options;
    const target = { baseUrl: options.connection.base_url, apiKey, fetch };
    this.#client = new RemoteClient({ ...target, times });
    this.#checks = new RemoteClient({
      ...target,
      times: { ...times, answerMs: Math.min(checkMs, times.answerMs) },
    });
    this.#since = options.clock();
    void this.#run();
  }

  get connectionId(): string {
    return this.#options.connection.connection_id;
  }

  /** Asks the server now: what is under way goes on, unless it turns out not to be there. */
  retry(): void {
    if (this.#state === 'online') this.#doubt();
    else this.#turn.abort();
  }

  close(): void {
    this.#life.abort();
    this.#ready.resolve();
  }

  /** How it stands with the server, once it was asked for the first time. */
  async describe(): Promise<Remote> {
    await this.#ready.promise;
    const { connection_id, name, base_url } = this.#options.connection;
    const next = this.#nextAttemptAt;
    return {
      connection_id,
      name,
      base_url,
      state: this.#state,
      since: instant(this.#since),
      reason: this.#reason,
      next_attempt_at: next === null ? null : instant(next),
      operations:
        this.#operations === undefined
          ? null
          : [...new Set([...this.#operations, ...hostOperations])],
    };
  }

  /** The ledger behind it, as far as the server tells; what it told last while it is not there. */
  async ledger(): Promise<ServerLedger> {
    await this.#ready.promise;
    if (this.#state === 'online') await this.#askLedger();
    return this.#ledger;
  }

  async #askLedger(): Promise<void> {
    try {
      const operations = this.#operations ?? allOperations;
      await this.#note(await askLedger(this.#checks, operations, this.#life.signal));
    } catch {
      this.#doubt();
    }
  }

  /** What the ledger has erased since must not stay here either. */
  async #note(ledger: ServerLedger): Promise<void> {
    const { cache } = this.#options;
    const before = await cache?.about();
    const isErased = before !== undefined && before.lastErasure !== ledger.lastErasure;
    if (isErased) await cache?.empty();
    this.#ledger = ledger;
    const operations = [...(this.#operations ?? allOperations)];
    await cache?.keepAbout({ ...ledger, operations, describesItself: this.#describesItself });
  }

  /** The server as it told of itself when it was there last. */
  #recall(about: KeptAbout | undefined): void {
    if (about === undefined) return;
    const { operations, describesItself, ...ledger } = about;
    this.#operations = new Set(operations);
    this.#describesItself = describesItself;
    this.#ledger = { ...untold, ...ledger };
  }

  /**
   * The server's answer to a request of the window.
   * @throws ApiError `engine_unavailable` while the server is not there, `not_kept` for what was not read before
   *   then, `unauthorized` while it refuses the key, `not_found` for what it says it does not have
   */
  async forward(asked: Admitted, requestId: string): Promise<Response> {
    const { route } = asked.match;
    await this.#ready.promise;
    if (this.#state !== 'online') return this.#whileAway(asked, requestId, this.#reason ?? '');
    if (this.#describesItself && route.extension && !this.#has(route)) {
      throw this.#error('not_found', 'does not offer this.');
    }
    let response: Response;
    try {
      response = await this.#client.forward(asked, {
        isUpload: route.upload !== undefined,
        requestId,
      });
      if (!isJson(response.headers) && response.status > 500) throwUnlessAnswer(response);
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      // One lost request says little: whether the server is there is found out by asking it.
      this.#doubt();
      return this.#whileAway(asked, requestId, error.reason);
    }
    if (response.status === 401) this.#doubt();
    this.#learn(response.status, route);
    return this.#kept(asked, response);
  }

  /** The answer, which is kept as it is read. */
  #kept(asked: Admitted, response: Response): Response {
    const { cache } = this.#options;
    const { route } = asked.match;
    const isKept = cache !== undefined && route.offline === true && asked.request.method === 'GET';
    if (!isKept || response.status !== 200 || !isJson(response.headers)) return response;
    const contentType = response.headers.get('content-type') ?? '';
    const erased = this.#erasures;
    const copy = response.clone();
    gatherBody(copy.body, longestKept)
      .then((gathered) => {
        if (!gathered.complete) return gathered.reader.cancel();
        // An answer from before an erasure may still be on its way when that is told.
        const mayStay = erased === this.#erasures && !this.#life.signal.aborted;
        const body = Buffer.from(gathered.bytes ?? new Uint8Array());
        if (mayStay) return cache.keep(addressOf(asked), { contentType, body });
        return undefined;
      })
      .catch(() => undefined);
    return response;
  }

  /** What was read of it before, where that is kept. @throws ApiError */
  async #whileAway(asked: Admitted, requestId: string, reason: string): Promise<Response> {
    const { cache } = this.#options;
    const isRead = asked.match.route.offline === true && asked.request.method === 'GET';
    if (this.#state === 'refused' || cache === undefined || !isRead)
      throw this.#unavailable(reason);
    const kept = await cache.find(addressOf(asked));
    if (kept === undefined) {
      throw this.#error(
        'not_kept',
        'is away, and this was not read before the connection was lost.',
        { 'retry-after': '1' },
      );
    }
    const headers = {
      ...baseHeaders(requestId),
      'content-type': kept.contentType,
      [asOfHeader]: instant(kept.readAt),
    };
    return new Response(new Uint8Array(kept.body), { status: 200, headers });
  }

  async #run(): Promise<void> {
    this.#recall(await this.#options.cache?.about());
    let attempts = 0;
    const { signal } = this.#life;
    while (!signal.aborted) {
      this.#turn = new AbortController();
      try {
        const found = await this.#check();
        if (found.state === 'online') {
          this.#operations = found.description?.operations ?? this.#operations ?? allOperations;
          this.#describesItself = found.description !== undefined;
          const isNew = this.#state !== 'online';
          this.#settle('online', null, null);
          if (isNew) {
            this.#options.online();
            if (this.#options.cache !== undefined) await this.#askLedger();
          }
          attempts = 0;
          this.#options.changed(changeTopics);
          await this.#follow();
        } else {
          const [first, longest] = backOffMs;
          const wait = Math.min(longest, first * 2 ** Math.min(attempts, 20));
          attempts += 1;
          this.#settle(found.state, found.reason, this.#options.clock() + wait);
          this.#options.changed(['workspace']);
          await this.#rest(wait);
        }
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  #check(): Promise<ServerAnswers> {
    return checkServer(this.#checks, this.#options.connection.base_url, this.#life.signal);
  }

  #doubt(): void {
    if (this.#state === 'online' && !this.#isInDoubt) void this.#checkAgain();
  }

  async #checkAgain(): Promise<void> {
    this.#isInDoubt = true;
    const turn = this.#turn;
    try {
      const { state } = await this.#check();
      // The loop asks once more, and says so; unless it has found out by itself.
      if (state !== 'online' && this.#state === 'online') turn.abort();
    } catch {
      // Closed meanwhile.
    } finally {
      this.#isInDoubt = false;
    }
  }

  #settle(state: RemoteConnectionState, reason: string | null, next: number | null): void {
    if (state !== this.#state) this.#since = this.#options.clock();
    // Who may not read the server any more may not read what was kept of it either.
    if (state === 'refused') void this.#options.cache?.empty();
    this.#state = state;
    this.#reason = reason;
    this.#nextAttemptAt = next;
    this.#ready.resolve();
  }

  /** Waits, unless the server is to be asked now. */
  async #rest(ms: number): Promise<void> {
    const signal = AbortSignal.any([this.#life.signal, this.#turn.signal]);
    await this.#options.pause(ms, signal).catch(() => {});
  }

  /** Stays for as long as the server seems to be there. */
  async #follow(): Promise<void> {
    const began = this.#options.clock();
    if (this.#operations?.has('streamChanges') === true && (await this.#readChanges())) {
      const lasted = this.#options.clock() - began;
      if (lasted < streamPauseMs) await this.#rest(streamPauseMs - lasted);
      return;
    }
    while (!this.#life.signal.aborted && !this.#turn.signal.aborted) {
      await this.#rest(pollMs);
      try {
        await askRecords(this.#checks, this.#life.signal);
      } catch {
        return;
      }
    }
  }

  /** Hands on what the server says has changed, until its stream ends; false where it has none. */
  async #readChanges(): Promise<boolean> {
    const silence = new AbortController();
    const signal = AbortSignal.any([this.#life.signal, this.#turn.signal, silence.signal]);
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const response = await this.#checks.get('/events', signal, 'application/x-ndjson');
      const { body } = response;
      if (!response.ok || body === null) {
        await body?.cancel();
        return response.status === 401;
      }
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = (lines.pop() ?? '').slice(0, 10_000);
        for (const line of lines) this.#tell(line);
      }
    } catch {
      // Every way a stream can end asks the same question: is the server still there?
    } finally {
      clearTimeout(timer);
    }
    return true;
  }

  #tell(line: string): void {
    const topics = topicsIn(line).filter((topic) => !topicsOfItsHost.has(topic));
    if (topics.includes('erasures')) {
      this.#erasures += 1;
      void this.#options.cache?.empty();
    }
    if (topics.length > 0) this.#options.changed(topics);
  }

  #has(route: Route): boolean {
    return this.#operations?.has(route.operationId) !== false;
  }

  /**
   * A server that does not describe itself is known by what it answers: one that lacks an extension is
   * taken to have none but those that it has answered.
   */
  #learn(status: number, route: Route): void {
    if (!route.extension || this.#describesItself) return;
    const known = this.#operations ?? allOperations;
    if (status < 400) {
      this.#answered.add(route.operationId);
      if (!known.has(route.operationId)) this.#know(new Set([...known, route.operationId]));
      return;
    }
    // Below a path with an id, 404 says that the thing is not there, not the route.
    const lacks = status === 405 || (status === 404 && !route.path.includes('{'));
    if (!lacks || !known.has(route.operationId)) return;
    this.#answered.delete(route.operationId);
    this.#know(new Set([...specifiedOperations, ...this.#answered]));
  }

  #know(operations: ReadonlySet<string>): void {
    this.#operations = operations;
    this.#options.changed(['workspace']);
  }

  #unavailable(reason: string): ApiError {
    return this.#state === 'refused'
      ? this.#error('unauthorized', `refuses. ${reason}`)
      : this.#error('engine_unavailable', `is not available. ${reason}`, { 'retry-after': '1' });
  }

  #error(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): ApiError {
    const { connection_id, name } = this.#options.connection;
    const details = { connection_id, reason: this.#reason };
    return new ApiError(code, `${name} ${message}`, { details, headers });
  }
}

/** What a kept answer is known by. */
function addressOf({ url }: Admitted): string {
  return `${url.pathname}${url.search}`;
}

/** Known topics in one line of a change stream; none where it is something else. */
function topicsIn(line: string): readonly ChangeTopic[] {
  try {
    const value: unknown = JSON.parse(line);
    const whole = changeSchema.safeParse(value);
    if (whole.success) return whole.data.changed;
    // A newer server knows topics that this program does not: what they mean for it is not known.
    return Array.isArray(Reflect.get(Object(value), 'changed')) ? changeTopics : [];
  } catch {
    return [];
  }
}
