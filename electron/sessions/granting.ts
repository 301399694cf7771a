/** Where sessions ask for the grant that they stand on: implemented by grants, passed in where both are put together. */
import type { DataOperation } from '../../shared/contract/datasets.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import type { CreateSession } from '../../shared/contract/sessions.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';

/** A grant as far as a session is opened on it. */
export interface SessionGrant {
  readonly grantId: string;
  readonly accountId: string;
  readonly operations: readonly DataOperation[];
}

/** A dataset with the policy that holds. */
export interface GrantingDataset {
  readonly dataset: StoredDataset;
  readonly policy: Policy;
}

/** The caller holds the transaction that the session is opened in. */
export interface Granting {
  /**
   * The grant of a session, or why there is none. On a dataset that is open it is made where it is not there.
   * @throws {ApiError} `grant_required`, `not_found`, `validation_error`, `account_suspended`
   */
  of(body: CreateSession, on: GrantingDataset, now: string): SessionGrant;
}
