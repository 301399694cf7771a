/** The routes of grants that write: requests, and what becomes of them. */
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { Grant, GrantAction } from '../../shared/contract/grants.ts';
import type { Own, RouteCall, RouteHandlers } from '../route-handler.ts';
import { usersHolder } from '../access/ownership.ts';
import type { WriteContext } from '../area.ts';
import { Accounts, defaultAccount } from '../billing/accounts.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { AnalysisStore } from '../datasets/analysis-store.ts';
import { PoliciesStore, type StoredPolicy } from '../datasets/policies-store.ts';
import { addressFinder, requirePublished } from '../datasets/policy-routes.ts';
import { requireDataset } from '../datasets/routes.ts';
import type { Act } from '../proof/signed-acts.ts';
import { SignersOf } from '../proof/signers.ts';
import type { GrantWriter } from './grant-writer.ts';
import type { GrantsStore, StoredGrant } from './grants-store.ts';
import { askedTerms, narrowed, refuseFields, refuseMany } from './grant-terms.ts';
import { unknownGrant } from './read-routes.ts';
import { RowSizes } from './row-size.ts';
import { grantStatus, mayFollow } from './transitions.ts';
import { WorkspaceMoney } from '../billing/workspace-money.ts';

export type GrantWrites = 'createGrant' | 'answerGrant' | 'withdrawGrant' | 'revokeGrant';

type Means = Pick<WriteContext, 'database' | 'jobs' | 'commits' | 'acts' | 'withheld'> & {
  readonly grants: GrantsStore;
  readonly writer: GrantWriter;
  /** @throws {ApiError} `forbidden` for a model that another account registered */
  readonly refuseOthersModel: (modelId: string, own: Own | undefined) => void;
};

const topics = ['grants', 'sessions'] as const;
const created = { status: 201, topics } as const;
const changed = { status: 200, topics } as const;

export function grantWriteRoutes(means: Means): RouteHandlers<GrantWrites> {
  const { commits, acts, grants, writer } = means;
  const steps = new GrantSteps(means);
  return {
    createGrant: (call) => commits.writeJson(call, created, (now) => steps.ask(call, now)),

    answerGrant: (call) =>
      acts.append(call, topics, (act) => ({
        status: 200,
        body: JSON.stringify(steps.answer(act, call)),
      })),

    withdrawGrant: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { grant_id: id } = call.parameters;
        writer.withdraw(steps.require(id, 'withdraw', now), call.body.reason ?? null, now);
        return grants.show(id, now);
      }),

    revokeGrant: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { grant_id: id } = call.parameters;
        const { reason, revoked_by: told } = call.body;
        const grant = steps.require(id, 'revoke', now);
        writer.revoke(grant, { reason, by: told ?? grant.holderId }, now);
        return grants.show(id, now);
      }),
  };
}

/** The steps; the caller holds the transaction. */
class GrantSteps {
  readonly #money: WorkspaceMoney;
  readonly #means: Means;
  readonly #datasets: DatasetsStore;
  readonly #policies: PoliciesStore;
  readonly #addressesOf: ReturnType<typeof addressFinder>;
  readonly #accounts: Accounts;
  readonly #sizes: RowSizes;
  readonly #signers: SignersOf;

  constructor(means: Means) {
    const { database } = means;
    this.#means = means;
    this.#money = new WorkspaceMoney(database);
    this.#datasets = new DatasetsStore(database);
    this.#policies = new PoliciesStore(database);
    this.#addressesOf = addressFinder(this.#datasets, new AnalysisStore(means.jobs));
    this.#accounts = new Accounts(database);
    this.#sizes = new RowSizes(database);
    this.#signers = new SignersOf(means);
  }

