/** The view of a session: what the policy of its dataset and its grant let it see, under the key of the grant. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { keyOf, type StoredDataset } from '../datasets/datasets-store.ts';
import { PoliciesStore, type StoredPolicy } from '../datasets/policies-store.ts';
import { requirePublished } from '../datasets/policy-routes.ts';
import { keyOfGrant } from '../policies/grant-key.ts';
import { View } from '../policies/view.ts';
import type { StoredSession } from './sessions-store.ts';

/** A view with the version that it is of. */
export interface SessionView {
  readonly policy: StoredPolicy;
  readonly view: View;
  /** Names it among all views of all datasets. */
  readonly name: string;
}

/** Views that are kept: what each treated already is kept with it. */
const mostViews = 16;

/** Over one connection. */
export class SessionViews {
  readonly #policies: PoliciesStore;
  readonly #views = new Map<string, View>();

  constructor(database: Database) {
    this.#policies = new PoliciesStore(database);
  }

  /**
   * The view under the version that holds at an instant.
   * @throws {ApiError} `dataset_unpublished`; `conflict` where the dataset was erased
   */
  now(session: StoredSession, dataset: StoredDataset, now: string): SessionView {
    return this.#of(session, dataset, requirePublished(this.#policies, dataset, now));
  }

  /** The view under a version by its number. */
  at(session: StoredSession, dataset: StoredDataset, version: number): SessionView {
    const policy = this.#policies.at(dataset, version);
    if (policy !== undefined) return this.#of(session, dataset, policy);
    throw new ApiError('not_found', `${dataset.datasetId} has no version ${version} of a policy.`);
  }

  #of(session: StoredSession, dataset: StoredDataset, policy: StoredPolicy): SessionView {
    const { grant } = session;
    const name = `${dataset.number} ${policy.version} ${grant?.grantId ?? session.sessionId}`;
    const known = this.#views.get(name);
    const view =
      known ??
      new View({
        policy: policy.policy,
        kind: grant?.kind ?? 'rows',
        fields: grant?.fields ?? undefined,
        keys: { grant: keyOfSession(session, dataset), dataset: keyOf(dataset) },
        dataset: dataset.number,
      });
    this.#views.delete(name);
    this.#views.set(name, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= mostViews) break;
      this.#views.delete(oldest);
    }
    return { policy, view, name };
  }
}

/** The key of the grant that a session stands on. @throws {ApiError} `conflict` where its dataset was erased */
export function keyOfSession(
  { grant, sessionId }: StoredSession,
  dataset: StoredDataset,
): Uint8Array {
  return keyOfGrant(grant?.key ?? null, keyOf(dataset), grant?.grantId ?? sessionId);
}
