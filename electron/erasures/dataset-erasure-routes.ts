/** The routes of erasures of rows: declared in the journal, deleted everywhere. */
import type { DeclaredDatasetErasure } from '../../shared/contract/dataset-erasures.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { DatasetsStore, type StoredDataset } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { pageReply, type RouteHandlers } from '../route-handler.ts';
import { DatasetErasures, ToldErasures, wholeOf } from './dataset-erasures.ts';
import type { Erased } from './erase-values.ts';
import type { Eraser } from './eraser.ts';

/** Ends grants and sessions on a dataset that its holder erases. */
export type EndUse = (dataset: number, reason: string, by: string, now: string) => void;

const topics = ['datasets', 'sessions', 'access'] as const;

export function datasetErasureWriteRoutes(
  context: Pick<WriteContext, 'database' | 'commits' | 'createId' | 'random' | 'facts' | 'sealer'>,
  { eraser, endUse }: { readonly eraser: Eraser; readonly endUse: EndUse },
): RouteHandlers<'createDatasetErasure'> {
  const { database, commits, createId, random, facts, sealer } = context;
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const erasures = new DatasetErasures({ database, datasets, policies, random, sealer });
  return {
    createDatasetErasure: async (call) => {
      const { body } = call;
      const reply = await commits.append(call, topics, (journal) => {
        const dataset = require(datasets, call.parameters.dataset_id);
        const { now } = journal;
        const done = erasures.erase(journal, dataset, body, { now, createId });
        if (body.scope === 'dataset') {
          endUse(dataset.number, body.reason, body.actor.id, now);
          if (dataset.revokedAt === null) {
            facts.write('datasets', dataset.datasetId, {
              set: { revoked_at: now },
              commit: { revoked_by: body.actor.id, revocation_reason: body.reason },
            });
          }
        }
        eraser.takeCopies(findingsAbout(dataset));
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
          const { number } = require(datasets, id);
          const { data, total } = told.ofDataset(number, { limit, offset });
          return pageReply(data, { total, limit, offset });
        })
        .deferred(),
  };
}

function require(datasets: DatasetsStore, id: string): StoredDataset {
  const dataset = datasets.find(id);
  if (dataset !== undefined) return dataset;
  throw new ApiError('not_found', `There is no dataset ${id}.`);
}

/** Findings about any row of the dataset may tell what was in it. */
function findingsAbout(dataset: StoredDataset): Erased[] {
  const [whole] = wholeOf(dataset);
  return Array.from({ length: whole?.to ?? 0 }, (_, index) => ({
    table: 'dataset_rows',
    row: JSON.stringify([dataset.datasetId, index + 1]),
    fields: new Set<string>(),
    values: [],
  }));
}
