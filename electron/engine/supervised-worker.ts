/** One worker thread that is kept running: opened, restarted with back-off after a crash, closed in order. */
import { Worker, type MessagePort } from 'node:worker_threads';
import type { FileIdentity } from '../database/open-place.ts';
import { withCodeCache } from './code-cache.ts';
import { answeringMemory, threadMemory, type EngineLimits } from './engine-limits.ts';
import { fromWireError } from './revive-error.ts';
import type { FromWorker, OpenSettings, ToWorker, WorkerRole } from './wire.ts';

/** What a message hands over. */
type Transfer = readonly (ArrayBuffer | MessagePort)[];

/**
 * `loading` code · `idle` loaded, nothing open · `opening` · `ready` · `waiting` to start again ·
 * `failed` for good · `closing` · `closed`.
 */
export type WorkerState =
  | 'loading'
  | 'idle'
  | 'opening'
  | 'ready'
  | 'waiting'
  | 'failed'
  | 'closing'
  | 'closed';

export interface SupervisedWorkerOptions {
  readonly role: WorkerRole;
  readonly entry: URL;
  readonly limits: EngineLimits;
  /** Whether to start again after a crash. A lost lock cannot be taken back unseen. */
  readonly restart: boolean;
  readonly onMessage: (message: FromWorker) => void;
  /** The thread ended; whatever it was asked is lost. */
  readonly onDown: (reason: string) => void;
  readonly onState: (state: WorkerState) => void;
  readonly log: (line: string) => void;
}

export class SupervisedWorker {
  readonly #options: SupervisedWorkerOptions;
  #worker: Worker | undefined;
  #state: WorkerState = 'loading';
  #settings: OpenSettings | undefined;
  #everReady = false;
  #crashes = 0;
  #nextStartAt: number | undefined;
  #failure: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #waiters: PromiseWithResolvers<void>[] = [];
  #ended = Promise.withResolvers<void>();

  /** Starts the thread, which loads its code; `open` makes it open its databases. */
  constructor(options: SupervisedWorkerOptions) {
    this.#options = options;
    this.#spawn();
  }

  get role(): WorkerRole {
    return this.#options.role;
  }

  get state(): WorkerState {
    return this.#state;
  }

  /** Crashes in a row. */
  get crashes(): number {
    return this.#crashes;
  }

  /** When it starts again, while it waits for that; milliseconds since 1970. */
  get nextStartAt(): number | undefined {
    return this.#state === 'waiting' ? this.#nextStartAt : undefined;
  }

  /** Whether it has ever been ready: what fails then is no failure to open. */
  get everReady(): boolean {
    return this.#everReady;
  }

  /** Which file the ledger is that it has, or had, open. */
  get ledger(): FileIdentity | undefined {
    return this.#settings?.ledger;
  }

