/** The routes of the analysis of a dataset: for its holder alone. */
import { validationError } from '../../shared/contract/errors.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { analysisFaults, knownAddresses } from './analysis-faults.ts';
import { analysisOrder } from './analysis-job.ts';
import { AnalysisStore } from './analysis-store.ts';
import { DatasetsStore, type StoredDataset } from './datasets-store.ts';
import { requireDataset, requireKnown } from './routes.ts';

export function analysisReadRoutes({
  database,
  jobs,
}: Pick<ReadContext, 'database' | 'jobs'>): RouteHandlers<'getDatasetAnalysis'> {
  const datasets = new DatasetsStore(database);
  const analyses = new AnalysisStore(jobs);
  return {
    getDatasetAnalysis: ({ parameters: { dataset_id: id }, principal }) => {
      const dataset = requireKnown(datasets, id, principal);
      return jsonReply({ analysis: analyses.show(dataset) ?? null });
    },
  };
}

export function analysisWriteRoutes({
  database,
  jobs,
  starter,
  createId,
}: Pick<
  WriteContext,
  'database' | 'jobs' | 'starter' | 'createId'
>): RouteHandlers<'startDatasetAnalysis'> {
  const datasets = new DatasetsStore(database);
  const analyses = new AnalysisStore(jobs);
  /** Every address, where it can be told without a look at the rows. */
  const addressesOf = (dataset: StoredDataset) => {
    const profile = datasets.profile(dataset.number);
    if (dataset.recordCount === 0) return knownAddresses(profile);
    const last = analyses.show(dataset);
    return last?.is_current === true ? knownAddresses(profile, last) : undefined;
  };
  return {
    startDatasetAnalysis: ({ parameters, body, caller, idempotency }) => {
      const id = parameters.dataset_id;
      const faults = analysisFaults(body, addressesOf(requireDataset(datasets, id)));
      if (faults.length > 0) throw validationError(faults);
      const job = { jobId: createId('job'), startedBy: caller, ...analysisOrder(id, body) };
      return starter.start(idempotency, job).reply;
    },
  };
}
