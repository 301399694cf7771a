/** The addresses of the datasets list and of a dataset. */
import { z } from 'zod';
import { datasetStatuses, type Dataset } from '../../../shared/contract/datasets.ts';

/** Columns the list can be ordered by. */
export const datasetSorts = [
  'name',
  'status',
  'holder',
  'rows',
  'bytes',
  'fields',
  'sessions',
  'appended',
  'created',
] as const;
export type DatasetSort = (typeof datasetSorts)[number];

export interface DatasetsSearch {
  q?: string | undefined;
  /** Absent means every state. */
  status?: Dataset['status'] | undefined;
  /** Absent means by the time it was made. */
  sort?: DatasetSort | undefined;
  /** Absent means descending. */
  order?: 'asc' | undefined;
}

const datasetsSchema = z.object({
  q: z.string().trim().min(1).max(256).optional().catch(undefined),
  status: z.enum(datasetStatuses).optional().catch(undefined),
  sort: z.enum(datasetSorts).optional().catch(undefined),
  order: z.literal('asc').optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseDatasetsSearch(raw: Record<string, unknown>): DatasetsSearch {
  return datasetsSchema.parse(raw);
}

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
