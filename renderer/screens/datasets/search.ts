/** The addresses of the datasets list and of a dataset. */
import { z } from 'zod';
import { datasetStatuses } from '../../../shared/contract/datasets.ts';
import { listSearch, oneOf } from '../../ui/list/list-search.ts';

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseDatasetsSearch = listSearch({ status: oneOf(datasetStatuses) });

export const datasetTabs = ['fields', 'policy', 'sessions'] as const;
export type DatasetTab = (typeof datasetTabs)[number];

export interface DatasetSearch {
  /** Absent means the fields. */
  tab?: Exclude<DatasetTab, 'fields'> | undefined;
}

const datasetSchema = z.object({
  tab: z.enum(['policy', 'sessions']).optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseDatasetSearch(raw: Record<string, unknown>): DatasetSearch {
  return datasetSchema.parse(raw);
}
