/** Requests and tasks on one supervised worker: every one of them is settled, whatever happens to it. */
import { ChunkReceiver, ChunkSender, type GatheredBody } from './body-stream.ts';
import { clientGone, engineAnswer } from './engine-error.ts';
import { SupervisedWorker, type SupervisedWorkerOptions } from './supervised-worker.ts';
import { valueOf } from './revive-error.ts';
import type { FromWorker, HeaderPairs, Outcome, ToWorker } from './wire.ts';
import type { Matched } from '../../shared/contract/match-route.ts';
import type { Route } from '../../shared/contract/route.ts';
import { wholeResponse, type Caller } from '../serve-request.ts';

/** A request as the engine sends it: the beginning of its body is read already. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly match: Matched;
  readonly headers: HeaderPairs;
  readonly caller: Caller;
  readonly body: GatheredBody;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** Messages of a worker that are not about a request: the engine's business. */
export type SupervisorMessage = Extract<
  FromWorker,
  {
    type:
      | 'call'
      | 'visit-place'
      | 'ask-source'
      | 'start-job'
      | 'changed'
      | 'open-workspace'
      | 'access'
      | 'filling'
      | 'migrating'
      | 'damaged'
      | 'moved';
  }
>;

export interface WorkerClientOptions extends Omit<SupervisedWorkerOptions, 'onMessage' | 'onDown'> {
  /** Until when an answer must have begun. */
  readonly deadlineMs: number;
  readonly onMessage: (message: SupervisorMessage, from: WorkerClient) => void;
}

export class WorkerClient {
  readonly worker: SupervisedWorker;
  readonly #options: WorkerClientOptions;
  readonly #exchanges = new Map<number, Exchange>();
  readonly #tasks = new Map<number, (outcome: Outcome) => void>();
  #nextId = 1;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
    this.worker = new SupervisedWorker({
      ...options,
      onMessage: (message) => this.#receive(message),
      onDown: (reason) => this.#settleAll(reason),
    });
  }

  /** Requests and streams under way. */
  get load(): number {
    return this.#exchanges.size;
  }

  /** Sends one request to a worker that is ready. Never rejects. */
  fetch(request: OutgoingRequest): Promise<Response> {
    const id = this.#nextId++;
    const exchange = new Exchange(id, request, {
      post: (message, transfer) => this.worker.post(message, transfer),
      done: () => void this.#exchanges.delete(id),
      late: () => this.worker.probe(),
      log: this.#options.log,
      // A task holds the writer on purpose (an import commits): writes wait behind it.
      patient: () => this.#tasks.size > 0,
      deadlineMs: this.#options.deadlineMs,
    });
    this.#exchanges.set(id, exchange);
    exchange.begin();
    return exchange.answer;
  }

  /** Runs a task of the API by name. @throws the task's error, or that the worker stopped. */
  async runTask(name: string, params: unknown): Promise<unknown> {
    await this.worker.whenReady();
    const id = this.#nextId++;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#tasks.set(id, resolve);
      this.worker.post({ type: 'task', id, name, params });
    });
    return valueOf(outcome);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'response':
      case 'chunk':
      case 'end':
      case 'fail':
      case 'pull':
      case 'stop':
        this.#exchanges.get(message.id)?.receive(message);
        break;
      case 'task-result': {
        const settle = this.#tasks.get(message.id);
        this.#tasks.delete(message.id);
        settle?.(message.outcome);
        break;
      }
      case 'call':
      case 'visit-place':
      case 'ask-source':
      case 'start-job':
      case 'changed':
      case 'open-workspace':
      case 'access':
      case 'filling':
      case 'migrating':
      case 'damaged':
      case 'moved':
        this.#options.onMessage(message, this);
        break;
      case 'loaded':
      case 'ready':
      case 'fatal':
      case 'pong':
      case 'closed':
        break;
    }
  }

  #settleAll(reason: string): void {
    for (const exchange of this.#exchanges.values()) exchange.lose(reason);
    const error = { name: 'Error', message: reason, code: 'engine_unavailable', details: {} };
    for (const settle of this.#tasks.values()) settle({ ok: false, error });
    this.#tasks.clear();
  }
}

interface ExchangePorts {
  post(message: ToWorker, transfer?: readonly ArrayBuffer[]): void;
  done(): void;
  late(): void;
  readonly log: (line: string) => void;
  patient(): boolean;
  readonly deadlineMs: number;
}

type ExchangeMessage = Extract<
  FromWorker,
  { type: 'response' | 'chunk' | 'end' | 'fail' | 'pull' | 'stop' }
>;

