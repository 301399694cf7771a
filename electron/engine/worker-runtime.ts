/** What every API thread does, whatever its role: opens, answers requests, runs tasks, closes. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { routeOf } from '../../shared/contract/routes.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { Api, ThreadOptions } from '../api/create-api.ts';
import type { Admitted } from '../serve-request.ts';
import { ChunkReceiver, ChunkSender, gatherAnswer } from './body-stream.ts';
import { ledgerCloses, type ForeignThreads } from './foreign-threads.ts';
import { QueryEnd } from './query-end.ts';
import { valueOf } from './revive-error.ts';
import { outcomeOf, toWireError } from './wire-error.ts';
import {
  inlineBodyBytes,
  type FromWorker,
  type OpenSettings,
  type Outcome,
  type RequestMessage,
  type ToWorker,
} from './wire.ts';
import { answerLink, WriterLink } from './writer-link.ts';

/** Options of the API of a worker thread. */
export type WorkerApiOptions = ThreadOptions;

/** Parts that the entry file of a worker puts in. */
export interface WorkerParts {
  readonly createApi: (options: WorkerApiOptions) => Api | Promise<Api>;
  readonly clock: Clock;
  readonly monotonic: () => number;
  readonly random: RandomBytes;
  readonly foreign: ForeignThreads;
}

interface Exchange {
  readonly abort: AbortController;
  /** The request body as it arrives, when it is streamed. */
  upload: ChunkReceiver | undefined;
  /** The response body as it leaves, when it is streamed. */
  download: ChunkSender | undefined;
}

/** How long a closing worker lets requests finish before it closes the API under them. */
const drainMs = 3_000;

/** Serves `port` in `role` until it is told to close. The databases open on the `open` message. */
export function runWorker(
  port: MessagePort,
  role: WorkerApiOptions['role'],
  parts: WorkerParts,
): void {
  new WorkerRuntime(port, role, parts).run();
}

class WorkerRuntime {
  readonly #port: MessagePort;
  readonly #role: WorkerApiOptions['role'];
  readonly #parts: WorkerParts;
  readonly #exchanges = new Map<number, Exchange>();
  readonly #running = new Set<Promise<void>>();
  readonly #calls = new Map<number, (outcome: Outcome) => void>();
  readonly #listeners: ((topics: readonly ChangeTopic[]) => void)[] = [];
  #nextCall = 1;
  /** Of a thread that queries rows, while there is a writer. */
  #link: WriterLink | undefined;
  #api: Api | undefined;

  constructor(port: MessagePort, role: WorkerApiOptions['role'], parts: WorkerParts) {
    this.#port = port;
    this.#role = role;
    this.#parts = parts;
  }

  run(): void {
    this.#port.on('message', (message: ToWorker) => this.#receive(message));
    this.#post({ type: 'loaded' });
  }

