/** What a use of a session is refused with before anything of the request is read, in the specified order. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { DataOperation } from '../../shared/contract/datasets.ts';
import { instant } from '../../shared/time.ts';
import type { WallClock } from '../database/wall-clock.ts';
import type { DatasetsStore, StoredDataset } from '../datasets/datasets-store.ts';
import type { PoliciesStore } from '../datasets/policies-store.ts';
import { requirePublished } from '../datasets/policy-routes.ts';
import { sourceChanged } from '../sources/source-error.ts';
import { allowedUnder } from './opened-session.ts';
import { requireActive, requireAllowed } from './session-state.ts';
import type { SessionsStore, StoredSession } from './sessions-store.ts';

/** Calls of one session within a period. */
export interface SessionRate {
  readonly limit: number;
  readonly periodMs: number;
}

export interface SessionGuardOptions {
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly policies: PoliciesStore;
  readonly wallClock: WallClock;
  readonly rate: SessionRate;
  /** Has the writer keep the greatest time ever seen. */
  readonly observeTime: () => Promise<void>;
}

/** A session that may be used, and its dataset. */
export interface OpenSession {
  readonly session: StoredSession;
  readonly dataset: StoredDataset;
}

export class SessionGuard {
  readonly #options: SessionGuardOptions;

  constructor(options: SessionGuardOptions) {
    this.#options = options;
  }

  /**
   * The session, if it may be used for `operation` now: unknown session 404 → revoked 403, expired or
   * closed 410 → what it does not allow 403 → rate 429. Body and query come after.
   * @throws {ApiError}
   */
  async require(sessionId: string, operation: DataOperation | undefined): Promise<OpenSession> {
    const { sessions, datasets, policies, wallClock } = this.#options;
    const session = sessions.find(sessionId);
    if (session === undefined) {
      throw new ApiError('not_found', `There is no session ${sessionId}.`);
    }
    const now = wallClock.now();
    try {
      requireActive(session, now);
    } catch (error) {
      await this.#rememberExpiry(session, now);
      throw error;
    }
    requireUnchanged(session);
    const dataset = datasets.findByNumber(session.dataset);
    if (dataset === undefined) throw new Error(`Dataset ${session.dataset} is not there.`);
    if (operation !== undefined) {
      const { policy } = requirePublished(policies, dataset, now);
      requireAllowed(operation, { sessionId, allowedOperations: allowedUnder(policy, session) });
    }
    this.#requireRate(session, now);
    return { session, dataset };
  }

  /** Once a client was told that a session has expired, a clock that is set back does not reopen it. */
  async #rememberExpiry(session: StoredSession, now: string): Promise<void> {
    const { wallClock, observeTime } = this.#options;
    if (now >= session.expiresAt && wallClock.isAhead(session.expiresAt)) await observeTime();
  }

  #requireRate(session: StoredSession, now: string): void {
    const { sessions, rate } = this.#options;
    const oldest = session.accesses - rate.limit + 1;
    if (oldest < 1) return;
    const at = sessions.usageAt(session.number, oldest);
    if (at === undefined) return;
    const resetAt = Date.parse(at) + rate.periodMs;
    if (resetAt <= Date.parse(now)) return;
    const retryAfter = Math.ceil((resetAt - Date.parse(now)) / 1_000);
    throw new ApiError('rate_limit_exceeded', 'Too many requests in this session.', {
      details: {
        limit: rate.limit,
        period: periodText(rate.periodMs),
        reset_at: instant(resetAt),
      },
      headers: { 'retry-after': String(retryAfter) },
    });
  }
}

/** @throws {ApiError} `source_changed` where its rows were found to be others */
function requireUnchanged({ rows }: StoredSession): void {
  if (rows !== undefined && rows.changedAt !== null) throw sourceChanged(rows.sha256, rows.found);
}

/** A duration as the specification writes it, for example `1m`. */
export function periodText(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`;
  if (seconds % 60 === 0) return `${seconds / 60}m`;
  return Number.isInteger(seconds) ? `${seconds}s` : `${milliseconds}ms`;
}
