/** Publishes versions of policies and withdraws what is announced: a fact for each. The caller holds the transaction. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { jsonObjectOf } from '../../shared/contract/json.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { instant } from '../../shared/time.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import { Addresses } from '../policies/address.ts';
import { policyFaults } from '../policies/check.ts';
import { comparePolicies, type Change } from '../../shared/policies/compare.ts';
import type { Facts } from '../proof/facts.ts';
import type { StoredDataset } from './datasets-store.ts';
import type { PoliciesStore, StoredPolicy } from './policies-store.ts';

const hourMs = 3_600_000;

/** Who publishes, when, and what signs each entry. */
export interface Publishing {
  readonly now: string;
  readonly createId: CreateId;
  readonly by?: Actor | undefined;
  readonly signing?: (() => EntrySigning) | undefined;
}

export interface PolicyWriterMeans {
  readonly facts: Facts;
  readonly policies: PoliciesStore;
  /** Every address of the rows of a dataset; undefined where there are more than are known. */
  readonly addressesOf: (dataset: StoredDataset) => Addresses | undefined;
}

export class PolicyWriter {
  readonly #means: PolicyWriterMeans;

  constructor(means: PolicyWriterMeans) {
    this.#means = means;
  }

  /**
   * Publishes a policy: what is tighter at once, what is looser when the notice is over. What was announced before
   * gives way.
   * @returns what it changes
   * @throws {ApiError} `validation_error`, `policy_changed`
   */
  publish(
    dataset: StoredDataset,
    { policy, basedOn }: { readonly policy: Policy; readonly basedOn: number },
    publishing: Publishing,
  ): readonly Change[] {
    const { policies } = this.#means;
    const latest = policies.latest(dataset);
    if (basedOn !== latest) throw changedSince(dataset, latest);
    this.#refuseFaults(dataset, policy);
    const { now } = publishing;
    const held = policies.inForce(dataset, now);
    if (held === undefined) {
      this.#write(dataset, { policy, version: 1, effectiveAt: now }, publishing);
      return [];
    }
    const announced = policies.announced(dataset, now);
    if (announced !== undefined) this.#withdraw(announced, publishing);
    const { changes, ...parts } = comparePolicies(held.policy, policy);
    const effectiveAt = instant(Date.parse(now) + held.policy.notice_hours * hourMs);
    // Without notice there is one version and not two.
    const atOnce = effectiveAt === now && parts.announced !== undefined ? undefined : parts.atOnce;
    let version = latest;
    for (const [each, from] of [
      [atOnce, now],
      [parts.announced, effectiveAt],
    ] as const) {
      if (each === undefined) continue;
      version += 1;
      this.#write(dataset, { policy: each, version, effectiveAt: from }, publishing);
    }
    return changes;
  }

  /** Withdraws what is announced. @throws {ApiError} `not_found` where nothing is */
  withdraw(dataset: StoredDataset, publishing: Publishing): void {
    const announced = this.#means.policies.announced(dataset, publishing.now);
    if (announced === undefined) {
      throw new ApiError('not_found', `Nothing is announced for ${dataset.datasetId}.`);
    }
    this.#withdraw(announced, publishing);
  }

  #refuseFaults(dataset: StoredDataset, policy: Policy): void {
    const versions = this.#means.policies.all(dataset).map((each) => each.policy);
    const addresses = this.#means.addressesOf(dataset) ?? named(policy);
    const faults = policyFaults(policy, { addresses, versions });
    if (faults.length === 0) return;
    throw validationError(faults.map((each) => ({ ...each, field: `policy.${each.field}` })));
  }

  #write(
    { datasetId }: StoredDataset,
    version: Pick<StoredPolicy, 'policy' | 'version' | 'effectiveAt'>,
    { now, createId, by, signing }: Publishing,
  ): void {
    this.#means.facts.write('policies', createId('pol'), {
      by,
      signing: signing?.(),
      set: {
        dataset_id: datasetId,
        version: version.version,
        policy: jsonObjectOf(version.policy),
        published_at: now,
        effective_at: version.effectiveAt,
      },
    });
  }

  #withdraw({ policyId }: StoredPolicy, { now, by, signing }: Publishing): void {
    if (policyId === null) throw new TypeError('Version 1 of an old dataset is not announced.');
    const set = { withdrawn_at: now };
    this.#means.facts.write('policies', policyId, { by, signing: signing?.(), set });
  }
}

/** Where not every address is known, none is refused as unknown. */
function named({ fields, entity }: Policy): Addresses {
  const addresses = new Addresses();
  for (const address of Object.keys(fields)) addresses.add(address);
  if (entity !== null) addresses.add(entity);
  return addresses;
}

function changedSince({ datasetId }: StoredDataset, latest: number): ApiError {
  return new ApiError(
    'policy_changed',
    `The latest version of the policy of ${datasetId} is ${latest} by now. Look at it, then publish again.`,
    { details: { dataset_id: datasetId, latest } },
  );
}
