/** A holder's months as a chart and a table draw them: parts by dataset, what is not invoiced apart. */
import type { HolderSummary } from '../../../shared/contract/billing-holders.ts';
import type { Tone } from '../../ui/charts/stacked-columns.tsx';
import { nanos } from '../../ui/money/nanos-text.ts';

/** Datasets with a tone of their own; the others are one part together. */
const ownTones = ['time', 'record', 'data'] as const satisfies readonly Tone[];
const othersTone: Tone = 'operation';
const usedTone: Tone = 'undecided';

export interface MonthPart {
  readonly tone: Tone;
  /** null for other datasets, undefined for what is not invoiced. */
  readonly dataset: string | null | undefined;
}

/** The parts of all columns, the lowest first. */
export function partsOf({ months }: Pick<HolderSummary, 'months'>): readonly MonthPart[] {
  const sums = new Map<string, bigint>();
  const all = months.flatMap(({ datasets }) => datasets);
  for (const { dataset_id: id, net } of all) sums.set(id, (sums.get(id) ?? 0n) + nanos(net));
  const largest = [...sums].toSorted(([one, first], [other, second]) =>
    first === second ? (one < other ? -1 : 1) : first > second ? -1 : 1,
  );
  const own = largest.slice(0, ownTones.length);
  return [
    ...own.flatMap(([dataset], place): MonthPart[] => {
      const tone = ownTones[place];
      return tone === undefined ? [] : [{ tone, dataset }];
    }),
    ...(largest.length > own.length ? [{ tone: othersTone, dataset: null }] : []),
    ...(all.some(({ state }) => state === 'USED') ? [{ tone: usedTone, dataset: undefined }] : []),
  ];
}

type Month = HolderSummary['months'][number];

/** The amount of a part of a month, in nanos. */
export function amountOf(month: Month, part: MonthPart, parts: readonly MonthPart[]): bigint {
  const named = new Set(parts.map(({ dataset }) => dataset));
  return month.datasets
    .filter(({ state, dataset_id: id }) => {
      if (part.dataset === undefined) return state === 'USED';
      if (state === 'USED') return false;
      return part.dataset === null ? !named.has(id) : id === part.dataset;
    })
    .reduce((sum, { net }) => sum + nanos(net), 0n);
}

/** Nanos. */
export function wholeOf({ datasets }: Month): bigint {
  return datasets.reduce((sum, { net }) => sum + nanos(net), 0n);
}
