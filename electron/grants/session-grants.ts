/** The grant that a session stands on: the one it names, the only one, or the one that an open dataset gives. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { dataOperations } from '../../shared/contract/data-operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import type { CreateSession } from '../../shared/contract/sessions.ts';
import { instant } from '../../shared/time.ts';
import { defaultAccount, type Accounts } from '../billing/accounts.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import type { PoliciesStore } from '../datasets/policies-store.ts';
import type { Granting, GrantingDataset, SessionGrant } from '../sessions/granting.ts';
import type { GrantWriter } from './grant-writer.ts';
import type { GrantsStore, StoredGrant } from './grants-store.ts';
import { grantStatus } from './transitions.ts';

const dayMs = 86_400_000;

export interface SessionGrantsMeans {
  readonly grants: GrantsStore;
  readonly writer: GrantWriter;
  readonly policies: PoliciesStore;
  readonly accounts: Pick<Accounts, 'require' | 'requireActive'>;
}

export class SessionGrants implements Granting {
  readonly #means: SessionGrantsMeans;

  constructor(means: SessionGrantsMeans) {
    this.#means = means;
  }

  of(body: CreateSession, on: GrantingDataset, now: string): SessionGrant {
    const named = body.grant_id === undefined ? undefined : this.#named(body.grant_id, body);
    const accountId = body.account_id ?? named?.accountId ?? defaultAccount;
    this.#means.accounts.require(accountId);
    this.#means.accounts.requireActive(accountId, now);
    const endsAt = instant(Date.parse(now) + body.ttl_seconds * 1_000);
    const grant =
      named === undefined
        ? this.#only({ ...on, accountId, endsAt, body }, now)
        : usable(named, on, now);
    refuseBeyond(grant, body, endsAt);
    return { grantId: grant.grantId, accountId, operations: grant.operations };
  }

  /** @throws {ApiError} `not_found` also for a grant of another account */
  #named(grantId: string, { account_id: accountId }: CreateSession): StoredGrant {
    const grant = this.#means.grants.find(grantId);
    if (grant !== undefined && (accountId === undefined || grant.accountId === accountId)) {
      return grant;
    }
    throw new ApiError('not_found', `There is no grant ${grantId}.`);
  }

  #only(
    {
      accountId,
      dataset,
      policy,
      endsAt,
      body,
    }: GrantingDataset & {
      readonly accountId: string;
      readonly endsAt: string;
      readonly body: CreateSession;
    },
    now: string,
  ): StoredGrant {
    const all = this.#means.grants.ofAccount(accountId, dataset.number);
    const active = all.filter((each) => grantStatus(each, now) === 'active');
    const begun = active.filter(({ startsAt }) => (startsAt ?? '') <= now);
    const given = begun.filter((each) => !each.isByPolicy);
    // Those that an open dataset gave are alike: of two, one follows the other.
    const open = begun.findLast((each) => each.isByPolicy);
    const isOpen = policy.access === 'open' && policy.kinds.includes('rows');
    const usableOpen = isOpen && open !== undefined && open.endsAt >= endsAt ? open : undefined;
    const [first, ...others] = usableOpen === undefined ? given : [...given, usableOpen];
    if (first !== undefined && others.length === 0) return first;
    if (first !== undefined) {
      const values = [first, ...others].map(({ grantId }) => grantId).join(', ');
      throw validationError([faultAt('grant_id', 'required_one_of', { values })]);
    }
    const isRevoked = all.some(({ action }) => action === 'revoke');
    if (isOpen && !isRevoked) return this.#give(accountId, { dataset, policy }, body, now);
    throw required(dataset, policy.access, given[0] ?? active.find((each) => !each.isByPolicy));
  }

  #give(
    accountId: string,
    { dataset, policy }: GrantingDataset,
    { purpose }: CreateSession,
    now: string,
  ): StoredGrant {
    const { operations: allowed = [...dataOperations], open_days: days = limits.grants.days } =
      policy;
    const id = this.#means.writer.give(
      {
        datasetId: dataset.datasetId,
        accountId,
        kind: 'rows',
        modelId: null,
        purpose,
        fields: null,
        operations: dataOperations.filter((each) => allowed.includes(each)),
        startsAt: now,
        endsAt: instant(Date.parse(now) + days * dayMs),
        budget: null,
      },
      this.#means.policies.inForce(dataset, now)?.version ?? 1,
      now,
    );
    const made = this.#means.grants.find(id);
    if (made === undefined) throw new Error(`Grant ${id} is not where it was put.`);
    return made;
  }
}

/** @throws {ApiError} `validation_error`, `grant_required` */
function usable(
  grant: StoredGrant,
  { dataset, policy: { access } }: GrantingDataset,
  now: string,
): StoredGrant {
  if (grant.dataset !== dataset.number) {
    throw validationError([
      faultAt('grant_id', 'grant_of_other_dataset', { dataset: grant.datasetId }),
    ]);
  }
  const status = grantStatus(grant, now);
  if (status !== 'active') throw required(dataset, access, { ...grant, status });
  if (grant.startsAt !== null && grant.startsAt > now) {
    throw validationError([faultAt('grant_id', 'grant_begins', { instant: grant.startsAt })]);
  }
  return grant;
}

/** @throws {ApiError} `validation_error` for a session that would do more, or go on for longer */
function refuseBeyond(grant: StoredGrant, body: CreateSession, endsAt: string): void {
  const beyond = (body.allowed_operations ?? []).filter((each) => !grant.operations.includes(each));
  const faults = [
    ...(beyond.length === 0
      ? []
      : [faultAt('allowed_operations', 'operations_not_granted', { values: beyond.join(', ') })]),
    ...(endsAt <= grant.endsAt
      ? []
      : [faultAt('ttl_seconds', 'ends_with_grant', { instant: grant.endsAt })]),
  ];
  if (faults.length > 0) throw validationError(faults);
}

/** Why a session is not opened: the details say how the dataset is had. */
function required(
  { datasetId }: StoredDataset,
  access: Policy['access'],
  grant?: StoredGrant & { readonly status?: string },
): ApiError {
  const known =
    grant === undefined
      ? {}
      : {
          grant_id: grant.grantId,
          status: grant.status ?? 'active',
          starts_at: grant.startsAt,
        };
  return new ApiError(
    'grant_required',
    `The dataset ${datasetId} is used with a grant of its holder. Ask for one.`,
    { details: { dataset_id: datasetId, access, ...known } },
  );
}