  /** Why it failed for good. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Opens what the role opens.
   * @throws the worker's own error when the first opening fails; later ones lead to restarts.
   */
  open(settings: OpenSettings): Promise<void> {
    this.#settings = settings;
    if (this.#state === 'idle') this.#open();
    return this.whenReady();
  }

  /** Resolves at once when the worker is ready, otherwise when it is. @throws when it stays down. */
  whenReady(): Promise<void> {
    if (this.#state === 'ready') return Promise.resolve();
    if (isDown(this.#state)) return Promise.reject(this.#downError());
    const waiter = Promise.withResolvers<void>();
    this.#waiters.push(waiter);
    return waiter.promise;
  }

  /**
   * Sends `message` to a worker that is open, opens or closes: while it does, it may ask the writer and
   * waits for the answer. A message to any other is dropped.
   */
  post(message: ToWorker, transfer: Transfer = []): void {
    if (isOpen(this.#state) || this.#state === 'closing') send(this.#worker, message, transfer);
  }

  /** Asks for a sign of life; a thread that gives none within the limit is ended and started again. */
  probe(): void {
    if (this.#state !== 'ready' || this.#watchdog !== undefined) return;
    this.post({ type: 'ping' });
    this.#watchdog = setTimeout(() => {
      this.#options.log(`The ${this.#options.role} thread hangs; it is ended.`);
      void this.#worker?.terminate();
    }, this.#options.limits.hangMs);
  }

  /** Gives the thread up: it ends as soon as it can, is not started again, and is not listened to. */
  discard(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    if (isDown(this.#state)) return;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#setState('closed');
    void worker?.terminate();
    this.#options.onDown('the thread was given up');
  }

  /** Closes the databases, then the thread. Ends the thread by force only past the limit. */
  async close(): Promise<void> {
    const worker = this.#worker;
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    if (isDown(this.#state)) return;
    if (worker === undefined || !isOpen(this.#state)) {
      this.#setState('closed');
      await worker?.terminate();
      return;
    }
    const opening = this.#state === 'opening';
    this.#setState('closing');
    const limit = setTimeout(() => {
      this.#options.log(`The ${this.#options.role} thread did not close in time; it is ended.`);
      this.#ended.resolve();
    }, this.#options.limits.closeMs);
    // While it opens it answers `ready` or `fatal` first; only then is there something to close.
    if (!opening) send(worker, { type: 'close' });
    await this.#ended.promise;
    clearTimeout(limit);
    this.#setState('closed');
    await worker.terminate();
  }

  #spawn(): void {
    const { role, entry, log } = this.#options;
    this.#setState('loading');
    const worker = new Worker(entry, {
      name: `proofdesk-${role}`,
      workerData: { role },
      resourceLimits: role === 'data' || role === 'writer' ? answeringMemory : threadMemory,
      env: withCodeCache(process.env),
      // Nothing but the host may write to standard output: its first line is read by programs.
      stdout: true,
      stderr: true,
    });
    this.#worker = worker;
    for (const output of [worker.stdout, worker.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => log(text.trimEnd()));
    }
    worker.on('message', (message: FromWorker) => {
      if (worker === this.#worker) this.#receive(message);
    });
    worker.on('error', (error: Error) => {
      this.#failure = error;
      log(`The ${role} thread crashed: ${describeCrash(error)}`);
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#down(`the ${role} thread ended`);
    });
  }

  #open(): void {
    if (this.#settings === undefined) return;
    this.#setState('opening');
    send(this.#worker, { type: 'open', settings: this.#settings });
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'loaded':
        if (this.#state !== 'loading') break;
        this.#setState('idle');
        this.#open();
        break;
      case 'ready':
        // Whenever the thread starts again it has to find the same file.
        if (this.#settings !== undefined) {
          this.#settings = { ...this.#settings, ledger: message.ledger };
        }
        if (this.#state === 'closing') {
          send(this.#worker, { type: 'close' });
          break;
        }
        this.#becomeReady();
        break;
      case 'fatal':
        this.#failure = fromWireError(message.error);
        // Nothing was opened, or it was closed again by the failure: the thread can go.
        void this.#worker?.terminate();
        break;
      case 'pong':
        clearTimeout(this.#watchdog);
        this.#watchdog = undefined;
        break;
      case 'closed':
        this.#ended.resolve();
        break;
      case 'response':
      case 'chunk':
      case 'end':
      case 'fail':
      case 'pull':
      case 'stop':
      case 'task-result':
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
        this.#options.onMessage(message);
        break;
    }
  }

  #becomeReady(): void {
    this.#everReady = true;
    this.#failure = undefined;
    this.#timer = setTimeout(() => {
      this.#crashes = 0;
    }, this.#options.limits.recoveredMs);
    this.#timer.unref();
    this.#setState('ready');
    for (const waiter of this.#takeWaiters()) waiter.resolve();
  }

  #down(reason: string): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    const { state } = this;
    this.#options.onDown(reason);
    if (state === 'closing' || state === 'closed') {
      this.#ended.resolve();
      return;
    }
    const { limits, restart, role, log } = this.#options;
    this.#crashes += 1;
    if (!this.#everReady || !restart || this.#crashes > limits.attempts) {
      this.#failure ??= new Error(reason);
      this.#setState('failed');
      for (const waiter of this.#takeWaiters()) waiter.reject(this.#failure);
      return;
    }
    const [first, longest] = limits.backOffMs;
    const pause = Math.min(longest, first * 2 ** (this.#crashes - 1));
    log(`The ${role} thread starts again in ${pause} ms (crash ${this.#crashes}).`);
    this.#nextStartAt = Date.now() + pause;
    this.#setState('waiting');
    this.#timer = setTimeout(() => this.#spawn(), pause);
  }

  #setState(state: WorkerState): void {
    this.#state = state;
    if (state === 'closing' || state === 'closed') {
      for (const waiter of this.#takeWaiters()) waiter.reject(this.#downError());
    }
    this.#options.onState(state);
  }

  #takeWaiters(): PromiseWithResolvers<void>[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    return waiters;
  }

  #downError(): Error {
    return this.#failure ?? new Error(`The ${this.#options.role} thread is closed.`);
  }
}

function send(worker: Worker | undefined, message: ToWorker, transfer: Transfer = []): void {
  worker?.postMessage(message, transfer);
}

/** Which error and where, without its message: that could quote a part of a body. */
function describeCrash(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${code}`, ...frames].join('\n');
}

/** Whether a database may be open. */
function isOpen(state: WorkerState): boolean {
  return state === 'opening' || state === 'ready';
}

function isDown(state: WorkerState): boolean {
  return state === 'failed' || state === 'closing' || state === 'closed';
}
