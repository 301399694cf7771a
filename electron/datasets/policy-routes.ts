/** The routes of the policy of a dataset. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { DatasetPolicy, PublishedPolicy } from '../../shared/contract/policy-routes.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { Addresses } from '../policies/address.ts';
import { policyFaults, undecidedFields } from '../policies/check.ts';
import { previewKey } from '../policies/grant-key.ts';
import { View } from '../policies/view.ts';
import type { Act } from '../proof/signed-acts.ts';
import { SignersOf, type SignerRequest } from '../proof/signers.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { knownAddresses } from './analysis-faults.ts';
import { AnalysisStore, RowSlices } from './analysis-store.ts';
import { DatasetsStore, keyOf, parseDocument, type StoredDataset } from './datasets-store.ts';
import { PoliciesStore, type StoredPolicy } from './policies-store.ts';
import { PolicyWriter, type Publishing } from './policy-writer.ts';
import { requireDataset, requireKnown } from './routes.ts';
import { rowSeq } from './row-position.ts';

type PolicyReads = 'getDatasetPolicy' | 'listDatasetPolicies' | 'previewDataset';

export function policyReadRoutes({
  database,
  jobs,
  now,
}: Pick<ReadContext, 'database' | 'jobs' | 'now'>): RouteHandlers<PolicyReads> {
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const addressesOf = addressFinder(datasets, new AnalysisStore(jobs));
  return {
    getDatasetPolicy: ({ parameters: { dataset_id: id }, principal }) =>
      database
        .transaction(() =>
          jsonReply(shownPolicy(policies, requireKnown(datasets, id, principal), now())),
        )
        .deferred(),

    listDatasetPolicies: ({ parameters: { dataset_id: id }, query, principal }) => {
      const { limit, offset } = query;
      const dataset = requireKnown(datasets, id, principal);
      const { data, total } = policies.page(dataset, { limit, offset });
      const shown = data.map((each) => policies.show(each));
      return pageReply(shown, { total, limit, offset });
    },

    previewDataset: ({ parameters: { dataset_id: id }, body, principal }) => {
      const dataset = requireKnown(datasets, id, principal);
      const { kind, limit } = body;
      const policy = body.policy ?? requirePublished(policies, dataset, now()).policy;
      const addresses = addressesOf(dataset);
      if (body.policy !== undefined && addresses !== undefined) {
        const versions = policies.all(dataset).map((each) => each.policy);
        refuse(policyFaults(policy, { addresses, versions }));
      }
      const key = keyOf(dataset);
      const keys = { grant: previewKey(key), dataset: key };
      const view = new View({ policy, kind, keys, dataset: dataset.number });
      const rows = new RowSlices(database, dataset.number, dataset.recordCount)
        .next()
        .slice(0, limit)
        .map(({ position, text }) => ({ seq: rowSeq(position), document: parseDocument(text) }));
      return jsonReply({
        before: rows.map(({ document }) => document),
        after: rows.map((row): JsonObject => view.row(row)),
        undecided: undecidedFields(policy, addresses ?? new Addresses()),
      });
    },
  };
}

const topics = ['datasets', 'sessions', 'grants'] as const;

type PolicyWriteMeans = Pick<
  WriteContext,
  'database' | 'jobs' | 'facts' | 'acts' | 'withheld' | 'wallClock'
>;

export function policyWriteRoutes(
  means: PolicyWriteMeans,
): RouteHandlers<'putDatasetPolicy' | 'withdrawDatasetPolicy'> {
  const { database, acts } = means;
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const writer = openPolicyWriter(means);
  const signers = new SignersOf(means);
  const publishing = (act: Act, call: SignerRequest, dataset: StoredDataset): Publishing => {
    const signed = signers.of(call);
    const { now, createId } = act;
    if (signed === undefined) return { now, createId };
    // A holder's person signs for that holder alone.
    if (signers.people.find(signed.actor.id)?.holderId !== dataset.holderId) {
      throw notOfHolder(signed.actor.id, dataset);
    }
    return { now, createId, by: signed.actor, signing: () => act.signedBy(signed) };
  };
  return {
    putDatasetPolicy: (call) =>
      acts.append(call, topics, (act) => {
        const { parameters, body } = call;
        const dataset = requireDataset(datasets, parameters.dataset_id);
        const { policy, based_on: basedOn } = body;
        const changes = writer.publish(
          dataset,
          { policy, basedOn },
          publishing(act, call, dataset),
        );
        const shown = shownPolicy(policies, dataset, act.now);
        const answer: PublishedPolicy = {
          ...shown,
          changes: changes.map((each) => ({ ...each })),
        };
        return { status: 200, body: JSON.stringify(answer) };
      }),

    withdrawDatasetPolicy: (call) =>
      acts.append(call, topics, (act) => {
        const dataset = requireDataset(datasets, call.parameters.dataset_id);
        writer.withdraw(dataset, publishing(act, call, dataset));
        return { status: 200, body: JSON.stringify(shownPolicy(policies, dataset, act.now)) };
      }),
  };
}

/** Opens the writer of policies on the writer's connection. */
export function openPolicyWriter({
  database,
  jobs,
  facts,
}: Pick<WriteContext, 'database' | 'jobs' | 'facts'>): PolicyWriter {
  return new PolicyWriter({
    facts,
    policies: new PoliciesStore(database),
    addressesOf: addressFinder(new DatasetsStore(database), new AnalysisStore(jobs)),
  });
}

/** Every address that rows of a dataset have: those of paths, and with dots in a name those that an analysis found. */
export function addressFinder(
  datasets: DatasetsStore,
  analyses: AnalysisStore,
): (dataset: StoredDataset) => Addresses | undefined {
  return (dataset) => knownAddresses(datasets.profile(dataset.number), analyses.show(dataset));
}

/** The version that holds. @throws {ApiError} `dataset_unpublished` for a draft */
export function requirePublished(
  policies: PoliciesStore,
  dataset: StoredDataset,
  now: string,
): StoredPolicy {
  const held = policies.inForce(dataset, now);
  if (held !== undefined) return held;
  throw new ApiError(
    'dataset_unpublished',
    `Nobody can use ${dataset.datasetId} yet: its holder has published no policy.`,
    { details: { dataset_id: dataset.datasetId } },
  );
}

function shownPolicy(policies: PoliciesStore, dataset: StoredDataset, now: string): DatasetPolicy {
  const held = requirePublished(policies, dataset, now);
  const announced = policies.announced(dataset, now);
  return {
    dataset_id: dataset.datasetId,
    in_force: policies.show(held),
    announced: announced === undefined ? null : policies.show(announced),
    latest: policies.latest(dataset),
  };
}

function refuse(faults: ReturnType<typeof policyFaults>): void {
  if (faults.length === 0) return;
  throw validationError(faults.map((each) => ({ ...each, field: `policy.${each.field}` })));
}

function notOfHolder(personId: string, { datasetId }: StoredDataset): ApiError {
  return new ApiError('forbidden', `${personId} does not sign for the holder of ${datasetId}.`, {
    details: { person_id: personId, dataset_id: datasetId },
  });
}
