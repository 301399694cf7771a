/** The job that analyses a dataset: it reads every row, and keeps what it found. */
import { z } from 'zod';
import {
  askAnalysisSchema,
  type AnalysisFindings,
  type AskedAnalysis,
} from '../../shared/contract/analysis.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { instant } from '../../shared/time.ts';
import type { JobsContext, Supervisor, WriteContext } from '../area.ts';
import { givingWay } from '../jobs/give-way.ts';
import type { JobContext, JobKindRunner } from '../jobs/job-runner.ts';
import type { NewJob } from '../jobs/jobs-store.ts';
import { Analyser } from '../policies/analysis.ts';
import { View } from '../policies/view.ts';
import { analysisFaults, knownAddresses } from './analysis-faults.ts';
import { AnalysisStore, RowSlices } from './analysis-store.ts';
import { DatasetsStore, keyOf, parseDocument, type StoredDataset } from './datasets-store.ts';
import { rowSeq } from './row-position.ts';
import type { FindElsewhere, RowsElsewhere } from './elsewhere.ts';
import { requireDataset } from './routes.ts';

const keyBytes = 32;
/** Rows that are read of a source: the first of them. */
export const mostElsewhere = 100_000;

const orderSchema = z.object({ datasetId: z.string(), asked: askAnalysisSchema });
type AnalysisOrder = z.infer<typeof orderSchema>;

/** The job of an analysis. */
export function analysisOrder(datasetId: string, asked: AskedAnalysis): Omit<NewJob, 'jobId'> {
  const parameters: AnalysisOrder = { datasetId, asked };
  return {
    kind: 'dataset_analysis',
    words: { text: 'analyse', values: { name: datasetId } },
    unit: 'rows',
    parameters,
  };
}

/** Starts the analysis of rows that were imported, with what was asked for last; none where one waits already. */
export function startAnalysis(
  datasetId: string,
  {
    database,
    jobs,
    starter,
    createId,
  }: Pick<WriteContext, 'database' | 'jobs' | 'starter' | 'createId'>,
): void {
  const dataset = new DatasetsStore(database).find(datasetId);
  if (dataset === undefined) return;
  const isWaiting = jobs.unfinished().some((id) => {
    const order = jobs.order(id);
    const isQueued = order?.kind === 'dataset_analysis' && order.status === 'queued';
    return isQueued && orderSchema.parse(order.parameters).datasetId === datasetId;
  });
  if (isWaiting) return;
  const asked = new AnalysisStore(jobs).show(dataset)?.asked ?? { quasi_identifiers: [] };
  starter.start(undefined, { jobId: createId('job'), ...analysisOrder(datasetId, asked) });
}

type AnalysisMeans = Pick<JobsContext, 'database' | 'jobs' | 'clock' | 'random'> &
  Pick<Supervisor, 'changed'> & { readonly elsewhere: FindElsewhere };

export function analysisJob(means: AnalysisMeans): JobKindRunner {
  const { database, jobs, clock, changed } = means;
  const analyses = new AnalysisStore(jobs);
  return {
    run: async (context) => {
      const { datasetId, asked } = orderSchema.parse(context.parameters);
      const datasets = new DatasetsStore(database);
      let dataset = requireDataset(datasets, datasetId);
      let findings = await analyseRows(dataset, asked, { ...means, ...context });
      // Rows that were erased meanwhile are told of no more.
      for (
        let now = requireDataset(datasets, datasetId);
        now.erasedCount !== dataset.erasedCount;
        now = requireDataset(datasets, datasetId)
      ) {
        dataset = now;
        findings = await analyseRows(dataset, asked, { ...means, ...context });
      }
      const addresses = knownAddresses(datasets.profile(dataset.number), findings);
      const faults = analysisFaults(asked, addresses);
      if (faults.length > 0) throw validationError(faults);
      analyses.keep(dataset, { asked, findings, analysed_at: instant(clock()) });
      changed(['datasets']);
      return { result: { dataset_id: datasetId, records: findings.records } };
    },
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

/** All rows that there are now; what comes meanwhile is analysed next time. */
async function analyseRows(
  dataset: StoredDataset,
  asked: AskedAnalysis,
  means: AnalysisMeans & JobContext,
): Promise<AnalysisFindings> {
  const { database, random, report, shouldStop } = means;
  const elsewhere = await means.elsewhere(dataset.datasetId);
  if (elsewhere !== undefined) return analyseElsewhere(elsewhere, dataset, asked, means);
  const analyser = new Analyser(optionsOf(dataset, asked, random(keyBytes)));
  const giveWay = givingWay(shouldStop);
  const { number, recordCount } = dataset;
  let done = 0;
  do {
    const slices = new RowSlices(database, number, recordCount);
    for (let slice = slices.next(); slice.length > 0; slice = slices.next()) {
      for (const { position, text } of slice) {
        analyser.add({ seq: rowSeq(position), document: parseDocument(text) });
        done += 1;
        await giveWay();
      }
      const total = recordCount * analyser.passes;
      report({ phase: 'reading', done, total, unit: 'rows' });
    }
  } while (analyser.beginsAgain());
  return analyser.result();
}

/** The first rows of a source, as they are now. */
async function analyseElsewhere(
  elsewhere: RowsElsewhere,
  dataset: StoredDataset,
  asked: AskedAnalysis,
  { random, report, shouldStop }: AnalysisMeans & JobContext,
): Promise<AnalysisFindings> {
  const analyser = new Analyser(optionsOf(dataset, asked, random(keyBytes)));
  const giveWay = givingWay(shouldStop);
  const { total } = elsewhere;
  const most = Math.min(total, mostElsewhere);
  let done = 0;
  do {
    for await (const rows of elsewhere.first(most)) {
      for (const row of rows) {
        analyser.add(row);
        await giveWay();
      }
      done += rows.length;
      report({ phase: 'reading', done, total: most * analyser.passes, unit: 'rows' });
    }
  } while (analyser.beginsAgain());
  return { ...analyser.result(), of_records: total };
}

/** Whoever gets a grant has a key of their own; how many rows look alike is the same under each. */
function optionsOf(
  dataset: StoredDataset,
  { quasi_identifiers: quasiIdentifiers, policy }: AskedAnalysis,
  grantKey: Uint8Array,
) {
  if (policy === undefined) return { quasiIdentifiers };
  const keys = { grant: grantKey, dataset: keyOf(dataset) };
  return {
    quasiIdentifiers,
    entity: policy.entity ?? undefined,
    viewed: { view: new View({ policy, kind: 'rows', keys, dataset: dataset.number }), policy },
  };
}
