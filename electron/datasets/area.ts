/** Datasets and their rows. */
import type { Area, JobsContext, Task, WriteContext } from '../area.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { progressOf } from '../jobs/writer-progress.ts';
import { SignersOf } from '../proof/signers.ts';
import { analysisJob, startAnalysis } from './analysis-job.ts';
import { analysisReadRoutes, analysisWriteRoutes } from './analysis-routes.ts';
import { commitRows, rowsCommitSchema } from './commit-rows.ts';
import { DatasetWriter } from './dataset-writer.ts';
import { DatasetsStore } from './datasets-store.ts';
import type { FindElsewhere } from './elsewhere.ts';
import { importRowsRoute } from './import-route.ts';
import { importRowsJob } from './import-rows-job.ts';
import { openPolicyWriter, policyReadRoutes, policyWriteRoutes } from './policy-routes.ts';
import {
  datasetReadRoutes,
  datasetWriteRoutes,
  type DatasetWriteOptions,
  type EndUse,
} from './routes.ts';
import { RowImports } from './row-imports.ts';
import type { Sourcing } from './sourcing.ts';

interface WriteParts {
  readonly datasets: DatasetsStore;
  readonly writer: DatasetWriter;
  readonly imports: RowImports;
}

/**
 * @param useEnder what ends grants and sessions on a dataset that its holder withdraws
 * @param openSourcing what makes datasets of rows that are elsewhere
 * @param openElsewhere what reads such rows for analyses
 */
export const datasetsArea = (
  useEnder: (context: WriteContext) => EndUse,
  openSourcing: (context: WriteContext) => Sourcing,
  openElsewhere: (context: JobsContext) => FindElsewhere,
) =>
  ({
    openReads: ({ database, jobs, now }) => ({
      handlers: {
        ...datasetReadRoutes({ datasets: new DatasetsStore(database), now }),
        ...analysisReadRoutes({ database, jobs }),
        ...policyReadRoutes({ database, jobs, now }),
      },
    }),
    openWrites: (context) => {
      const { database } = context;
      const datasets = new DatasetsStore(database);
      const writer = new DatasetWriter(database, context);
      const imports = new RowImports(database);
      imports.removeUnfinished();
      const sourcing = openSourcing(context);
      return {
        handlers: {
          ...datasetWriteRoutes({
            ...context,
            datasets,
            writer,
            sourcing,
            endUse: useEnder(context),
            publishFirst: firstPublisher(context),
            analyse: (id) => startAnalysis(id, context),
            refuseWhileImporting: (id) => imports.refuse(id),
          }),
          ...importRowsRoute({ ...context, datasets, sourcing }),
          ...analysisWriteRoutes(context),
          ...policyWriteRoutes(context),
        },
        tasks: {
          'commit-rows': commitRowsTask(context, { datasets, writer, imports }),
        },
      };
    },
    jobs: (context) => {
      const { workspace, remover, foreign, supervisor, ...means } = context;
      const files = new ImportFiles(workspace.directory);
      const { callWriter, changed } = supervisor;
      return {
        dataset_import: importRowsJob({ files, remover, foreign, callWriter }),
        dataset_analysis: analysisJob({ ...means, changed, elsewhere: openElsewhere(context) }),
      };
    },
  }) satisfies Area;

function commitRowsTask(context: WriteContext, parts: WriteParts): Task {
  return async (params) => {
    const order = rowsCommitSchema.parse(params);
    const report = progressOf(order.jobId, context);
    const written = await commitRows(order, {
      ...context,
      ...parts,
      onProgress: (done) => report({ phase: 'writing', done, total: order.rows, unit: 'records' }),
    });
    if (written !== undefined) {
      context.supervisor.changed(['datasets']);
      startAnalysis(order.datasetId, context);
    }
    return written;
  };
}

/** A dataset is made by nobody's signature: where people sign policies, version 1 is published apart. */
function firstPublisher(context: WriteContext): DatasetWriteOptions['publishFirst'] {
  const writer = openPolicyWriter(context);
  const signers = new SignersOf(context);
  const { createId } = context;
  return (dataset, policy, { principal }, now) => {
    signers.of({ operationId: 'putDatasetPolicy', principal, signing: {} });
    writer.publish(dataset, { policy, basedOn: 0 }, { now, createId });
  };
}