  #post(message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  async #open(settings: OpenSettings): Promise<void> {
    const { label: _label, signingSeed, queryMs, leftJobs, ...workspace } = settings;
    const { createApi, foreign, ...means } = this.#parts;
    this.#api = await createApi({
      ...means,
      role: this.#role,
      workspace,
      signingSeed,
      sessionLimits: { queryMs },
      leftJobs,
      foreign: foreign.run,
      supervisor: {
        startJob: (jobId) => this.#post({ type: 'start-job', jobId }),
        callWriter: (task, params) => this.#callWriter(task, params),
        visitPlace: (path, order) => this.#call((id) => ({ type: 'visit-place', id, path, order })),
        askSource: (request) => this.#call((id) => ({ type: 'ask-source', id, request })),
        changed: (topics) => this.#post({ type: 'changed', topics }),
        openWorkspace: (request) => this.#post({ type: 'open-workspace', request }),
        accessChanged: (access) => this.#post({ type: 'access', access }),
        filling: (filling) => this.#post({ type: 'filling', filling }),
        migrating: () => this.#post({ type: 'migrating' }),
        damaged: (error) => this.#post({ type: 'damaged', error: toWireError(error) }),
        moved: (error) => this.#post({ type: 'moved', error: toWireError(error) }),
      },
      onChange: (listener) => void this.#listeners.push(listener),
    });
  }

  #callWriter(task: string, params: unknown): Promise<unknown> {
    if (this.#link?.isOpen === true) return this.#link.call(task, params);
    return this.#call((id) => ({ type: 'call', id, task, params }));
  }

  async #call(messageOf: (id: number) => FromWorker): Promise<unknown> {
    const id = this.#nextCall++;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#calls.set(id, resolve);
      this.#post(messageOf(id));
    });
    return valueOf(outcome);
  }

  async #answer(message: RequestMessage): Promise<void> {
    const { id } = message;
    const exchange: Exchange = {
      abort: new AbortController(),
      upload: undefined,
      download: undefined,
    };
    this.#exchanges.set(id, exchange);
    try {
      if (message.streamed) {
        exchange.upload = new ChunkReceiver({
          pull: () => this.#post({ type: 'pull', id }),
          stop: () => this.#post({ type: 'stop', id }),
        });
      }
      const { signal } = exchange.abort;
      const admitted = admittedBy(message, exchange.upload?.stream ?? message.body, signal);
      if (this.#api === undefined) throw new Error('A request came before the API was open.');
      const response = await unlessAborted(this.#api.serve(admitted), signal);
      this.#dropUpload(exchange, id);
      if (response !== undefined) await this.#send(id, response, exchange);
    } catch (error) {
      this.#post({ type: 'fail', id, message: toWireError(error).message });
    } finally {
      this.#exchanges.delete(id);
    }
  }

  /** An answered request needs no more of its body. */
  #dropUpload(exchange: Exchange, id: number): void {
    if (exchange.upload === undefined) return;
    exchange.upload.fail('The request was answered before its body was read.');
    exchange.upload = undefined;
    this.#post({ type: 'stop', id });
  }

  async #send(id: number, response: Response, exchange: Exchange): Promise<void> {
    const { status } = response;
    const headers = [...response.headers];
    // What is there within one turn of the event loop travels with the head; a live stream does not.
    // A data thread streams nothing: its answers leave whole, and it is free for the next query.
    const inline = this.#role === 'data' ? Number.POSITIVE_INFINITY : inlineBodyBytes;
    const body = await gatherAnswer(response, inline, () => setImmediate());
    if (exchange.abort.signal.aborted) {
      if (!body.complete) await body.reader.cancel();
      return;
    }
    if (body.complete) {
      this.#post(
        { type: 'response', id, status, headers, body: body.bytes, streamed: false },
        body.bytes === null ? [] : [body.bytes.buffer],
      );
      return;
    }
    this.#post({ type: 'response', id, status, headers, body: null, streamed: true });
    await new Promise<void>((resolve) => {
      exchange.abort.signal.addEventListener('abort', () => resolve());
      exchange.download = new ChunkSender(
        body.reader,
        {
          chunk: (bytes) => this.#post({ type: 'chunk', id, bytes }, [bytes.buffer]),
          end: () => {
            this.#post({ type: 'end', id });
            resolve();
          },
          fail: (reason) => {
            this.#post({ type: 'fail', id, message: reason });
            resolve();
          },
        },
        body.ready,
      );
    });
  }

  #cancel(id: number): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    exchange.upload?.fail('The client left.');
    exchange.download?.stop();
    exchange.abort.abort();
  }

  /** What requests bring lasts as long as whoever sends it likes. Jobs are told to stop when the API closes. */
  #giveUpReading(): void {
    if (this.#role === 'jobs') return;
    this.#parts.foreign.close();
    for (const { upload } of this.#exchanges.values()) upload?.fail(ledgerCloses());
  }

  async #close(): Promise<void> {
    // Streams last until somebody ends them; what is being answered is answered first.
    for (const [id, exchange] of this.#exchanges) {
      if (exchange.download === undefined) continue;
      this.#cancel(id);
      this.#post({ type: 'end', id });
    }
    this.#giveUpReading();
    await Promise.race([Promise.all(this.#running), setTimeout(drainMs)]);
    await this.#api?.close();
    this.#post({ type: 'closed' });
  }

  #runTask(name: string, params: unknown): Promise<Outcome> {
    return outcomeOf(async () => this.#api?.runTask(name, params));
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  #receive(message: ToWorker): void {
    switch (message.type) {
      case 'open':
        this.#open(message.settings).then(
          () => this.#post({ type: 'ready', ledger: this.#api?.ledger }),
          (error: unknown) => this.#post({ type: 'fatal', error: toWireError(error) }),
        );
        break;
      case 'request':
        this.#track(this.#answer(message));
        break;
      case 'chunk':
        this.#exchanges.get(message.id)?.upload?.push(message.bytes);
        break;
      case 'end':
        this.#exchanges.get(message.id)?.upload?.end();
        break;
      case 'fail':
        this.#exchanges.get(message.id)?.upload?.fail(message.message);
        break;
      case 'pull':
        this.#exchanges.get(message.id)?.download?.pull();
        break;
      case 'stop':
      case 'cancel':
        this.#cancel(message.id);
        break;
      case 'task':
        void this.#runTask(message.name, message.params).then((outcome) =>
          this.#post({ type: 'task-result', id: message.id, outcome }),
        );
        break;
      case 'call-result': {
        const settle = this.#calls.get(message.id);
        this.#calls.delete(message.id);
        settle?.(message.outcome);
        break;
      }
      case 'serve-link':
        answerLink(message.port, (name, params) => this.#runTask(name, params));
        break;
      case 'use-link':
        this.#link = new WriterLink(message.port, new QueryEnd(message.end));
        break;
      case 'changed':
        for (const listener of this.#listeners) listener(message.topics);
        break;
      case 'ping':
        this.#post({ type: 'pong' });
        break;
      case 'leave':
        this.#giveUpReading();
        break;
      case 'close':
        void this.#close();
        break;
    }
  }
}

/** The request of a message. @throws when it names no route that is known here */
function admittedBy(
  { operationId, parameters, url, headers, caller }: RequestMessage,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  signal: AbortSignal,
): Admitted {
  const route = routeOf(operationId);
  if (route === undefined) throw new Error(`There is no operation ${operationId} on this thread.`);
  const request = new Request(url, {
    method: route.method,
    headers,
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  });
  return { request, url: new URL(url), match: { route, parameters }, caller };
}

/** The response, or nothing when nobody waits for it any more: then it is thrown away when it comes. */
async function unlessAborted(
  answer: Promise<Response>,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const response = await Promise.race([answer, aborted]);
  if (response === undefined) {
    answer.then(
      (late) => late.body?.cancel(),
      () => {},
    );
  }
  return response;
}
