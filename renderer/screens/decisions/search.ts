/** The address of a view of decisions: its filters, its order and the record that is open. */
import { z } from 'zod';
import { dateSchema } from '../../../shared/contract/common.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { reviewFilterSchema } from '../../../shared/contract/reviews.ts';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { withoutOldFilters } from '../../state/old-filters.ts';
import type { RecordOrder } from '../../api/records.ts';
import { inspectorTabs, type InspectorTab } from './inspector-tabs.ts';

/** Search parameters of the screen; what cannot be read is left out rather than shown as an error. */
export interface DecisionsSearch extends RecordFilter {
  /** Absent means newest first. */
  order?: 'asc' | undefined;
  /** The record in the inspector. */
  record?: string | undefined;
  /** The inspector's; absent means the one that the screen shows first. */
  tab?: InspectorTab | undefined;
}

const text = (maximum: number) => z.string().trim().min(1).max(maximum).optional().catch(undefined);
const date = dateSchema.optional().catch(undefined);

const schema = z.object({
  model_id: text(limits.shortString),
  start_date: date,
  end_date: date,
  has_intervention: z
    .preprocess((value) => (typeof value === 'string' ? value === 'true' : value), z.boolean())
    .optional()
    .catch(undefined),
  review: reviewFilterSchema.optional().catch(undefined),
  where: text(limits.session.queryFilterBytes),
  person: z
    .string()
    .regex(/^(psr|preq)_\w+$/)
    .optional()
    .catch(undefined),
  q: text(limits.searchText),
  order: z.literal('asc').optional().catch(undefined),
  record: text(64),
  tab: z.enum(inspectorTabs).optional().catch(undefined),
});

/** Search parameters from an address (texts) or from a navigation (typed values). */
export function parseDecisionsSearch(raw: Readonly<Record<string, unknown>>): DecisionsSearch {
  const parsed = schema.parse(withoutOldFilters(raw));
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** The members of a filter, in the order their chips are shown. */
export const filterNames = [
  'q',
  'model_id',
  'where',
  'person',
  'start_date',
  'end_date',
  'has_intervention',
  'review',
] as const satisfies readonly (keyof RecordFilter)[];

/** The filter of a view, as `GET /records` takes it; always the same member order. */
export function filterOf(search: DecisionsSearch): RecordFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
}

/** The filter as a saved view keeps it: a search for a person is over after an hour, and says whom somebody looked for. */
export function keptFilter({ person, ...filter }: RecordFilter): RecordFilter {
  return person?.startsWith('preq_') === true ? { ...filter, person } : filter;
}

export function orderOf(search: DecisionsSearch): RecordOrder {
  return search.order ?? 'desc';
}

export function isFiltered(filter: RecordFilter): boolean {
  return Object.keys(filter).length > 0;
}
