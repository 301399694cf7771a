/** Topics that changed, as a stream of JSON lines; never the data itself. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';

/** A line at least this often, so that a dead connection is noticed; milliseconds. */
const heartbeatEvery = 15_000;

/** Who wants to know of changes. */
export class ChangeHub {
  readonly #subscriptions = new Set<Subscription>();

  emit(topics: readonly ChangeTopic[]): void {
    for (const subscription of this.#subscriptions) subscription.notify(topics);
  }

  /** Ends every stream. */
  close(): void {
    for (const subscription of this.#subscriptions) subscription.end();
  }

  /**
   * A stream of `{"changed":[…]}` lines. The first, without topics, says that it listens. A slow
   * reader gets the union of what it missed in one line. Ends with the hub, or when `signal` aborts.
   */
  stream(signal: AbortSignal): ReadableStream<Uint8Array> {
    const subscription = new Subscription(signal, () => this.#subscriptions.delete(subscription));
    this.#subscriptions.add(subscription);
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => subscription.open(controller),
        pull: () => subscription.flush(),
        cancel: () => subscription.leave(),
      },
      { highWaterMark: 2 },
    );
  }
}

/** One open stream. */
class Subscription {
  readonly #signal: AbortSignal;
  readonly #leave: () => void;
  readonly #pending = new Set<ChangeTopic>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #end = () => this.end();

  constructor(signal: AbortSignal, leave: () => void) {
    this.#signal = signal;
    this.#leave = leave;
  }

  open(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.#heartbeat = setInterval(() => {
      if (this.#hasRoom()) this.#write([]);
    }, heartbeatEvery);
    this.#heartbeat.unref();
    this.#signal.addEventListener('abort', this.#end, { once: true });
    this.#write([]);
  }

  notify(topics: readonly ChangeTopic[]): void {
    for (const topic of topics) this.#pending.add(topic);
    this.flush();
  }

  flush(): void {
    if (this.#pending.size === 0 || !this.#hasRoom()) return;
    const topics = [...this.#pending];
    this.#pending.clear();
    this.#write(topics);
  }

  /** Ends the stream from this side. */
  end(): void {
    this.leave();
    this.#controller?.close();
  }

  /** Stops listening. */
  leave(): void {
    clearInterval(this.#heartbeat);
    this.#signal.removeEventListener('abort', this.#end);
    this.#leave();
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #write(topics: readonly ChangeTopic[]): void {
    this.#controller?.enqueue(Buffer.from(`${JSON.stringify({ changed: topics })}\n`));
  }
}
