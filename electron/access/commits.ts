/** The way of every request that writes: in turn, in one transaction, once for its key, told to whoever watches. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { IdempotentRequest, Principal, RouteReply } from '../route-handler.ts';
import { actorOf, type Acting } from './acting.ts';
import {
  onceReply,
  type IdempotencyStore,
  type OnceResult,
  type StoredAnswer,
} from './idempotency.ts';
import type { WriteLock } from './write-lock.ts';

/** The journal of the ledger, as far as it opens a transaction. */
interface Transactional {
  transaction<Result>(run: () => Result): Result;
}

/** The request that writes: a client that leaves before its turn is not written for. */
export interface WriteRequest {
  readonly idempotency: IdempotentRequest | undefined;
  readonly signal?: AbortSignal;
  /** Who asks. */
  readonly principal: Principal;
}

export interface Written extends StoredAnswer {
  /** Set where nothing was written: then nobody is told. */
  readonly isUnchanged?: boolean;
}

/** How a commit is answered, and whom it is told. */
export interface WriteAnswer {
  readonly status: number;
  readonly topics: readonly ChangeTopic[];
  /** Called once it is committed, before anybody is told. */
  readonly committed?: () => void;
}

export interface CommitsOptions<Journal extends Transactional> {
  /** The journal; throws while the ledger cannot be appended to. */
  readonly journal: () => Journal;
  /** Runs one `IMMEDIATE` transaction over the ledger with the time that it keeps; RFC 3339. */
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly lock: WriteLock;
  /** Told who acts while an effect runs. */
  readonly acting: Acting;
  /** Of the database that the transactions write to. */
  readonly idempotency: IdempotencyStore;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

/** Commits of requests: a repeated one gets the first answer, and its effect is there once. */
export class Commits<Journal extends Transactional> {
  readonly #options: CommitsOptions<Journal>;

  constructor(options: CommitsOptions<Journal>) {
    this.#options = options;
  }

  /**
   * Runs an effect that appends to the ledger.
   * @throws {ApiError} `engine_unavailable` where nothing can be appended or the client left,
   * `idempotency_key_reused`, and what `effect` throws: then nothing is written
   */
  append(
    request: WriteRequest,
    topics: readonly ChangeTopic[],
    effect: (journal: Journal) => Written,
  ): Promise<RouteReply> {
    return this.appendPrepared(request, topics, () => effect);
  }

  /**
   * The same for an effect that takes time to prepare. What `prepare` reads is as it was when the
   * effect runs: nobody writes between.
   */
  async appendPrepared(
    request: WriteRequest,
    topics: readonly ChangeTopic[],
    prepare: () => Effect<Journal> | Promise<Effect<Journal>>,
  ): Promise<RouteReply> {
    const journal = this.#options.journal();
    return this.#commit(request, { topics }, async (once) => {
      const effect = await prepare();
      return journal.transaction(() => once(() => effect(journal)));
    });
  }

  /**
   * Runs an effect that appends nothing but facts; it is given the time of its transaction.
   * @throws {ApiError} `engine_unavailable` where the client left, `idempotency_key_reused`, and what
   * `effect` throws: then nothing is written
   */
  write(
    request: WriteRequest,
    topics: readonly ChangeTopic[],
    effect: (now: string) => Written,
  ): Promise<RouteReply> {
    return this.#write(request, { topics }, effect);
  }

  /** The same for an effect whose result is the answer, as JSON. */
  writeJson(
    request: WriteRequest,
    answer: WriteAnswer,
    effect: (now: string) => unknown,
  ): Promise<RouteReply> {
    const { status } = answer;
    return this.#write(request, answer, (now) => ({ status, body: JSON.stringify(effect(now)) }));
  }

  #write(request: WriteRequest, telling: Telling, effect: (now: string) => Written) {
    return this.#commit(request, telling, (once) =>
      this.#options.transaction((now) => once(() => effect(now))),
    );
  }

  async #commit(
    { idempotency: key, signal, principal }: WriteRequest,
    { topics, committed }: Telling,
    transact: (once: Once) => OnceResult | Promise<OnceResult>,
  ): Promise<RouteReply> {
    const { lock, idempotency, changed, acting } = this.#options;
    let isChanged = false;
    const once: Once = (effect) =>
      idempotency.once(key, () => {
        const { isUnchanged = false, ...answer } = acting.as(actorOf(principal), effect);
        isChanged = !isUnchanged;
        return answer;
      });
    const done = await lock.run(() => transact(once), signal);
    if (isChanged) committed?.();
    if (isChanged && topics.length > 0) changed(topics);
    return onceReply(done);
  }
}

type Telling = Omit<WriteAnswer, 'status'>;
type Effect<Journal> = (journal: Journal) => Written;
type Once = (effect: () => Written) => OnceResult;

/** Commits that append nothing but facts. */
export type Writes = Pick<Commits<Transactional>, 'writeJson'>;
