/** The addresses of the models list and of a model's card; what cannot be read is left out. */
import { modelVersionSchema } from '../../../shared/contract/models.ts';
import { addressOf, listSearch, oneOf } from '../../ui/list/list-search.ts';

export const parseModelsSearch = listSearch({});

export const cardTabs = ['card', 'decisions', 'versions', 'annex'] as const;
export type CardTab = (typeof cardTabs)[number];

const version = modelVersionSchema.optional().catch(undefined);

export const parseModelSearch = addressOf({
  /** Absent means the newest. */
  version,
  /** Absent means the card itself. */
  tab: oneOf(['decisions', 'versions', 'annex']),
  /** The version that the shown one is compared with. */
  compare: version,
});

export type ModelSearch = ReturnType<typeof parseModelSearch>;
