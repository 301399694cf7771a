/** How much keys may have under way at the same time, so that none of them keeps anybody else out. */
import { ApiError } from '../../shared/contract/errors.ts';
import { instant } from '../../shared/time.ts';

export interface Ration {
  /** Of one key. */
  readonly ofKey: number;
  /** Of all keys of the ledger together. The keys of the host do not count: they are the operator's. */
  readonly ofAll: number;
}

/** Requests, streams of changes and batches of decisions that are being answered. */
export const rations = {
  requests: { ofKey: 32, ofAll: 128 },
  streams: { ofKey: 8, ofAll: 64 },
  batches: { ofKey: 4, ofAll: 32 },
} as const satisfies Record<string, Ration>;

/** Rations of the key of this start: it is the operator's own, but one program of theirs is not all of them. */
export const hostRations = {
  requests: 128,
  streams: 32,
  batches: 4,
} as const satisfies Record<keyof typeof rations, number>;

/** Jobs of one key that wait or run. */
export const jobsOfKey = 16;

/** When it makes sense to ask again: there is no instant at which something is over. */
const againMs = 1_000;

/** Counts what keys have under way of one kind. */
export class UnderWay {
  readonly #kind: keyof typeof rations;
  readonly #ofKeys = new Map<string, number>();
  #ofAll = 0;

  constructor(kind: keyof typeof rations) {
    this.#kind = kind;
  }

  /**
   * Takes a place for one more, and answers what gives it back (once, however often it is called).
   * @throws {ApiError} `rate_limit_exceeded` when the key, or all keys together, have no place left
   */
  take(keyId: string, isHosts: boolean, now: number): () => void {
    const { ofKey, ofAll } = rations[this.#kind];
    const limit = isHosts ? hostRations[this.#kind] : ofKey;
    const taken = this.#ofKeys.get(keyId) ?? 0;
    if (taken >= limit) throw tooMany(`This API key has ${limit} ${words[this.#kind]}`, limit, now);
    if (!isHosts && this.#ofAll >= ofAll) {
      throw tooMany(`All API keys together have ${ofAll} ${words[this.#kind]}`, ofAll, now);
    }
    this.#ofKeys.set(keyId, taken + 1);
    if (!isHosts) this.#ofAll += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#ofKeys.get(keyId) ?? 1) - 1;
      if (left > 0) this.#ofKeys.set(keyId, left);
      else this.#ofKeys.delete(keyId);
      if (!isHosts) this.#ofAll -= 1;
    };
  }
}

const words = {
  requests: 'requests that are being answered',
  streams: 'streams of changes open',
  batches: 'batches of decisions that are being appended',
} as const;

/** In the specified error of a rate; its period is the pause after which to ask again. */
export function tooMany(what: string, limit: number, now: number): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    `${what}, and may not have more at the same time. Send the request again when one of them is over.`,
    {
      details: {
        limit,
        period: `${againMs / 1_000}s`,
        reset_at: instant(now + againMs),
      },
      headers: { 'retry-after': String(againMs / 1_000) },
    },
  );
}
