/** The addresses of the datasets list and of a dataset; what cannot be read is left out. */
import { datasetStatuses } from '../../../shared/contract/datasets.ts';
import { addressOf, listSearch, oneOf } from '../../ui/list/list-search.ts';

export const parseDatasetsSearch = listSearch({ status: oneOf(datasetStatuses) });

export const datasetTabs = ['fields', 'protection', 'access', 'sessions', 'erasures'] as const;
export type DatasetTab = (typeof datasetTabs)[number];

/** Without a tab it is the fields. */
export const parseDatasetSearch = addressOf({
  tab: oneOf(['protection', 'access', 'sessions', 'erasures']),
});
