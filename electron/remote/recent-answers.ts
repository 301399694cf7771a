/** Idempotency-Key for what a host answers itself: kept in memory, since a restart has other states anyway. */
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { Clock } from '../../shared/time.ts';
import type { IdempotentRequest, RouteReply } from '../route-handler.ts';

/** As long as the answers of the ledger; milliseconds. */
const keptFor = 24 * 60 * 60 * 1000;
const mostKept = 1_000;

interface Kept {
  readonly fingerprint: string;
  readonly reply: Promise<RouteReply>;
  readonly at: number;
}

export class RecentAnswers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The reply of the first request with this key if there was one, otherwise that of `effect`. A
   * failure is not kept: it had no effect.
   * @throws {ApiError} `idempotency_key_reused`, and what `effect` throws
   */
  async once(
    request: IdempotentRequest | undefined,
    effect: () => Promise<RouteReply>,
  ): Promise<RouteReply> {
    if (request === undefined) return effect();
    const now = this.#clock();
    for (const [name, { at }] of this.#kept) {
      if (now - at >= keptFor || this.#kept.size > mostKept) this.#kept.delete(name);
    }
    const name = JSON.stringify([request.caller, request.operation, request.key]);
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      if (kept.fingerprint === request.fingerprint) {
        const reply = await kept.reply;
        return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } };
      }
      throw new ApiError(
        'idempotency_key_reused',
        'This Idempotency-Key came with a different request before. Send a new key for a new request.',
        {
          fields: [faultAt('Idempotency-Key', 'key_reused')],
          details: { idempotency_key: request.key },
        },
      );
    }
    const reply = effect();
    this.#kept.set(name, { fingerprint: request.fingerprint, reply, at: now });
    reply.catch(() => this.#kept.delete(name));
    return reply;
  }
}
