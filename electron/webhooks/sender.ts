/** Sends what is due, in the host's own process: no endpoint waits for another one. */
import type { Schedule } from '../database/schedule.ts';
import { takenSchema, type Ended, type Taken } from './deliveries.ts';
import type { Outcome, Outgoing } from './send-delivery.ts';

/** Tasks of the writer. */
export const takeTask = 'take-deliveries';
export const endedTask = 'delivery-ended';

/** How soon it is looked again where the writer did not answer; milliseconds. */
const againMs = 30_000;
/** The longest time that a timer is set for; milliseconds. */
const longestWait = 3_600_000;

export interface SenderMeans {
  /** Has the writer do something. */
  readonly runTask: (name: string, params: unknown) => Promise<unknown>;
  readonly send: (outgoing: Outgoing, signal: AbortSignal) => Promise<Outcome>;
  readonly schedule: Schedule;
  readonly log: (line: string) => void;
}

/** The deliveries of one open ledger. */
export class WebhookSender {
  readonly #means: SenderMeans;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #looking: Promise<void> | undefined;
  #isAsked = false;
  #callOff = () => {};

  constructor(means: SenderMeans) {
    this.#means = means;
  }

  /** Looks whether anything is due: something has changed. */
  poke(): void {
    if (this.#stop.signal.aborted) return;
    this.#isAsked = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Gives up what is under way: it is sent again as the ledger is opened again. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#callOff();
    await Promise.all([this.#looking, ...this.#busy.values()]);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#busy.size > 0) {
      await Promise.all([this.#looking, ...this.#busy.values()]);
    }
  }

  async #look(): Promise<void> {
    while (this.#isAsked && !this.#stop.signal.aborted) {
      this.#isAsked = false;
      this.#callOff();
      try {
        const busy = [...this.#busy.keys()];
        const taken = await this.#means.runTask(takeTask, { busy });
        if (this.#stop.signal.aborted) return;
        this.#begin(takenSchema.parse(taken));
      } catch (error) {
        this.#failed(error);
        this.#later(againMs);
      }
    }
  }

  #begin({ due, wait }: Taken): void {
    for (const { deliveryId, endpointId, outgoing } of due) {
      const attempt = this.#attempt(deliveryId, outgoing).finally(() => {
        this.#busy.delete(endpointId);
        this.poke();
      });
      this.#busy.set(endpointId, attempt);
    }
    if (wait !== null) this.#later(wait);
  }

  async #attempt(deliveryId: string, outgoing: Outgoing): Promise<void> {
    const { send, runTask } = this.#means;
    const { signal } = this.#stop;
    const outcome = await send(outgoing, signal);
    if (signal.aborted) return;
    try {
      await runTask(endedTask, { deliveryId, outcome } satisfies Ended);
    } catch (error) {
      this.#failed(error);
      // What could not be noted is sent again: not at once, and not for ever in between.
      await this.#pause(againMs);
    }
  }

  /** Resolves later, or as soon as this is closed. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.#means.schedule(milliseconds, resolve);
      const stop = () => {
        callOff();
        resolve();
      };
      this.#stop.signal.addEventListener('abort', stop, { once: true });
    });
  }

  #later(milliseconds: number): void {
    this.#callOff = this.#means.schedule(Math.min(milliseconds, longestWait), () => this.poke());
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#means.log(JSON.stringify({ level: 'warn', event: 'webhooks_not_looked_at', reason }));
  }
}
