/** The addresses of the models list and of a model's card. */
import { z } from 'zod';
import { modelVersionSchema } from '../../../shared/contract/models.ts';
import { listSearch } from '../../ui/list/list-search.ts';

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseModelsSearch = listSearch({});

export const cardTabs = ['card', 'decisions', 'versions', 'annex'] as const;
export type CardTab = (typeof cardTabs)[number];

export interface ModelSearch {
  /** Absent means the newest. */
  version?: string | undefined;
  /** Absent means the card itself. */
  tab?: Exclude<CardTab, 'card'> | undefined;
  /** The version that the shown one is compared with. */
  compare?: string | undefined;
}

const version = modelVersionSchema.optional().catch(undefined);
const modelSchema = z.object({
  version,
  tab: z.enum(['decisions', 'versions', 'annex']).optional().catch(undefined),
  compare: version,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseModelSearch(raw: Record<string, unknown>): ModelSearch {
  return modelSchema.parse(raw);
}
