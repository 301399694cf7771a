/** A way of its own from a thread that queries rows to the writer: what it has committed does not pass the main thread. */
import type { MessagePort } from 'node:worker_threads';
import type { QueryEnd } from './query-end.ts';
import { valueOf } from './revive-error.ts';
import type { Outcome } from './wire.ts';

/** A task that the writer is asked to run. */
interface LinkedCall {
  readonly id: number;
  readonly task: string;
  readonly params: unknown;
}

interface LinkedResult {
  readonly id: number;
  readonly outcome: Outcome;
}

/** The end of a link at a thread that queries rows. */
export class WriterLink {
  readonly #port: MessagePort;
  readonly #end: QueryEnd;
  readonly #calls = new Map<number, (outcome: Outcome) => void>();
  #nextId = 1;
  #isOpen = true;

  constructor(port: MessagePort, end: QueryEnd) {
    this.#port = port;
    this.#end = end;
    port.on('message', ({ id, outcome }: LinkedResult) => this.#settle(id, outcome));
    port.on('close', () => this.#close());
  }

  /** Whether the writer is at the other end still. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Has the writer run a task. Never resolves for a query that was given up: it has no effect.
   * @throws the task's error, or that the writer stopped
   */
  async call(task: string, params: unknown): Promise<unknown> {
    if (!this.#end.end()) return new Promise(() => {});
    const id = this.#nextId++;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#calls.set(id, resolve);
      this.#port.postMessage({ id, task, params } satisfies LinkedCall, []);
    });
    return valueOf(outcome);
  }

  #settle(id: number, outcome: Outcome): void {
    const settle = this.#calls.get(id);
    this.#calls.delete(id);
    settle?.(outcome);
  }

  #close(): void {
    this.#isOpen = false;
    const message = 'the writer thread ended';
    const error = { name: 'Error', message, code: 'engine_unavailable', details: {} };
    for (const id of this.#calls.keys()) this.#settle(id, { ok: false, error });
  }
}

/** Runs at the writer what comes over a link. */
export function answerLink(
  port: MessagePort,
  run: (task: string, params: unknown) => Promise<Outcome>,
): void {
  port.on('message', ({ id, task, params }: LinkedCall) => {
    void run(task, params).then((outcome) =>
      port.postMessage({ id, outcome } satisfies LinkedResult, []),
    );
  });
}
