/** Whose turn it is to write: an append is short, an import commit is long and lets others wait. */
import { ApiError } from '../../shared/contract/errors.ts';
import { Turns } from '../../shared/turns.ts';
import type { Place } from '../database/open-place.ts';

/** One writer at a time, in order of arrival, while the ledger is where it was opened. */
export class WriteLock {
  readonly #turns = new Turns(1);
  readonly #place: Place;

  /** @param place of the files that are written */
  constructor(place: Place) {
    this.#place = place;
  }

  /**
   * Runs `work` when it is its turn, at once where nobody writes, and hands on when it is over. A
   * caller that leaves while it waits is never run. What was written to files that were moved or
   * removed meanwhile is not acknowledged: whoever opens the ledger next may not find it.
   * @throws {ApiError} `engine_unavailable` when `signal` is aborted before its turn
   * @throws {DatabaseError} `moved`
   */
  run<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#inTurn(async () => {
      this.#place.confirmLately();
      const done = await work();
      this.#place.confirm();
      return done;
    }, signal);
  }

  /** The last turn, which closes what the others wrote to, wherever that is by now. */
  close(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(work);
  }

  async #inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.#turns.take(signal);
    const end = typeof turn === 'function' ? turn : await turn.catch(refuseLeft);
    try {
      return await work();
    } finally {
      end();
    }
  }
}

function refuseLeft(): never {
  throw new ApiError(
    'engine_unavailable',
    'The client left before its turn to write: nothing was written.',
  );
}
