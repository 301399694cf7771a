/** The addresses of the models list and of a model's card. */
import { z } from 'zod';
import { modelVersionSchema } from '../../../shared/contract/models.ts';

/** Columns the list can be ordered by. */
export const modelSorts = [
  'model',
  'version',
  'framework',
  'training',
  'artifact',
  'completeness',
  'annex',
  'decisions',
  'registered',
] as const;
export type ModelSort = (typeof modelSorts)[number];

export interface ModelsSearch {
  q?: string | undefined;
  /** Absent means by model id. */
  sort?: ModelSort | undefined;
  /** Absent means ascending. */
  order?: 'desc' | undefined;
}

const modelsSchema = z.object({
  q: z.string().trim().min(1).max(256).optional().catch(undefined),
  sort: z.enum(modelSorts).optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseModelsSearch(raw: Record<string, unknown>): ModelsSearch {
  return modelsSchema.parse(raw);
}

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
