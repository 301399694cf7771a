/** The routes of erasures of rows: declared in the journal, signed where people sign, deleted everywhere. */
import type { DeclaredDatasetErasure } from '../../shared/contract/dataset-erasures.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { startAnalysis } from '../datasets/analysis-job.ts';
import { AnalysisStore } from '../datasets/analysis-store.ts';
import { withdrawDataset } from '../datasets/dataset-writer.ts';
import { DatasetsStore, type StoredDataset } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import type { Act } from '../proof/signed-acts.ts';
import { SignersOf } from '../proof/signers.ts';
import { pageReply, type RouteCall, type RouteHandlers } from '../route-handler.ts';
import { DatasetErasures, ToldErasures, type ErasedBy } from './dataset-erasures.ts';
import { erasingActor } from './declared-erasure.ts';
import type { Eraser } from './eraser.ts';

/** Ends grants and sessions on a dataset that its holder erases. */
export type EndUse = (dataset: number, reason: string, by: string, now: string) => void;

const topics = ['datasets', 'sessions', 'access', 'erasures'] as const;

type ErasureCall = RouteCall<'createDatasetErasure'>;

export function datasetErasureWriteRoutes(
  context: Pick<
    WriteContext,
    | 'database'
    | 'acts'
    | 'random'
    | 'facts'
    | 'sealer'
    | 'events'
    | 'withheld'
    | 'jobs'
    | 'starter'
    | 'createId'
  >,
  { eraser, endUse }: { readonly eraser: Eraser; readonly endUse: EndUse },
): RouteHandlers<'createDatasetErasure'> {
  const { database, jobs, acts, random, sealer } = context;
  const analyses = new AnalysisStore(jobs);
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const signers = new SignersOf(context);
  const erasures = new DatasetErasures({ database, datasets, policies, random, sealer });

  const erasedBy = (act: Act, call: ErasureCall, dataset: StoredDataset): ErasedBy => {
    const signed = signers.of(call);
    const actor = erasingActor(signed, call.body);
    if (signed === undefined) return { actor };
    const { datasetId, holderId } = dataset;
    // A holder's person signs for that holder alone.
    if (signers.people.find(actor.id)?.holderId !== holderId) {
      throw new ApiError('forbidden', `${actor.id} does not sign for the holder of ${datasetId}.`, {
        details: { person_id: actor.id, dataset_id: datasetId },
      });
    }
    return { actor, signing: () => act.signedBy(signed) };
  };

  const erase = (act: Act, call: ErasureCall): DeclaredDatasetErasure => {
    const { body, parameters } = call;
    const { now } = act;
    const dataset = datasets.require(parameters.dataset_id);
    const by = erasedBy(act, call, dataset);
    const isWhole = body.scope === 'dataset';
    // Sessions end while their keys are there.
    if (isWhole) endUse(dataset.number, body.reason, by.actor.id, now);
    const done = erasures.erase(act, dataset, body, by);
    if (isWhole) {
      withdrawDataset(context, dataset, { reason: body.reason, by: by.actor.id, now });
    }
    if (!act.isPrepared) eraser.takeCopies([{ datasetId: dataset.datasetId }]);
    return done;
  };

  return {
    createDatasetErasure: async (call) => {
      const { dataset_id: id } = call.parameters;
      const dataset = datasets.find(id);
      const wasAnalysed = dataset !== undefined && analyses.show(dataset) !== undefined;
      const reply = await acts.append(call, topics, (act) => ({
        status: 201,
        body: JSON.stringify(erase(act, call)),
      }));
      if (call.signing.prepare === true) return reply;
      eraser.cleanUp();
      // What was found went with the rows that it was found in.
      if (wasAnalysed && call.body.scope === undefined) startAnalysis(id, context);
      return reply;
    },
  };
}

export function datasetErasureReadRoutes({
  database,
}: Pick<ReadContext, 'database'>): RouteHandlers<'listDatasetErasures'> {
  const datasets = new DatasetsStore(database);
  const told = new ToldErasures(database);
  return {
    listDatasetErasures: ({ parameters: { dataset_id: id }, query: { limit, offset } }) =>
      database
        .transaction(() => {
          const { number } = datasets.require(id);
          const { data, total } = told.ofDataset(number, { limit, offset });
          return pageReply(data, { total, limit, offset });
        })
        .deferred(),
  };
}
