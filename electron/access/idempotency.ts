/** Idempotency-Key: one effect for one key, and the same answer for whoever asks again. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { IdempotentRequest, RouteReply } from '../route-handler.ts';

/** How long an answer is kept to be given again; milliseconds. */
const keptFor = 24 * 60 * 60 * 1000;

/** How often what is older is looked for; milliseconds. */
const forgetEvery = 60 * 60 * 1000;

/** The table, as the ledger and the jobs database both have it. */
export const idempotencySql = `
  CREATE TABLE idempotency (
    caller TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (caller, operation, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_time ON idempotency (created_at);`;

export interface StoredAnswer {
  readonly status: number;
  /** JSON text, byte for byte what the first request got. */
  readonly body: string;
}

interface Row {
  body_hash: string;
  status: number;
  body: string;
}

/** The stored answers of one database: the one that the effects they stand for are written to. */
export class IdempotencyStore {
  readonly #clock: Clock;
  readonly #find: Statement<[string, string, string], Row>;
  readonly #insert: Statement<[string, string, string, string, number, string, string]>;
  readonly #forget: Statement<[string]>;
  #forgotAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#find = database.prepare(
      'SELECT body_hash, status, body FROM idempotency WHERE caller = ? AND operation = ? AND key = ?',
    );
    this.#insert = database.prepare(
      `INSERT INTO idempotency (caller, operation, key, body_hash, status, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    // What a job notes of itself (caller 'job') is no answer to anybody, and stays.
    this.#forget = database.prepare(
      `DELETE FROM idempotency WHERE created_at < ? AND caller <> 'job'`,
    );
  }

  /**
   * The answer of the first request with this key if there was one, otherwise that of `effect`,
   * which is then kept. The caller holds the transaction that `effect` writes in, so that the answer
   * and the effect are there together or not at all.
   * @throws {ApiError} `idempotency_key_reused` when the key came with another request before
   */
  once(request: IdempotentRequest | undefined, effect: () => StoredAnswer): OnceResult {
    if (request === undefined) return { answer: effect(), replayed: false };
    const { caller, operation, key, fingerprint } = request;
    const kept = this.#find.get(caller, operation, key);
    if (kept !== undefined) {
      if (kept.body_hash !== fingerprint) throw keyReused(key);
      return { answer: { status: kept.status, body: kept.body }, replayed: true };
    }
    const answer = effect();
    const now = this.#clock();
    const { status, body } = answer;
    this.#insert.run(caller, operation, key, fingerprint, status, body, instant(now));
    if (now - this.#forgotAt >= forgetEvery) this.forgetOld();
    return { answer, replayed: false };
  }

  /** Drops answers older than a day. */
  forgetOld(): void {
    this.#forgotAt = this.#clock();
    this.#forget.run(instant(Math.max(0, this.#forgotAt - keptFor)));
  }
}

/** The reply of a stored answer; one that was given before says so in a header. */
export function onceReply({ answer, replayed }: OnceResult): RouteReply {
  return { ...answer, ...(replayed ? { headers: { 'idempotent-replayed': 'true' } } : {}) };
}

export interface OnceResult {
  readonly answer: StoredAnswer;
  /** Whether the answer is that of an earlier request: nothing was done for this one. */
  readonly replayed: boolean;
}

/** Refusal of a key that stands for something else; `field` says where it was sent. */
export function keyReused(key: string, field = 'Idempotency-Key'): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'This idempotency key came with a different request before. Send a new key for a new request.',
    { fields: [faultAt(field, 'key_reused')], details: { idempotency_key: key } },
  );
}