  ask({ body, own, principal }: RouteCall<'createGrant'>, now: string): Grant {
    const { grants, writer } = this.#means;
    const { model_id: modelId = null, account_id: accountId = defaultAccount, expected } = body;
    if (modelId !== null) this.#means.refuseOthersModel(modelId, own);
    const dataset = requireDataset(this.#datasets, body.dataset_id, usersHolder(principal));
    this.#accounts.require(accountId);
    const { policy } = requirePublished(this.#policies, dataset, now);
    const terms = askedTerms(body, { dataset, policy }, { now, money: this.#money.now });
    refuseFields(body, policy, this.#addressesOf(dataset));
    refuseMany(grants.waiting(accountId, dataset.number), dataset.datasetId);
    const { datasetId } = dataset;
    const { kind, purpose } = body;
    const id = writer.request(
      { ...terms, datasetId, accountId, kind, modelId, purpose },
      {
        ...expected,
        bytesPerRow: this.#sizes.mean(dataset, { policy, kind, fields: body.fields }),
      },
      now,
    );
    return grants.show(id, now) ?? unknownGrant(id);
  }

  answer(act: Act, call: RouteCall<'answerGrant'>): Grant {
    const { grants, writer } = this.#means;
    const { body, parameters } = call;
    const { grant_id: id } = parameters;
    const signed = this.#signers.of(call);
    const grant = this.require(id, body.decision, act.now);
    if (signed !== undefined) this.#refuseOthers(signed.actor.id, grant);
    const acted = signed === undefined ? {} : { by: signed.actor, signing: act.signedBy(signed) };
    const dataset = requireDataset(this.#datasets, grant.datasetId);
    const held = requirePublished(this.#policies, dataset, act.now);
    refuseOtherVersion(body.policy_version, held, () => grants.show(id, act.now));
    if (body.decision === 'refuse') {
      writer.refuse(grant, { ...acted, now: act.now, reason: body.reason ?? null });
    } else {
      const terms = narrowed(grant, body.terms ?? {}, { now: act.now, money: this.#money.now });
      const { conditions = null } = body;
      const epsilonMicro = grantedEpsilon(grant, held, this.#means.grants, act.now);
      writer.grant(grant, terms, {
        ...acted,
        now: act.now,
        conditions,
        policyVersion: held.version,
        epsilonMicro,
      });
    }
    return grants.show(id, act.now) ?? unknownGrant(id);
  }

  /** A holder's person signs for that holder alone. @throws {ApiError} `forbidden` */
  #refuseOthers(personId: string, { datasetId, holderId }: StoredGrant): void {
    if (this.#signers.people.find(personId)?.holderId === holderId) return;
    throw new ApiError('forbidden', `${personId} does not sign for the holder of ${datasetId}.`, {
      details: { person_id: personId, dataset_id: datasetId },
    });
  }

  /**
   * A grant with which an action may be taken now.
   * @throws {ApiError} `not_found`; `conflict` with the grant as it is
   */
  require(id: string, action: GrantAction, now: string): StoredGrant {
    const { grants } = this.#means;
    const grant = grants.find(id) ?? unknownGrant(id);
    const status = grantStatus(grant, now);
    if (mayFollow(status, action)) return grant;
    throw new ApiError('conflict', `The grant ${id} is ${status}: it does not allow this step.`, {
      fields: [faultAt('status', 'another_by_now', { value: status })],
      details: { grant: grants.show(id, now) },
    });
  }
}

/** An answer to a page that is out of date. @throws {ApiError} `policy_changed` with the grant as it is */
function refuseOtherVersion(
  seen: number,
  { version }: StoredPolicy,
  grant: () => Grant | undefined,
): void {
  if (seen === version) return;
  throw new ApiError(
    'policy_changed',
    `Version ${version} of the policy is in force by now. Look at it, then answer again.`,
    { details: { policy_version: version, grant: grant() } },
  );
}

/**
 * The ε of a grant of statistics, in millionths; null for one of rows.
 * @throws {ApiError} `conflict` where all grants of the dataset would have more than the policy gives
 */
function grantedEpsilon(
  { kind, dataset, datasetId }: StoredGrant,
  { policy }: StoredPolicy,
  grants: GrantsStore,
  now: string,
): number | null {
  if (kind !== 'statistics') return null;
  const { epsilon, epsilon_total: total } = policy.statistics;
  const [asked, most] = [Math.round(epsilon * million), Math.round(total * million)];
  const given = grants.epsilonOf(dataset, now);
  if (given + asked <= most) return asked;
  throw new ApiError(
    'conflict',
    `All grants of ${datasetId} together may have an ε of ${total}; ${given / million} are given.`,
    { details: { dataset_id: datasetId, epsilon_total: total, given: given / million, epsilon } },
  );
}

const million = 1_000_000;
