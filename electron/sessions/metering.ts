/** Where sessions tell billing what is used: implemented by billing, passed in where both are put together. */
import type { CreateSession } from '../../shared/contract/sessions.ts';
import type { Usage } from './session-writer.ts';
import type { StoredSession } from './sessions-store.ts';

/** The caller holds the transaction that the use itself is kept in. */
export interface Metering {
  /** A session was opened. @throws {ApiError} `not_found`, `account_suspended` */
  opened(session: StoredSession, body: CreateSession, now: string): void;
  /**
   * Charges one access before it is kept, or refuses it: then nothing is served and nothing kept.
   * @throws {ApiError} `spending_limit_exceeded`, `account_suspended`
   */
  charge(session: StoredSession, usage: Usage, now: string): void;
}
