/** Whose turn it is to write: an append is short, an import commit is long and lets others wait. */
import { ApiError } from '../../shared/contract/errors.ts';

/** One writer at a time, in order of arrival. */
export class WriteLock {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  /**
   * Runs `work` when it is its turn, and hands on when it is over. A caller that leaves while it
   * waits is never run.
   * @throws {ApiError} `engine_unavailable` when `signal` is aborted before its turn
   */
  async run<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#held) await this.#turn(signal);
    this.#held = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The lock stays held between two turns: nobody who arrives now overtakes the next.
      if (next === undefined) this.#held = false;
      else next();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw left();
    await new Promise<void>((resolve, reject) => {
      const take = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const place = this.#waiting.indexOf(take);
        if (place < 0) return;
        this.#waiting.splice(place, 1);
        reject(left());
      };
      this.#waiting.push(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

function left(): ApiError {
  return new ApiError(
    'engine_unavailable',
    'The client left before its turn to write: nothing was written.',
  );
}
