/** What every API thread does, whatever its role: opens, answers requests, runs tasks, closes. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { routeOf } from '../../shared/contract/routes.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { Api, ThreadOptions } from '../api/create-api.ts';
import type { Admitted } from '../serve-request.ts';
import { ChunkReceiver, ChunkSender, gatherBody } from './body-stream.ts';
import { ledgerCloses, type ForeignThreads } from './foreign-threads.ts';
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
  const exchanges = new Map<number, Exchange>();
  const running = new Set<Promise<void>>();
  const calls = new Map<number, (outcome: Outcome) => void>();
  const listeners: ((topics: readonly ChangeTopic[]) => void)[] = [];
  let nextCall = 1;
  let api: Api | undefined;

  const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []) => {
    port.postMessage(message, transfer);
  };

  async function open(settings: OpenSettings): Promise<void> {
    api = await parts.createApi({
      role,
      workspace: {
        kind: settings.kind,
        directory: settings.directory,
        dataRoot: settings.dataRoot,
        version: settings.version,
        caseId: settings.caseId,
        demoRecords: settings.demoRecords,
        demoRows: settings.demoRows,
        readOnly: settings.readOnly,
        ledger: settings.ledger,
        isKnown: settings.isKnown,
      },
      signingSeed: settings.signingSeed,
      sessionLimits: { queryMs: settings.queryMs },
      leftJobs: settings.leftJobs,
      clock: parts.clock,
      monotonic: parts.monotonic,
      random: parts.random,
      foreign: parts.foreign.run,
      supervisor: {
        startJob: (jobId) => post({ type: 'start-job', jobId }),
        callWriter: (task, params) => callWriter(task, params),
        changed: (topics) => post({ type: 'changed', topics }),
        openWorkspace: (request) => post({ type: 'open-workspace', request }),
        accessChanged: (access) => post({ type: 'access', access }),
        filling: (filling) => post({ type: 'filling', filling }),
        damaged: (error) => post({ type: 'damaged', error: toWireError(error) }),
        moved: (error) => post({ type: 'moved', error: toWireError(error) }),
      },
      onChange: (listener) => void listeners.push(listener),
    });
  }

  async function callWriter(task: string, params: unknown): Promise<unknown> {
    const id = nextCall++;
    const outcome = await new Promise<Outcome>((resolve) => {
      calls.set(id, resolve);
      post({ type: 'call', id, task, params });
    });
    return valueOf(outcome);
  }

  async function answer(message: RequestMessage): Promise<void> {
    const { id } = message;
    const exchange: Exchange = {
      abort: new AbortController(),
      upload: undefined,
      download: undefined,
    };
    exchanges.set(id, exchange);
    try {
      if (message.streamed) {
        exchange.upload = new ChunkReceiver({
          pull: () => post({ type: 'pull', id }),
          stop: () => post({ type: 'stop', id }),
        });
      }
      const { signal } = exchange.abort;
      const admitted = admittedBy(message, exchange.upload?.stream ?? message.body, signal);
      if (api === undefined) throw new Error('A request came before the API was open.');
      const response = await unlessAborted(api.serve(admitted), signal);
      dropUpload(exchange, id);
      if (response !== undefined) await send(id, response, exchange);
    } catch (error) {
      post({ type: 'fail', id, message: toWireError(error).message });
    } finally {
      exchanges.delete(id);
    }
  }

  /** An answered request needs no more of its body. */
  function dropUpload(exchange: Exchange, id: number): void {
    if (exchange.upload === undefined) return;
    exchange.upload.fail('The request was answered before its body was read.');
    exchange.upload = undefined;
    post({ type: 'stop', id });
  }

  async function send(id: number, response: Response, exchange: Exchange): Promise<void> {
    const { status } = response;
    const headers = [...response.headers];
    // What is there within one turn of the event loop travels with the head; a live stream does not.
    // A data thread streams nothing: its answers leave whole, and it is free for the next query.
    const inline = role === 'data' ? Number.POSITIVE_INFINITY : inlineBodyBytes;
    const body = await gatherBody(response.body, inline, () => setImmediate());
    if (exchange.abort.signal.aborted) {
      if (!body.complete) await body.reader.cancel();
      return;
    }
    if (body.complete) {
      post(
        { type: 'response', id, status, headers, body: body.bytes, streamed: false },
        body.bytes === null ? [] : [body.bytes.buffer],
      );
      return;
    }
    post({ type: 'response', id, status, headers, body: null, streamed: true });
    await new Promise<void>((resolve) => {
      exchange.abort.signal.addEventListener('abort', () => resolve());
      exchange.download = new ChunkSender(
        body.reader,
        {
          chunk: (bytes) => post({ type: 'chunk', id, bytes }, [bytes.buffer]),
          end: () => {
            post({ type: 'end', id });
            resolve();
          },
          fail: (reason) => {
            post({ type: 'fail', id, message: reason });
            resolve();
          },
        },
        body.ready,
      );
    });
  }

  function cancel(id: number): void {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    exchange.upload?.fail('The client left.');
    exchange.download?.stop();
    exchange.abort.abort();
  }

  /** What requests bring lasts as long as whoever sends it likes. Jobs are told to stop when the API closes. */
  function giveUpReading(): void {
    if (role === 'jobs') return;
    parts.foreign.close();
    for (const { upload } of exchanges.values()) upload?.fail(ledgerCloses());
  }

  async function close(): Promise<void> {
    // Streams last until somebody ends them; what is being answered is answered first.
    for (const [id, exchange] of exchanges) {
      if (exchange.download === undefined) continue;
      cancel(id);
      post({ type: 'end', id });
    }
    giveUpReading();
    await Promise.race([Promise.all(running), setTimeout(drainMs)]);
    await api?.close();
    post({ type: 'closed' });
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'open':
        open(message.settings).then(
          () => post({ type: 'ready', ledger: api?.ledger }),
          (error: unknown) => post({ type: 'fatal', error: toWireError(error) }),
        );
        break;
      case 'request':
        track(answer(message));
        break;
      case 'chunk':
        exchanges.get(message.id)?.upload?.push(message.bytes);
        break;
      case 'end':
        exchanges.get(message.id)?.upload?.end();
        break;
      case 'fail':
        exchanges.get(message.id)?.upload?.fail(message.message);
        break;
      case 'pull':
        exchanges.get(message.id)?.download?.pull();
        break;
      case 'stop':
      case 'cancel':
        cancel(message.id);
        break;
      case 'task':
        void outcomeOf(async () => api?.runTask(message.name, message.params)).then((outcome) =>
          post({ type: 'task-result', id: message.id, outcome }),
        );
        break;
      case 'call-result': {
        const settle = calls.get(message.id);
        calls.delete(message.id);
        settle?.(message.outcome);
        break;
      }
      case 'changed':
        for (const listener of listeners) listener(message.topics);
        break;
      case 'ping':
        post({ type: 'pong' });
        break;
      case 'leave':
        giveUpReading();
        break;
      case 'close':
        void close();
        break;
    }
  }

  port.on('message', receive);
  post({ type: 'loaded' });
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