/** One request on the wire, from its first message to the last byte of its answer. */
class Exchange {
  readonly #id: number;
  readonly #request: OutgoingRequest;
  readonly #ports: ExchangePorts;
  readonly #answer = Promise.withResolvers<Response>();
  #answered = false;
  #upload: ChunkSender | undefined;
  #download: ChunkReceiver | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(id: number, request: OutgoingRequest, ports: ExchangePorts) {
    this.#id = id;
    this.#request = request;
    this.#ports = ports;
  }

  get answer(): Promise<Response> {
    return this.#answer.promise;
  }

  begin(): void {
    const { match, url, headers, caller, body, signal } = this.#request;
    if (signal.aborted) {
      if (!body.complete) body.reader.cancel().catch(() => {});
      this.#settle(clientGone());
      this.#finish();
      return;
    }
    signal.addEventListener('abort', this.#abort);
    this.#arm();
    const bytes = body.complete ? body.bytes : null;
    this.#ports.post(
      {
        type: 'request',
        id: this.#id,
        operationId: match.route.operationId,
        parameters: match.parameters,
        url: url.href,
        headers,
        caller,
        body: bytes,
        streamed: !body.complete,
      },
      bytes === null ? [] : [bytes.buffer],
    );
    if (body.complete) return;
    this.#upload = new ChunkSender(
      body.reader,
      {
        chunk: (chunk) =>
          this.#ports.post({ type: 'chunk', id: this.#id, bytes: chunk }, [chunk.buffer]),
        end: () => {
          this.#upload = undefined;
          this.#arm();
          this.#ports.post({ type: 'end', id: this.#id });
        },
        fail: (message) => {
          this.#upload = undefined;
          this.#arm();
          this.#ports.post({ type: 'fail', id: this.#id, message });
        },
      },
      body.ready,
    );
  }

  receive(message: ExchangeMessage): void {
    switch (message.type) {
      case 'response':
        this.#respond(
          message.status,
          message.headers,
          message.streamed ? this.#stream() : message.body,
        );
        if (!message.streamed) this.#finish();
        break;
      case 'chunk':
        this.#download?.push(message.bytes);
        break;
      case 'end':
        this.#download?.end();
        this.#finish();
        break;
      case 'fail':
        this.#ports.log(
          `${this.#request.requestId}: ${this.#request.match.route.operationId} failed inside the engine.`,
        );
        this.#download?.fail(message.message);
        this.#settle(
          engineAnswer(
            this.#request,
            'internal_error',
            `The request failed inside the engine: ${message.message}`,
          ),
        );
        this.#finish();
        break;
      case 'pull':
        this.#arm();
        this.#upload?.pull();
        break;
      case 'stop':
        this.#upload?.stop();
        this.#upload = undefined;
        break;
    }
  }

  /** The worker is gone. */
  lose(reason: string): void {
    this.#download?.fail(reason);
    this.#settle(
      this.#unavailable(`The engine stopped while it worked on this request (${reason})`),
    );
    this.#finish();
  }

  readonly #abort = () => {
    this.#ports.post({ type: 'cancel', id: this.#id });
    // Nobody reads on: an error would only be reported as one.
    this.#download?.end();
    this.#settle(clientGone());
    this.#finish();
  };

  readonly #expire = () => {
    if (this.#answered) return;
    // Not the engine's delay: the client is still sending, or an import holds the writer.
    if (this.#upload?.waitsForSource === true || this.#ports.patient()) {
      this.#arm();
      return;
    }
    this.#ports.late();
    this.#ports.post({ type: 'cancel', id: this.#id });
    this.#settle(this.#unavailable('The engine did not answer in time.'));
    this.#finish();
  };

  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#answered) this.#timer = setTimeout(this.#expire, this.#ports.deadlineMs);
  }

  #stream(): ReadableStream<Uint8Array> {
    this.#download = new ChunkReceiver({
      pull: () => this.#ports.post({ type: 'pull', id: this.#id }),
      stop: () => {
        this.#ports.post({ type: 'cancel', id: this.#id });
        this.#finish();
      },
    });
    return this.#download.stream;
  }

  #respond(
    status: number,
    headers: HeaderPairs,
    body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  ): void {
    const init = { status, headers };
    const isWhole = body instanceof Uint8Array;
    this.#settle(isWhole ? wholeResponse(body, init) : new Response(body, init));
  }

  #settle(response: Response): void {
    this.#answered = true;
    clearTimeout(this.#timer);
    this.#answer.resolve(response);
  }

  #finish(): void {
    this.#upload?.stop();
    this.#upload = undefined;
    this.#request.signal.removeEventListener('abort', this.#abort);
    this.#ports.done();
  }

  #unavailable(what: string): Response {
    return engineAnswer(
      this.#request,
      'engine_unavailable',
      `${what} ${nextStep(this.#request.match.route)}`,
    );
  }
}

/** Whether an answer that never came leaves open what happened. */
function nextStep({ access }: Route): string {
  return access === 'write'
    ? 'Whether it took effect is not known: send it again with the same Idempotency-Key.'
    : 'Send it again.';
}
