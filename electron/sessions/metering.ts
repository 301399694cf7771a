/** Where sessions tell billing what is used: implemented by billing, passed in where both are put together. */
import type { SessionTerms, Usage } from './session-writer.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import type { StoredSession } from './sessions-store.ts';

/** The caller holds the transaction that the use itself is kept in. */
export interface Metering {
  /** Begins to meter a session that is being opened. @throws {ApiError} `not_found`, `account_suspended` */
  open(
    sessionId: string,
    dataset: StoredDataset,
    use: { readonly accountId: string; readonly model_id?: string | undefined },
    now: string,
  ): SessionTerms;
  /**
   * Charges one access before it is kept, or refuses it: then nothing is served and nothing kept.
   * @throws {ApiError} `spending_limit_exceeded`, `account_suspended`
   */
  charge(session: StoredSession, usage: Usage, now: string): Charged;
  /** Tells of the limit that refused the last access, whose own transaction was not kept. */
  tellRefused(now: string): void;
}

/** The cost of an access, and the price of the account's month so far: decimal digits. */
export interface Charged {
  readonly cost: string;
  readonly month: string;
}
