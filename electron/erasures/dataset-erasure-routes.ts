/** The routes of erasures of rows: declared in the journal, deleted everywhere. */
import type { DeclaredDatasetErasure } from '../../shared/contract/dataset-erasures.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { withdrawDataset } from '../datasets/dataset-writer.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import { pageReply, type RouteHandlers } from '../route-handler.ts';
import { DatasetErasures, ToldErasures } from './dataset-erasures.ts';
import type { Eraser } from './eraser.ts';

/** Ends grants and sessions on a dataset that its holder erases. */
export type EndUse = (dataset: number, reason: string, by: string, now: string) => void;

const topics = ['datasets', 'sessions', 'access'] as const;

export function datasetErasureWriteRoutes(
  context: Pick<
    WriteContext,
    'database' | 'commits' | 'createId' | 'random' | 'facts' | 'sealer' | 'events'
  >,
  { eraser, endUse }: { readonly eraser: Eraser; readonly endUse: EndUse },
): RouteHandlers<'createDatasetErasure'> {
  const { database, commits, createId, random, sealer } = context;
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const erasures = new DatasetErasures({ database, datasets, policies, random, sealer });
  return {
    createDatasetErasure: async (call) => {
      const { body } = call;
      const reply = await commits.append(call, topics, (journal) => {
        const dataset = datasets.require(call.parameters.dataset_id);
        const { now } = journal;
        const done = erasures.erase(journal, dataset, body, { now, createId });
        if (body.scope === 'dataset') {
          endUse(dataset.number, body.reason, body.actor.id, now);
          withdrawDataset(context, dataset, { reason: body.reason, by: body.actor.id, now });
        }
        eraser.takeCopies([{ datasetId: dataset.datasetId }]);
        return { status: 201, body: JSON.stringify(done satisfies DeclaredDatasetErasure) };
      });
      eraser.cleanUp();
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
