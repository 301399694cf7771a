/** Threads that query rows: one query each at a time, started when they are needed, replaced when a query does not end. */
import { clientGone } from './engine-error.ts';
import { QueryEnd } from './query-end.ts';
import type { OutgoingRequest, WorkerClient } from './worker-client.ts';
import type { OpenSettings } from './wire.ts';

export interface DataPoolOptions {
  readonly createClient: () => WorkerClient;
  /** Threads at most. */
  readonly size: number;
  /** How long a query may take before its thread is given up; milliseconds. */
  readonly queryMs: number;
  /** How long a request may wait for a thread; milliseconds. */
  readonly waitMs: number;
  readonly answers: {
    /** A query was stopped; nothing of it was kept. */
    stopped(request: OutgoingRequest): Response;
    /** No thread took the request. */
    unavailable(request: OutgoingRequest, reason: string): Response;
  };
  readonly log: (line: string) => void;
}

interface Slot {
  readonly client: WorkerClient;
  isBusy: boolean;
  /** Of the last request: its rows may be sorted there already. */
  session: string | undefined;
  /** Runs out while a query runs; undefined once it is over. */
  timer: NodeJS.Timeout | undefined;
  readonly end: QueryEnd;
  isGivenUp: boolean;
}

interface Waiting {
  readonly session: string | undefined;
  take(slot: Slot): void;
  refuse(reason: string): void;
}

export class DataPool {
  readonly #options: DataPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting = new Set<Waiting>();
  #settings: OpenSettings | undefined;
  #isClosed = false;

  constructor(options: DataPoolOptions) {
    this.#options = options;
  }

  /** From now on threads can be started. */
  open(settings: OpenSettings): void {
    this.#settings = settings;
  }

  has(client: WorkerClient): boolean {
    return this.#slotOf(client) !== undefined;
  }

  /**
   * Notes that the query of a thread has ended: what it asks for now is not stopped any more. False
   * when it was given up before: then what it asks for must not be done.
   */
  queryEnded(client: WorkerClient): boolean {
    const slot = this.#slotOf(client);
    return slot?.end.end() ?? false;
  }

  /** The threads that run, each with what tells of the end of its query. */
  *threads(): Iterable<{ readonly client: WorkerClient; readonly end: QueryEnd }> {
    for (const { client, end } of this.#slots) yield { client, end };
  }

  /** Answers a request on a thread of its own. Never rejects. */
  async fetch(request: OutgoingRequest): Promise<Response> {
    const { answers } = this.#options;
    let slot: Slot;
    try {
      slot = await this.#take(request);
      await slot.client.worker.whenReady().catch((error: unknown) => {
        this.#give(slot);
        throw error;
      });
    } catch (error) {
      if (!request.body.complete) request.body.reader.cancel().catch(() => {});
      return answers.unavailable(request, error instanceof Error ? error.message : String(error));
    }
    const stopped = Promise.withResolvers<Response>();
    slot.end.begin();
    slot.timer = setTimeout(() => {
      // It waits for the writer only, as long as that takes.
      if (!slot.end.giveUp()) return;
      // Before the thread is given up: its loss would be told instead.
      stopped.resolve(answers.stopped(request));
      this.#giveUp(slot);
    }, this.#options.queryMs);
    // A thread is busy until its query is over, whether or not its client still waits.
    const answered = slot.client.fetch({ ...request, signal: new AbortController().signal });
    const response = Promise.race([answered, stopped.promise]).finally(() => {
      clearTimeout(slot.timer);
      this.#give(slot);
    });
    return Promise.race([response, leaving(request.signal)]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#waiting) waiting.refuse('it is closing.');
    await Promise.all([...this.#slots].map((slot) => slot.client.worker.close()));
    this.#slots.clear();
  }

  #slotOf(client: WorkerClient): Slot | undefined {
    return [...this.#slots].find((slot) => slot.client === client);
  }

  async #take({ match, signal }: OutgoingRequest): Promise<Slot> {
    if (this.#isClosed) throw new Error('it is closing.');
    const idle = [...this.#slots].filter((slot) => !slot.isBusy);
    const session = match.parameters['session_id'];
    const slot = idle.find((each) => each.session === session) ?? idle[0] ?? this.#start();
    if (slot === undefined) return this.#wait(session, signal);
    slot.isBusy = true;
    slot.session = session;
    return slot;
  }

  #start(): Slot | undefined {
    if (this.#settings === undefined || this.#slots.size >= this.#options.size) return undefined;
    const client = this.#options.createClient();
    client.worker.open(this.#settings).catch(() => {
      // Whoever waits for it is told; the next request starts another.
      if (slot.client.worker.state === 'failed') this.#slots.delete(slot);
    });
    const slot: Slot = {
      client,
      isBusy: false,
      session: undefined,
      timer: undefined,
      end: new QueryEnd(),
      isGivenUp: false,
    };
    this.#slots.add(slot);
    return slot;
  }

  async #wait(session: string | undefined, signal: AbortSignal): Promise<Slot> {
    const turn = Promise.withResolvers<Slot>();
    const waiting: Waiting = {
      session,
      take: (slot) => turn.resolve(slot),
      refuse: (reason) => turn.reject(new Error(reason)),
    };
    const leave = () => waiting.refuse('the client left.');
    const timer = setTimeout(
      () => waiting.refuse('other queries are running.'),
      this.#options.waitMs,
    );
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.add(waiting);
    try {
      return await turn.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#waiting.delete(waiting);
    }
  }

  /** Hands a thread to the next request, or keeps it for one. */
  #give(slot: Slot): void {
    slot.isBusy = false;
    const [next] = this.#waiting;
    if (next === undefined) return;
    const free = slot.isGivenUp || slot.client.worker.state === 'failed' ? this.#start() : slot;
    if (free === undefined) return;
    this.#waiting.delete(next);
    free.isBusy = true;
    free.session = next.session;
    next.take(free);
  }

  /** A native query cannot be interrupted: its thread ends when it can, and another takes its place. */
  #giveUp(slot: Slot): void {
    this.#options.log('A query did not end in time; its thread is given up.');
    slot.isGivenUp = true;
    this.#slots.delete(slot);
    slot.client.worker.discard();
  }
}

/** Answers nobody once the client is gone. */
function leaving(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(clientGone());
    else signal.addEventListener('abort', () => resolve(clientGone()), { once: true });
  });
}
